/**
 * Finds the pairs of a word and a beginning that many titles hold: who types them would wait for a walk over all of these titles.
 * Each title is read once for each of its common words, so that the steps grow with the titles alone.
 */
import type { Range } from '../columns/string-column.ts';
import type { GraphShape } from '../engine.ts';
import type { Segment } from '../segment/segment.ts';
import { termBits } from '../segment/word-entries.ts';
import type { BuildSteps } from './build-steps.ts';

/** A beginning of words: places of a dictionary. */
export interface PrefixNode extends Range {
  readonly text: string;
}

/**
 * The texts of the pairs that have a list ({@link GraphShape}). `nodes`: beginnings that more than `minPairTitles` titles hold, each
 * before those it begins.
 */
export function* commonPairs(
  segment: Segment,
  nodes: readonly PrefixNode[],
  { minPairTitles, pairsPerDocument }: GraphShape,
): BuildSteps<string[]> {
  const { titlePostings, titleDocuments, words, documentCount } = segment;
  if (documentCount <= minPairTitles) return [];
  const { nodeOfTerm, parents } = nest(nodes, words.terms.length);
  const counts = new Uint32Array(nodes.length);
  /** By node, the title in which it was met last. */
  const metIn = new Int32Array(nodes.length);
  const pairs: { readonly text: string; readonly titles: number }[] = [];
  for (let term = 0; term < words.terms.length; term += 1) {
    const start = titlePostings.offsets[term] ?? 0;
    const end = titlePostings.offsets[term + 1] ?? 0;
    if (end - start <= minPairTitles) continue;
    counts.fill(0);
    metIn.fill(-1);
    for (let at = start; at < end; at += 1) {
      const document = titlePostings.items[at] ?? 0;
      const last = titleDocuments.offsets[document + 1] ?? 0;
      for (let entry = titleDocuments.offsets[document] ?? 0; entry < last; entry += 1) {
        let node = nodeOfTerm[(titleDocuments.entries[entry] ?? 0) & termBits] ?? -1;
        // The shorter beginnings of one that was met were met with it.
        for (; node >= 0 && metIn[node] !== document; node = parents[node] ?? -1) {
          metIn[node] = document;
          counts[node] = (counts[node] ?? 0) + 1;
        }
      }
    }
    const word = words.terms.text(term);
    for (const [node, { text }] of nodes.entries()) {
      const titles = counts[node] ?? 0;
      if (titles > minPairTitles) pairs.push({ text: `${word} ${text}`, titles });
    }
    yield;
  }
  pairs.sort((left, right) => right.titles - left.titles);
  return pairs.slice(0, Math.ceil(documentCount * pairsPerDocument)).map(({ text }) => text);
}

/** For each term the longest of its beginnings, and for each of these the next shorter one; -1 for none. */
function nest(
  nodes: readonly PrefixNode[],
  termCount: number,
): { readonly nodeOfTerm: Int32Array; readonly parents: Int32Array } {
  const nodeOfTerm = new Int32Array(termCount).fill(-1);
  const parents = Int32Array.from(nodes, ({ start, end }, node) => {
    const parent = nodeOfTerm[start] ?? -1;
    nodeOfTerm.fill(node, start, end);
    return parent;
  });
  return { nodeOfTerm, parents };
}

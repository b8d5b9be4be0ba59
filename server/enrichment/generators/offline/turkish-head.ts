/**
 * Where a Turkish title names its thing: `köpek yıkama fırçası masajlı 10x8 cm`. The name comes first, and the last noun of
 * a compound carries the possessive ending, so the thing is known without knowing the words.
 */
import type { TitleWord } from '../../../search/phrases/title-words.ts';

/** Folded, ı is i and ü is u. */
const possessive = /[^l][iu]$/;
/** With, without, having been, doing: what such a word says belongs to the noun that follows. */
const adjective = /(?:l[iu]|s[iu]z|m[iu]s|maz|mez|[^aeiou][aeiu]r|[ae]n)$/;

const wordsMax = 3;
const nameWordsMax = 6;

/** The places of the first and last word of the name, or null. */
export function turkishHead(words: readonly TitleWord[]): [start: number, last: number] | null {
  const from = words.findIndex(({ kind }) => kind === 'plain');
  if (from < 0) return null;
  let end = from + 1;
  while (
    end < words.length &&
    end < from + nameWordsMax &&
    words[end]?.kind === 'plain' &&
    !words[end]?.apart
  ) {
    end += 1;
  }
  // `çocuklar için`: what stands before a postposition is whom it is for.
  if (words[end]?.kind === 'stop' && !words[end]?.apart) return null;
  const last = lastOfName(words, from, end);
  if (last === null) return null;
  let start = Math.max(from, last - wordsMax + 1);
  while (start < last && adjective.test(words[start]?.folded ?? '')) start += 1;
  return last === start ? null : [start, last];
}

function lastOfName(words: readonly TitleWord[], from: number, end: number): number | null {
  const isLast = (at: number) => at < end && possessive.test(words[at]?.folded ?? '');
  for (let at = from + 1; at < end; at += 1) {
    if (isLast(at) && !isLast(at + 1)) return at;
  }
  return end - from <= wordsMax && !adjective.test(words[end - 1]?.folded ?? '') ? end - 1 : null;
}

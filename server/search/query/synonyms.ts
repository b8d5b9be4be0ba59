/**
 * Synonyms: from a store's rules to the other words that a query's words may be searched by. Rules are compiled once
 * (compile-synonyms.ts); a keystroke then costs a look-up a word where nothing matches. Rules do not chain: `a = b` and `b = c` do
 * not make a find c. The worth of a match is decided elsewhere.
 *
 * Terms are compared by folded words, and words by their stems, so `sofas` matches a rule for `sofa`. A query has at most 16 matches
 * (`limits.synonymMatchesPerQuery`); the rest is left out, and the query is answered all the same.
 */
// Tests: ./synonyms.test.ts.
import { limits } from '../../../contract/limits.ts';
import { isLongerThan } from '../../catalog/text.ts';
import type { Word } from '../text/word.ts';
import { begunMinLetters, type Stem } from './compile-synonyms.ts';
import { beginningKey, noPath, type SynonymPath, type SynonymSet } from './synonym-set.ts';

/** The words of a query from `start` to before `end` may be answered by `words` instead. */
export interface SynonymMatch {
  readonly start: number;
  readonly end: number;
  /** The span ends the query, and is only the beginning of a rule's term: `televis` of `television`. */
  readonly begun: boolean;
  /** Folded; a document must hold all of them, in any order. */
  readonly words: readonly string[];
}

/** Left sides that are looked at for one beginning: bounds the time of a keystroke. Chosen. */
const beginningsPerSpan = 64;

/**
 * Every way to say a part of the query otherwise, at most `limits.synonymMatchesPerQuery`: whole terms before begun
 * ones; of these the sets in their order, then the spans by start, then the rules in their order (begun terms by the
 * code units of their last word). Words as a query has them: folded, without the kind `tail`. A keystroke that
 * nothing matches costs less than a microsecond, stems aside.
 */
export function expandSynonyms(
  sets: readonly SynonymSet[],
  words: readonly Word[],
  stem: Stem,
): readonly SynonymMatch[] {
  const stems = words.map(({ text }) => stem(text));
  const asked = sets.map((set) => ({ set, paths: pathsOf(set, stems) }));
  const matches = new Matches();
  for (const { set, paths } of asked) collectWhole(set, paths, matches);
  const last = words.at(-1);
  if (last !== undefined && canBegin(last)) {
    for (const { set, paths } of asked) collectBegun(set, paths, last, stems, matches);
  }
  return matches.found;
}

/** The right sides whose left side is exactly these folded words. */
export function wholeSynonyms(set: SynonymSet, words: readonly string[], stem: Stem): string[][] {
  const side = set.find(words.map(stem).join(' '));
  return side < 0 ? [] : set.alternativesOf(side).map((text) => text.split(' '));
}

/** Gathers distinct matches up to the limit. */
class Matches {
  readonly found: SynonymMatch[] = [];
  readonly #seen = new Set<string>();

  /** Adds all right sides of the left side as matches of the span. */
  add(set: SynonymSet, side: number, span: Omit<SynonymMatch, 'words'>): void {
    if (this.isFull) return;
    for (const text of set.alternativesOf(side)) {
      const key = `${span.start} ${span.end} ${text}`;
      if (!this.isFull && !this.#seen.has(key)) this.found.push({ ...span, words: text.split(' ') });
      this.#seen.add(key);
    }
  }

  get isFull(): boolean {
    return this.found.length >= limits.synonymMatchesPerQuery;
  }
}

/** The paths through a set from each word of the query on. */
function pathsOf(set: SynonymSet, stems: readonly string[]): SynonymPath[] {
  return stems.map((stem, start) => (set.mayBegin(stem) ? set.follow(stems.slice(start)) : noPath));
}

function collectWhole(set: SynonymSet, paths: readonly SynonymPath[], matches: Matches): void {
  paths.forEach(({ whole }, start) => {
    for (const { wordCount, side } of whole) {
      matches.add(set, side, { start, end: start + wordCount, begun: false });
    }
  });
}

/** `last`: the last word of the query, long enough to begin a term. */
function collectBegun(
  set: SynonymSet,
  paths: readonly SynonymPath[],
  last: Word,
  stems: readonly string[],
  matches: Matches,
): void {
  const end = stems.length;
  paths.forEach(({ goingOn }, start) => {
    // No left side that is begun by letters has so many words.
    if (last.kind !== 'pair' && end - start > set.longest) return;
    if (last.kind !== 'pair' && start + 1 < end && !set.mayStartMeasure(stems[start] ?? '')) return;
    const sides =
      last.kind === 'pair'
        ? set.runsBegunBy(end - start, goingOn, beginningsPerSpan)
        : set.begunBy(beginningKey(stems.slice(start, -1), last.text), beginningsPerSpan);
    for (const side of sides) matches.add(set, side, { start, end, begun: true });
  });
}

/** A pair is one of several of its run, which are counted as the set was compiled. */
function canBegin({ kind, text }: Word): boolean {
  return kind === 'pair' || (kind === 'word' && isLongerThan(text, begunMinLetters - 1));
}

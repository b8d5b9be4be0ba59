/**
 * Synonyms: from a store's rules to the other words that a query's words may be searched by. Rules are compiled
 * once; a keystroke then costs a look-up a word where nothing matches. Rules do not chain: `a = b` and `b = c` do
 * not make a find c. What a match is worth is not decided here.
 *
 * Terms are compared by folded words, and words by their stems, so that `sofas` meets a rule for `sofa`. A term with
 * joining punctuation has two forms, apart and joined: `t-shirt` is `t shirt` and `tshirt`, on either side of a rule.
 */
import { limits } from '../../../contract/limits.ts';
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { isLongerThan } from '../../catalog/text.ts';
import { fold } from '../text/fold.ts';
import { scanWords, type Word } from '../text/words.ts';

/** The stem of a folded word; equal words have equal stems. */
export type Stem = (word: string) => string;

/** The words of a query from `start` to before `end` may be answered by `words` instead. */
export interface SynonymMatch {
  readonly start: number;
  readonly end: number;
  /** The span ends the query, and is only the beginning of a rule's term: `televis` of `television`. */
  readonly begun: boolean;
  /** Folded; a document must hold all of them, in any order. */
  readonly words: readonly string[];
}

/** The right sides of a left side: each a list of folded words. */
type Alternatives = readonly (readonly string[])[];

/** A left side that a query's last word may begin. */
interface Beginning {
  /** The last word of the left side, folded. */
  readonly last: string;
  readonly alternatives: Alternatives;
}

/** Compiled rules: plain data that crosses threads by structured clone. Made by {@link compileSynonyms}. */
export interface SynonymSet {
  /** By the stems of a left side, joined by spaces. */
  readonly sides: ReadonlyMap<string, Alternatives>;
  /** The number of words of the longest left side whose first word has this stem. */
  readonly longest: ReadonlyMap<string, number>;
  /** By the stems of all words but the last, those left sides by the code units of their last word. */
  readonly beginnings: ReadonlyMap<string, readonly Beginning[]>;
  /** By the stems of its beginnings, each left side that ends with a word of a script without spaces. */
  readonly runBeginnings: ReadonlyMap<string, readonly Alternatives[]>;
}

/** Letters from which on an unfinished word begins a term; fewer would begin hundreds. Chosen. */
const begunMinLetters = 3;
/** Left sides that are looked at for one beginning: bounds the time of a keystroke. Chosen. */
const beginningsPerSpan = 64;

/**
 * Compiles rules; where more than `limits.synonymMatchesPerQuery` right sides belong to one left side, those of the
 * first rules count. A term of a usual rule takes about 3 µs.
 */
export function compileSynonyms(rules: readonly SynonymRule[], stem: Stem): SynonymSet {
  const sides = new Map<string, SideDraft>();
  const longest = new Map<string, number>();
  const beginnings = new Map<string, Map<string, Alternatives>>();
  const runBeginnings = new Map<string, Set<Alternatives>>();
  for (const rule of rules) {
    const left = formsOf('terms' in rule ? rule.terms : rule.from, stem);
    const right = 'terms' in rule ? left : formsOf(rule.to, stem);
    for (const form of left) {
      const side = entryOf(sides, form.key, (): SideDraft => ({ texts: new Set(), alternatives: [] }));
      addAlternatives(side, form, right);
      const { alternatives } = side;
      const [first = '', ...others] = form.stems;
      longest.set(first, Math.max(longest.get(first) ?? 0, 1 + others.length));
      if (form.runLength === 0) {
        const head = form.stems.slice(0, -1).join(' ');
        entryOf(beginnings, head, () => new Map()).set(form.words.at(-1) ?? '', alternatives);
      }
      for (const begun of runBeginningsOf(form)) {
        entryOf(runBeginnings, begun, () => new Set()).add(alternatives);
      }
    }
  }
  return {
    sides: mapValues(sides, ({ alternatives }) => alternatives),
    longest,
    beginnings: mapValues(beginnings, sortBeginnings),
    runBeginnings: mapValues(runBeginnings, (set) => [...set].slice(0, beginningsPerSpan)),
  };
}

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
  const found = createCollector();
  for (const set of sets) collectWhole(set, stems, found);
  const last = words.at(-1);
  if (last !== undefined && canBegin(last)) for (const set of sets) collectBegun(set, last, stems, found);
  return found.matches;
}

/** The right sides whose left side is exactly these folded words. */
export function wholeSynonyms(set: SynonymSet, words: readonly string[], stem: Stem): Alternatives {
  return set.sides.get(words.map(stem).join(' ')) ?? [];
}

/** A left side whose rules are still being read. */
interface SideDraft {
  /** The alternatives as text, to know them again. */
  readonly texts: Set<string>;
  readonly alternatives: (readonly string[])[];
}

/** One form of a term. */
interface TermForm {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** The words joined by spaces. */
  readonly text: string;
  /** The stems joined by spaces. */
  readonly key: string;
  /** Pairs of characters of its last word, where that is of a script without spaces; else 0. */
  readonly runLength: number;
}

/** The forms of all terms in their order; a term without letters and digits has none. */
function formsOf(terms: readonly string[], stem: Stem): TermForm[] {
  return terms.flatMap((term) => {
    const scanned = scanWords(fold(term));
    const apart = scanned.filter(({ kind }) => kind !== 'tail').map(({ text, glued }) => ({ text, glued }));
    if (apart.length === 0) return [];
    const joined = joinGlued(apart);
    const forms = joined.length === apart.length ? [apart] : [apart, joined];
    const runLength = lastRunLength(scanned);
    return forms.map((form) => {
      const words = form.map(({ text }) => text);
      const stems = words.map(stem);
      return { words, stems, text: words.join(' '), key: stems.join(' '), runLength };
    });
  });
}

type GluedText = Pick<Word, 'text' | 'glued'>;

function joinGlued(words: readonly GluedText[]): GluedText[] {
  const joined: GluedText[] = [];
  for (const word of words) {
    const before = word.glued ? joined.pop() : undefined;
    joined.push(before === undefined ? word : { ...before, text: before.text + word.text });
  }
  return joined;
}

function lastRunLength(scanned: readonly Word[]): number {
  if (scanned.at(-1)?.kind !== 'tail') return 0;
  const pairsEnd = scanned.length - 1;
  return pairsEnd - 1 - scanned.slice(0, pairsEnd).findLastIndex(({ kind }) => kind !== 'pair');
}

/** The stems of each beginning that has at least {@link begunMinLetters} characters of the last run, not all of it. */
function runBeginningsOf({ stems, runLength }: TermForm): string[] {
  const others = stems.length - runLength;
  const begun: string[] = [];
  for (let pairs = begunMinLetters - 1; pairs < runLength; pairs += 1) {
    begun.push(stems.slice(0, others + pairs).join(' '));
  }
  return begun;
}

/** What differs from the left side by its plural only is found without a rule. */
function addAlternatives(
  { texts, alternatives }: SideDraft,
  left: TermForm,
  right: readonly TermForm[],
): void {
  for (const { words, text, key } of right) {
    if (alternatives.length >= limits.synonymMatchesPerQuery) return;
    if (key !== left.key && !texts.has(text)) alternatives.push(words);
    texts.add(text);
  }
}

function sortBeginnings(byLast: ReadonlyMap<string, Alternatives>): Beginning[] {
  return Array.from(byLast, ([last, alternatives]) => ({ last, alternatives })).sort((left, right) =>
    left.last < right.last ? -1 : 1,
  );
}

/** Gathers distinct matches up to the limit. */
interface Collector {
  readonly matches: readonly SynonymMatch[];
  add(start: number, end: number, begun: boolean, alternatives: Alternatives): void;
}

function createCollector(): Collector {
  const matches: SynonymMatch[] = [];
  const seen = new Set<string>();
  return {
    matches,
    add(start, end, begun, alternatives) {
      for (const words of alternatives) {
        if (matches.length >= limits.synonymMatchesPerQuery) return;
        const key = `${start} ${end} ${words.join(' ')}`;
        if (!seen.has(key)) matches.push({ start, end, begun, words });
        seen.add(key);
      }
    },
  };
}

function collectWhole({ sides, longest }: SynonymSet, stems: readonly string[], found: Collector): void {
  stems.forEach((first, start) => {
    const wordCount = longest.get(first) ?? 0;
    for (let end = start + 1; end <= Math.min(start + wordCount, stems.length); end += 1) {
      const alternatives = sides.get(stems.slice(start, end).join(' '));
      if (alternatives !== undefined) found.add(start, end, false, alternatives);
    }
  });
}

/** `last`: the last word of the query, long enough to begin a term. */
function collectBegun(set: SynonymSet, last: Word, stems: readonly string[], found: Collector): void {
  const end = stems.length;
  stems.forEach((first, start) => {
    const isLast = start === end - 1;
    // The last word itself may be unfinished, and is no first word of a term then.
    if (!isLast && (set.longest.get(first) ?? 0) < end - start) return;
    if (last.kind === 'pair') {
      for (const alternatives of set.runBeginnings.get(stems.slice(start).join(' ')) ?? []) {
        found.add(start, end, true, alternatives);
      }
    } else {
      const beginnings = set.beginnings.get(stems.slice(start, -1).join(' ')) ?? [];
      for (const { alternatives } of begunBy(beginnings, last.text))
        found.add(start, end, true, alternatives);
    }
  });
}

/** A pair is one of several of its run, which are counted by {@link runBeginningsOf}. */
function canBegin({ kind, text }: Word): boolean {
  return kind === 'pair' || (kind === 'word' && isLongerThan(text, begunMinLetters - 1));
}

/** Those whose last word begins with the text and is longer, at most {@link beginningsPerSpan}. */
function begunBy(beginnings: readonly Beginning[], text: string): readonly Beginning[] {
  let low = 0;
  let high = beginnings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((beginnings[middle]?.last ?? '') <= text) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end - low < beginningsPerSpan && beginnings[end]?.last.startsWith(text)) end += 1;
  return beginnings.slice(low, end);
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

function mapValues<Value, Mapped>(map: ReadonlyMap<string, Value>, to: (value: Value) => Mapped) {
  return new Map(Array.from(map, ([key, value]): [string, Mapped] => [key, to(value)]));
}

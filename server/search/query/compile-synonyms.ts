/**
 * Compiles synonym rules once for all threads (synonym-set.ts), with terms split into words as in a query. synonyms.ts explains the
 * rules.
 *
 * A term with joining punctuation has two forms, apart and joined: `t-shirt` is `t shirt` and `tshirt`, on either side of a rule.
 *
 * Rules are trusted: the API has checked them (at most 2,000 rules of 20 terms on a side, 5,000 terms, 80 characters a term). A term
 * without letters and digits is left out, and one left side has at most 16 right sides; those of later rules are left out without a
 * warning. It never follows a chain of rules, and changes no rule.
 */
// Tests: ./synonyms.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { fold } from '../text/fold.ts';
import { scanWords, type Word } from '../text/words.ts';
import { beginningKey, packSynonyms, type SideDraft, SynonymSet } from './synonym-set.ts';

/** The stem of a folded word; equal words have equal stems. */
export type Stem = (word: string) => string;

/** Characters of a run of a script without spaces from which on it begins a term, and letters of other words. Chosen. */
export const begunMinLetters = 3;

/**
 * Compiles rules. If a left side has more than `limits.synonymMatchesPerQuery` right sides, those of the first rules count. Time
 * and memory are linear in the letters of the rules.
 */
export function compileSynonyms(rules: readonly SynonymRule[], stem: Stem): SynonymSet {
  const drafts = new SetDrafts(stem);
  for (const rule of rules) {
    const left = drafts.read('terms' in rule ? rule.terms : rule.from);
    const right = 'terms' in rule ? left : drafts.read(rule.to);
    for (const taken of left) drafts.join(taken, right);
  }
  return new SynonymSet(packSynonyms(drafts));
}

/** A form of a term, and the place of its text. */
interface TakenForm extends TermForm {
  readonly textPlace: number;
}

/** A side whose rules are still being read. */
interface OpenSide extends SideDraft {
  readonly alternatives: number[];
  begunFrom: number;
}

/** Sides and texts as they come. */
class SetDrafts {
  readonly sides = new Map<string, OpenSide>();
  readonly texts = new Map<string, number>();
  readonly beginnings = new Map<string, string>();
  readonly #stem: Stem;

  constructor(stem: Stem) {
    this.#stem = stem;
  }

  read(terms: readonly string[]): TakenForm[] {
    return formsOf(terms, this.#stem).map((form) => {
      const textPlace = entryOf(this.texts, form.text, () => this.texts.size);
      return { ...form, textPlace };
    });
  }

  /** Joins the right sides to the left one. A form that differs only by its plural is found without a rule. */
  join(left: TermForm, right: readonly TakenForm[]): void {
    const { key, runLength, stems, words } = left;
    const side = entryOf(this.sides, key, (): OpenSide => ({ alternatives: [], begunFrom: 0 }));
    const { alternatives } = side;
    for (const other of right) {
      if (alternatives.length >= limits.synonymMatchesPerQuery) break;
      if (other.key !== key && !alternatives.includes(other.textPlace)) alternatives.push(other.textPlace);
    }
    const begunFrom = begunFromOf(left);
    // Other terms of the same stems may be cut otherwise.
    if (begunFrom > 0) side.begunFrom = Math.min(begunFrom, side.begunFrom || begunFrom);
    if (runLength === 0) this.beginnings.set(beginningKey(stems.slice(0, -1), words.at(-1) ?? ''), key);
  }
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
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

/** Returns how many of its words begin a form, by at least {@link begunMinLetters} characters of its last run; 0 if none do. */
function begunFromOf({ stems, runLength }: TermForm): number {
  return runLength < begunMinLetters ? 0 : stems.length - runLength + begunMinLetters - 1;
}

/**
 * Judges by counts whether a sequence of title words is something that a shopper would type. Names (types, brands, categories,
 * generated phrases) are shown without it. Counts of live
 * in-stock documents add up over segments, so that the judgement does not depend on how an index is cut.
 *
 * A phrase breaks off at its noun: "wireless mouse" stands before codes, commas and the ends of titles. "logitech wireless" and
 * "laptop internal" go on to their nouns, wherever they stand (boundary statistics, as accessor variety: Feng et al., Computational
 * Linguistics 30(1), 2004). Where other things follow the noun ("toner cartridge original"), the word "cartridge" tells, which breaks
 * off elsewhere. And what nearly always stands within one longer sequence is a half of it ("speed hdmi": δ-closed patterns, Cheng, Ke
 * and Ng, ICDM 2006). Pure; it reads no clicks and no dictionary. Counts are live in-stock documents; a phrase needs at least 2 of
 * them unless it is a name.
 */
// Tests: ./suggestion-evidence.test.ts.

/** The counts of live in-stock documents for a suggestion. */
export interface SuggestionCounts {
  /** Folded. */
  readonly key: string;
  /** Number of all documents behind it. */
  readonly count: number;
  /** Number of documents that name it, as a category, a brand, a type or a generated phrase. */
  readonly named: number;
  /** Number of documents whose type it is. */
  readonly typed: number;
  /** Number of documents whose title holds it as a sequence of words with a break before its first word. */
  readonly breaksBefore: number;
  /** The same behind its last word. */
  readonly breaksBehind: number;
}

/** The facts for judging sequences besides their own counts. */
export interface PhraseJudge {
  /** Phrases begin with their noun (`souris sans fil`), as against ending with it. */
  readonly nounFirst: boolean;
  /** Returns the counts of the documents for a single word. */
  countsOf(word: string): SuggestionCounts;
}

/** The verdict that says which queries show a suggestion without clicks. */
export interface PhraseVerdict {
  readonly shownFor: 'any query' | 'typed queries' | 'no query';
  /** A query that holds the beginning of one of these numbers or codes shows it in any case. */
  readonly numbers: readonly string[];
}

/** Whether a query of these folded words shows a suggestion with this verdict; discovery has no words. */
export function isShown({ shownFor, numbers }: PhraseVerdict, typed: readonly string[]): boolean {
  if (shownFor === 'any query' || (shownFor === 'typed queries' && typed.length > 0)) return true;
  return numbers.length > 0 && numbers.some((word) => isTyped(word, typed));
}

const forAny: PhraseVerdict = { shownFor: 'any query', numbers: [] };
const forNone: PhraseVerdict = { shownFor: 'no query', numbers: [] };

/** A sequence of one product is its title, not a phrase. */
const sequenceProductsMin = 2;

/** Whether to show a suggestion that was clicked: it leads to a product, and is more than one product's title. */
export function isClickable({ count, named }: Pick<SuggestionCounts, 'count' | 'named'>): boolean {
  return named > 0 || count >= sequenceProductsMin;
}

/**
 * Decides which queries show a suggestion that has no clicks. All queries show named ones, except bare numbers, which must be
 * typed; sequences are shown if they break off where phrases do.
 */
export function judgePhrase(counts: SuggestionCounts, judge: PhraseJudge): PhraseVerdict {
  const words = counts.key.split(' ');
  if (counts.named > 0) return /\p{L}/u.test(counts.key) ? forAny : { shownFor: 'no query', numbers: words };
  if (counts.count < sequenceProductsMin) return forNone;
  const last = words.at(-1) ?? '';
  if (/\p{N}/u.test(last))
    return isNameWithNumber(counts, last, judge) ? forAny : { shownFor: 'no query', numbers: [last] };
  return judgeSequence(counts, words, judge);
}

/** `galaxy s5`, `windows 10`: more often than not nothing follows. */
function isNameWithNumber(counts: SuggestionCounts, last: string, { nounFirst }: PhraseJudge): boolean {
  const share = /\p{L}/u.test(last) ? 1 / 4 : 1 / 2;
  if (nounFirst && counts.breaksBefore < counts.count / 4) return false;
  return counts.breaksBehind >= counts.count * share;
}

function judgeSequence(
  counts: SuggestionCounts,
  words: readonly string[],
  judge: PhraseJudge,
): PhraseVerdict {
  const { nounFirst } = judge;
  const { count } = counts;
  const atNoun = nounFirst ? counts.breaksBefore : counts.breaksBehind;
  const atOther = nounFirst ? counts.breaksBehind : counts.breaksBefore;
  const noun = (nounFirst ? words[0] : words.at(-1)) ?? '';
  // A word alone completes a typed query; in discovery it says little.
  if (words.length === 1) return isNoun(noun, judge) ? { shownFor: 'typed queries', numbers: [] } : forNone;
  // Sequences of four words are not counted, so a half of one shows only by what stands at its other side.
  if (words.length > 2 && atOther * 6 < count - 1) return forNone;
  return atNoun * 4 >= count || (atOther * 2 >= count && isNoun(noun, judge)) ? forAny : forNone;
}

/**
 * Whether a word is one that phrases break off at: in a tenth of the titles that have it among their first words
 * (measured: nouns from 9 %, `wireless`, `flat` and the like up to 6 %). One title is added on its side and one on the
 * other (Laplace's rule of succession), so that little evidence speaks for a word.
 */
function isNoun(word: string, judge: PhraseJudge): boolean {
  const { count, named, breaksBefore, breaksBehind } = judge.countsOf(word);
  return (named + (judge.nounFirst ? breaksBefore : breaksBehind) + 1) * 10 >= count + 2;
}

/** Numbers and codes are shown only once the shopper began to type them. */
function isTyped(word: string, typed: readonly string[]): boolean {
  return typed.some((text) => /\p{N}/u.test(text) && word.startsWith(text));
}

/**
 * Whether a sequence is half of a longer one: nearly all titles with the one contain the other. `isNamed` says whether a key is a
 * named suggestion: a name joined with a phrase does not make the phrase a half.
 */
export function isHalfOf(
  part: SuggestionCounts,
  whole: SuggestionCounts,
  isNamed: (key: string) => boolean,
): boolean {
  if (part.named > 0 || !mayHalve(whole.count - whole.named, part.count)) return false;
  if (whole.key.length <= part.key.length || !` ${whole.key} `.includes(` ${part.key} `)) return false;
  return !isNamed(restOf(part.key, whole.key));
}

/** Whether a sequence of `whole` documents is in nearly all of `part` documents. */
export function mayHalve(whole: number, part: number): boolean {
  return whole * 5 >= part * 4;
}

/** Returns the part of a longer key before or behind a shorter one; empty if it has both. */
function restOf(part: string, whole: string): string {
  if (whole.endsWith(` ${part}`)) return whole.slice(0, -part.length - 1);
  return whole.startsWith(`${part} `) ? whole.slice(part.length + 1) : '';
}

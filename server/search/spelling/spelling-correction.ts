/**
 * Corrects the spelling of a query that found nothing (Contract §7): its unknown words, each by itself, and the spaces beside them. A
 * word becomes the word of the index that is the fewest edits away, and of several the one that most documents hold. Only words are
 * corrected, and only to words (`isCorrectable`); codes, numbers and scripts without spaces stay as typed. One edit is allowed from 4
 * letters on, two from 8, and none in words of more than 200. All searches of a query share 40,000 steps; when they are used up, the
 * best so far is the answer, and null means that nothing is corrected. Pure; it never shows the query to anybody or stores it.
 */
// Tests: ./spelling-correction.test.ts.
import { compareCodePoints } from '../columns/text-order.ts';
import { lettersOf, SpellingSearch, type TypedWord, typedLettersMax } from './spelling-edits.ts';
import { isCorrectable, wordLettersMin } from './spelling-sections.ts';
import type { SpellingWords, StepBudget } from './spelling-words.ts';

/** The words of one segment and their documents. */
export interface SpellingDictionary {
  readonly words: SpellingWords;
  /** Live documents of the segment that hold a term. A word that none holds is never a correction. */
  frequency(term: number): number;
  /** Returns a cheap upper bound of {@link frequency}: the number of documents that hold the term, dead ones too. */
  frequencyMax(term: number): number;
}

/** A word of the index. */
export interface KnownWord {
  readonly word: string;
  /** Live documents that hold it, over all segments. */
  readonly frequency: number;
}

/** Letters (code points) from which on a word may be corrected by one edit. Chosen: nearly all shorter words are near another word. */
const oneEditLettersMin = 4;
/** Letters (code points) from which on a word may be corrected by two edits. Chosen. */
const twoEditsLettersMin = 8;

/**
 * Steps of all searches for one query. When they are used up, the best result so far is returned. Measured: 25 to 45 ns each, so
 * that these are 1 to 2 ms. With 100,000 words in one segment and 20,000 in 19 others, one wrong word takes 1,000 to 30,000; five
 * words of 8 letters that are near nothing would take 75,000.
 */
export const queryStepsMax = 40_000;

/** The cost of beginning a search, however little it reads. Measured: some microseconds. */
const searchSteps = 100;

/** Words whose live documents are counted for one correction. Chosen: more are needed only where so many are dead. */
const countedWordsMax = 64;

/** The number of edits allowed for a folded word: one from 4 letters, two from 8, otherwise none. Letters are code points. */
export function editsAllowed(word: string): number {
  if (!isCorrectable(word)) return 0;
  const count = lettersOf(word).length;
  if (count < oneEditLettersMin || count > typedLettersMax) return 0;
  return count < twoEditsLettersMin ? 1 : 2;
}

/**
 * The word that most documents hold of those within so many edits of a folded one, or null. Among equals the first by
 * code points. An unfinished word is as far from another word as from the nearest beginning of it, but the whole word
 * is the answer. Words of 4 and 5 letters keep their first letter.
 *
 * Dictionaries are searched in their order: put the largest first, so that if the budget runs out, little is missed.
 */
export function findWithin(
  dictionaries: readonly SpellingDictionary[],
  typed: TypedWord,
  edits: number,
  budget: StepBudget,
): KnownWord | null {
  if (budget.steps <= 0) return null;
  budget.steps -= searchSteps;
  const search = new SpellingSearch(typed, edits);
  const found = new Map<string, number>();
  for (const dictionary of dictionaries) {
    const terms = new Set<number>();
    dictionary.words.search(search, (term) => terms.add(term), budget);
    for (const term of terms) {
      const word = dictionary.words.text(term);
      found.set(word, (found.get(word) ?? 0) + dictionary.frequencyMax(term));
    }
  }
  return mostFrequent(dictionaries, found);
}

/** Live documents that hold a word, over all segments. */
function frequencyOf(dictionaries: readonly SpellingDictionary[], word: string): number {
  const bytes = Buffer.from(word);
  return dictionaries.reduce((total, dictionary) => {
    const term = dictionary.words.find(bytes);
    return term < 0 ? total : total + dictionary.frequency(term);
  }, 0);
}

/** Counts live documents for the words with most documents, until none that is left can have more. */
function mostFrequent(
  dictionaries: readonly SpellingDictionary[],
  frequencyMaxes: Map<string, number>,
): KnownWord | null {
  let best: KnownWord | null = null;
  for (let counted = 0; counted < countedWordsMax; counted += 1) {
    const next = firstOf(frequencyMaxes);
    if (next === null || (best !== null && compareWords(best, next) < 0)) break;
    frequencyMaxes.delete(next.word);
    const live = { word: next.word, frequency: frequencyOf(dictionaries, next.word) };
    if (live.frequency > 0 && (best === null || compareWords(live, best) < 0)) best = live;
  }
  return best;
}

function firstOf(frequencies: ReadonlyMap<string, number>): KnownWord | null {
  let first: KnownWord | null = null;
  for (const [word, frequency] of frequencies) {
    if (first !== null && frequency < first.frequency) continue;
    const next = { word, frequency };
    if (first === null || compareWords(next, first) < 0) first = next;
  }
  return first;
}

function compareWords(left: KnownWord, right: KnownWord): number {
  return right.frequency - left.frequency || compareCodePoints(left.word, right.word);
}

/** Runs of letters and digits as words.ts cuts them, without the scripts that it cuts into pairs. */
const runs =
  /[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** A word of the query and where it stands in the folded text. */
interface PlacedWord extends TypedWord {
  readonly start: number;
  readonly end: number;
  readonly isUnknown: boolean;
}

/** The text that replaces a part of the folded text. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The folded query as it should have been typed, to be searched and to be shown, or null where nothing in it can be
 * corrected. `isKnown` says whether the index has a word, for an unfinished one whether it has any that begins so.
 *
 * An unknown word becomes the first of these that the index has: one word with its neighbour (`headph ones`);
 * another word one edit away; two words (`wirelessmouse`); another word two edits away. Else it stays. How many edits
 * a word may have: `editsAllowed`; in which order dictionaries should come: `findWithin` (spelling-correction.ts).
 */
export function correctQuery(
  dictionaries: readonly SpellingDictionary[],
  folded: string,
  isKnown: (word: TypedWord) => boolean,
  budget = { steps: queryStepsMax },
): string | null {
  const words = placeWords(folded, isKnown);
  const replacements = findReplacements(new WordCorrector(dictionaries, budget), folded, words);
  return replacements.length === 0 ? null : replaceParts(folded, replacements);
}

function placeWords(folded: string, isKnown: (word: TypedWord) => boolean): PlacedWord[] {
  const words: PlacedWord[] = [];
  for (const { 0: text, index: start } of folded.matchAll(runs)) {
    if (!isCorrectable(text)) continue;
    const end = start + text.length;
    const typed = { text, prefix: !letterOrDigit.test(folded.slice(end)) };
    words.push({ ...typed, start, end, isUnknown: !isKnown(typed) });
  }
  return words;
}

function findReplacements(
  corrector: WordCorrector,
  folded: string,
  words: readonly PlacedWord[],
): Replacement[] {
  const replacements: Replacement[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const next = words[index + 1];
    if (word === undefined) break;
    if (next !== undefined && areNeighbours(folded, word, next) && (word.isUnknown || next.isUnknown)) {
      const joined = { text: word.text + next.text, prefix: next.prefix };
      if (corrector.has(joined)) {
        replacements.push({ start: word.start, end: next.end, text: joined.text });
        index += 1;
        continue;
      }
    }
    const text = word.isUnknown ? corrector.correct(word) : null;
    if (text !== null) replacements.push({ start: word.start, end: word.end, text });
  }
  return replacements;
}

function areNeighbours(folded: string, word: PlacedWord, next: PlacedWord): boolean {
  return !letterOrDigit.test(folded.slice(word.end, next.start));
}

/** Replacements come in their order and do not overlap. */
function replaceParts(folded: string, replacements: readonly Replacement[]): string {
  let replaced = '';
  let end = 0;
  for (const replacement of replacements) {
    replaced += folded.slice(end, replacement.start) + replacement.text;
    end = replacement.end;
  }
  return replaced + folded.slice(end);
}

/** Corrects the words of one query within one budget. */
class WordCorrector {
  readonly #dictionaries: readonly SpellingDictionary[];
  readonly #budget: StepBudget;

  constructor(dictionaries: readonly SpellingDictionary[], budget: StepBudget) {
    this.#budget = budget;
    this.#dictionaries = dictionaries;
  }

  has(word: TypedWord): boolean {
    return this.#frequency(word) > 0;
  }

  /** Returns the correction of an unknown word, or null. */
  correct(word: TypedWord): string | null {
    const edits = editsAllowed(word.text);
    if (edits === 0) return null;
    const near = findWithin(this.#dictionaries, word, 1, this.#budget)?.word ?? this.#split(word);
    if (near !== null || edits < 2) return near;
    return findWithin(this.#dictionaries, word, 2, this.#budget)?.word ?? null;
  }

  /**
   * The word as two, or null: those two that documents are likeliest to hold if they hold each independently of the other,
   * and of equals the ones with the shorter first word.
   */
  #split({ text, prefix }: TypedWord): string | null {
    let best: string | null = null;
    let most = 0;
    for (let cut = wordLettersMin; cut <= text.length - wordLettersMin; cut += 1) {
      const [first, second] = [text.slice(0, cut), text.slice(cut)];
      const firstFrequency = this.#frequency({ text: first, prefix: false });
      if (firstFrequency === 0) continue;
      const together = firstFrequency * this.#frequency({ text: second, prefix });
      if (together <= most) continue;
      most = together;
      best = `${first} ${second}`;
    }
    return best;
  }

  /** Live documents that hold the word, or the most frequent of those that an unfinished one begins. */
  #frequency(word: TypedWord): number {
    if (!word.prefix) return frequencyOf(this.#dictionaries, word.text);
    return findWithin(this.#dictionaries, word, 0, this.#budget)?.frequency ?? 0;
  }
}

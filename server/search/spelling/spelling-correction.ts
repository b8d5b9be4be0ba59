/**
 * Corrects one word (Contract §7): the word of the index that is the fewest edits away, and of several the one that
 * most documents hold. Only words are corrected, and only to words: see `isCorrectable` (spelling-sections.ts).
 */

import { compareCodePoints } from '../columns/text-order.ts';
import { lettersOf } from './spelling-edits.ts';
import { SpellingSearch, type TypedWord, typedLettersMax } from './spelling-search.ts';
import { isCorrectable } from './spelling-sections.ts';
import type { SpellingWords, StepBudget } from './spelling-words.ts';

/** The words of one segment and the documents that hold them. */
export interface SpellingDictionary {
  readonly words: SpellingWords;
  /** Live documents of the segment that hold a term. A word that none holds is never a correction. */
  frequency(term: number): number;
  /** At least {@link frequency}, and cheap: the documents that hold the term, dead ones too. */
  frequencyMax(term: number): number;
}

/** A word of the index. */
export interface KnownWord {
  readonly word: string;
  /** Live documents that hold it, over all segments. */
  readonly frequency: number;
}

const oneEditLettersMin = 4;
const twoEditsLettersMin = 8;

/**
 * Steps of all searches for one query. Where they do not suffice, the best found until then is taken. Measured: 25 to 45 ns each, so that these are 1 to 2 ms. With 100,000 words in
 * one segment and 20,000 in 19 others, one wrong word takes 1,000 to 30,000; five words of 8 letters that are near
 * nothing would take 75,000.
 */
export const queryStepsMax = 40_000;

/** What it costs to begin a search, however little it reads. Measured: some microseconds. */
const searchSteps = 100;

/** Words whose live documents are counted for one correction. Chosen: more are needed only where so many are dead. */
const countedWordsMax = 64;

/**
 * Edits in which a folded word may be corrected: one from 4 letters, two from 8, else none. Letters are code points.
 */
export function editsAllowed(word: string): number {
  if (!isCorrectable(word)) return 0;
  const count = lettersOf(word).length;
  if (count < oneEditLettersMin || count > typedLettersMax) return 0;
  return count < twoEditsLettersMin ? 1 : 2;
}

/**
 * The word that most documents hold of those within so many edits of a folded one, or null. Of equals the first by
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
export function frequencyOf(dictionaries: readonly SpellingDictionary[], word: string): number {
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

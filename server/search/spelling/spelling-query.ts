/**
 * Corrects the spelling of a query that found nothing (Contract §7): its unknown words, each by itself, and the
 * spaces beside them. What is known, and all that is no word (codes, numbers, scripts without spaces), stays as it
 * was typed.
 */
import {
  editsAllowed,
  findWithin,
  frequencyOf,
  queryStepsMax,
  type SpellingDictionary,
} from './spelling-correction.ts';
import type { TypedWord } from './spelling-search.ts';
import { isCorrectable, wordLettersMin } from './spelling-sections.ts';
import type { StepBudget } from './spelling-words.ts';

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

/** What takes the place of a part of the folded text. */
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

  /** What an unknown word becomes, or null. */
  correct(word: TypedWord): string | null {
    const edits = editsAllowed(word.text);
    if (edits === 0) return null;
    const near = findWithin(this.#dictionaries, word, 1, this.#budget)?.word ?? this.#split(word);
    if (near !== null || edits < 2) return near;
    return findWithin(this.#dictionaries, word, 2, this.#budget)?.word ?? null;
  }

  /**
   * The word as two, or null: those two that documents are likeliest to hold if they hold one whatever the other,
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

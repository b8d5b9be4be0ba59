/** Correction of a word in the naive way: every word, the whole table of distances. The engine is held to it. */

import { buildStringSlab } from '../../server/search/columns/string-column.ts';
import { sortByCodePoints } from '../../server/search/columns/text-order.ts';
import type { SpellingDictionary } from '../../server/search/spelling/spelling-correction.ts';
import type { TypedWord } from '../../server/search/spelling/spelling-edits.ts';
import { buildSpellingSections } from '../../server/search/spelling/spelling-sections.ts';
import { SpellingWords } from '../../server/search/spelling/spelling-words.ts';

/** The documents of one segment that hold a word. */
export interface HeldWord {
  readonly word: string;
  readonly live: number;
  readonly dead: number;
}

/** A segment with these words; words may come in any order, each once. */
export function dictionaryOf(held: readonly HeldWord[]): SpellingDictionary {
  const byWord = new Map(held.map((entry) => [entry.word, entry]));
  const terms = sortByCodePoints(Array.from(byWord.keys()));
  const at = (term: number) => byWord.get(terms[term] ?? '');
  return {
    words: new SpellingWords(buildStringSlab(terms), buildSpellingSections(terms)),
    frequency: (term) => at(term)?.live ?? 0,
    frequencyMax: (term) => (at(term)?.live ?? 0) + (at(term)?.dead ?? 0),
  };
}

/**
 * Edits from each beginning of `text`, the empty one first, to `typed`: optimal string alignment by the recurrence
 * of Wagner and Fischer, with swaps of neighbours (Lowrance and Wagner, "An extension of the string-to-string
 * correction problem", 1975, restricted to swaps that nothing else touches).
 */
export function editsOfBeginnings(typed: string, text: string): number[] {
  const wanted = Array.from(typed);
  const read = Array.from(text);
  const table = [wanted.map((_, column) => column).concat(wanted.length)];
  read.forEach((letter, above) => {
    const line = [above + 1];
    wanted.forEach((wantedLetter, left) => {
      const costs = [
        (table[above]?.[left] ?? 0) + (letter === wantedLetter ? 0 : 1),
        (table[above]?.[left + 1] ?? 0) + 1,
        (line[left] ?? 0) + 1,
      ];
      if (above > 0 && left > 0 && letter === wanted[left - 1] && read[above - 1] === wantedLetter) {
        costs.push((table[above - 1]?.[left - 1] ?? 0) + 1);
      }
      line.push(Math.min(...costs));
    });
    table.push(line);
  });
  return table.map((line) => line[wanted.length] ?? 0);
}

/** Edits from a typed word to a word; from an unfinished one to the nearest beginning of it. */
export function editsTo(typed: TypedWord, word: string): number {
  const edits = editsOfBeginnings(typed.text, word);
  return typed.prefix ? Math.min(...edits) : (edits.at(-1) ?? 0);
}

/** Returns what `correctWord` answers, over the words of several segments. */
export function correctNaively(segments: readonly (readonly HeldWord[])[], typed: TypedWord): string | null {
  const length = Array.from(typed.text).length;
  if (length < 4 || !/^[\p{L}\p{M}]+$/u.test(typed.text)) return null;
  const frequencies = new Map<string, number>();
  for (const { word, live } of segments.flat()) {
    frequencies.set(word, (frequencies.get(word) ?? 0) + live);
  }
  const candidates = sortByCodePoints(Array.from(frequencies.keys()))
    .filter((word) => (frequencies.get(word) ?? 0) > 0 && /^[\p{L}\p{M}]{3,}$/u.test(word))
    .filter((word) => length > 5 || Array.from(word)[0] === Array.from(typed.text)[0])
    .map((word) => ({ word, edits: editsTo(typed, word), frequency: frequencies.get(word) ?? 0 }))
    .filter(({ edits }) => edits <= (length < 8 ? 1 : 2));
  // Sorting is stable: equals stay in the order of code points.
  candidates.sort((left, right) => left.edits - right.edits || right.frequency - left.frequency);
  return candidates[0]?.word ?? null;
}

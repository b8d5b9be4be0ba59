/**
 * Gives each unit one spelling for all the ways in which shops and shoppers write it. Nothing is converted: 1000 g and 1 kg stay two
 * measures, which is simple to explain and never wrong. A name means one unit in every language at once, so names that are ordinary
 * words elsewhere are left out (French `once`, an ounce; Polish `cal`, an inch). Null for any other word. Words must be folded; the
 * table never changes.
 */
// Tests: ./units.test.ts.
import namesByUnit from '../../language/units.json' with { type: 'json' };
import { wordsOfLines } from '../../language/words.ts';
import { fold } from './fold.ts';
import { WordTable } from './word-table.ts';

const unitsByName = new Map(
  Object.entries(namesByUnit).flatMap(([unit, names]) =>
    wordsOfLines(names).map((name) => [fold(name), unit] as const),
  ),
);

/** Letters of the longest name. */
export const unitNameMaxLength = Math.max(...Array.from(unitsByName.keys(), (name) => name.length));

const units = new WordTable(unitsByName);

/**
 * The unit that a folded word names, or that the rest of a word from a place on names, as the index spells it: `in` for
 * `zoll`. Null for anything else.
 */
export function unitOf(word: string, from = 0): string | null {
  return units.get(word, from) ?? null;
}

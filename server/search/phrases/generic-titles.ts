/**
 * Titles that say nothing: "Other", "Sonstiges", "Misc.". Merchants file under them what fits nowhere, so they are
 * no phrases that anybody types, and no phrase is made of them and a brand. Each language with its own words, since
 * the word of one is a thing in another; English everywhere, as it stands in the catalogs of all.
 */
import file from '../../language/generic-titles.json' with { type: 'json' };
import { byLanguage, wordsOfLines } from '../../language/words.ts';
import { fold } from '../text/fold.ts';
import { languageOf } from '../text/stop-words.ts';

const genericLines = byLanguage<readonly string[]>(file);

/** Their words stand without spaces around them, and are sought anywhere in a word. */
const spacelessLanguages = new Set(['th', 'zh', 'ja']);

/** How much of a folded title says nothing: all of its words, some of them, or none. */
export type GeneralityOf = (foldedTitle: string) => 'generic' | 'mixed' | 'specific';

/** Makes the judge of folded titles of a BCP 47 locale. A title without letters and digits is generic. */
export function createGeneralityOf(locale: string): GeneralityOf {
  const language = languageOf(locale);
  const wordsOf = (each: string) => wordsOfLines(genericLines.get(each)).map(fold);
  const words = new Set([...wordsOf('en'), ...wordsOf(language)]);
  const parts = spacelessLanguages.has(language) ? wordsOf(language) : [];
  const isGeneric = (word: string) => words.has(word) || parts.some((part) => word.includes(part));
  return (foldedTitle) => {
    const held = foldedTitle.replace(/[./]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    if (held.every(isGeneric)) return 'generic';
    return held.some(isGeneric) ? 'mixed' : 'specific';
  };
}

/**
 * Finds the names of things in the last element of a category path: `Cases & Bags` are cases and bags. Pure but for its memory (64
 * locales, 4,096 leaves each, then it begins again). A category without a name gives an empty list. It never looks at titles or other
 * categories.
 */
// Tests: ./compose-phrases.test.ts.

import { fold } from '../../../search/text/fold.ts';
import { remembered } from '../../../structures/bounded-by-count.ts';
import { type OfflineLanguage, offlineLanguage } from './title-reading.ts';
import { isVague } from './trait-words.ts';

/** The last element of a category, unchanged; empty if there is none. */
export function leafOf(category: string | null): string {
  return category === null ? '' : category.slice(category.lastIndexOf('>') + 1).trim();
}

const between =
  /\s*(?:[&,/+|]|\s-\s|\b(?:and|und|et|y|e|ed|en|och|og|oraz|i|a|ve)\b(?=\s)|\s(?:и|و|และ)\s)\s*/iu;

/** The names that a leaf lists; most leaves name one thing. `All Phones with Plans` are phones. */
export function leafParts(leaf: string): string[] {
  return leaf
    .split(between)
    .map(withoutRest)
    .filter((part) => /\p{L}/u.test(part));
}

const afterUse = /\s(?:with|without|mit|ohne|avec|sans|con|senza|com|met|med|for|für|para|per|voor)\s.*$/iu;
const everything = /^(?:all|alle|tous les|toutes les|todos los|todas las|tutti i|tutte le)\s(?=.)/iu;

function withoutRest(part: string): string {
  return part.replace(afterUse, '').replace(everything, '');
}

/** Locales of a deployment are few. */
const localesMax = 64;
/** A catalog has few categories. */
const leavesMax = 4_096;
const nounsOfLocale = remembered(localesMax, (locale) => {
  const language = offlineLanguage(locale);
  return remembered(leavesMax, (leaf): readonly string[] => {
    const nouns = leafParts(leaf).map((part) => nounOf(part, language));
    return nouns.filter((noun) => noun.length > 1 && !isVague(noun)).map(language.stem);
  });
});

/** Stems of the nouns by which a leaf names its things. */
export function leafNouns(leaf: string, { locale }: OfflineLanguage): readonly string[] {
  return nounsOfLocale(locale)(leaf);
}

/** The folded word of a phrase that is its noun. */
export function nounOf(phrase: string, { words }: OfflineLanguage): string {
  const all = fold(phrase).split(' ');
  return (words.nounFirst ? all[0] : all.at(-1)) ?? '';
}

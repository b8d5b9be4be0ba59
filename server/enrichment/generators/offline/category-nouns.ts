/** What the last element of a category path calls the things in it: `Cases & Bags` are cases and bags. */
import { fold } from '../../../search/text/fold.ts';
import type { OfflineLanguage } from './title-reading.ts';
import { isVague } from './trait-words.ts';

/** The last element of a category as it is given; empty where there is none. */
export function leafOf(category: string | null): string {
  return category === null ? '' : category.slice(category.lastIndexOf('>') + 1).trim();
}

const between =
  /\s*(?:[&,/+|]|\s-\s|\b(?:and|und|et|y|e|ed|en|och|og|oraz|i|a|ve)\b(?=\s)|\s(?:и|و|และ)\s)\s*/iu;

/** What is named beside each other in a leaf; most name one thing. `All Phones with Plans` are phones. */
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

const known = new Map<string, Map<string, readonly string[]>>();
const knownMax = 4_096;

/** Stems of the nouns that a leaf names its things by. */
export function leafNouns(leaf: string, language: OfflineLanguage): readonly string[] {
  const ofLanguage = known.get(language.locale) ?? new Map<string, readonly string[]>();
  if (ofLanguage.size >= knownMax || known.size > 64) known.clear();
  known.set(language.locale, ofLanguage);
  const before = ofLanguage.get(leaf);
  if (before !== undefined) return before;
  const nouns = leafParts(leaf).map((part) => nounOf(part, language));
  const made = nouns.filter((noun) => noun.length > 1 && !isVague(noun)).map(language.stem);
  ofLanguage.set(leaf, made);
  return made;
}

/** The folded word of a phrase that is its noun. */
export function nounOf(phrase: string, { words }: OfflineLanguage): string {
  const all = fold(phrase).split(' ');
  return (words.nounFirst ? all[0] : all.at(-1)) ?? '';
}

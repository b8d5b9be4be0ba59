/**
 * Gives a suggested collection its title and rules, in words as the store itself spells them. Pure; a word that no example spells
 * stays folded. It never translates. Titles have no limit here: words of the catalog are at most 255 characters. A candidate without
 * examples has an empty title, never an error.
 */
// Tests: ./suggestion-candidates.test.ts.
import type { CollectionRules } from '../../../contract/words/collections.ts';
import { categoryPath } from '../../catalog/product.ts';
import { fold } from '../../search/text/fold.ts';
import { createStemmer } from '../../search/text/stems.ts';
import { languageOf } from '../../search/text/stop-words.ts';
import type { CollectedProduct } from '../../storage/collections/tables.ts';
import type { SuggestionCandidate } from './suggestion-candidates.ts';

/** Languages that name the thing before whose it is. */
const nounFirst = new Set('ar ca es fa fr he id it ms pt ro th vi'.split(' '));

/** Returns the title of a candidate in a store of the locale, and the rules that find its members. */
export function describeSuggestion(
  { way, text, examples }: SuggestionCandidate,
  locale: string,
): { readonly title: string; readonly rules: CollectionRules } {
  const [example] = examples;
  if (way === 'category') {
    const brand = example?.brand ?? '';
    const category = categoryPath(example?.category ?? null).at(-1) ?? '';
    const words = nounFirst.has(languageOf(locale)) ? [category, brand] : [brand, category];
    const conditions = [
      { field: 'brand', op: 'is', value: brand },
      { field: 'category', op: 'is', value: category },
    ] as const;
    return { title: words.join(' '), rules: { match: 'all', conditions } };
  }
  const spelled = spell(text, examples);
  const several = way === 'ends_with' || way === 'is' ? inPlural(spelled, examples, locale) : spelled;
  const [first = ''] = several;
  const title = first.toLocaleUpperCase(locale) + several.slice(first.length);
  const value = fold(spelled) === text ? spelled : text;
  return { title, rules: { match: 'all', conditions: [{ field: 'phrase', op: way, value }] } };
}

const latin = /^[\p{Script=Latin}\p{M}'’.-]+$/u;

/**
 * Whether a text is one word in Latin letters in a store of another script: there such words name product lines, not
 * things.
 */
export function isSeriesName(text: string, locale: string): boolean {
  return latin.test(text) && new Intl.Locale(locale).maximize().script !== 'Latn';
}

/** A noun as the categories of most examples have it, in the plural that things on a shelf are called by: `Shorts`. */
function inPlural(spelled: string, examples: readonly CollectedProduct[], locale: string): string {
  if (nounFirst.has(languageOf(locale))) return spelled;
  const words = spelled.split(' ');
  const noun = fold(words.at(-1) ?? '');
  const stem = createStemmer(locale);
  const plurals = examples.flatMap(({ category }) =>
    categoryPath(category)
      .flatMap((level) => fold(level).split(/[^\p{L}\p{M}]+/u))
      .filter((word) => word.length > noun.length && (stem(word) === stem(noun) || word === `${noun}s`)),
  );
  const plural = plurals.length * 2 < examples.length ? null : mostCommon(plurals);
  if (plural === null || !plural.startsWith(noun)) return spelled;
  return words.with(-1, (words.at(-1) ?? '') + plural.slice(noun.length)).join(' ');
}

/** Spells all words together as most examples do, or else each word as most do. */
function spell(text: string, examples: readonly CollectedProduct[]): string {
  const texts = examples.map(spokenWords);
  const spell = (words: readonly string[]) =>
    mostCommon(texts.flatMap((spoken) => findSpelling(spoken, words)));
  const words = text.split(' ');
  return spell(words) ?? words.map((word) => spell([word]) ?? word).join(' ');
}

type SpokenWord = readonly [folded: string, spelled: string];

/** Splits a product's title and brand, then its suggestion phrases, into words. */
function spokenWords({ title, brand, suggestionPhrases }: CollectedProduct): SpokenWord[][] {
  return [title, brand ?? '', ...suggestionPhrases].map((text) =>
    text
      .split(/[\s,;:()[\]/|"“”®™©*]+/u)
      .filter((word) => word !== '')
      .map((word) => [fold(word), word] as const),
  );
}

/** Finds the words one after the other in the texts of a product, and returns its first spelling of them. */
function findSpelling(texts: readonly (readonly SpokenWord[])[], words: readonly string[]): string[] {
  for (const text of texts) {
    for (let start = 0; start + words.length <= text.length; start += 1) {
      if (!words.every((word, index) => text[start + index]?.[0] === word)) continue;
      const spelled = text.slice(start, start + words.length).map(([, spelling]) => spelling);
      return [spelled.join(' ')];
    }
  }
  return [];
}

function mostCommon(spellings: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const spelling of spellings) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  const [best = null] = [...counts].sort(([, left], [, right]) => right - left);
  return best?.[0] ?? null;
}

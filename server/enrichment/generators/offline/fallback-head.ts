/**
 * What a product is called where nothing tells its noun: by the last element of its category, or by the first words of its
 * title that are no brand, code or measure. A merchant who sees no phrase at all believes that nothing works.
 */
import type { TitleWord } from '../../../search/phrases/title-words.ts';
import { fold } from '../../../search/text/fold.ts';
import { isUncounted, singularOf } from '../../../search/text/inflection.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { type CatalogProfile, stemsOf } from './catalog-profile.ts';
import { leafOf, leafParts, nounOf } from './category-nouns.ts';
import { type OfflineLanguage, runWordsMax, type TitleReading, textOf } from './title-reading.ts';
import { isPostModifier, isVague } from './trait-words.ts';

/** The category's last element for one thing, or null where it names several, or says nothing: `Other`. */
export function leafName(
  { category }: PhraseProduct,
  profile: CatalogProfile,
  language: OfflineLanguage,
): string | null {
  const [part, ...others] = leafParts(leafOf(category));
  return part === undefined || others.length > 0 ? null : partName(part, profile, language);
}

/** The element's part that the title names as well: `labels` of `Paper & Labels`. */
export function leafNameInTitle(
  { category, title }: PhraseProduct,
  { words }: TitleReading,
  profile: CatalogProfile,
  language: OfflineLanguage,
): string | null {
  const stems = new Set(words.map(({ folded }) => language.stem(folded)));
  const folded = isSpaceless(title) ? fold(title) : '';
  const part = leafParts(leafOf(category)).find(
    (one) =>
      stems.has(language.stem(nounOf(one, language))) || (isSpaceless(one) && folded.includes(fold(one))),
  );
  return part === undefined ? null : partName(part, profile, language);
}

function partName(part: string, profile: CatalogProfile, language: OfflineLanguage): string | null {
  const words = fold(part).split(' ');
  if (words.length > runWordsMax || words.some(isVague) || words.some((word) => /\p{N}/u.test(word)))
    return null;
  return isOfScript(part, language) ? oneOf(language.lowerCase(part), profile, language) : null;
}

/** A phrase in lower case as it is typed for one thing: in the form that titles say most, or with its noun for one. */
function oneOf(phrase: string, { runs, runsByStems }: CatalogProfile, language: OfflineLanguage): string {
  const words = phrase.split(' ');
  const at = language.words.nounFirst ? 0 : words.length - 1;
  const noun = words[at] ?? '';
  if (isUncounted(noun, language.language)) return phrase;
  const said = runs.get(runsByStems.get(stemsOf(fold(phrase), language)) ?? '');
  if (said !== undefined) return said.text;
  const one = singularOf(noun, language.language, (word) => runs.has(fold(word)));
  // `chaussures plates`: what agrees with the noun stands for several too.
  const agrees = language.words.nounFirst && words.slice(1).some((word) => word.endsWith('s'));
  return agrees ? phrase : words.with(at, one).join(' ');
}

const latin = /^[\p{Script=Latin}\p{M}\s'’&.-]+$/u;

function isOfScript(text: string, { script }: OfflineLanguage): boolean {
  return script === null ? latin.test(text) : script.test(text);
}

/** Whether titles of the catalog say a name of things. */
export function isSaid(name: string, { runsByStems }: CatalogProfile, language: OfflineLanguage): boolean {
  return runsByStems.has(stemsOf(fold(name), language));
}

/** The place of the first words of a title that could name the thing: two or three of them, or else one. */
export function nameInTitle(
  { words, nameEnd, script }: TitleReading,
  { brands }: CatalogProfile,
  language: OfflineLanguage,
): [start: number, last: number] | null {
  const mayName = (at: number) => isNamePart(words[at], words[at - 1]);
  const isNamePart = (word: TitleWord | undefined, before: TitleWord | undefined) =>
    word?.kind === 'plain' &&
    (before?.kind !== 'number' || word.apart || word.text.length > countedMaxLetters) &&
    !isVague(word.folded) &&
    !isPostModifier(word.folded) &&
    !brands.has(word.folded) &&
    word.text.length > 1 &&
    (script === null || script.test(word.text));
  let single: [number, number] | null = null;
  for (let start = 0; start < nameEnd; start += 1) {
    if (!mayName(start)) continue;
    let last = start;
    while (last + 1 < nameEnd && mayName(last + 1) && words[last + 1]?.apart === false) last += 1;
    if (last > start || isSpaceless(textOf(words, start, start))) return shortened(start, last, language);
    single ??= [start, start];
    start = last;
  }
  return single;
}

/** `1 pc(s)`, `2 pk`. */
const countedMaxLetters = 2;

/** Of scripts without spaces one piece is a name of several words. */
export function isSpaceless(text: string): boolean {
  return /[\p{Script=Thai}\p{Script=Han}\p{Script=Katakana}]{3}/u.test(text);
}

function shortened(start: number, last: number, { words }: OfflineLanguage): [number, number] {
  if (last - start < runWordsMax) return [start, last];
  return words.nounFirst ? [start, start + 1] : [last - 1, last];
}

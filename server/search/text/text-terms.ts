/**
 * Finds the terms that a product's text contains, titles aside, in all spellings that shoppers type: folding turns the German `ü` into
 * `u`, but shoppers without that key type `ue`, so a product has both. Pure; the caller bounds the text. Only German has a second
 * spelling; other locales and texts give null, never an error.
 */
// Tests: ./text-terms.test.ts.
import { normalForm } from '../../../contract/normal-form.ts';
import { fold } from './fold.ts';
import { languageOf } from './stop-words.ts';
import { indexTerms, scanWords } from './words.ts';

/** The text in its other spelling, or null where it has none. */
export type Respell = (text: string) => string | null;

const germanLetters = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['Ä', 'Ae'],
  ['Ö', 'Oe'],
  ['Ü', 'Ue'],
]);
const german = /[äöüÄÖÜ]/g;
/** A diaeresis may come as a mark of its own. */
const hasGerman = /[äöüÄÖÜ]|\u0308/;

/** `locale` is a BCP 47 tag. */
export function createRespell(locale: string): Respell {
  if (languageOf(locale) !== 'de') return () => null;
  return (text) => {
    if (!hasGerman.test(text)) return null;
    return normalForm(text, 'NFC').replace(german, (letter) => germanLetters.get(letter) ?? letter);
  };
}

/** The terms of a text in both of its spellings. */
export function textTerms(text: string, respell: Respell): string[] {
  const terms = indexTerms(scanWords(fold(text)));
  const respelled = respell(text);
  return respelled === null ? terms : [...terms, ...indexTerms(scanWords(fold(respelled)))];
}

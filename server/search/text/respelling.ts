/**
 * Other spellings in which shoppers type the letters of a language, where folding alone does not meet them: in German
 * `ü` is `u` to the engine, and `ue` to everybody without that key. A product holds both.
 */
import { normalForm } from '../../../contract/normal-form.ts';
import { languageOf } from './stop-words.ts';

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

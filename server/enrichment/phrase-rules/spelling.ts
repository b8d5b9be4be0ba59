/**
 * Normalizes how a phrase is written: one line without bullets, quotes and final points, in the case of its language. A second pass
 * changes nothing. Pure; it never changes a word except for its case, and shortens nothing: lengths are checked afterwards. Any text
 * is accepted; one of signs alone becomes empty. Case follows the language (BCP 47); it throws nothing.
 */
// Tests: server/enrichment/check-phrases.test.ts.
import { normalForm } from '../../../contract/normal-form.ts';
import { languageOf } from '../../search/text/stop-words.ts';

/** Bullets, numbers of lists, quotes and brackets before a phrase. */
const before = /^(?:[\s\-–—*•·>"'“”„«»‘’`#,.;:?]+|\d{1,2}[.)]\s+)/u;
const behind = /[\s\-–—*•·"'“”„«»‘’`,.;:?…]+$/u;
/** A sign for inches or feet, which belongs to the number before it. */
const measuredBehind = /\d["'”″′]$/u;

/** Invisible formatting; joiners stay, since Persian and Indic words need them. */
const invisible = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;

/** Words of letters and digits with single spaces, as most generated phrases are. */
const plainAscii = /^[A-Za-z](?:[A-Za-z0-9]| (?! ))*[A-Za-z]$/;

/** The phrase itself, as one line of normal form. */
export function cleanPhrase(text: string): string {
  if (plainAscii.test(text)) return text;
  let clean = normalForm(text, 'NFC')
    .replace(invisible, '')
    .replace(/[\s\u3000]+/gu, ' ')
    .trim();
  for (let stripped = stripEnds(clean); stripped !== clean; stripped = stripEnds(clean)) clean = stripped;
  return clean;
}

function stripEnds(text: string): string {
  const begun = text.replace(before, '');
  return (measuredBehind.test(begun) ? begun : begun.replace(behind, '')).trim();
}

/** The lower case of a language. */
export function lowerCaseOf(language: string): (text: string) => string {
  const hasOwnRules = language === 'tr' || language === 'az' || language === 'lt';
  return hasOwnRules ? (text) => text.toLocaleLowerCase(language) : (text) => text.toLowerCase();
}

const upper = /\p{Lu}/u;

/** Languages that capitalize nouns. */
const capitalNouns = new Set(['de', 'lb', 'nds', 'gsw']);

/**
 * The phrase in the case of its language: lower case, except for words that the product spells with capitals (brands,
 * `USB`), codes, and names with a capital inside (`iPhone`). `isOwnSpelling`: whether brand or title spell a word so.
 */
export function phraseCase(phrase: string, locale: string, isOwnSpelling: (word: string) => boolean): string {
  if (!upper.test(phrase)) return phrase;
  const language = languageOf(locale);
  const lower = lowerCaseOf(language);
  const write = (text: string) => {
    const words = text
      .split(' ')
      .map((word) => (keepsCase(word, language, isOwnSpelling) ? word : lower(word)));
    return normalForm(words.join(' '), 'NFC');
  };
  // Lower case of a letter with marks may compose to another one that has a lower case again.
  const once = write(phrase);
  return write(once);
}

const lowerBeforeUpper = /\p{Ll}\p{Lu}/u;

function keepsCase(word: string, language: string, isOwnSpelling: (word: string) => boolean): boolean {
  if (!upper.test(word) || /\p{N}/u.test(word) || lowerBeforeUpper.test(word)) return true;
  if (capitalNouns.has(language) && /^\p{Lu}[^\p{Lu}]+$/u.test(word)) return true;
  return isOwnSpelling(word);
}

/**
 * Words that make or break a phrase, by language: on which side of a phrase its noun is, words that are no part of a phrase (stop
 * words, labels of measures, colours), and titles that say nothing, such as "Other", "Sonstiges" and "Misc.". Merchants file what fits
 * nowhere under such titles; shoppers do not type them, so no phrase is made from them. Each language has its own words, since a word
 * of one language names a thing in another; English words count everywhere, since every catalog has some. A language without a list
 * has the English words only. Pure; unknown or malformed locales count as a language without a list. Words are compared folded. There
 * are no limits: the lists are part of the program.
 */
// Tests: ./phrase-languages.test.ts.
import colours from '../../language/colours.json' with { type: 'json' };
import file from '../../language/generic-titles.json' with { type: 'json' };
import measureLabels from '../../language/measure-labels.json' with { type: 'json' };
import turkishNouns from '../../language/turkish-nouns.json' with { type: 'json' };
import { byLanguage, wordsOfLines } from '../../language/words.ts';
import { fold } from '../text/fold.ts';
import { languageOf, stopWords } from '../text/stop-words.ts';
import { WordTable } from '../text/word-table.ts';

/** Languages whose phrases begin with their noun: `souris sans fil`, as against `wireless mouse`. */
const nounFirstLanguages = new Set('ar ca es eu fa fr ga gl he id it mg mt ms pt ro sw th vi'.split(' '));

const colourLines = byLanguage<readonly string[]>(colours);
/** Words that introduce a measure or a code, so that a phrase ends before them. */
const labelLines = byLanguage<readonly string[]>(measureLabels);

/** Nouns that end with an l: their possessive, such as `ampulü`, looks like an adjective. */
const turkishNounsInL = wordsOfLines(turkishNouns.endingInL).join('|');

/**
 * Matches `pilli` (with a battery), `kapaklı` (with a lid) and `kablosuz` (without a cable), but neither towels
 * (`havlu`) nor carpets (`halı`).
 */
const turkishAdjectives = new RegExp(
  `^(?!havlu$|hali$|(?:${turkishNounsInL})[iu]$)\\p{L}{2,}(?:l[iu]|s[iu]z)$`,
  'u',
);

/** The possessive of `kapağı`, the lid of something. Some base forms end the same way: `kedi`. */
const turkishPossessed = /[a-z]{2}[iu]$/;

/** The role of a word in a phrase, if it is not an ordinary word. */
export type WordRole = 'stop' | 'colour';

/** The rules of one language. */
export interface PhraseLanguage {
  /** Phrases begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
  /** Folded words. */
  readonly roles: WordTable<WordRole>;
  /** Matches folded adjectives such as `pilli` (with a battery) by their endings; null for languages without this rule. */
  readonly adjectives: RegExp | null;
  /** Matches folded nouns with a possessive ending, which begin no phrase; null for languages without this rule. */
  readonly possessed: RegExp | null;
}

/** The rules for a BCP 47 locale. They include English words, which titles of all languages contain. */
export function phraseLanguage(locale: string): PhraseLanguage {
  const language = languageOf(locale);
  const roles = new Map<string, WordRole>();
  for (const each of ['en', language]) {
    for (const word of wordsOfLines(colourLines.get(each))) roles.set(fold(word), 'colour');
    for (const word of wordsOfLines(labelLines.get(each))) roles.set(fold(word), 'stop');
  }
  for (const word of stopWords(locale)) roles.set(word, 'stop');
  const isTurkish = language === 'tr' || language === 'az';
  return {
    nounFirst: isNounFirst(locale),
    roles: new WordTable(roles),
    adjectives: isTurkish ? turkishAdjectives : null,
    possessed: isTurkish ? turkishPossessed : null,
  };
}

/** Whether phrases of a BCP 47 locale begin with their noun. */
export function isNounFirst(locale: string): boolean {
  return nounFirstLanguages.has(languageOf(locale));
}

const genericLines = byLanguage<readonly string[]>(file);

/** Languages written without spaces, whose words are looked for anywhere in a run of letters. */
const spacelessLanguages = new Set(['th', 'zh', 'ja']);

/** Whether all, some or none of a folded title's words are generic. */
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

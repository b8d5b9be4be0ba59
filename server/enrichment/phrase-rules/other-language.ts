/**
 * Words that mark a phrase as being in another language than the store's: small words, colours and common adjectives. Words of several
 * languages, and ordinary English ones (`die`, `van`, `sale`, `sin`), are not listed. The check is cheap and narrow on purpose: a
 * phrase without any of these words passes in any language. Pure; an unknown locale has empty lists, so that nothing is dropped. Words
 * are compared folded. 64 locales are remembered.
 */
// Tests: ./other-language.test.ts.

import file from '../../language/enrichment/foreign-words.json' with { type: 'json' };
import { byLanguage, wordsOfLines } from '../../language/words.ts';
import { languageOf, stopWords } from '../../search/text/stop-words.ts';
import { remembered } from '../../structures/bounded-by-count.ts';
import { allowedScripts } from './scripts.ts';

type Lines = readonly string[];

/** Words that belong to one language only, folded. */
const telling = byLanguage<Lines>(file.telling);
/** Function words. Next to an unknown word they mark another language; those of English shops (`van`, `av`) are left out. */
const small = byLanguage<Lines>(file.small);
/** Words of a language that are also in the lists of others. */
const own = byLanguage<Lines>(file.own);
/** Words of English shops that are also in the lists above: `fur` is für as well, RØDE makes microphones. */
const alsoEnglish = new Set(wordsOfLines(file.also_english));

const none: ReadonlySet<string> = new Set();
/** Locales of a deployment are few. */
const localesMax = 64;

/**
 * Folded words that belong to another language than that of a BCP 47 locale. Empty for a language without a list if other languages
 * share its script.
 */
export const foreignWords = remembered(localesMax, (locale): ReadonlySet<string> => {
  const language = languageOf(locale);
  const scripts = allowedScripts(language, '');
  const isLatin = scripts.size === 1;
  if ((isLatin || scripts.has('cyrillic')) && !telling.has(language)) return none;
  const others = Array.from(telling).flatMap(([name, lines]) => {
    // English is common in catalogs of other scripts, and shoppers type it there.
    const isOwn = lines === telling.get(language) || (name === 'en' && !isLatin);
    return isOwn ? [] : wordsOfLines(lines);
  });
  return new Set(others)
    .difference(new Set(wordsOfLines(telling.get(language))))
    .difference(stopWords(locale))
    .difference(alsoEnglish)
    .difference(new Set(wordsOfLines(own.get(language))));
});

/** Folded function words of other languages than that of a BCP 47 locale; empty for a language without a list. */
export const foreignSmallWords = remembered(localesMax, (locale): ReadonlySet<string> => {
  const language = languageOf(locale);
  if (!small.has(language)) return none;
  // Queries in all languages skip English stop words, but in a phrase they show that it is English.
  const spoken = language === 'en' ? stopWords('en') : stopWords(language).difference(stopWords('en'));
  return new Set(Array.from(small.values()).flatMap(wordsOfLines))
    .difference(new Set(wordsOfLines(small.get(language))))
    .difference(spoken)
    .difference(alsoEnglish)
    .difference(new Set(wordsOfLines(own.get(language))));
});

const english = new Set(wordsOfLines(telling.get('en')));

/** Whether a folded word is in the English list: hidden phrases may contain such translations. */
export function isPlainEnglish(word: string): boolean {
  return english.has(word);
}

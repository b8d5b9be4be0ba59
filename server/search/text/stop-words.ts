/**
 * Words that no suggestion starts or ends with, by language: short lists of words that bind others, such as `for`. A language without
 * a list has the English ones. Words are folded. Any locale is accepted; the lists never change while the program runs. It reads its
 * file once, when it is loaded; a file that is wrong throws then, never a query. There are no limits.
 */
// Tests: ./stop-words.test.ts.
import file from '../../language/stop-words.json' with { type: 'json' };
import { byLanguage, wordsOfLines } from '../../language/words.ts';

const stopWordLines = byLanguage<readonly string[]>(file);

/** Folded stop words of a BCP 47 locale's language, and the English ones, which occur in titles everywhere. */
export function stopWords(locale: string): ReadonlySet<string> {
  return new Set(['en', languageOf(locale)].flatMap((language) => wordsOfLines(stopWordLines.get(language))));
}

const languageAlone = /^[a-z]{2,3}$/;

/** The language of a locale: `tr` of `tr-TR`. */
export function languageOf(locale: string): string {
  if (languageAlone.test(locale)) return locale;
  return (locale.split(/[-_]/)[0] ?? '').toLowerCase();
}

/** The synonyms that come with the service: general words of retail, independent of any catalog, by language. */
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { languageOf } from '../text/stop-words.ts';
import { englishSynonyms } from './common-synonyms/english.ts';
import { frenchSynonyms } from './common-synonyms/french.ts';
import { germanSynonyms } from './common-synonyms/german.ts';
import { spanishSynonyms } from './common-synonyms/spanish.ts';

const byLanguage = new Map<string, readonly SynonymRule[]>([
  ['en', englishSynonyms],
  ['de', germanSynonyms],
  ['fr', frenchSynonyms],
  ['es', spanishSynonyms],
]);

/** The rules for a BCP 47 locale's language; none for a language without a list. */
export function commonSynonyms(locale: string): readonly SynonymRule[] {
  return byLanguage.get(languageOf(locale)) ?? [];
}

/** What a store's language and synonyms decide about words, when they are indexed and when they are searched. */

import type { SynonymSettings } from '../engine.ts';
import { createSuggestionSource, type SuggestionSource } from '../phrases/suggestion-phrases.ts';
import { createRespell, type Respell } from '../text/respelling.ts';
import { createStemmer } from '../text/stems.ts';
import type { Word } from '../text/word.ts';
import { commonSynonyms } from './common-synonyms.ts';
import { compileSynonyms, expandSynonyms, type SynonymMatch, type SynonymSet } from './synonyms.ts';

/** See the head of the file. Made for a locale and its synonyms, and not changed. */
export interface Analysis {
  /** The light stem of a folded word; the word itself where it has none. */
  readonly stem: (word: string) => string;
  /** The other spelling of a product's text. */
  readonly respell: Respell;
  /** Other ways to say parts of a query. */
  readonly expand: (words: readonly Word[]) => readonly SynonymMatch[];
  /** The version of the synonyms behind `expand`: a graph that was built with another one is not asked. */
  readonly synonymsVersion: number;
  readonly suggestions: SuggestionSource;
}

/** `locale` is a BCP 47 tag. */
export function createAnalysis(locale: string, synonyms: SynonymSettings): Analysis {
  const stem = createStemmer(locale);
  const own = compileSynonyms(synonyms.rules, stem);
  const sets = synonyms.common ? [own, commonSet(locale, stem)] : [own];
  return {
    stem,
    respell: createRespell(locale),
    expand: (words) => expandSynonyms(sets, words, stem),
    synonymsVersion: synonyms.version,
    suggestions: createSuggestionSource(locale),
  };
}

/** One for all stores of a locale; there are as many as locales that stores have. */
const commonSets = new Map<string, SynonymSet>();

function commonSet(locale: string, stem: (word: string) => string): SynonymSet {
  const known = commonSets.get(locale);
  if (known !== undefined) return known;
  const set = compileSynonyms(commonSynonyms(locale), stem);
  commonSets.set(locale, set);
  return set;
}

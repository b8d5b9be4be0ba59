/**
 * How a store's language and synonyms treat words, both in indexing and in search. Never changed once made: a new version of synonyms
 * makes a new analysis. A language without rules has no stems and no common synonyms. Pure, except that common synonyms are compiled
 * once for each language and kept for the life of the process. Any BCP 47 text is accepted as locale.
 */
// Tests: test/search/languages.test.ts, test/search/matching.test.ts.

import type { CompiledSynonyms, SynonymSettings } from '../engine.ts';
import { isNounFirst } from '../phrases/phrase-languages.ts';
import { createSuggestionSource, type SuggestionSource } from '../phrases/suggestion-phrases.ts';
import { createStemmer } from '../text/stems.ts';
import { languageOf } from '../text/stop-words.ts';
import { createRespell, type Respell } from '../text/text-terms.ts';
import type { Word } from '../text/word.ts';
import { commonSynonyms } from './common-synonyms.ts';
import { compileSynonyms } from './compile-synonyms.ts';
import { SynonymSet } from './synonym-set.ts';
import { expandSynonyms, type SynonymMatch } from './synonyms.ts';

/** The rules of a locale and its synonyms. Immutable. */
export interface Analysis {
  /** The light stem of a folded word; the word itself where it has none. */
  readonly stem: (word: string) => string;
  /** The other spelling of a product's text. */
  readonly respell: Respell;
  /** Phrases of the language begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
  /** Other ways to say parts of a query. */
  readonly expand: (words: readonly Word[]) => readonly SynonymMatch[];
  /** The version of the synonyms behind `expand`: a graph that was built with another one is not asked. */
  readonly synonymsVersion: number;
  readonly suggestions: SuggestionSource;
}

/** `locale` is a BCP 47 tag. */
export function createAnalysis(locale: string, { terms, common, version }: CompiledSynonyms): Analysis {
  const stem = createStemmer(locale);
  const own = terms === null ? [] : [new SynonymSet(terms)];
  const sets = common ? [...own, commonSet(locale, stem)] : own;
  return {
    stem,
    respell: createRespell(locale),
    nounFirst: isNounFirst(locale),
    expand: (words) => expandSynonyms(sets, words, stem),
    synonymsVersion: version,
    suggestions: createSuggestionSource(locale),
  };
}

/** Compiles synonyms for readers of an index of this locale, in every thread. Only the writer of the index compiles. */
export function compileForIndex(
  locale: string,
  { rules, common, version }: SynonymSettings,
): CompiledSynonyms {
  const terms = rules.length === 0 ? null : compileSynonyms(rules, createStemmer(locale)).memory;
  return { terms, common, version };
}

/** One for all stores of a language. */
const commonSets = new Map<string, SynonymSet>();

function commonSet(locale: string, stem: (word: string) => string): SynonymSet {
  const language = languageOf(locale);
  const known = commonSets.get(language);
  if (known !== undefined) return known;
  const set = compileSynonyms(commonSynonyms(locale), stem);
  commonSets.set(language, set);
  return set;
}

/** What of a dictionary answers a word of a query: binary searches, once for all questions about the word. */

import type { QueryWord, StemmedWord } from '../query/query.ts';
import type { Dictionary, TermMatch } from './dictionary.ts';

/** The terms of one dictionary that answer one word of a query. */
export interface WordTerms {
  /** Terms that meet the word itself: what stands side by side in a title is told by them. */
  readonly own: TermMatch;
  /** Terms that meet it in titles alone, where those of `own` do not: see {@link QueryWord}. */
  readonly inTitle: readonly TermMatch[] | null;
  /** Terms that meet the word joined with its neighbours. */
  readonly joined: readonly TermMatch[];
  /** Other forms of the word: terms of its stem but for itself. */
  readonly variants: readonly number[];
  /** Of each other way to say it its words, all of which are needed, and the terms of each, one of which is. */
  readonly alternatives: readonly Alternative[];
}

/** Terms of each word: the word itself and its other forms. */
export type Alternative = readonly (readonly number[])[];

/** Looks a word up in a dictionary. */
export function lookUpWord(dictionary: Dictionary, word: QueryWord): WordTerms {
  const own = dictionary.find(word.own);
  return {
    own,
    inTitle: word.inTitle?.map((pattern) => dictionary.find(pattern)) ?? null,
    joined: word.joined.map((pattern) => dictionary.find(pattern)),
    variants: dictionary.ofStem(word.stem).filter((term) => term !== own.exact),
    alternatives: word.alternatives
      .map((words) => words.map((text) => formsOf(dictionary, text)))
      .filter(isHeld),
  };
}

function formsOf(dictionary: Dictionary, { text, stem }: StemmedWord): number[] {
  const { exact } = dictionary.find({ text, prefix: false });
  const variants = dictionary.ofStem(stem).filter((term) => term !== exact);
  return exact < 0 ? variants : [exact, ...variants];
}

function isHeld(alternative: Alternative): boolean {
  return alternative.every((terms) => terms.length > 0);
}

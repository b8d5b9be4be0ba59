/**
 * Collections that a catalog suggests by itself: phrases that many of its products share. Which phrases there are, the
 * search index knows; how many products each would hold, a bounded look at the catalog tells for all of them at once.
 */
import type { CollectionRules } from '../../contract/collections.ts';
import { limits } from '../../contract/limits.ts';
import { fold } from '../search/text/fold.ts';
import type { CollectionReader } from '../storage/collections.ts';
import { slugOfTitle } from './parse-collection.ts';
import { type PreviewQuestion, previewRules, type RulesPreview } from './preview-rules.ts';

/** A collection that is worth making. */
export interface SuggestedCollection extends RulesPreview {
  readonly title: string;
  readonly slug: string;
  readonly rules: CollectionRules;
}

/** A collection of fewer is none. Chosen. */
const productsMin = 4;
/** What most of the catalog shares says nothing about a part of it. Chosen. */
const shareMax = 0.5;

/** `phrases`: candidates, strongest first. Categories, brands and what is a collection already are left out. */
export async function suggestCollections(
  reader: CollectionReader,
  phrases: readonly string[],
  question: PreviewQuestion,
): Promise<SuggestedCollection[]> {
  const existing = await reader.collections();
  const taken = new Set(existing.flatMap(({ title, slug }) => [fold(title), slug]));
  const candidates = phrases
    .map((phrase) => ({ phrase, folded: fold(phrase), slug: slugOfTitle(phrase) }))
    .filter(({ folded, slug }) => !taken.has(folded) && !taken.has(slug));
  const rules = candidates.map(({ phrase }) => rulesOfPhrase(phrase));
  const named = new Set<string>();
  const previews = await previewRules(reader, rules, question, ({ category, brand }) => {
    for (const level of category) named.add(level);
    named.add(brand);
  });
  return candidates
    .flatMap(({ phrase, folded, slug }, index) => {
      const [one, preview] = [rules[index], previews[index]];
      if (one === undefined || preview === undefined || named.has(folded)) return [];
      return [{ title: titleOf(phrase), slug: slug || nameless, rules: one, ...preview }];
    })
    .filter(({ productCount }) => productCount >= productsMin)
    .filter(({ productCount }) => productCount <= question.store.productCount * shareMax)
    .slice(0, limits.collectionsSuggested);
}

/** In an address, for what cannot stand in one. */
const nameless = 'collection';

/** Those that were given the phrase, and those that say it themselves. */
function rulesOfPhrase(phrase: string): CollectionRules {
  return {
    match: 'any',
    conditions: [
      { field: 'phrase', op: 'is', value: phrase },
      { field: 'title', op: 'contains', value: phrase },
    ],
  };
}

/** Phrases are written as shoppers type them, small. */
function titleOf(phrase: string): string {
  const [first = ''] = phrase;
  return first.toLocaleUpperCase() + phrase.slice(first.length);
}

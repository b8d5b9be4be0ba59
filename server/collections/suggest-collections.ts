/**
 * Collections that a catalog suggests by itself: phrases that many of its products share. The strongest the search index
 * knows; those that products were given, and how many products each would hold, two bounded looks at the catalog tell.
 */

import { limits } from '../../contract/limits.ts';
import type { CollectionRules } from '../../contract/words/collections.ts';
import { fold } from '../search/text/fold.ts';
import type { CollectionReader } from '../storage/collections.ts';
import { type PreviewQuestion, previewRules, productsLookedAt, type RulesPreview } from './preview-rules.ts';
import { ProductFacts } from './product-facts.ts';
import { slugOfTitle } from './slug-of-title.ts';

/** A collection that is worth making. */
export interface SuggestedCollection extends RulesPreview {
  readonly title: string;
  /** Null where nothing of the title can stand in an address. */
  readonly slug: string | null;
  readonly rules: CollectionRules;
}

/** A collection of fewer is none. Chosen. */
const productsMin = 4;
/** What most of the catalog shares says nothing about a part of it. Chosen. */
const shareMax = 0.5;

/** Phrases of products that are tried, most shared first. Chosen. */
const sharedPhrasesTried = 60;

/** `phrases`: candidates, strongest first. Categories, brands and what is a collection already are left out. */
export async function suggestCollections(
  reader: CollectionReader,
  phrases: readonly string[],
  question: PreviewQuestion,
): Promise<SuggestedCollection[]> {
  const { named, shared } = await lookAround(reader);
  const existing = await reader.collections();
  const taken = new Set(existing.flatMap(({ title, slug }) => [fold(title), slug]));
  const candidates = new Map([...shared, ...phrases].map((phrase) => [fold(phrase), phrase]));
  const given = new Set(shared.map(fold));
  const fitting = [...candidates]
    .filter(([folded]) => !named.has(folded) && !taken.has(folded))
    .map(([folded, phrase]) => ({
      ...{ phrase, slug: slugOfTitle(phrase) },
      rules: rulesOfPhrase(phrase, given.has(folded)),
    }))
    .filter(({ slug }) => !taken.has(slug));
  const previews = await previewRules(
    reader,
    fitting.map(({ rules }) => rules),
    question,
  );
  const most = question.store.productCount * shareMax;
  return fitting
    .flatMap(({ phrase, slug, rules }, index) => {
      const preview = previews[index];
      if (preview === undefined) return [];
      return [{ title: titleOf(phrase), slug: slug || null, rules, ...preview }];
    })
    .filter(({ productCount }) => productCount >= productsMin && productCount <= most)
    .sort((left, right) => right.productCount - left.productCount)
    .slice(0, limits.collectionsSuggested);
}

/** Names of categories and brands, folded, and the phrases that most products share. */
async function lookAround(reader: CollectionReader) {
  const named = new Set<string>();
  const counts = new Map<string, number>();
  for await (const product of productsLookedAt(reader)) {
    const { brand, category } = new ProductFacts(product);
    for (const name of [brand, ...category]) named.add(name);
    // What is out of stock suggests nothing.
    if (!product.inStock) continue;
    for (const phrase of new Set(product.suggestionPhrases))
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  const shared = [...counts]
    .filter(([, count]) => count >= productsMin)
    .sort(([, left], [, right]) => right - left)
    .slice(0, sharedPhrasesTried)
    .map(([phrase]) => phrase);
  return { named, shared };
}

/**
 * Those that were given the phrase: a title may name what the product is not, as that of a case names its phone. Only
 * a phrase that hardly any product was given is looked for in titles too.
 */
function rulesOfPhrase(phrase: string, isGiven: boolean): CollectionRules {
  const isSaid = { field: 'title', op: 'contains', value: phrase } as const;
  return {
    match: 'any',
    conditions: [{ field: 'phrase', op: 'is', value: phrase }, ...(isGiven ? [] : [isSaid])],
  };
}

/** Phrases are written as shoppers type them, small. */
function titleOf(phrase: string): string {
  const [first = ''] = phrase;
  return first.toLocaleUpperCase() + phrase.slice(first.length);
}

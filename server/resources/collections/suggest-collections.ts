/**
 * Suggests collections from a catalog: the things that many of its products are, by their phrases, and a brand's part of a category.
 * Each suggestion has a name that the store itself would give it, shares little with the
 * others, and repeats no existing category, brand or collection. It creates nothing. At most 12 suggestions, from the first 20,000
 * products; a small catalog may give none.
 */
// Tests: ./suggest-collections.test.ts.

import { limits } from '../../../contract/limits.ts';
import type { CollectionRules } from '../../../contract/words/collections.ts';
import { categoryPath } from '../../catalog/product.ts';
import { compileRules } from '../../merchandising/conditions/evaluate-rules.ts';
import { ProductFacts } from '../../merchandising/conditions/product-facts.ts';
import { fold } from '../../search/text/fold.ts';
import { createStemmer } from '../../search/text/stems.ts';
import type { CollectionReader } from '../../storage/collections/tables.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { chooseSuggestions } from './choose-suggestions.ts';
import { estimateCount, type PreviewQuestion, productsLookedAt, type RulesPreview } from './preview-rules.ts';
import { slugOfTitle } from './slug-of-title.ts';
import { describeSuggestion, isSeriesName } from './suggested-title.ts';
import { CandidateMembers, membersMin, NameCount } from './suggestion-candidates.ts';

/** A collection that is worth making. */
export interface SuggestedCollection extends RulesPreview {
  readonly title: string;
  /** Null where nothing of the title can stand in an address, or what can is taken. */
  readonly slug: string | null;
  readonly rules: CollectionRules;
}

/** A suggestion as it is found: its products by their ids, so that what it shows of them is never old. */
export interface FoundSuggestion extends Omit<SuggestedCollection, 'slug' | 'sample'> {
  /** Some of its products, those in stock first. */
  readonly sampleIds: readonly string[];
}

/** Looks at the catalog twice, which takes up to seconds. Best first. */
export async function findSuggestions(
  reader: Pick<StoreReader, 'collections'>,
  question: PreviewQuestion,
): Promise<FoundSuggestion[]> {
  const { store, sample } = question;
  const { locale } = store;
  const keyOf = nameKeys(locale);
  const { names, count, inStock } = await countNames(reader, keyOf);
  const { candidates, existing, looked } = await findMembers(reader, count, question);
  for (const { title } of existing) names.add(keyOf(title));
  const unnamed = candidates.filter(({ text }) => !names.has(keyOf(text)) && !isSeriesName(text, locale));
  const bounds = { products: inStock, most: limits.collectionsSuggested };
  const taken = existing.map(({ members }) => members);
  return chooseSuggestions(unnamed, taken, bounds).flatMap((candidate) => {
    const { members, examples, outOfStock, outOfStockIds } = candidate;
    // It may have shrunk since it was counted.
    if (members.length < membersMin) return [];
    const ids = [...examples.map(({ id }) => id), ...outOfStockIds];
    return {
      ...describeSuggestion(candidate, locale),
      ...estimateCount(members.length + outOfStock, looked, store),
      sampleIds: ids.slice(0, sample),
    };
  });
}

/** Suggestions as they are shown, without those that were made into collections since they were found. */
export async function showSuggestions(
  reader: { readonly collections: Pick<CollectionReader, 'list' | 'cardProducts'> },
  found: readonly FoundSuggestion[],
): Promise<SuggestedCollection[]> {
  const { values: existing } = await reader.collections.list();
  const titles = new Set(existing.map(({ title }) => title));
  const rulesTaken = new Set(existing.map(({ rules }) => JSON.stringify(rules)));
  const taken = new Set(existing.map(({ slug }) => slug));
  const isMade = ({ title, rules }: FoundSuggestion) =>
    titles.has(title) || rulesTaken.has(JSON.stringify(rules));
  const free = found.filter((suggestion) => !isMade(suggestion));
  const cards = await reader.collections.cardProducts([
    ...new Set(free.flatMap(({ sampleIds }) => sampleIds)),
  ]);
  const cardsById = new Map(cards.map((card) => [card.id, card]));
  return free.map(({ sampleIds, ...suggestion }) => {
    const slug = slugOfTitle(suggestion.title);
    const isFree = slug !== '' && !taken.has(slug);
    taken.add(slug);
    const sample = sampleIds.flatMap((id) => cardsById.get(id) ?? []);
    return { ...suggestion, slug: isFree ? slug : null, sample };
  });
}

/** Returns a function that gives one key to each idea, whether its words stand in the singular or the plural. */
function nameKeys(locale: string): (name: string) => string {
  const stem = createStemmer(locale);
  return (name) => fold(name).split(/\s+/).map(stem).join(' ');
}

/** The names of categories and brands, what products have in common, and how many are in stock. */
async function countNames(reader: Pick<StoreReader, 'collections'>, keyOf: (name: string) => string) {
  const said = new Set<string>();
  const count = new NameCount();
  let inStock = 0;
  for await (const product of productsLookedAt(reader, 1)) {
    said.add(product.brand ?? '');
    for (const level of categoryPath(product.category)) said.add(level);
    // Products out of stock suggest nothing.
    if (!product.inStock) continue;
    inStock += 1;
    count.add(new ProductFacts(product));
  }
  return { names: new Set([...said].map(keyOf)), count, inStock };
}

/** The members of what could be a collection, and of the collections that are there. */
async function findMembers(
  reader: Pick<StoreReader, 'collections'>,
  count: NameCount,
  { store, now }: PreviewQuestion,
) {
  const { values } = await reader.collections.list();
  const existing = values.map(({ title, rules }) => ({
    title,
    evaluate: compileRules(rules, store.currency),
    members: new Set<number>(),
  }));
  const found = new CandidateMembers(count.shared());
  let looked = 0;
  for await (const product of productsLookedAt(reader, existing.length)) {
    const place = looked;
    looked += 1;
    const facts = new ProductFacts(product);
    if (!product.inStock) {
      found.addOutOfStock(facts);
      continue;
    }
    found.add(facts, place);
    for (const { evaluate, members } of existing) {
      if (evaluate(facts).some(({ from, until }) => from <= now && now < until)) members.add(place);
    }
  }
  return { candidates: found.candidates(), existing, looked };
}

/**
 * Collections that a catalog suggests by itself: what many of its products are, by the phrases that they were given, and
 * a brand's part of a category. Each suggestion has a name that the store itself would give it, shares little with the
 * others, and is none of the categories, brands and collections that are there.
 */

import { limits } from '../../contract/limits.ts';
import type { CollectionRules } from '../../contract/words/collections.ts';
import { categoryPath } from '../catalog/category.ts';
import { fold } from '../search/text/fold.ts';
import { createStemmer } from '../search/text/stems.ts';
import type { CollectionReader } from '../storage/collections.ts';
import { chooseSuggestions } from './choose-suggestions.ts';
import { compileRules } from './evaluate-rules.ts';
import { type PreviewQuestion, previewRules, productsLookedAt, type RulesPreview } from './preview-rules.ts';
import { ProductFacts } from './product-facts.ts';
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

/** Best first. */
export async function suggestCollections(
  reader: CollectionReader,
  question: PreviewQuestion,
): Promise<SuggestedCollection[]> {
  const { locale } = question.store;
  const keyOf = nameKeys(locale);
  const { names, count, products } = await countNames(reader, keyOf);
  const { candidates, existing } = await findMembers(reader, count, question);
  for (const { title } of existing) names.add(keyOf(title));
  const unnamed = candidates.filter(({ text }) => !names.has(keyOf(text)) && !isSeriesName(text, locale));
  const bounds = { products, most: limits.collectionsSuggested };
  const chosen = chooseSuggestions(
    unnamed,
    existing.map(({ members }) => members),
    bounds,
  );
  const described = chosen.map((candidate) => describeSuggestion(candidate, locale));
  const previews = await previewRules(
    reader,
    described.map(({ rules }) => rules),
    question,
  );
  const taken = new Set(existing.map(({ slug }) => slug));
  return described.flatMap(({ title, rules }, index) => {
    const preview = previews[index];
    // It may have shrunk since it was counted.
    if (preview === undefined || preview.productCount < membersMin) return [];
    const slug = slugOfTitle(title);
    const isFree = slug !== '' && !taken.has(slug);
    taken.add(slug);
    return [{ title, slug: isFree ? slug : null, rules, ...preview }];
  });
}

/** One idea has one key, in whatever number its words stand. */
function nameKeys(locale: string): (name: string) => string {
  const stem = createStemmer(locale);
  return (name) => fold(name).split(/\s+/).map(stem).join(' ');
}

/** The names of categories and brands, what products have in common, and how many are in stock. */
async function countNames(reader: CollectionReader, keyOf: (name: string) => string) {
  const said = new Set<string>();
  const count = new NameCount();
  let products = 0;
  for await (const product of productsLookedAt(reader, 1)) {
    said.add(product.brand ?? '');
    for (const level of categoryPath(product.category)) said.add(level);
    // What is out of stock suggests nothing.
    if (!product.inStock) continue;
    products += 1;
    count.add(new ProductFacts(product));
  }
  return { names: new Set([...said].map(keyOf)), count, products };
}

/** The members of what could be a collection, and of the collections that are there. */
async function findMembers(reader: CollectionReader, count: NameCount, { store, now }: PreviewQuestion) {
  const { values } = await reader.collections();
  const existing = values.map(({ title, slug, rules }) => ({
    ...{ title, slug },
    evaluate: compileRules(rules, store.currency),
    members: new Set<number>(),
  }));
  const found = new CandidateMembers(count.shared());
  let place = 0;
  for await (const product of productsLookedAt(reader, existing.length)) {
    if (!product.inStock) continue;
    const facts = new ProductFacts(product);
    found.add(facts, place);
    for (const { evaluate, members } of existing) {
      if (evaluate(facts).some(({ from, until }) => from <= now && now < until)) members.add(place);
    }
    place += 1;
  }
  return { candidates: found.candidates(), existing };
}

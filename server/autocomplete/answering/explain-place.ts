/**
 * Explains the place of a product in the answer to a query, or its absence: the first reason that applies, in the merchant's terms. An
 * index of this one product shows which words of the query it has. Looks go as far as place 1,000, with the steps of a keystroke
 * (230,000) each; It changes no order and counts no search; an error of `find` rejects.
 */
// Tests: ./explain-place.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { HitMark, ShownResult } from '../../merchandising/arrange-answer.ts';
import {
  type CompiledSynonyms,
  type IndexReader,
  noSignals,
  type ProductHit,
  type RankTiers,
} from '../../search/engine.ts';
import { openIndex } from '../../search/index-reader.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { queryWords } from '../../search/query/query.ts';
import { QueryBudget } from '../../search/step-budget.ts';
import { fold } from '../../search/text/fold.ts';
import type { Store, StoredProduct } from '../../storage/records.ts';
import { toDocument } from '../changes/to-document.ts';
import type { FoundProducts } from './autocomplete.ts';

/** The reason why a product is in an answer or not. */
export type PlaceReason =
  | 'unknown_product'
  | 'index_behind'
  | 'shown'
  | 'hidden'
  | 'covered'
  | 'out_of_stock_last'
  | 'below_limit'
  | 'not_matching';

/** A product of an answer. */
export interface PlacedProduct {
  readonly title: string;
  readonly tiers: RankTiers;
  /** The effect of merchandising rules on it. */
  readonly mark: HitMark | null;
}

/** The place of a product, with the reason. */
export interface Place {
  /** The place from 1; null if it is not among the examined places. */
  readonly rank: number | null;
  readonly reason: { readonly code: PlaceReason; readonly message: string };
  /** The tiers of the product; null if it is not found. */
  readonly tiers: RankTiers | null;
  readonly mark: HitMark | null;
  /** The product right above it. */
  readonly above: PlacedProduct | null;
}

/** The query and settings that a place depends on. */
export interface PlaceQuestion {
  readonly query: string;
  /** The number of products that the box shows. */
  readonly limit: number;
  readonly product: StoredProduct;
  readonly store: Store;
}

const { placesLookedAt } = limits;

/** Runs one piece of the work after waiting keystrokes are answered. */
type InTurn = <Result>(work: () => Result) => Promise<Result>;

/**
 * `find` searches the store's index for a number of products, at most twice, each time with the steps of a keystroke and as a
 * separate piece of work. `steps` is the budget for naming the words that an absent product lacks.
 */
export async function explainPlace(
  question: PlaceQuestion,
  find: (limit: number) => FoundProducts,
  inTurn: InTurn,
  steps: number = limits.querySteps,
): Promise<Place> {
  const { product } = question;
  for (const limit of [20, placesLookedAt]) {
    const { result, isCut, changeNumber, synonyms } = await inTurn(() => find(limit));
    if (changeNumber < product.changeNumber) return behind;
    const index = result.products.findIndex((hit) => hit.productId === product.id);
    const hit = result.products[index];
    if (hit !== undefined) {
      const mark = result.marks?.[index] ?? null;
      return explainRank(question, index + 1, { tiers: hit.tiers, mark }, hitAt(result, index - 1));
    }
    if (result.hidden?.some(({ productId }) => productId === product.id) === true) return hidden;
    const place = placeOfVariant(question, result);
    if (place >= 0) return covered(hitAt(result, place), place + 1);
    const isFull = result.products.length >= limit;
    if (!isFull || limit === placesLookedAt) {
      const query = result.correctedQuery ?? question.query;
      const extent = { isWhole: !isFull && !isCut, isCut: !isFull && isCut };
      const index = query.trim() === '' ? null : await inTurn(() => indexOf(question, synonyms));
      const budget = new QueryBudget(steps);
      return await inTurn(() => explainAbsence({ ...question, query }, { index, budget }, extent));
    }
  }
  throw new Error('the last limit always answers');
}

const behind: Place = {
  rank: null,
  reason: {
    code: 'index_behind',
    message:
      'The product changed a moment ago, and the search does not show that yet. Ask again in a second.',
  },
  tiers: null,
  mark: null,
  above: null,
};

const hidden: Place = {
  rank: null,
  reason: { code: 'hidden', message: 'A rule of merchandising hides it for this query.' },
  tiers: null,
  mark: null,
  above: null,
};

/** The place of the variant that stands for the group of the product; -1 where there is none. */
function placeOfVariant({ product, store }: PlaceQuestion, { products }: ShownResult): number {
  const { itemGroupId } = product;
  if (itemGroupId === null || !store.groupVariants) return -1;
  return products.findIndex(({ group }) => group === itemGroupId);
}

function covered(variant: PlacedProduct | null, rank: number): Place {
  const name = variant === null ? 'another one' : `"${variant.title}"`;
  const message = `Variants take one place together, and ${name} meets the query best: it stands at place ${rank}.`;
  return { rank: null, reason: { code: 'covered', message }, tiers: null, mark: null, above: null };
}

function explainRank(
  { limit, product }: PlaceQuestion,
  rank: number,
  own: Omit<PlacedProduct, 'title'>,
  above: PlacedProduct | null,
): Place {
  const { tiers, mark } = own;
  const why = above === null ? '' : ` "${above.title}" stands above it ${differenceBetween(above, own)}.`;
  const place = (code: PlaceReason, message: string): Place => ({
    rank,
    reason: { code, message: message + why },
    tiers,
    mark,
    above,
  });
  if (rank <= limit) return place('shown', `It is shown, at place ${rank}.`);
  const where = `it is at place ${rank}, and the box shows ${limit}.`;
  if (!product.inStock) {
    return place('out_of_stock_last', `It is out of stock, and such products come last: ${where}`);
  }
  return place('below_limit', `It is found, but ${where}`);
}

/** The part of the index that an answer covers. */
interface Extent {
  /** Whether it has everything that the query finds. */
  readonly isWhole: boolean;
  /** Whether results may be missing because the steps of one question were used up. */
  readonly isCut: boolean;
}

/** Finds out which words a product lacks. */
interface OwnIndex {
  /** An index of this one product; null for a blank query. */
  readonly index: IndexReader | null;
  /** The budget of all searches in it. */
  readonly budget: QueryBudget;
}

function explainAbsence(
  question: PlaceQuestion,
  { index, budget }: OwnIndex,
  { isWhole, isCut }: Extent,
): Place {
  const absent = (code: PlaceReason, message: string): Place => ({
    rank: null,
    reason: { code, message },
    tiers: null,
    mark: null,
    above: null,
  });
  const { product, query } = question;
  if (index === null && !product.inStock) {
    return absent('out_of_stock_last', 'An empty box shows products in stock only, and this one is not.');
  }
  const missing = index === null ? null : findMissing({ index, budget }, query, isWhole);
  if (missing !== null) return absent('not_matching', missing);
  if (isCut) {
    const message = 'It is found, but the query meets so many products that not all of them are looked at.';
    return absent('below_limit', message);
  }
  const places = placesLookedAt.toLocaleString('en');
  if (!product.inStock) {
    const message = `It is out of stock, and such products come last: more than ${places} stand above it.`;
    return absent('out_of_stock_last', message);
  }
  return absent('below_limit', `It is found, but more than ${places} products stand above it.`);
}

/** The words of the query that the product lacks, as text; null if it has all of them. No word is named once the budget is used up. */
function findMissing(
  { index, budget }: OwnIndex & { readonly index: IndexReader },
  query: string,
  isWhole: boolean,
): string | null {
  const words = queryWords(fold(query)).map(({ text }) => text);
  if (words.length === 0) return 'The query holds no letters and no digits, so it finds nothing.';
  const holds = (text: string) => {
    const { products, correctedQuery } = index.search(text, 1, noSignals, { budget, isBlocked: null });
    return correctedQuery === null && products[0]?.tiers.missingWords === 0;
  };
  if (!isWhole && holds(query)) return null;
  const last = words.at(-1);
  const missing = [...new Set(words)].filter((word) => {
    // A repeated word is complete; the last word of a query may be unfinished.
    return !holds(word === last ? word : `${word} ${word}`);
  });
  const faults = missing.map((word) => (word === last ? `begins with "${word}"` : `is "${word}"`));
  if (faults.length === 0 || budget.wasShort) return 'Its words are not those of the query, taken together.';
  return `No word of its title, category, brand, codes, attributes or phrases ${faults.join(', and none ')}. The description is not searched.`;
}

function indexOf({ product, store }: PlaceQuestion, synonyms: CompiledSynonyms): IndexReader {
  const writer = createIndexWriter({ locale: store.locale, synonyms });
  writer.apply([toDocument(product, store.currency, store.locale, store.groupVariants)]);
  return openIndex(writer.snapshot());
}

function hitAt({ products, marks }: ShownResult, place: number): PlacedProduct | null {
  const hit = products[place];
  if (hit === undefined) return null;
  return { title: titleOf(hit), tiers: hit.tiers, mark: marks?.[place] ?? null };
}

/** Rules decide first, except that a boost never outranks more words or stock. */
function differenceBetween(above: Omit<PlacedProduct, 'title'>, below: Omit<PlacedProduct, 'title'>): string {
  if ((above.mark?.pin ?? null) !== null) return 'because it is pinned';
  const isAlike =
    above.tiers.missingWords === below.tiers.missingWords && above.tiers.inStock === below.tiers.inStock;
  const boost = above.mark?.boost ?? 0;
  if (isAlike && boost > (below.mark?.boost ?? 0)) return `because it is boosted (${boost} of 10)`;
  return differenceOf(above.tiers, below.tiers);
}

/** The first tier that differs, in words that continue "stands above it". */
function differenceOf(above: RankTiers, below: RankTiers): string {
  if (above.missingWords < below.missingWords) return 'because it holds more words of the query';
  if (above.inStock && !below.inStock) return 'because it is in stock';
  if (above.exactTitle && !below.exactTitle) return 'because its title is the query';
  if (above.titlePrefix && !below.titlePrefix) return 'because its title begins with the query';
  if (above.intent > below.intent) {
    return `because it is a better match for the query (${above.intent} against ${below.intent} of 15)`;
  }
  if (above.isForQuery === below.isForQuery && above.boosts !== below.boosts) {
    if (above.popularity !== below.popularity) return 'because boosts of the ranking settings decide';
  }
  if (above.isForQuery !== below.isForQuery || above.popularity !== below.popularity) {
    return `because it is clicked and bought more${above.isForQuery ? ' by those who search this' : ''}`;
  }
  return 'by the alphabet: in all else they are alike';
}

function titleOf({ card }: ProductHit): string {
  const { title } = JSON.parse(Buffer.from(card).toString('utf8')) as { title: string };
  return title;
}

/**
 * The operations that read collections, done in the reader thread. They write nothing. An unknown or, for storefront keys, inactive
 * collection is 404; a cursor of another order is `validation_failed`. A page has at most 200 products and 1 MiB.
 */
// Tests: ./read-collections.live.test.ts.
import type { collectionOperations } from '../../../contract/collections.ts';
import { limits } from '../../../contract/limits.ts';
import type { CollectionSort } from '../../../contract/words/collections.ts';
import { cursorInvalid, notFound } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import type { CallerKind, HandlerOf, OperationHandlers } from '../../operations/operation-call.ts';
import { presentSummary } from '../../operations/present-product.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { StaleResultCache } from '../../operations/stale-result-cache.ts';
import { presentUnreadable, writeJson, writePage } from '../../operations/write-page.ts';
import type {
  CardProduct,
  Collection,
  CollectionMember,
  MemberPlace,
} from '../../storage/collections/tables.ts';
import { findAnswering, readCollections, readState } from './collection-state.ts';
import { presentCard, presentCollection } from './present-collection.ts';
import { type PreviewQuestion, previewRules } from './preview-rules.ts';
import { type FoundSuggestion, findSuggestions, showSuggestions } from './suggest-collections.ts';

/** A handler for each operation. */
export function collectionReads(
  clock: ReadContext['clock'],
): OperationHandlers<typeof collectionOperations, 'reader', ReadContext> {
  const suggestions = new StaleResultCache<readonly FoundSuggestion[]>(clock);
  return {
    async listCollections({ origin }, { reader }) {
      const { values, damaged } = await readCollections(reader, clock.nowMicros());
      const collections = values.map((state) => presentCollection(state, origin));
      return writeJson({ collections, ...presentUnreadable(damaged, 'slug'), next_cursor: null });
    },

    async showCollection({ origin, params }, { reader }) {
      const collection = await findCollection(reader, params.slug);
      const state = await readState(reader, collection, clock.nowMicros());
      return { collection: presentCollection(state, origin) };
    },

    async previewCollection({ caller, body }, { store, inTurns }) {
      const question = questionAbout(store, limits.collectionPreviewSample);
      const [found] = await inTurns((reader) => previewRules(reader, [body.rules], question));
      if (found === undefined) throw new Error('there is one preview for each set of rules');
      const { productCount, isEstimate, sample } = found;
      const products = sample.map(presenterFor(caller, store.currency));
      return writeJson({
        preview: { product_count: productCount, is_estimate: isEstimate, sample: products },
      });
    },

    async suggestCollections({ caller }, { store, inTurns }) {
      const question = questionAbout(store, limits.collectionSuggestionSample);
      const { values } = await inTurns((reader) => reader.collections.list());
      const { changeNumber, currency, locale } = store;
      const collections = values.map(({ title, rules }) => [title, rules]);
      const version = JSON.stringify([changeNumber, currency, locale, collections]);
      const found = await suggestions.read(store.id, version, () =>
        inTurns((reader) => findSuggestions(reader, question), { isShared: true }),
      );
      const shown = await inTurns((reader) => showSuggestions(reader, found));
      const present = presenterFor(caller, currency);
      return writeJson({
        collections: shown.map(({ title, slug, rules, productCount, isEstimate, sample }) => ({
          title,
          slug,
          rules,
          product_count: productCount,
          is_estimate: isEstimate,
          sample: sample.map(present),
        })),
        next_cursor: null,
      });
    },

    listCollectionProducts: listProducts,
  };

  function questionAbout(store: PreviewQuestion['store'], sample: number): PreviewQuestion {
    return { store, now: clock.nowMicros(), sample };
  }
}

/** Answers with one page of the products of a collection, in its own order or the one that the query names. */
const listProducts: HandlerOf<(typeof collectionOperations)['listCollectionProducts'], ReadContext> = async (
  { caller, params, query },
  { clock, reader, store },
) => {
  const { id, slug, title, description, sort: usual, isActive } = await findCollection(reader, params.slug);
  if (!isActive && caller === 'storefront') throw notFound('collection');
  const { limit, cursor, sort = usual } = query;
  const after = cursor === undefined ? null : parsePlace(sort, cursor);
  const generation = findAnswering(await reader.collections.generations(id));
  const present = presenterFor(caller, store.currency);
  const now = clock.nowMicros();
  return await writePage({
    name: 'products',
    limit,
    head: { collection: { slug, title, description } },
    // Cards are small, so that one statement is enough.
    firstRows: limit + 1,
    maxBytes: limits.cardPageMaxBytes,
    async read(last: CollectionMember | null, most) {
      if (generation === null) return [];
      const { number, memberCount } = generation;
      const page = { after: last?.place ?? after, limit: most };
      return await reader.collections.members({ generation: number, memberCount, sort, now, ...page });
    },
    show: ({ product }) => present(product),
    placeOf: ({ place }) => placeText(sort, place),
  });
};

function presenterFor(caller: CallerKind, currency: string): (product: CardProduct) => object {
  const present = caller === 'member' ? presentSummary : presentCard;
  return (product) => present(product, currency);
}

/** Rejects with `not_found`. */
async function findCollection(
  reader: Pick<ReadContext['reader'], 'collections'>,
  slug: string,
): Promise<Collection> {
  const collection = await reader.collections.find(slug);
  if (collection === null) throw notFound('collection');
  return collection;
}

/** The text of a cursor. It names the order, since a place is valid in its own order only. */
function placeText(sort: CollectionSort, { inStock, key, productId }: MemberPlace): string {
  return JSON.stringify([sort, inStock, key, productId]);
}

/** Throws `validation_failed` for a text that {@link placeText} did not write for this order. */
function parsePlace(sort: CollectionSort, text: string): MemberPlace {
  const [order, inStock, key, productId] = parseList(text);
  const isKey = sort === 'title' ? typeof key === 'string' : Number.isSafeInteger(key);
  const isPlace = order === sort && typeof inStock === 'boolean' && isKey;
  if (!isPlace || typeof productId !== 'string' || !isUuid(productId)) throw cursorInvalid();
  if (typeof key === 'string' && (key.length > titleKeyMaxLength || key.includes('\0')))
    throw cursorInvalid();
  return { inStock, key: key as string | number, productId };
}

/** A folded title is longer than the title by a few letters at most. */
const titleKeyMaxLength = limits.titleMaxLength * 20;

function parseList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Collections, generations and members between collections.ts and their tables. */
import type { Insertable, Selectable } from 'kysely';
import type { CollectionSort } from '../../contract/words/collections.ts';
import type {
  CollectionGenerationsTable,
  CollectionProductsTable,
  CollectionsTable,
} from './collection-tables.ts';
import type {
  CardProduct,
  CollectedProduct,
  Collection,
  CollectionGeneration,
  GenerationState,
  MemberKeys,
  Membership,
  StandingGeneration,
} from './collections.ts';
import type { RowInsert, RowUpdate } from './database.ts';
import { summaryColumns, toProductSummary } from './insight-rows.ts';
import { readJson, readText } from './json-columns.ts';
import type { ChangePosition } from './records.ts';
import type { ProductsTable } from './schema.ts';

export function toCollectionRow(collection: Collection) {
  return {
    slug: collection.slug,
    title: collection.title,
    description: collection.description,
    rules: JSON.stringify(collection.rules),
    sort: collection.sort,
    is_active: collection.isActive,
    updated_at: collection.updatedAt,
  };
}

export function toCollection(row: Selectable<CollectionsTable>): Collection {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    rules: readJson('collections', row, 'rules'),
    sort: row.sort as CollectionSort,
    isActive: Boolean(row.is_active),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A place in the list of changes as columns; none is before the first. */
export function toSeenColumns(position: ChangePosition | null) {
  return {
    seen_change: position?.changeNumber ?? -1,
    seen_external_id: position?.externalId ?? '',
  };
}

export function toGenerationRow(
  storeId: string,
  generation: CollectionGeneration,
): Insertable<CollectionGenerationsTable> {
  return {
    store_id: storeId,
    number: generation.number,
    collection_id: generation.collectionId,
    rules: JSON.stringify(generation.rules),
    currency: generation.currency,
    is_timed: generation.isTimed,
    state: generation.state,
    ...toSeenColumns(generation.position),
    member_count: generation.memberCount,
  };
}

/** The columns of {@link toStandingGeneration}. */
export const standingColumns = [
  'number',
  'collection_id',
  'is_timed',
  'state',
  'member_count',
] as const satisfies readonly (keyof CollectionGenerationsTable)[];

export function toStandingGeneration(
  row: Pick<Selectable<CollectionGenerationsTable>, (typeof standingColumns)[number]>,
): StandingGeneration {
  return {
    number: row.number,
    collectionId: row.collection_id,
    isTimed: Boolean(row.is_timed),
    state: row.state as GenerationState,
    memberCount: row.member_count,
  };
}

export function toGeneration(row: Selectable<CollectionGenerationsTable>): CollectionGeneration {
  const { seen_change: changeNumber, seen_external_id: externalId } = row;
  return {
    ...toStandingGeneration(row),
    rules: readJson('collection_generations', row, 'rules'),
    currency: row.currency,
    position: changeNumber < 0 ? null : { changeNumber, externalId },
  };
}

const membershipColumns = [
  ['store_id', 'text'],
  ['product_id', 'text'],
  ['generation', 'bigint'],
  ['from_at', 'bigint'],
  ['until_at', 'bigint'],
  ['in_stock', 'boolean'],
  ['title_key', 'text'],
  ['price_key', 'bigint'],
  ['created_at', 'bigint'],
] as const satisfies RowInsert['columns'];

/** Replaces what of a place may change while it stays. */
export function membershipInsert(storeId: string, memberships: readonly Membership[]): RowInsert {
  return {
    table: 'collection_products',
    columns: membershipColumns,
    rows: memberships.map((membership) => [
      ...[storeId, membership.productId, membership.generation, membership.fromAt, membership.untilAt],
      ...[membership.inStock, membership.titleKey, membership.priceKey, membership.createdAt],
    ]),
    key: ['store_id', 'product_id', 'generation', 'from_at'],
    replaces: ['until_at', 'in_stock', 'title_key', 'price_key', 'created_at'],
  };
}

/** For all places of a product, whichever generation they are of: the keys are the product's. */
export function memberKeysUpdates(storeId: string, keys: readonly MemberKeys[]): RowUpdate[] {
  const place = { table: 'collection_products', storeId, find: ['product_id', 'text'] } as const;
  const price = ['price_key', 'bigint'] as const;
  const others = [
    ['in_stock', 'boolean'],
    ['title_key', 'text'],
  ] as const;
  const priced: RowUpdate['rows'][number][] = [];
  const all: RowUpdate['rows'][number][] = [];
  for (const { productId, priceKey, inStock, titleKey } of keys) {
    if (inStock === undefined || titleKey === undefined) priced.push([productId, priceKey]);
    else all.push([productId, priceKey, inStock, titleKey]);
  }
  return [
    { ...place, sets: [price], rows: priced },
    { ...place, sets: [price, ...others], rows: all },
  ];
}

export function toMembership(row: Selectable<CollectionProductsTable>): Membership {
  return {
    generation: row.generation,
    productId: row.product_id,
    fromAt: row.from_at,
    untilAt: row.until_at,
    inStock: Boolean(row.in_stock),
    titleKey: row.title_key,
    priceKey: row.price_key,
    createdAt: row.created_at,
  };
}

/** The columns of {@link toCollectedProduct}. */
export const collectedProductColumns = [
  'external_id',
  'id',
  'change_number',
  'in_stock',
  'created_at',
  'price',
  'currency',
  'stock_quantity',
  'title',
  'category',
  'brand',
  'suggestion_phrases',
  'search_phrases',
  'attributes',
] as const satisfies readonly (keyof ProductsTable)[];

export function toCollectedProduct(
  row: Pick<Selectable<ProductsTable>, (typeof collectedProductColumns)[number]>,
): CollectedProduct {
  return {
    externalId: row.external_id,
    id: row.id,
    changeNumber: row.change_number,
    inStock: Boolean(row.in_stock),
    createdAt: row.created_at,
    price: readText('products', row, 'price'),
    currency: readText('products', row, 'currency'),
    stockQuantity: row.stock_quantity,
    title: row.title,
    category: row.category,
    brand: row.brand,
    suggestionPhrases: readJson('products', row, 'suggestion_phrases'),
    searchPhrases: readJson('products', row, 'search_phrases'),
    attributes: readJson('products', row, 'attributes'),
  };
}

/** The columns of {@link toCardProduct}. */
export const cardProductColumns = [
  ...summaryColumns,
  'url',
] as const satisfies readonly (keyof ProductsTable)[];

export function toCardProduct(
  row: Pick<Selectable<ProductsTable>, (typeof cardProductColumns)[number]>,
): CardProduct {
  return { ...toProductSummary(row), url: row.url };
}

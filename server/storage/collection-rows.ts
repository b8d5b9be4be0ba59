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
  MembershipName,
  StandingGeneration,
} from './collections.ts';
import type { RowDelete, RowInsert } from './database.ts';
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

/** A place in the list of changes as two columns; none is before the first. */
export function toPositionColumns(position: ChangePosition | null): [change: number, externalId: string] {
  return [position?.changeNumber ?? -1, position?.externalId ?? ''];
}

/** A generation that stands there, for all versions. */
export function toSeenColumns(position: ChangePosition | null) {
  const [change, externalId] = toPositionColumns(position);
  return {
    ...{ seen_change: change, seen_external_id: externalId },
    ...{ keyed_change: change, keyed_external_id: externalId },
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
  return {
    ...toStandingGeneration(row),
    rules: readJson('collection_generations', row, 'rules'),
    currency: row.currency,
    position: toPosition(row.keyed_change, row.keyed_external_id),
    oldPosition: toPosition(row.seen_change, row.seen_external_id),
  };
}

function toPosition(changeNumber: number, externalId: string): ChangePosition | null {
  return changeNumber < 0 ? null : { changeNumber, externalId };
}

/** The columns of {@link toMembership}. */
export const membershipColumns = [
  'generation',
  'product_id',
  'from_at',
  'until_at',
] as const satisfies readonly (keyof CollectionProductsTable)[];

const membershipKey = ['store_id', 'product_id', 'generation', 'from_at'] as const;
const keyTypes = [
  ['in_stock', 'boolean'],
  ['title_key', 'text'],
  ['price_key', 'bigint'],
  ['created_at', 'bigint'],
] as const satisfies RowInsert['columns'];

const keyValues = ({ inStock, titleKey, priceKey, createdAt }: MemberKeys) => [
  ...[inStock, titleKey, priceKey, createdAt],
];

/** Replaces the end of a place that is there. */
export function membershipInsert(
  storeId: string,
  memberships: readonly (Membership & MemberKeys)[],
): RowInsert {
  return {
    table: 'collection_products',
    columns: [
      ...([
        ['store_id', 'text'],
        ['product_id', 'text'],
        ['generation', 'bigint'],
        ['from_at', 'bigint'],
        ['until_at', 'bigint'],
      ] as const),
      ...keyTypes,
    ],
    rows: memberships.map((membership) => [
      ...[storeId, membership.productId, membership.generation, membership.fromAt, membership.untilAt],
      ...keyValues(membership),
    ]),
    key: membershipKey,
    replaces: ['until_at'],
  };
}

export function membershipDelete(storeId: string, rows: readonly MembershipName[]): RowDelete {
  return {
    ...{ table: 'collection_products', storeId, find: ['product_id', 'text'] },
    and: [
      ['generation', 'bigint'],
      ['from_at', 'bigint'],
    ],
    rows: rows.map(({ productId, generation, fromAt }) => [productId, generation, fromAt]),
  };
}

export function memberKeysInsert(
  storeId: string,
  keys: readonly MemberKeys[],
  present: 'replaced' | 'kept',
): RowInsert {
  return {
    table: 'member_keys',
    columns: [['store_id', 'text'], ['product_id', 'text'], ...keyTypes],
    rows: keys.map((one) => [storeId, one.productId, ...keyValues(one)]),
    key: ['store_id', 'product_id'],
    // The time of creation is the product's for ever.
    replaces: present === 'kept' ? [] : ['in_stock', 'title_key', 'price_key'],
  };
}

export function toMembership(
  row: Pick<Selectable<CollectionProductsTable>, (typeof membershipColumns)[number]>,
): Membership {
  return {
    generation: row.generation,
    productId: row.product_id,
    fromAt: row.from_at,
    untilAt: row.until_at,
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

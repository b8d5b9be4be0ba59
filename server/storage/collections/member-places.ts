/**
 * Members of a generation in each of their orders. Orders stand once a product, not in each collection, so there are two ways:
 * along the order of all members of the store, taking those of the generation, and all members of the generation, sorted. The
 * first ends after few rows where a generation has a good part of the store, the second where it is small. A walk that finds
 * too little in as many rows as the generation has members, or some thousand, is left for sorting what lies behind it.
 */
import { type Kysely, sql } from 'kysely';
import type { CollectionSort } from '../../../contract/words/collections.ts';
import type { CollectionReader, MemberPlace } from '../collections.ts';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Generations up to this size are sorted without a walk. Chosen: one statement instead of two. */
const sortedMembersMax = 200;
/** Rows of a walk, at most; it ends where the page is full. Measured (record 0048): 5,000 take 5 to 10 ms. */
const walkedKeysMax = 5_000;

/** By what each order goes after the stock, and which way. */
const orders = {
  title: ['title_key', 'asc'],
  newest: ['created_at', 'desc'],
  price_asc: ['price_key', 'asc'],
  price_desc: ['price_key', 'desc'],
} as const satisfies Record<CollectionSort, readonly [string, 'asc' | 'desc']>;

/** By what a member is ordered, and its product. */
export type KeyedPlace = Omit<MemberPlace, 'inStock'>;

type Page = Parameters<CollectionReader['members']>[0];

/** Where a part of a page begins, and how much is wanted. */
interface Bounds {
  readonly after: KeyedPlace | null;
  readonly limit: number;
}

/** Reads the members that are in stock, or the others: each part goes by one index. */
export function placesOfMembers(builder: Kysely<Schema>, query: Query, storeId: string) {
  const { endOfWalk, walk, sorted } = placeStatements(builder, storeId);
  return async (page: Page, inStock: boolean, { after, limit }: Bounds): Promise<KeyedPlace[]> => {
    if (page.memberCount <= sortedMembersMax) return await query(sorted(page, inStock, { after, limit }));
    const [end = null] = await query(endOfWalk(page, inStock, after), { inIndexOrder: true });
    const near = await query(walk(page, inStock, { after, limit }, end), { inIndexOrder: true });
    if (near.length === limit || end === null) return near;
    const behind = { after: end, limit: limit - near.length };
    return [...near, ...(await query(sorted(page, inStock, behind)))];
  };
}

function placeStatements(builder: Kysely<Schema>, storeId: string) {
  const keysFrom = ({ sort }: Page, inStock: boolean, after: KeyedPlace | null) => {
    const [key, way] = orders[sort];
    const part = builder
      .selectFrom('member_keys as keys')
      .where('keys.store_id', '=', storeId)
      .where('keys.in_stock', '=', inStock);
    const rest = after === null ? part : part.where(isBeyond(key, way === 'asc' ? '>' : '<', after));
    return { rest, key, way };
  };
  const membersAt = ({ generation, now }: Page) =>
    builder
      .selectFrom('collection_products as member')
      .select('member.product_id')
      .where('member.store_id', '=', storeId)
      .where('member.generation', '=', generation)
      .where('member.from_at', '<=', now)
      .where('member.until_at', '>', now);
  return {
    /** The place at which a walk of so many rows ends; none where there are not so many. */
    endOfWalk(page: Page, inStock: boolean, after: KeyedPlace | null) {
      const { rest, key, way } = keysFrom(page, inStock, after);
      return rest
        .select([`keys.${key} as key`, 'keys.product_id as productId'])
        .orderBy(`keys.${key}`, way)
        .orderBy('keys.product_id', way)
        .offset(Math.min(page.memberCount, walkedKeysMax))
        .limit(1);
    },
    walk(page: Page, inStock: boolean, { after, limit }: Bounds, end: KeyedPlace | null) {
      const { rest, key, way } = keysFrom(page, inStock, after);
      const bounded = end === null ? rest : rest.where(isBeyond(key, way === 'asc' ? '<=' : '>=', end));
      // Looked up row by row: as a join PostgreSQL would read all members for each row, as long as it has no statistics.
      const place = membersAt(page).where('member.product_id', '=', sql.ref<string>('keys.product_id'));
      return bounded
        .where(place.limit(1), 'is not', null)
        .select([`keys.${key} as key`, 'keys.product_id as productId'])
        .orderBy(`keys.${key}`, way)
        .orderBy('keys.product_id', way)
        .limit(limit);
    },
    /** Members first: by the order of all keys databases would take a walk without an end. */
    sorted(page: Page, inStock: boolean, { after, limit }: Bounds) {
      const { rest, key, way } = keysFrom(page, inStock, after);
      return builder
        .with(
          (named) => named('found').materialized(),
          () => membersAt(page),
        )
        .selectFrom('found')
        .crossJoin(rest.selectAll().as('keys'))
        .whereRef('keys.product_id', '=', 'found.product_id')
        .select([`keys.${key} as key`, 'keys.product_id as productId'])
        .orderBy(`keys.${key}`, way)
        .orderBy('keys.product_id', way)
        .limit(limit);
    },
  };
}

/** Whether a row lies on that side of a place. */
function isBeyond(
  key: (typeof orders)[CollectionSort][0],
  operator: '<' | '>' | '<=' | '>=',
  place: KeyedPlace,
) {
  const side = sql.raw(operator);
  return sql<boolean>`(${sql.ref(`keys.${key}`)}, keys.product_id) ${side} (${place.key}, ${place.productId})`;
}

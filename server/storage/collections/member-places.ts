/**
 * Reads a page of a generation's members in one of their orders. Keys of order are stored once a product, not in each collection, so
 * there are two ways: walk along the order of all members of the store and take those of the generation, or sort all members of the
 * generation. The walk is short where a generation has a good part of the store, sorting where it is small. A walk that finds too few
 * in as many rows as the generation has members (at most 5,000) is followed by sorting the members behind it. Both ways find the same
 * members; `memberCount` decides only how they are looked for. It writes nothing and looks at no expired membership. Generations up to
 * 200 members are sorted at once; a page has at most the `limit` asked for. Inputs are trusted; errors of the database reject.
 */
// Tests: test/storage/member-places.test.ts.
import { type Kysely, sql } from 'kysely';
import type { CollectionSort } from '../../../contract/words/collections.ts';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { CollectionReader, MemberPlace } from './tables.ts';

/** Generations up to this size are sorted without a walk. Chosen: one statement instead of two. */
const sortedMembersMax = 200;
/** Rows of a walk, at most; it ends where the page is full. Measured (record 0048): 5,000 take 5 to 10 ms. */
const walkedKeysMax = 5_000;

/** The key that each order sorts by after the stock, and its direction. */
const orders = {
  title: ['title_key', 'asc'],
  newest: ['created_at', 'desc'],
  price_asc: ['price_key', 'asc'],
  price_desc: ['price_key', 'desc'],
} as const satisfies Record<CollectionSort, readonly [string, 'asc' | 'desc']>;

/** The key by which a member is ordered, and its product. */
export type KeyedPlace = Omit<MemberPlace, 'inStock'>;

type Page = Parameters<CollectionReader['members']>[0];

/** The place at which a part of a page begins, and the number of members wanted. */
interface Bounds {
  readonly after: KeyedPlace | null;
  readonly limit: number;
}

/** Reads the members that are in stock, or those that are not: each part follows one index. */
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
    /** The place at which the walk ends; none where the store has fewer members than the walk has rows. */
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
      // A lookup row by row: for a join, PostgreSQL without statistics would read all members for each row.
      const place = membersAt(page).where('member.product_id', '=', sql.ref<string>('keys.product_id'));
      return bounded
        .where(place.limit(1), 'is not', null)
        .select([`keys.${key} as key`, 'keys.product_id as productId'])
        .orderBy(`keys.${key}`, way)
        .orderBy('keys.product_id', way)
        .limit(limit);
    },
    /** Reads the members first: a database that began with the ordered keys would walk without an end. */
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

/** Whether a row lies on the wanted side of a place. */
function isBeyond(
  key: (typeof orders)[CollectionSort][0],
  operator: '<' | '>' | '<=' | '>=',
  place: KeyedPlace,
) {
  const side = sql.raw(operator);
  return sql<boolean>`(${sql.ref(`keys.${key}`)}, keys.product_id) ${side} (${place.key}, ${place.productId})`;
}

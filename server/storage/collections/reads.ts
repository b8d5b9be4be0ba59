/**
 * Reads the collections of one store, their generations and members. Every statement names the store. Rows that cannot be read are
 * left out and reported; a page of members is filled up with further ones. It writes nothing. Unknown slugs, numbers and products are
 * null or absent, never errors.
 */
// Tests: test/api/collections.test.ts.
import type { Kysely } from 'kysely';
import { decodeOrThrow, type FoundRow, lostProduct, readAround, readEach } from '../damage/around-pages.ts';
import { productsByUuid, type TolerantPlace } from '../damage/damage.ts';
import type { Query } from '../database.ts';
import { longProductTexts, toChangePage } from '../products/rows.ts';
import { readPage } from '../read-page.ts';
import type { Schema } from '../schema.ts';
import { type KeyedPlace, placesOfMembers } from './member-places.ts';
import { toGeneration } from './rows.ts';
import {
  type CollectionMember,
  type CollectionReader,
  cardProduct,
  collectedProduct,
  collections,
  type MemberPlace,
  membershipRecord,
  standingGeneration,
} from './tables.ts';

/** Creates the reader of one store’s collections: their settings, generations and members. */
export function collectionReads(
  builder: Kysely<Schema>,
  query: Query,
  place: TolerantPlace,
): CollectionReader {
  return {
    ...descriptionReads(builder, query, place),
    ...generationReads(builder, query, place),
    ...followerReads(builder, query, place.storeId),
    ...memberReads(builder, query, place),
  };
}

type DescriptionReads = Pick<CollectionReader, 'list' | 'names' | 'find'>;

function descriptionReads(
  builder: Kysely<Schema>,
  query: Query,
  { storeId, separate }: TolerantPlace,
): DescriptionReads {
  const own = builder.selectFrom('collections').where('store_id', '=', storeId);
  const whole = own.selectAll();
  return {
    async list() {
      return separate(await query(whole.orderBy('title').orderBy('id')), collections.decode);
    },
    async names() {
      return await query(own.select(['id', 'slug', 'title']));
    },
    async find(slug) {
      const [row] = await query(whole.where('slug', '=', slug));
      return row === undefined ? null : collections.decode(row);
    },
  };
}

type GenerationReads = Pick<CollectionReader, 'generations' | 'followedGenerations' | 'generation'>;

function generationReads(
  builder: Kysely<Schema>,
  query: Query,
  { storeId, tolerate }: TolerantPlace,
): GenerationReads {
  const generations = builder
    .selectFrom('collection_generations')
    .where('store_id', '=', storeId)
    .orderBy('number');
  return {
    async generations(collectionId) {
      const all = generations.select(standingGeneration.names);
      const wanted = collectionId === undefined ? all : all.where('collection_id', '=', collectionId);
      return tolerate(await query(wanted), standingGeneration.decode);
    },
    async followedGenerations() {
      const followed = generations.selectAll().where('state', '!=', 'retired');
      return tolerate(await query(followed), toGeneration);
    },
    async generation(number) {
      const [row] = await query(generations.selectAll().where('number', '=', number));
      return row === undefined ? null : toGeneration(row);
    },
  };
}

type FollowerReads = Pick<CollectionReader, 'changedProducts' | 'memberships' | 'pastMemberships'>;

function followerReads(builder: Kysely<Schema>, query: Query, storeId: string): FollowerReads {
  const members = builder.selectFrom('collection_products').where('store_id', '=', storeId);
  return {
    async changedProducts({ after, limit }) {
      const products = builder
        .selectFrom('products')
        .select(collectedProduct.names)
        .where('store_id', '=', storeId);
      const rest =
        after === null
          ? products
          : products.where(({ eb, refTuple, tuple }) =>
              eb(refTuple('change_number', 'external_id'), '>', tuple(after.changeNumber, after.externalId)),
            );
      const page = rest.orderBy('change_number').orderBy('external_id');
      const bounds = { limit, texts: longProductTexts };
      return toChangePage(await readPage({ builder, query }, page, bounds), collectedProduct.decode);
    },
    async memberships(productIds) {
      if (productIds.length === 0) return [];
      // The order makes SQLite use the key; otherwise it would read the whole index by generation, which has all columns.
      const places = members
        .select(membershipRecord.names)
        .where('product_id', 'in', productIds)
        .orderBy('product_id')
        .orderBy('generation')
        .orderBy('from_at');
      return (await query(places)).map(membershipRecord.decode);
    },
    async pastMemberships({ now, limit }) {
      const timed = builder
        .selectFrom('collection_generations')
        .select('number')
        .where('store_id', '=', storeId)
        .where('is_timed', '=', true);
      const past = members
        .select(['generation', 'product_id', 'from_at'])
        .where('generation', 'in', timed)
        .where('until_at', '<=', now)
        .limit(limit);
      return (await query(past)).map((row) => ({
        generation: row.generation,
        productId: row.product_id,
        fromAt: row.from_at,
      }));
    },
  };
}

type MemberReads = Pick<CollectionReader, 'members' | 'countMembers' | 'cardProducts'>;

function memberReads(
  builder: Kysely<Schema>,
  query: Query,
  { storeId, tolerate }: TolerantPlace,
): MemberReads {
  const { findCards, findEach } = cardReads(builder, query, storeId);
  const readPlaces = placesOfMembers(builder, query, storeId);
  type Page = Parameters<CollectionReader['members']>[0];
  const readPart = (page: Page, inStock: boolean, after: MemberPlace | null, limit: number) =>
    fillPage({ after, limit }, async (from, wanted) => {
      const rows = await findEach(await readPlaces(page, inStock, { after: from, limit: wanted }));
      const placed = rows.map(({ key, productId, card }) => ({ card, place: { inStock, key, productId } }));
      const present = placed.flatMap(({ card, place }) => (card === null ? [] : [{ card, place }]));
      const toMember = ({ card, place }: (typeof present)[number]) => ({ product: toCard(card), place });
      return { members: tolerate(present, toMember), last: placed.at(-1)?.place ?? null, count: rows.length };
    });
  return {
    async members(page) {
      const { after, limit } = page;
      const first = after?.inStock === false ? [] : await readPart(page, true, after, limit);
      if (first.length === limit) return first;
      const behind = after?.inStock === false ? after : null;
      return [...first, ...(await readPart(page, false, behind, limit - first.length))];
    },
    async countMembers(generation, now) {
      const count = builder
        .selectFrom('collection_products')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('store_id', '=', storeId)
        .where('generation', '=', generation)
        .where('from_at', '<=', now)
        .where('until_at', '>', now);
      return (await query(count))[0]?.count ?? 0;
    },
    async cardProducts(ids) {
      return tolerate(await findCards(ids), toCard);
    },
  };
}

function cardReads(builder: Kysely<Schema>, query: Query, storeId: string) {
  const cards = builder.selectFrom('products').select(cardProduct.names).where('store_id', '=', storeId);
  const readCards = (ids: readonly string[]) => query(cards.where('id', 'in', ids));
  const findCards = (ids: readonly string[]) => readAround(ids, readCards);
  async function findEach(members: readonly KeyedPlace[]): Promise<FoundMember[]> {
    const ids = members.map(({ productId }) => productId);
    const found = await readEach(ids, readCards, (row) => row.id);
    return members.map((member, index) => ({ ...member, card: found[index] ?? null }));
  }
  return { findCards, findEach };
}

type CardRow = Parameters<typeof cardProduct.decode>[0];

/** A place in a collection, with its product, or the UUID of a product that cannot be read, or null for one purged meanwhile. */
interface FoundMember extends KeyedPlace {
  readonly card: FoundRow<CardRow, string> | null;
}

/** Decodes a card. Only the UUID of a lost product is known, so it is named apart from `products`. */
const toCard = decodeOrThrow(cardProduct.decode, (productId: string) => ({
  ...lostProduct(productId),
  table: productsByUuid,
}));

/** Members read from a place on: the readable ones, and the number and last place of all, unreadable ones included. */
interface ReadMembers {
  readonly members: readonly CollectionMember[];
  readonly last: MemberPlace | null;
  readonly count: number;
}

/** Reads until the page is full or no members are left: a page that is not full would be taken for the last. */
async function fillPage(
  { after, limit }: { readonly after: MemberPlace | null; readonly limit: number },
  readFrom: (after: MemberPlace | null, limit: number) => Promise<ReadMembers>,
): Promise<CollectionMember[]> {
  const members: CollectionMember[] = [];
  for (let from = after; members.length < limit; ) {
    const wanted = limit - members.length;
    const read = await readFrom(from, wanted);
    members.push(...read.members);
    if (read.count < wanted) break;
    from = read.last;
  }
  return members;
}

/** What both doors to collections do alike, for keys and for people: each call answers with what is sent back. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CollectionBody } from '../../contract/collections.ts';
import { limits } from '../../contract/limits.ts';
import { type CollectionSort, collectionSorts } from '../../contract/words/collections.ts';
import { parsePreview } from '../collections/parse-collection.ts';
import { readState } from '../collections/read-collection.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../ids.ts';
import type { Actor } from '../storage/accounts.ts';
import type { CardProduct, Collection, MemberPlace } from '../storage/collections.ts';
import { sendMade } from './answer-memory.ts';
import { jsonObjectOf } from './body.ts';
import { hangUpOf } from './hang-up.ts';
import { originOf } from './origin.ts';
import {
  type ProductShape,
  presentAs,
  presentCollection,
  presentPreview,
} from './presenters/present-collection.ts';
import { pageSize, readCursor, readQuery } from './query.ts';
import type { Services } from './services.ts';

/** Whose collections a request is about, and who asks. */
export interface CollectionCaller {
  readonly storeId: string;
  readonly actor: Actor | null;
  /** Whether collections that are switched off are there for the caller. */
  readonly seesInactive: boolean;
}

/** The gate's word on a request, and how its door shows a product. */
export interface CollectionDoor {
  readonly callerOf: (request: FastifyRequest) => CollectionCaller;
  readonly shape: ProductShape;
}

/** The calls, as one handler each. */
export interface CollectionCalls {
  list(request: FastifyRequest, reply: FastifyReply): Promise<object>;
  create(request: FastifyRequest): Promise<object>;
  show(request: FastifyRequest): Promise<object>;
  change(request: FastifyRequest): Promise<object>;
  remove(request: FastifyRequest): Promise<object>;
  preview(request: FastifyRequest, reply: FastifyReply): Promise<object>;
  suggest(request: FastifyRequest, reply: FastifyReply): Promise<object>;
  listProducts(request: FastifyRequest, reply: FastifyReply): Promise<object>;
}

export function createCollectionCalls(services: Services, door: CollectionDoor): CollectionCalls {
  const hands = openDoor(services, door);
  return { ...describingCalls(services, hands), ...lookingCalls(services, hands) };
}

/** What every call does first or last. */
interface CallHands {
  readonly callerOf: CollectionDoor['callerOf'];
  readonly shape: ProductShape;
  /** The collection that the address names, where it is there for the caller. */
  find(request: FastifyRequest): Promise<Collection>;
  /** As it stands now. */
  showState(request: FastifyRequest, collection: Collection): Promise<CollectionBody>;
  /** Shows products of the store. */
  presenterOf(storeId: string): Promise<(product: CardProduct) => object>;
}

function openDoor(services: Services, { callerOf, shape }: CollectionDoor): CallHands {
  const { storage, readers, clock, config } = services;
  return {
    ...{ callerOf, shape },
    async find(request) {
      const { storeId, seesInactive } = callerOf(request);
      const collection = await readers.of(storeId).collection(slugOf(request));
      if (collection === null || !(collection.isActive || seesInactive)) throw notFound('collection');
      return collection;
    },
    async showState(request, collection) {
      const reader = readers.of(callerOf(request).storeId);
      const state = await readState(reader, collection, clock.nowMicros());
      return presentCollection(state, originOf(request, config));
    },
    async presenterOf(storeId) {
      const store = await storage.directory.findStore(storeId);
      if (store === null) throw notFound('store');
      return (product) => presentAs[shape](product, store.currency);
    },
  };
}

type DescribingCalls = Pick<CollectionCalls, 'list' | 'create' | 'show' | 'change' | 'remove'>;

function describingCalls(
  { readers, pipeline, clock, config }: Services,
  { callerOf, find, showState }: CallHands,
): DescribingCalls {
  const actorIn = (request: FastifyRequest) => {
    const { storeId, actor } = callerOf(request);
    return { storeId, actor };
  };
  const placeOf = (request: FastifyRequest) => ({ ...actorIn(request), slug: slugOf(request) });
  return {
    async list(request, reply) {
      readOnlyPage(request);
      const { storeId } = callerOf(request);
      const question = { now: clock.nowMicros(), origin: originOf(request, config) };
      return await sendMade(request, reply, () => readers.page(storeId, 'collections', question));
    },
    async create(request) {
      const change = { ...actorIn(request), body: jsonObjectOf(request) };
      const collection = await pipeline.changeCollections('createCollection', change);
      return { message: 'The collection has been made.', collection: await showState(request, collection) };
    },
    async show(request) {
      return { collection: await showState(request, await find(request)) };
    },
    async change(request) {
      // First, so that what is wrong in the body tells nothing of a collection that is not there.
      await find(request);
      const change = { ...placeOf(request), body: jsonObjectOf(request) };
      const collection = await pipeline.changeCollections('updateCollection', change);
      const message = 'The collection has been changed.';
      return { message, collection: await showState(request, collection) };
    },
    async remove(request) {
      await pipeline.changeCollections('deleteCollection', placeOf(request));
      return { message: 'The collection has been deleted. Its products stay.' };
    },
  };
}

type LookingCalls = Omit<CollectionCalls, keyof DescribingCalls>;

function lookingCalls(services: Services, { callerOf, shape, find, presenterOf }: CallHands): LookingCalls {
  const { readers, clock } = services;
  return {
    async preview(request, reply) {
      const rules = parsePreview(jsonObjectOf(request));
      const { storeId } = callerOf(request);
      const show = await presenterOf(storeId);
      const preview = await readers.previewCollection({ storeId, rules }, hangUpOf(reply));
      return { preview: presentPreview(preview, show) };
    },
    async suggest(request, reply) {
      readOnlyPage(request);
      const { storeId } = callerOf(request);
      const show = await presenterOf(storeId);
      const suggested = await readers.suggestCollections({ storeId }, hangUpOf(reply));
      const collections = suggested.map(({ title, slug, rules, ...preview }) => ({
        ...{ title, slug, rules },
        ...presentPreview(preview, show),
      }));
      return { collections, next_cursor: null };
    },
    async listProducts(request, reply) {
      const { id, slug, title, description, sort: usual } = await find(request);
      const { storeId } = callerOf(request);
      const page = readPage(request, usual);
      const question = {
        ...{ ...page, collectionId: id, collection: { slug, title, description } },
        ...{ now: clock.nowMicros(), shape },
      };
      return await sendMade(request, reply, () => readers.page(storeId, 'collectionProducts', question));
    },
  };
}

function slugOf(request: FastifyRequest): string {
  return (request.params as { slug?: string }).slug ?? '';
}

/** Of a list that is complete in one answer, which gives no cursor: what it is asked with is checked as everywhere. */
function readOnlyPage(request: FastifyRequest): void {
  const query = readQuery(request.query);
  pageSize(query);
  readCursor(query, () => false);
  query.finish();
}

function readPage(request: FastifyRequest, usual: CollectionSort) {
  const query = readQuery(request.query);
  const limit = pageSize(query);
  const sort = query.choice('sort', collectionSorts) ?? usual;
  const place = readCursor(query, (text) => parsePlace(sort, text) !== null);
  query.finish();
  return { limit, sort, after: place === null ? null : parsePlace(sort, place) };
}

/** What a cursor says (presenters/list-pages.ts): a place is one of its order only. */
function parsePlace(sort: CollectionSort, text: string): MemberPlace | null {
  const [of, inStock, key, productId] = parseList(text);
  const isKey = sort === 'title' ? typeof key === 'string' : Number.isSafeInteger(key);
  if (of !== sort || typeof inStock !== 'boolean' || !isKey) return null;
  if (typeof productId !== 'string' || !isUuid(productId)) return null;
  // A folded title is longer than the title by a few letters at most.
  if (typeof key === 'string' && (key.length > titleKeyMaxLength || key.includes('\0'))) return null;
  return { inStock, key: key as string | number, productId };
}

const titleKeyMaxLength = limits.titleMaxLength * 20;

function parseList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

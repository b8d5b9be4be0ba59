/**
 * Reads the state of a collection from its generations: which one answers, and how many members it has now. It writes nothing. A
 * collection without generations has no members; unreadable ones are named. Times are microseconds since 1970.
 */
// Tests: ./follow-collections.live.test.ts.

import type { Collection, GenerationHead } from '../../storage/collections/tables.ts';
import type { TolerantRows } from '../../storage/damage/damage.ts';
import type { StoreReader } from '../../storage/storage.ts';

/** A collection with how it stands. */
export interface CollectionState {
  readonly collection: Collection;
  readonly isBuilding: boolean;
  readonly productCount: number;
}

/** The generation that answers, or while there is none yet the one that is built; null where even that is gone. */
export function findAnswering(generations: readonly GenerationHead[]): GenerationHead | null {
  const live = generations.findLast(({ state }) => state === 'live');
  return live ?? generations.findLast(({ state }) => state === 'building') ?? null;
}

/** Reads all collections of a store, by title, and the slugs of those that cannot be read. */
export async function readCollections(
  reader: Pick<StoreReader, 'collections'>,
  now: number,
): Promise<TolerantRows<CollectionState>> {
  const { values: collections, damaged } = await reader.collections.list();
  const generations = Map.groupBy(await reader.collections.generations(), ({ collectionId }) => collectionId);
  const states: CollectionState[] = [];
  for (const collection of collections) {
    states.push(await stateOf(reader, collection, generations.get(collection.id) ?? [], now));
  }
  return { values: states, damaged };
}

/** Reads one collection. */
export async function readState(
  reader: Pick<StoreReader, 'collections'>,
  collection: Collection,
  now: number,
): Promise<CollectionState> {
  return await stateOf(reader, collection, await reader.collections.generations(collection.id), now);
}

async function stateOf(
  reader: Pick<StoreReader, 'collections'>,
  collection: Collection,
  generations: readonly GenerationHead[],
  now: number,
): Promise<CollectionState> {
  const answering = findAnswering(generations);
  const isBuilding = generations.some(({ state }) => state === 'building');
  if (answering === null) return { collection, isBuilding, productCount: 0 };
  const { number, isTimed, memberCount } = answering;
  const productCount = isTimed ? await reader.collections.countMembers(number, now) : memberCount;
  return { collection, isBuilding, productCount };
}

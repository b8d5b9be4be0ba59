/** How a collection stands, out of its generations: which one answers, and how many members it has now. */
import type { Collection, CollectionGeneration, CollectionReader } from '../storage/collections.ts';

/** A collection with how it stands. */
export interface CollectionState {
  readonly collection: Collection;
  readonly isBuilding: boolean;
  readonly productCount: number;
}

/** The generation that answers, or while there is none yet the one that is built; null where even that is gone. */
export function findAnswering(generations: readonly CollectionGeneration[]): CollectionGeneration | null {
  const live = generations.findLast(({ state }) => state === 'live');
  return live ?? generations.findLast(({ state }) => state === 'building') ?? null;
}

/** All collections of a store, by title. */
export async function readCollections(reader: CollectionReader, now: number): Promise<CollectionState[]> {
  const collections = await reader.collections();
  const generations = Map.groupBy(await reader.collectionGenerations(), ({ collectionId }) => collectionId);
  const states: CollectionState[] = [];
  for (const collection of collections) {
    states.push(await stateOf(reader, collection, generations.get(collection.id) ?? [], now));
  }
  return states;
}

/** One collection. */
export async function readState(
  reader: CollectionReader,
  collection: Collection,
  now: number,
): Promise<CollectionState> {
  return await stateOf(reader, collection, await reader.collectionGenerations(collection.id), now);
}

async function stateOf(
  reader: CollectionReader,
  collection: Collection,
  generations: readonly CollectionGeneration[],
  now: number,
): Promise<CollectionState> {
  const answering = findAnswering(generations);
  const isBuilding = generations.some(({ state }) => state === 'building');
  if (answering === null) return { collection, isBuilding, productCount: 0 };
  const { number, isTimed, memberCount } = answering;
  const productCount = isTimed ? await reader.countMembers(number, now) : memberCount;
  return { collection, isBuilding, productCount };
}

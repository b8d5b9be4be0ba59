/**
 * Keeps the members of a store's collections equal to what its products say, by following its list of changes as
 * indexes do: a page of changed products is read and held against the rules outside of any transaction; what differs is
 * written together with the place that was reached, if that is still where the page began. So no lease is needed: of two
 * workers that took the same step one finds the place moved, and writes nothing; and what a kill cuts off never was.
 *
 * New rules are a new generation, which reads the list from its start while the one before follows its end. Generations
 * that meet at a place go on together.
 */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { CollectionGeneration, StoreToCollect } from '../storage/collections.ts';
import type { ChangePosition, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { dependsOnCurrency } from './evaluate-rules.ts';
import { newGeneration } from './new-generation.ts';
import { planStep } from './plan-step.ts';

/** With what collections are followed. */
export interface FollowingHands {
  readonly clock: Clock;
  /** Products of a page, at most; and of rows that retired generations lose at a time. */
  readonly productsPerStep: number;
  /** Has a write wait for its turn among all writers of this process. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
}

/** Generations that stand at the same place. */
interface Group {
  readonly position: ChangePosition | null;
  readonly generations: readonly CollectionGeneration[];
}

/** A step was taken by another worker, or its rules were replaced meanwhile. */
class StepWasTaken extends Error {}

/**
 * One round for one store: its newest changes, a page of what is being built, some of what is to be thrown away. True
 * when the store is up to date with `store`; otherwise there is more to do at once.
 */
export async function followCollections(
  storage: Storage,
  { store, version }: StoreToCollect,
  hands: FollowingHands,
): Promise<boolean> {
  const write = <Result>(work: (writer: StoreWriter) => Promise<Result>) =>
    hands.inTurn(store.id, () => storage.write(store.id, work));
  const generations = await storage.reader(store.id).collectionGenerations();
  const retired = generations.find(({ state }) => state === 'retired');
  if (retired !== undefined) {
    await write((writer) => writer.deleteRetired(retired.number, hands.productsPerStep));
  }
  const active = generations.filter(({ state }) => state !== 'retired');
  const outdated = findOutdated(active, store);
  if (outdated.length > 0) {
    await write((writer) => renew(writer, outdated));
    return false;
  }
  const groups = groupByPosition(active);
  const [rear, next] = groups;
  const front = groups.at(-1);
  let isAtEnd = true;
  // The newest changes first: shoppers see those, and building may take a while.
  if (front !== undefined && front !== rear) await step({ storage, write, hands }, store, front, null);
  if (rear !== undefined)
    isAtEnd = await step({ storage, write, hands }, store, rear, next?.position ?? null);
  // What was just completed has replaced something, which the next round throws away.
  const isDone = isAtEnd && groups.length <= 1 && generations.every(({ state }) => state === 'live');
  if (isDone) {
    const followed = { changeNumber: store.changeNumber, version };
    await write((writer) => writer.noteCollectionsFollowed(followed));
  }
  return isDone;
}

/** By place, the one that is furthest behind first. */
function groupByPosition(generations: readonly CollectionGeneration[]): Group[] {
  const groups = Map.groupBy(generations, ({ position }) =>
    position === null ? '' : `${position.changeNumber} ${position.externalId}`,
  );
  return [...groups.values()]
    .map((members) => ({ position: members[0]?.position ?? null, generations: members }))
    .sort((left, right) => comparePositions(left.position, right.position));
}

function comparePositions(left: ChangePosition | null, right: ChangePosition | null): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  const byNumber = left.changeNumber - right.changeNumber;
  if (byNumber !== 0) return byNumber;
  // The order of the databases: by code points.
  return Buffer.compare(Buffer.from(left.externalId), Buffer.from(right.externalId));
}

interface StepHands {
  readonly storage: Storage;
  readonly hands: FollowingHands;
  readonly write: <Result>(work: (writer: StoreWriter) => Promise<Result>) => Promise<Result>;
}

/** A page for one group, at most up to the place where the next one stands. True when it came to the end of the list. */
async function step(
  { storage, hands, write }: StepHands,
  store: Store,
  { position, generations }: Group,
  meetingPlace: ChangePosition | null,
): Promise<boolean> {
  const reader = storage.reader(store.id);
  const limit = pageSizeFor(generations.length, hands.productsPerStep);
  const read = await reader.collectedProducts({ after: position, limit });
  const page =
    meetingPlace === null ? read : read.filter((product) => comparePositions(product, meetingPlace) <= 0);
  const hasMet = meetingPlace !== null && (page.length < read.length || read.length < limit);
  const isAtEnd = read.length < limit && !hasMet;
  const isUnfinished = generations.some(({ state }) => state === 'building');
  if (page.length === 0 && !hasMet && !isUnfinished) return isAtEnd;
  const known = await reader.memberships(page.map(({ id }) => id));
  const changes = planStep(generations, page, known, hands.clock.nowMicros());
  const last = page.at(-1);
  const reached = hasMet ? meetingPlace : last === undefined ? position : positionOf(last);
  try {
    await write(async (writer) => {
      for (const [index, { generation, removed, written, added }] of changes.entries()) {
        const isComplete = isAtEnd && generations[index]?.state === 'building';
        const move = { number: generation, from: position, to: reached, added, isComplete };
        if (!(await writer.moveGeneration(move))) throw new StepWasTaken();
        await writer.deleteMemberships(generation, removed);
        await writer.putMemberships(written);
      }
      if (isAtEnd) await retireReplaced(writer, generations);
    });
  } catch (error) {
    if (!(error instanceof StepWasTaken)) throw error;
    return false;
  }
  return isAtEnd;
}

function positionOf({ changeNumber, externalId }: ChangePosition): ChangePosition {
  return { changeNumber, externalId };
}

/** So that neither products nor rows of a transaction are many. */
function pageSizeFor(generations: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(limits.collectionPlacesPerStep / generations)));
}

/** Those that answered before the generations that are complete now. */
async function retireReplaced(
  writer: StoreWriter,
  completed: readonly CollectionGeneration[],
): Promise<void> {
  const built = completed.filter(({ state }) => state === 'building');
  if (built.length === 0) return;
  const numbers = new Set(built.map(({ number }) => number));
  const collections = new Set(built.map(({ collectionId }) => collectionId));
  for (const { number, collectionId, state } of await writer.collectionGenerations()) {
    const isReplaced = state === 'live' && collections.has(collectionId) && !numbers.has(number);
    if (isReplaced) await writer.retireGeneration(number);
  }
}

/** Newest generations whose prices were compared in another currency than the store's. */
function findOutdated(active: readonly CollectionGeneration[], { currency }: Store): CollectionGeneration[] {
  const newest = new Map(active.map((generation) => [generation.collectionId, generation]));
  return [...newest.values()].filter(
    (generation) => generation.currency !== currency && dependsOnCurrency(generation.rules),
  );
}

async function renew(writer: StoreWriter, outdated: readonly CollectionGeneration[]): Promise<void> {
  for (const { collectionId, rules } of outdated) await newGeneration(writer, collectionId, rules);
}

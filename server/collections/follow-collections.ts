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
import type {
  CollectedProduct,
  CollectionGeneration,
  CollectionReader,
  StoreToCollect,
} from '../storage/collections.ts';
import type { ChangePosition, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { dependsOnCurrency } from './evaluate-rules.ts';
import { newGeneration } from './new-generation.ts';
import { StepPlan } from './plan-step.ts';
import { inTurns } from './products-in-turns.ts';

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
  const reader = storage.reader(store.id);
  const retired = (await reader.collectionGenerations()).find(({ state }) => state === 'retired');
  if (retired !== undefined) {
    await write((writer) => writer.deleteRetired(retired.number, hands.productsPerStep));
  }
  const active = await reader.followedGenerations();
  const outdated = findOutdated(active, store);
  if (outdated.length > 0) {
    await write((writer) => renew(writer, outdated));
    return false;
  }
  const groups = groupByPosition(active);
  const following = { storage, write, hands };
  const front = groups.at(-1);
  const behind = groups.at(-2);
  // The newest changes first: shoppers see those, and building may take a while.
  const reached =
    front === undefined ? { position: null, isAtEnd: true } : await step(following, store, front, null);
  const { isAtEnd } = reached;
  // Of what is built, what is furthest comes to its end first; what came later begins together after it.
  if (front !== undefined && behind !== undefined && (isAtEnd || isAnswering(front))) {
    await step(following, store, behind, { ...front, position: reached.position });
  }
  // What was just completed has replaced something, which the next round throws away.
  const areAllLive = retired === undefined && active.every(({ state }) => state === 'live');
  const isDone = isAtEnd && groups.length <= 1 && areAllLive;
  if (isDone) {
    const followed = { changeNumber: store.changeNumber, version };
    await write((writer) => writer.noteCollectionsFollowed(followed));
  }
  return isDone;
}

/** By place, the one that is furthest behind first. Of those that wait for their beginning, some begin together. */
function groupByPosition(generations: readonly CollectionGeneration[]): Group[] {
  let left: number = limits.collectionsBuiltTogether;
  const groups = Map.groupBy(generations, ({ position, state }) => {
    if (position !== null) return `${position.changeNumber} ${position.externalId}`;
    if (state === 'building') left -= 1;
    return left < 0 && state === 'building' ? 'waiting' : '';
  });
  const waiting = groups.get('waiting');
  groups.delete('waiting');
  const standing = sortByPosition(groups);
  return waiting === undefined ? standing : [{ position: null, generations: waiting }, ...standing];
}

function sortByPosition(groups: ReadonlyMap<string, readonly CollectionGeneration[]>): Group[] {
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

/** How far a step came, and whether that is the end of the list. */
interface Reached {
  readonly position: ChangePosition | null;
  readonly isAtEnd: boolean;
}

/** A page for one group, at most up to the place of the group before it, which it joins there. */
async function step(
  { storage, hands, write }: StepHands,
  store: Store,
  { position, generations }: Group,
  ahead: Group | null,
): Promise<Reached> {
  const meetingPlace = ahead?.position ?? null;
  const reader = storage.reader(store.id);
  const limit = hands.productsPerStep;
  // A product that cannot be read stays where it is: the index names it.
  const { products, last: end, isMore } = await reader.collectedProducts({ after: position, limit });
  const page =
    meetingPlace === null
      ? products
      : products.filter((product) => comparePositions(product, meetingPlace) <= 0);
  const { plan, count } = await planPage(reader, generations, page, hands.clock);
  const isWhole = count === page.length;
  const hasMet =
    isWhole &&
    meetingPlace !== null &&
    (!isMore || (end !== null && comparePositions(end, meetingPlace) > 0));
  const isAtEnd = isWhole && !isMore && !hasMet;
  const isUnfinished = generations.some(({ state }) => state === 'building');
  if (end === null && !hasMet && !isUnfinished) return { position, isAtEnd };
  const last = isWhole ? end : (page[count - 1] ?? null);
  const reached = hasMet ? meetingPlace : last === null ? position : positionOf(last);
  // What stands where one that answers stands has seen as much as that.
  const isComplete = isAtEnd || (hasMet && ahead !== null && isAnswering(ahead));
  try {
    await write(async (writer) => {
      const move = { from: position, to: reached, added: plan.added, isComplete };
      if (!(await writer.moveGenerations(move))) throw new StepWasTaken();
      if (await someWereErased(writer, page, store.changeNumber)) throw new StepWasTaken();
      for (const [generation, removed] of plan.removed) await writer.deleteMemberships(generation, removed);
      await writer.rekeyMemberships(plan.rekeyed);
      await writer.putMemberships(plan.written);
      if (isComplete) await retireReplaced(writer, generations);
    });
  } catch (error) {
    if (!(error instanceof StepWasTaken)) throw error;
    return { position, isAtEnd: false };
  }
  return { position: reached, isAtEnd };
}

/** Whether a product of the page, which was read after the change, is gone: it would be a member for ever. */
async function someWereErased(
  writer: StoreWriter,
  page: readonly CollectedProduct[],
  since: number,
): Promise<boolean> {
  const upTo = writer.store.changeNumber;
  if (upTo === since || page.length === 0) return false;
  const after = { changeNumber: since + 1, productId: '' };
  const erased = await writer.erasedProducts({ after, upTo, limit: limits.collectionProductsPerStep });
  if (erased.length === limits.collectionProductsPerStep) return true;
  const ids = new Set(erased.map(({ productId }) => productId));
  return page.some(({ id }) => ids.has(id));
}

/** Plans for as many products of the page as may change in one transaction. */
async function planPage(
  reader: CollectionReader,
  generations: readonly CollectionGeneration[],
  page: readonly CollectedProduct[],
  clock: Clock,
): Promise<{ plan: StepPlan; count: number }> {
  const plan = new StepPlan(generations);
  const most = limits.collectionPlacesPerStep;
  const productsPerRead = Math.max(1, Math.floor(most / generations.length));
  let count = 0;
  while (count < page.length && plan.rows < most) {
    const some = page.slice(count, count + productsPerRead);
    const known = await reader.memberships(some.map(({ id }) => id));
    const knownBy = Map.groupBy(known, ({ productId }) => productId);
    for await (const product of inTurns(some, generations.length))
      plan.add(product, knownBy.get(product.id) ?? [], clock.nowMicros());
    count += some.length;
  }
  return { plan, count };
}

function isAnswering({ generations }: Group): boolean {
  return generations.some(({ state }) => state === 'live');
}

function positionOf({ changeNumber, externalId }: ChangePosition): ChangePosition {
  return { changeNumber, externalId };
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

/**
 * Keeps the members of a store's collections equal to what its products say, by following its list of changes as
 * indexes do: a page of changed products is read and held against the rules outside of any transaction; what differs is
 * written together with the place that was reached, if that is still where the page began. So no lease is needed: of two
 * workers that took the same step one finds the place moved, and writes nothing; and what a kill cuts off never was. It is
 * written under a lock of members alone: writes of the store, and what owners do with collections, go on beside it.
 *
 * New rules are a new generation, which reads the list from its start while the one before follows its end. Generations
 * that meet at a place go on together. Which of them are to be thrown away shows in what there is (`obsolete-generations.ts`).
 *
 * Limits: 500 products and 4,000 places a step, 25 generations that are built together. A product that cannot be read keeps its
 * places. It never changes products or rules.
 */
// Tests: ./follow-collections.live.test.ts.

import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { dependsOnCurrency } from '../../merchandising/conditions/evaluate-rules.ts';
import type {
  CollectedProduct,
  CollectionGeneration,
  CollectionReader,
  MemberWriter,
  StoreToCollect,
} from '../../storage/collections/tables.ts';
import type { ChangePosition, Store } from '../../storage/records.ts';
import type { Storage, StoreReader } from '../../storage/storage.ts';
import { findObsolete } from './obsolete-generations.ts';
import { StepPlan } from './plan-step.ts';
import { inTurns } from './products-in-turns.ts';
import { newGeneration } from './write-collections.ts';

/** The parts that following collections needs. */
export interface FollowingDependencies {
  readonly clock: Clock;
  /** Products of a page, at most; and of rows that retired generations lose at a time. */
  readonly productsPerStep: number;
  /** Makes a write wait for its turn among all writers of this process. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
}

/** Generations that stand at the same place. */
interface Group {
  readonly position: ChangePosition | null;
  readonly oldPosition: ChangePosition | null;
  readonly generations: readonly CollectionGeneration[];
}

type WriteMembers = <Result>(work: (writer: MemberWriter) => Promise<Result>) => Promise<Result>;

/** A step was taken by another worker, or its rules were replaced meanwhile. */
class StepWasTaken extends Error {}

/**
 * Does one round for one store: its newest changes, a page of what is being built, some of what is to be deleted. True
 * when the store is up to date with `store`; otherwise there is more to do at once.
 */
export async function followCollections(
  storage: Storage,
  { store, version }: StoreToCollect,
  dependencies: FollowingDependencies,
): Promise<boolean> {
  const write: WriteMembers = (work) =>
    dependencies.inTurn(store.id, () => storage.writeMembers(store.id, work));
  const reader = storage.reader(store.id);
  if ((await readObsolete(reader.collections)).length > 0) {
    await write(async (writer) => await writer.retireGenerations(await readObsolete(writer)));
  }
  const retired = (await reader.collections.generations()).find(({ state }) => state === 'retired');
  if (retired !== undefined) {
    await write((writer) => writer.deleteRetired(retired.number, dependencies.productsPerStep));
  }
  const active = await reader.collections.followedGenerations();
  const outdated = findOutdated(active, store);
  if (outdated.length > 0) {
    await dependencies.inTurn(store.id, () => renew(storage, store, outdated));
    return false;
  }
  const groups = groupByPosition(active);
  const following = { storage, write, dependencies };
  const front = groups.at(-1);
  const behind = groups.at(-2);
  // The newest changes first: shoppers see those, and building may take a while.
  const reached =
    front === undefined ? { position: null, isAtEnd: true } : await step(following, store, front, null);
  const { isAtEnd } = reached;
  // Of the generations under construction the furthest ends first; later ones begin together after it.
  if (front !== undefined && behind !== undefined && (isAtEnd || isAnswering(front))) {
    await step(following, store, behind, { ...front, position: reached.position });
  }
  // A generation that was just completed has replaced another one, which the next round deletes.
  const areAllLive = retired === undefined && active.every(({ state }) => state === 'live');
  const isDone = isAtEnd && groups.length <= 1 && areAllLive;
  if (isDone) {
    const followed = { changeNumber: store.changeNumber, version };
    await write((writer) => writer.noteCollectionsFollowed(followed));
  }
  return isDone;
}

async function readObsolete(reader: Pick<CollectionReader, 'generations' | 'names'>): Promise<number[]> {
  // A collection is there before its first generation, so that it is read second.
  const generations = await reader.generations();
  return findObsolete(generations, await reader.names());
}

/**
 * Groups generations by their position, the one furthest behind first. Among generations that wait for their beginning,
 * some begin together.
 */
function groupByPosition(generations: readonly CollectionGeneration[]): Group[] {
  let left: number = limits.collectionsBuiltTogether;
  const { waiting = [], begun = [] } = Object.groupBy(generations, ({ position, state }) =>
    position === null && state === 'building' && --left < 0 ? 'waiting' : 'begun',
  );
  return [...sortByPosition(waiting), ...sortByPosition(begun)];
}

function sortByPosition(generations: readonly CollectionGeneration[]): Group[] {
  const groups = Map.groupBy(generations, ({ position, oldPosition }) =>
    JSON.stringify([position, oldPosition]),
  );
  return [...groups.values()]
    .map((members) => ({ position: null, oldPosition: null, ...members[0], generations: members }))
    .sort((left, right) => comparePositions(left.position, right.position));
}

function comparePositions(left: ChangePosition | null, right: ChangePosition | null): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  const byNumber = left.changeNumber - right.changeNumber;
  if (byNumber !== 0) return byNumber;
  // The order of the databases: by code points.
  return Buffer.compare(Buffer.from(left.externalId), Buffer.from(right.externalId));
}

interface StepDependencies {
  readonly storage: Storage;
  readonly dependencies: FollowingDependencies;
  readonly write: WriteMembers;
}

/** The place that a step reached, and whether it is the end of the list. */
interface Reached {
  readonly position: ChangePosition | null;
  readonly isAtEnd: boolean;
}

/** A page for one group, at most up to the place of the group before it, which it joins there. */
async function step(
  { storage, dependencies, write }: StepDependencies,
  store: Store,
  { position, oldPosition, generations }: Group,
  ahead: Group | null,
): Promise<Reached> {
  const meetingPlace = ahead?.position ?? null;
  const reader = storage.reader(store.id);
  const limit = dependencies.productsPerStep;
  // A product that cannot be read stays where it is: the index names it.
  const {
    products,
    last: end,
    isMore,
  } = await reader.collections.changedProducts({ after: position, limit });
  const page =
    meetingPlace === null
      ? products
      : products.filter((product) => comparePositions(product, meetingPlace) <= 0);
  const { plan, count } = await planPage(reader, generations, page, dependencies.clock);
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
  // A generation at the same place as one that answers has seen as much as that one.
  const isComplete = isAtEnd || (hasMet && ahead !== null && isAnswering(ahead));
  const move = { from: position, oldFrom: oldPosition, to: reached, added: plan.added, isComplete };
  try {
    await write(async (writer) => {
      if (!(await writer.moveGenerations(move))) throw new StepWasTaken();
      await writePlan(writer, plan);
    });
  } catch (error) {
    if (!(error instanceof StepWasTaken)) throw error;
    return { position, isAtEnd: false };
  }
  return { position: reached, isAtEnd };
}

async function writePlan(writer: MemberWriter, plan: StepPlan): Promise<void> {
  const keys = plan.planKeys(await writer.keyedProducts([...plan.products.keys()]));
  if (keys === null) throw new StepWasTaken();
  await writer.putMemberKeys(keys.replaced, 'replaced');
  await writer.putMemberKeys(keys.kept, 'kept');
  await writer.deleteMemberships(plan.removed);
  await writer.putMemberships(plan.written);
  await writer.dropMemberKeys(keys.dropped);
}

/** Places of products that are read together, where each is a member everywhere. Chosen: 20 to 40 ms. */
const placesPerRead = 20_000;

/** Plans for as many products of the page as may change in one transaction. */
async function planPage(
  reader: Pick<StoreReader, 'collections'>,
  generations: readonly CollectionGeneration[],
  page: readonly CollectedProduct[],
  clock: Clock,
): Promise<{ plan: StepPlan; count: number }> {
  const plan = new StepPlan(generations);
  const most = limits.collectionPlacesPerStep;
  const productsPerRead = Math.max(1, Math.floor(placesPerRead / generations.length));
  let count = 0;
  while (count < page.length && plan.rows < most) {
    const some = page.slice(count, count + productsPerRead);
    const known = await reader.collections.memberships(some.map(({ id }) => id));
    const knownBy = Map.groupBy(known, ({ productId }) => productId);
    for await (const product of inTurns(some, generations.length)) {
      plan.add(product, knownBy.get(product.id) ?? [], clock.nowMicros());
      count += 1;
      if (plan.rows >= most) break;
    }
  }
  return { plan, count };
}

function isAnswering({ generations }: Group): boolean {
  return generations.some(({ state }) => state === 'live');
}

function positionOf({ changeNumber, externalId }: ChangePosition): ChangePosition {
  return { changeNumber, externalId };
}

/** Newest generations whose prices were compared in another currency than the store's. */
function findOutdated(active: readonly CollectionGeneration[], { currency }: Store): CollectionGeneration[] {
  const newest = new Map(active.map((generation) => [generation.collectionId, generation]));
  return [...newest.values()].filter(
    (generation) => generation.currency !== currency && dependsOnCurrency(generation.rules),
  );
}

async function renew(
  storage: Storage,
  { id }: Store,
  outdated: readonly CollectionGeneration[],
): Promise<void> {
  await storage.write(id, async (writer) => {
    for (const { collectionId, rules } of outdated) await newGeneration(writer, collectionId, rules);
  });
}

/**
 * Rounds of constant traffic with one fault each: what callers met is held against what the fault may cause, the time until everything
 * works again is taken, and then all that was promised is held against the database and every node. Recovery has 120 s, showing a
 * write on all nodes 2 s (Contract §4). A round never begins while the last one is not repaired; the first broken promise rejects.
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type Random } from '../../../bench/random.ts';
import { callerAt } from '../child-service.ts';
import { newAddress } from '../feeds.ts';
import { startHostileFeedServer } from '../hostile-feed-server.ts';
import { ask } from '../store-calls.ts';
import { waitUntil } from '../wait-until.ts';
import { ApiShop } from './api-shop.ts';
import { type Cluster, type ClusterNode, type ClusterOptions, startCluster } from './cluster.ts';
import type { Fault, Inflicted } from './faults.ts';
import { FeedShop } from './feed-shop.ts';
import { type Journal, openJournal, type Trouble } from './journal.ts';
import { type PromisedAnswer, productOfCard } from './product-book.ts';

/** The results of a round. */
export interface RoundReport {
  readonly fault: string;
  readonly target: string;
  readonly reads: number;
  readonly writes: number;
  /** Requests that were not answered as on any other day; all of them as the fault may cause. */
  readonly refused: number;
  readonly slowestReadMs: number;
  /** How long after the answer to a write the last node showed it, at most, under traffic once all was back. */
  readonly shownMs: number;
  /**
   * Milliseconds from the end of the fault until a write of every shop was taken, a feed of every shop was read, and all
   * nodes are ready.
   */
  readonly recoveryMs: { readonly writes: number; readonly jobs: number; readonly nodes: number };
}

/** A cluster with shops on it. */
export interface Town {
  readonly cluster: Cluster;
  readonly journal: Journal;
  round(fault: Fault): Promise<RoundReport>;
  /** Traffic without a fault, for so long. */
  peace(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export interface TownOptions extends ClusterOptions {
  readonly seed: number;
  /** Number of shops of each kind. */
  readonly shops?: number;
  /** How much longer shops pause between two calls than they might, as a factor. */
  readonly leisure?: number;
}

const recoveryLimitMs = 120_000;
/** Milliseconds within which every node shows what was answered (Contract §4). */
const visibleMs = 2_000;
/** How long there is traffic before a fault at least, and as much again by chance. */
const calmMs = 800;

/** Starts a cluster with its shops. */
export async function openTown(options: TownOptions): Promise<Town> {
  const { seed, shops: count = 2, leisure = 1 } = options;
  await using started = new AsyncDisposableStack();
  const cluster = await startCluster(options);
  started.defer(() => cluster.close());
  const storage = await cluster.data.openStorage();
  started.defer(() => storage.close());
  const feedServer = await startHostileFeedServer();
  started.defer(() => feedServer.close());
  const journal = openJournal(cluster.balancer.origin);
  started.defer(() => journal.close());
  const shops: Scene['shops'][number][] = [];
  for (let index = 0; index < count; index += 1) {
    shops.push(new ApiShop(await cluster.createStore(), journal, { seed: seed + index, leisure }));
    const feedShop = await FeedShop.open(await cluster.createStore(), {
      ...{ journal, address: newAddress(feedServer) },
    });
    started.defer(() => feedShop.close());
    shops.push(feedShop);
  }
  for (const shop of shops) await shop.prepare();
  const random = createRandom(seed);

  const restActors = () => Promise.all(shops.map(({ troupe }) => troupe.rest()));

  /** Traffic comes to rest; whatever was promised is looked at. */
  async function rest(): Promise<void> {
    await restActors();
    for (const shop of shops) await shop.audit(storage);
    await auditNodes(cluster, shops);
  }
  const running = started.move();
  return {
    ...{ cluster, journal },
    async peace(milliseconds) {
      for (const { troupe } of shops) troupe.start();
      const over = pause(milliseconds);
      await timeToShow({ cluster, shops });
      await over;
      await rest();
      assert.deepEqual(journal.troubles, []);
    },
    async round(fault) {
      const before = noteBefore(journal);
      for (const { troupe } of shops) troupe.start();
      await pause(calmMs * (1 + random()));
      const { inflicted, recoveryMs, lasted, shownMs } = await endure(fault, {
        ...{ cluster, journal, shops, random },
      }).catch(async (error: unknown) => {
        // The trouble that an actor met says more than that something did not come back.
        await restActors();
        throw error;
      });
      await rest();
      const troubles = journal.troubles.slice(before.troubles);
      const strange = troubles.filter((trouble) => !(lasted(trouble) && inflicted.mayCause(trouble)));
      assert.deepEqual(strange, [], `${fault.name} (${inflicted.target}): ${troubles.length} troubles`);
      const { reads, writes, slowestReadMs } = journal.counts;
      return {
        ...{ fault: fault.name, target: inflicted.target, recoveryMs, slowestReadMs, shownMs },
        ...{ reads: reads - before.reads, writes: writes - before.writes, refused: troubles.length },
      };
    },
    close: () => running.disposeAsync(),
  };
}

function noteBefore({ troubles, counts }: Journal) {
  counts.slowestReadMs = 0;
  return { troubles: troubles.length, reads: counts.reads, writes: counts.writes };
}

interface Scene {
  readonly cluster: Cluster;
  readonly journal: Journal;
  readonly shops: readonly (ApiShop | FeedShop)[];
  readonly random: Random;
}

async function endure(fault: Fault, { cluster, shops, random, journal }: Scene) {
  const processes = cluster.nodes.map(({ service }) => service());
  const readsBefore = journal.counts.reads;
  const beganAt = performance.now();
  const inflicted: Inflicted = await fault.inflict(cluster, random);
  const since = (what: string, holds: () => Promise<boolean> | boolean) =>
    waitUntil(`${what} after ${fault.name} (${inflicted.target})`, holds, recoveryLimitMs).then(
      () => performance.now() - inflicted.overAt,
    );
  const feedShops = shops.filter((shop) => shop instanceof FeedShop);
  const [writes, jobs, nodes] = await Promise.all([
    since('writes', writesOf(cluster, shops)),
    since('runs of feeds', () => feedShops.every(({ lastAskedAt }) => lastAskedAt > inflicted.overAt)),
    inflicted.done.then(() => since('all nodes', () => areReady(cluster))),
  ]);
  assert.ok(journal.counts.reads > readsBefore, 'shoppers got no answer while it lasted');
  for (const [index, service] of processes.entries()) {
    const node = cluster.nodes[index];
    const wasKilled = node?.service() !== service;
    if (service.hasEnded() && !wasKilled) throw new Error(`${node?.name} is gone: ${service.log()}`);
  }
  const backAt = performance.now();
  const shownMs = await timeToShow({ cluster, shops });
  // Nothing is excused by what had not begun yet, or was over.
  const lasted = ({ sentAt, endedAt }: Trouble) => endedAt >= beganAt && sentAt <= backAt;
  return { inflicted, recoveryMs: { writes, jobs, nodes }, lasted, shownMs };
}

/** How long after the answer to a write every node shows it, at most: one write of each shop, under traffic. */
async function timeToShow({ cluster, shops }: Pick<Scene, 'cluster' | 'shops'>): Promise<number> {
  const times = shops.map(async (shop) => {
    if (!(shop instanceof ApiShop)) return 0;
    const written = await shop.writeOne();
    const writtenAt = performance.now();
    await Promise.all(cluster.apiNodes.map((node) => untilShown(node, shop, written)));
    return performance.now() - writtenAt;
  });
  return Math.max(...(await Promise.all(times)));
}

/** Holds once a write of each shop was taken since. */
function writesOf(cluster: Cluster, shops: Scene['shops']): () => Promise<boolean> {
  const left = new Set(shops.map(({ created }) => created.keys.secret));
  return async () => {
    const probe = async (key: string) => {
      const body = { synonyms: [{ terms: ['sofa', `couch ${Math.round(performance.now())}`] }] };
      const caller = callerAt(cluster.balancer.origin, key);
      const { status } = await caller.request('PUT', '/api/v1/synonyms', { body });
      if (status === 200) left.delete(key);
    };
    await Promise.all([...left].map(probe));
    return left.size === 0;
  };
}

async function areReady({ nodes, balancer, apiNodes }: Cluster): Promise<boolean> {
  const ready = await Promise.all(nodes.map((node) => node.isReady()));
  return ready.every(Boolean) && balancer.ready().length === apiNodes.length;
}

/** Every node shows what was promised, and shows the same. */
async function auditNodes({ apiNodes }: Cluster, shops: Scene['shops']): Promise<void> {
  for (const node of apiNodes) {
    for (const shop of shops) {
      await Promise.all(shop.expectedAnswers().map((expected) => untilShown(node, shop, expected)));
    }
  }
}

async function untilShown(
  { name, service }: ClusterNode,
  { created }: Scene['shops'][number],
  { id, product }: PromisedAnswer,
): Promise<void> {
  const node = callerAt(service().origin, created.keys.storefront);
  let shown = 'nothing';
  const isRight = async () => {
    const { products } = await ask(node, id, { limit: 5 });
    const card = products.find(({ title }) => title.split(' ').includes(id));
    shown = JSON.stringify(card === undefined ? null : productOfCard(card));
    return shown === JSON.stringify(product);
  };
  const promised = `${JSON.stringify(product)} for "${id}" on ${name}`;
  await waitUntil(promised, isRight, visibleMs).catch((error: Error) => {
    throw new Error(`${error.message}; shown is ${shown}`);
  });
}

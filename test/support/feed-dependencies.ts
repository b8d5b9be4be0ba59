/**
 * Works on feeds without a service, as its pipeline thread does, when the test calls it. A job is held for the usual lease (5 s). It
 * calls servers on this machine only, unless a guard is given; a failed run is noted in the run, other errors reject.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { type Clock, createSystemClock } from '../../server/clock.ts';
import type { FeedRunEnvironment } from '../../server/feeds/feed-environment.ts';
import { runFeed } from '../../server/feeds/run-feed.ts';
import { newId, randomSecret } from '../../server/ids.ts';
import { RemoteWait } from '../../server/jobs/remote-wait.ts';
import { createOutbound, type OutboundParts } from '../../server/outbound/create-outbound.ts';
import { createSealer } from '../../server/secrets/seal.ts';
import type { Feed, FeedRun } from '../../server/storage/feeds/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { callFeeds } from './call-operation.ts';

/** A worker of feeds that works only when it is told to. */
export interface FeedDependencies {
  readonly environment: FeedRunEnvironment;
  register(storeId: string, fields: Readonly<Record<string, unknown>>): Promise<Feed>;
  refresh(feed: Feed, force?: boolean): Promise<FeedRun>;
  /** Claims the feed that is due longest and works on it to the end. False where none is due. */
  work(changes?: Partial<FeedRunEnvironment>): Promise<boolean>;
  close(): Promise<void>;
}

/** Servers on this machine may be called, unless `guard` says otherwise. */
export function createFeedDependencies(
  storage: Storage,
  clock: Clock = createSystemClock(),
  guard: Partial<Omit<OutboundParts, 'clock'>> = {},
): FeedDependencies {
  const { policy = { allowPrivate: true } } = guard;
  const outbound = createOutbound({ ...guard, policy, clock });
  const environment: FeedRunEnvironment = {
    clock,
    newId,
    policy,
    outbound,
    enrich: true,
    sealer: createSealer([randomSecret(32)]),
    inTurn: (_storeId, task) => task(),
    makeAnswerable: async () => {},
    countRows: () => {},
    announce: async () => {},
    pause: async () => {},
    wait: new RemoteWait(clock),
    stopping: new AbortController().signal,
  };
  const call = callFeeds(storage, environment);
  return {
    environment,
    async register(storeId, fields) {
      const body = { name: 'Main feed', feed_format: 'json', ...fields };
      const { id } = (await call('registerFeed', { storeId, body })).feed;
      const feed = await storage.reader(storeId).feeds.find(id);
      assert.ok(feed !== null);
      return feed;
    },
    async refresh({ storeId, id }, force = false) {
      const { run } = await call('refreshFeed', { storeId, params: { feed_id: id }, body: { force } });
      const found = await storage.reader(storeId).feeds.run(run.id);
      assert.ok(found !== null);
      return found;
    },
    async work(changes = {}) {
      const owner = newId();
      const job = await storage.directory.claimJob('feed', { owner, leaseMs: limits.leaseMs });
      if (job === null) return false;
      assert.equal(job.kind, 'feed');
      const lease = { jobId: job.id, owner, leaseMs: limits.leaseMs };
      await runFeed(storage, job, lease, { ...environment, ...changes });
      await storage.directory.releaseLease(lease, false);
      return true;
    },
    close: () => outbound.close(),
  };
}

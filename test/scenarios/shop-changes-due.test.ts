/**
 * Goal: what changed in a shop is read every five minutes, however often the feed is changed meanwhile. Method: a merchant who changes
 * the feed every two minutes, on real databases whose clock the test moves, beside a server that speaks the API of a shop.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { runFeed } from '../../server/feeds/run-feed.ts';
import { newId } from '../../server/ids.ts';
import { createStorage } from '../../server/storage/create-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import { callFeeds } from '../support/call-operation.ts';
import { type TestEngine, testOnEngines } from '../support/engines.ts';
import { createFeedDependencies } from '../support/feed-dependencies.ts';
import { changingShops } from '../support/platforms/changing-shops.ts';
import { clockOf } from '../support/simulated-clock.ts';
import { storeRow } from '../support/storage-rows.ts';

const minuteMs = 60_000;

/** A shop whose feed reads it wholly once a day, in a world whose clocks the test moves. */
async function openWorld(engine: TestEngine) {
  const { target, close } = await engine.open();
  const [time, shop] = [{ micros: Date.now() * 1_000 }, await changingShops.woocommerce()];
  const database = target.engine === 'sqlite' ? openSqliteDatabase(target) : openPostgresDatabase(target);
  const storage = createStorage({ ...database, now: clockOf(time) });
  await storage.migrate();
  shop.server.clockMs = () => time.micros / 1_000;
  shop.put(1, '5.00');
  const dependencies = createFeedDependencies(storage);
  const storeId = newId();
  await storage.directory.createStore({ ...storeRow(), id: storeId, name: storeId }, []);
  const fields = { ...shop.feed, feed_url: shop.server.origin, refresh_interval: '24h' };
  const { id } = await dependencies.register(storeId, fields);
  const call = callFeeds(storage, dependencies.environment);
  return {
    url: shop.server.origin,
    pass(minutes: number) {
      time.micros += minutes * minuteMs * 1_000;
    },
    change: (body: object) => call('updateFeed', { storeId, params: { feed_id: id }, body }),
    /** Works on the feed if it is due; says whether it was. */
    async work(): Promise<boolean> {
      const lease = { owner: newId(), leaseMs: limits.leaseMs };
      // Claims that pass over no store are compiled once, with the time of that moment.
      const job = await storage.directory.claimJob('feed', lease, { stores: [newId()] });
      if (job === null) return false;
      await runFeed(storage, job, { ...lease, jobId: job.id }, dependencies.environment);
      return true;
    },
    async close() {
      await dependencies.close();
      await shop.server.close();
      await storage.close();
      await close();
    },
  };
}

function inWorld(title: string, run: (world: Awaited<ReturnType<typeof openWorld>>) => Promise<void>): void {
  testOnEngines(title, async (engine) => {
    const world = await openWorld(engine);
    try {
      await run(world);
    } finally {
      await world.close();
    }
  });
}

inWorld('changes of a shop are read while its feed is changed', async (world) => {
  assert.ok(await world.work(), 'the first run');
  const readAt: number[] = [];
  for (let minute = 1; minute <= 17; minute += 1) {
    world.pass(1);
    if (minute % 2 === 0) {
      const same = { feed_url: world.url, refresh_interval: '24h', is_active: true };
      await world.change({ ...same, name: `Shop ${minute}`, orders_secret: `secret-of-minute-${minute}` });
    }
    if (await world.work()) readAt.push(minute);
  }
  // Up to 5 % later than five minutes, and seen at the next whole minute.
  assert.deepEqual(readAt, [6, 12]);
});

inWorld('another interval or activity makes a feed due by it', async (world) => {
  assert.ok(await world.work(), 'the first run');
  await world.change({ refresh_interval: '1h' });
  await world.change({ is_active: false });
  world.pass(10);
  assert.ok(!(await world.work()), 'it is paused');
  await world.change({ name: 'Shop' });
  assert.ok(!(await world.work()), 'it is paused still');
  await world.change({ is_active: true });
  assert.ok(await world.work(), 'it is due at once');
  world.pass(4);
  assert.ok(!(await world.work()), 'changes are read later');
});

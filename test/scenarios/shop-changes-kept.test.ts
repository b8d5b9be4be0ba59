/**
 * Goal: no change of a shop is missed, even if readings fail and workers are killed: after a good reading the catalog has the
 * prices of the shop, and after a whole one it equals the shop. Method: random changes, readings that fail at any call and workers that
 * are killed at any transaction, on real databases beside servers that speak the APIs.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jobOf } from '../../server/feeds/new-run.ts';
import { newId } from '../../server/ids.ts';
import type { Feed } from '../../server/storage/feeds/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { caseCount } from '../support/case-count.ts';
import { onBothEngines } from '../support/engines.ts';
import { createFeedDependencies, type FeedDependencies } from '../support/feed-dependencies.ts';
import { type ChangingShop, changingShops } from '../support/platforms/changing-shops.ts';
import { storeRow } from '../support/storage-rows.ts';

const number = fc.integer({ min: 1, max: 6 });
const price = fc.integer({ min: 1, max: 9 }).map((each) => `${each}.00`);
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('put' as const, 'putVariant' as const), number, price }),
  fc.record({ kind: fc.constant('remove' as const), number }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    kind: fc.constant('look' as const),
    fault: fc.constantFrom('none' as const, 'none' as const, 'refused' as const, 'killed' as const),
    at: fc.nat({ max: 6 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A store beside a shop, and its worker. */
interface World {
  readonly storage: Storage;
  readonly dependencies: FeedDependencies;
  readonly shop: ChangingShop;
  readonly feed: Feed;
}

/** Prices of the products in stock, by external id. */
async function pricesInStock({ storage, feed }: World): Promise<[string, string][]> {
  const page = { after: null, limit: 200 };
  const { products } = await storage.reader(feed.storeId).products.page(page);
  return products
    .filter(({ inStock }) => inStock)
    .map(({ externalId, price: amount }): [string, string] => [externalId, Number(amount).toFixed(2)])
    .toSorted();
}

/** Has the changes read, disturbed at a call or at a transaction. */
async function look(world: World, fault: 'none' | 'refused' | 'killed', at: number): Promise<void> {
  const { storage, dependencies, shop, feed } = world;
  let calls = 0;
  shop.server.disturb = () => {
    calls += 1;
    return fault === 'refused' && calls > at ? { status: 403, body: {} } : undefined;
  };
  await storage.write(feed.storeId, (writer) => writer.jobs.schedule(jobOf(feed, 0)));
  const killing = new AbortController();
  let transactions = 0;
  await dependencies.work({
    stopping: killing.signal,
    inTurn: (_storeId, task) => {
      transactions += 1;
      if (fault !== 'killed' || transactions <= Math.max(1, at)) return task();
      killing.abort();
      throw new Error('The worker was killed.');
    },
  });
  shop.server.disturb = () => undefined;
}

async function take(world: World, each: Step, clock: { ms: number }): Promise<void> {
  const { shop } = world;
  if (each.kind === 'wait') clock.ms += each.minutes * 60_000;
  else if (each.kind === 'remove') shop.remove(each.number);
  else if (each.kind !== 'look') shop[each.kind](each.number, each.price);
  else {
    await look(world, each.fault, each.at);
    const feed = await world.storage.reader(world.feed.storeId).feeds.find(world.feed.id);
    assert.equal(feed?.status, 'active');
    if (each.fault !== 'none') return;
    assert.equal(feed.changesError, null);
    const known = new Map(await pricesInStock(world));
    for (const [id, amount] of shop.prices()) assert.equal(known.get(id), amount, `${id} after a reading`);
  }
}

for (const [system, start] of Object.entries(changingShops)) {
  onBothEngines(`no change of ${system} is missed if readings fail or are killed`, async (engine) => {
    const { storage } = engine;
    const shop = await start();
    // Pages are sooner there than a file.
    Object.assign(shop.server, { bulk: 'refused' });
    const clock = { ms: 0 };
    shop.server.clockMs = () => clock.ms;
    const dependencies = createFeedDependencies(storage);
    try {
      const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        clock.ms = Date.now() - 10 * 3_600_000;
        for (let each = 1; each <= 6; each += 1) shop.remove(each);
        // The last one stays: a shop without any product is no catalog.
        for (const each of [1, 2, 3, 7]) shop.put(each, '5.00');
        const storeId = newId();
        await storage.directory.createStore({ ...storeRow(), id: storeId, name: storeId }, []);
        const fields = { ...shop.feed, feed_url: shop.server.origin, refresh_interval: '24h' };
        const feed = await dependencies.register(storeId, fields);
        const world: World = { storage, dependencies, shop, feed };
        await dependencies.work();
        for (const each of steps) await take(world, each, clock);
        // A reading that was left in the middle goes on before.
        await look(world, 'none', 0);
        await dependencies.refresh(feed);
        await dependencies.work();
        assert.deepEqual(await pricesInStock(world), [...shop.prices()].toSorted());
        await storage.write(storeId, (writer) => writer.jobs.delete(feed.id));
      });
      await fc.assert(property, { numRuns: caseCount(engine.engine === 'sqlite' ? 60 : 16) });
    } finally {
      await dependencies.close();
      await shop.server.close();
    }
  });
}

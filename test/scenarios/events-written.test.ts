/**
 * Goal: what shoppers do counts as it should, whoever tries to make it count for more; what is past its time goes, and
 * nothing of a session is left when it is erased. Method: groups of events written as the pipeline writes them, on real
 * databases, by a clock that the test drives.
 */
import assert from 'node:assert/strict';
import { formatDay } from '../../server/clock.ts';
import { eraseSession } from '../../server/events/erase-session.ts';
import type { EventBatch, JudgedEvent } from '../../server/events/event-batch.ts';
import { createMoveDamping } from '../../server/events/move-damping.ts';
import { worthAt } from '../../server/events/popularity.ts';
import { pruneEvents } from '../../server/events/prune-events.ts';
import { createSessions } from '../../server/events/sessions.ts';
import { writeEvents } from '../../server/events/write-events.ts';
import { newId } from '../../server/ids.ts';
import type { PopularityKind } from '../../server/storage/events.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { productWrite, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);
const minute = 60_000_000;
const day = 24 * 60 * minute;

/** A store with two products, and hands to let shoppers do something there. */
async function openShop(storage: Storage) {
  await storage.directory.createStore(storeRow(), []);
  const products = [productWrite('a', 10), productWrite('b', 11)] as const;
  await storage.write(storeId, (writer) => writer.upsertProducts(products, 1));
  const clock = { now: someTime + 12 * 60 * minute };
  const environment = {
    clock: { nowMicros: () => clock.now },
    newId,
    sessions: createSessions(storage.directory),
    damping: createMoveDamping(() => clock.now / 1_000),
  };
  const reader = storage.reader(storeId);
  return {
    clock,
    reader,
    sessions: environment.sessions,
    ids: { a: products[0].id, b: products[1].id },
    write: (batches: readonly EventBatch[]) => writeEvents(storage, storeId, batches, environment),
    async worth(kind: PopularityKind, key: string): Promise<number> {
      const [found] = await reader.popularity(kind, [key]);
      return found === undefined ? 0 : worthAt(found.score, clock.now);
    },
  };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

function click({ clock }: Shop, productId: string, fields: Partial<JudgedEvent> = {}): JudgedEvent {
  return {
    ...{ index: 0, type: 'product_click', productId, externalId: null, phrase: null, phraseKey: null },
    ...{ region: 'products', query: '', position: null, quantity: null, eventId: null },
    occurredAt: clock.now,
    ...fields,
  };
}

function batch(sessionId: string, network: string | null, ...events: JudgedEvent[]): EventBatch {
  return { storeId, sessionId, network, events };
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);
}

onBothEngines(
  '§6 flood: 100,000 forged clicks of one client are worth less than 50 shoppers',
  async ({ storage }) => {
    const shop = await openShop(storage);
    const { a, b } = shop.ids;
    const perGroup = 2_000;
    // PostgreSQL shares the rule, and takes longer.
    const forgedClicks = storage.engine === 'sqlite' ? 100_000 : 10_000;
    for (let group = 0; group < forgedClicks / perGroup; group += 1) {
      const forged = Array.from({ length: perGroup }, (_, index) =>
        batch(`forged-${group}-${index}`, 'one', click(shop, a)),
      );
      const outcomes = await shop.write(forged);
      assert.ok(outcomes.every(({ accepted }) => accepted === 1));
    }
    const honest = Array.from({ length: 50 }, (_, index) => batch(`s${index}`, `n${index}`, click(shop, b)));
    await shop.write(honest);
    assert.equal(await shop.reader.countEvents(), forgedClicks + 50);
    near(await shop.worth('product', b), 50);
    assert.ok((await shop.worth('product', a)) < 40, String(await shop.worth('product', a)));
  },
);

onBothEngines('a session moves a thing again after half an hour, over midnight too', async ({ storage }) => {
  const shop = await openShop(storage);
  const { a } = shop.ids;
  shop.clock.now = someTime + day - 10 * minute;
  await shop.write([batch('s', null, click(shop, a))]);
  shop.clock.now += 20 * minute;
  await shop.write([batch('s', null, click(shop, a)), batch('s', null, click(shop, a))]);
  assert.ok(Math.abs((await shop.worth('product', a)) - 1) < 0.01);
  shop.clock.now += 11 * minute;
  await shop.write([batch('s', null, click(shop, a))]);
  assert.ok(Math.abs((await shop.worth('product', a)) - 2) < 0.01);
});

onBothEngines('a typed query is popular once three sessions used it, and no sooner', async ({ storage }) => {
  const shop = await openShop(storage);
  const typed = (query: string) => click(shop, shop.ids.a, { query });
  await shop.write([batch('s1', null, typed('Red  Lamp')), batch('s1', null, typed('red lamp'))]);
  await shop.write([batch('s2', null, typed('red lamp'))]);
  // The next day one of them comes again: still two.
  shop.clock.now += day;
  await shop.write([batch('s2', null, typed('red lamp'))]);
  assert.equal(await shop.worth('query', 'red lamp'), 0);
  const private1 = typed('jane@shop.example');
  await shop.write(['s1', 's2', 's3', 's4'].map((session) => batch(session, null, private1)));
  assert.equal(await shop.worth('query', 'jane@shop.example'), 0);
  await shop.write([batch('s3', null, typed('RED LAMP'))]);
  near(await shop.worth('query', 'red lamp'), 3);
  await shop.write([batch('s4', null, typed('red lamp')), batch('s4', null, typed('red lamp'))]);
  near(await shop.worth('query', 'red lamp'), 4);
  const fragment = { ...typed('lam'), type: 'suggestion_click', productId: null, phrase: 'Lamp' } as const;
  await shop.write(['s1', 's2', 's3', 's4'].map((session) => batch(session, null, fragment)));
  assert.equal(await shop.worth('query', 'lam'), 0);
  assert.equal((await shop.reader.querySessions(['lam'])).length, 0);
});

onBothEngines('sessions of fewer than three networks make no query public', async ({ storage }) => {
  const shop = await openShop(storage);
  const typed = click(shop, shop.ids.a, { query: 'red lamp' });
  const invented = Array.from({ length: 200 }, (_, index) => batch(`s${index}`, '203.0.113', typed));
  await shop.write(invented);
  await shop.write([batch('t1', '198.51.100', typed), batch('t2', '203.0.113', typed)]);
  assert.equal((await shop.reader.querySessions(['red lamp'])).length, 2);
  assert.equal(await shop.worth('query', 'red lamp'), 0);
  // The first network is known on the next day too, and the session that was counted elsewhere.
  shop.clock.now += day;
  await shop.write([batch('new', '203.0.113', typed), batch('t1', '192.0.2', typed)]);
  assert.equal(await shop.worth('query', 'red lamp'), 0);
  await shop.write([batch('t3', '192.0.2', { ...typed, occurredAt: shop.clock.now })]);
  near(await shop.worth('query', 'red lamp'), 3);
  const kept = JSON.stringify(await shop.reader.querySessions(['red lamp']));
  assert.doesNotMatch(kept, /203\.0|198\.51|192\.0/);
});

onBothEngines(
  'clicks of a product count with what they move, in the transaction of the events',
  async ({ storage }) => {
    const shop = await openShop(storage);
    const { a, b } = shop.ids;
    const today = formatDay(shop.clock.now);
    const span = { from: today, to: today };
    const bought = { type: 'purchase', region: null, quantity: 1 } as const;
    const many = Array.from({ length: 100 }, (_, index) => click(shop, a, { eventId: `e${index}` }));
    await shop.write([batch('one', '203.0.113', ...many), batch('two', '203.0.113', click(shop, a))]);
    await shop.write([batch('server', null, click(shop, b, bought), click(shop, b, bought))]);
    const figures = async () => {
      const found = await shop.reader.productFigures(span, [a, b]);
      return new Map(found.map(({ productId, clicks, purchases }) => [productId, [clicks, purchases]]));
    };
    assert.deepEqual(
      await figures(),
      new Map([
        [a, [2, 0]],
        [b, [0, 2]],
      ]),
    );
    // The same events once more, and a flood of one network.
    await shop.write([batch('three', '203.0.113', ...many)]);
    await shop.write(
      Array.from({ length: 500 }, (_, index) => batch(`f${index}`, '203.0.113', click(shop, a))),
    );
    assert.deepEqual((await figures()).get(a), [33, 0]);
  },
);

onBothEngines(
  'a purchase that names two products, or one that nobody knows, is rejected',
  async ({ storage }) => {
    const shop = await openShop(storage);
    const buy = (fields: Partial<JudgedEvent>) => click(shop, shop.ids.a, { type: 'purchase', ...fields });
    const [outcome] = await shop.write([
      batch(
        'server',
        null,
        buy({ index: 0, externalId: 'a' }),
        buy({ index: 1, externalId: 'b' }),
        buy({ index: 2, externalId: 'unknown' }),
        buy({ index: 3, productId: uuidOf(99), externalId: 'a' }),
      ),
    ]);
    assert.deepEqual(
      [outcome?.accepted, outcome?.rejected.map(({ index, code }) => [index, code])],
      [1, [1, 2, 3].map((index) => [index, 'product_unknown'])],
    );
  },
);

onBothEngines(
  'a session is erased with all that was kept of it, for as long as its salt is there',
  async ({ storage }) => {
    const shop = await openShop(storage);
    const { a } = shop.ids;
    const inTurn = <Result>(_store: string, task: () => Promise<Result>) => task();
    const erase = (sessionId: string) => eraseSession(storage, { storeId, sessionId }, inTurn);
    const many = Array.from({ length: 1_200 }, () => click(shop, a, { query: 'red lamp' }));
    await shop.write([batch('gone', null, ...many), batch('stays', null, click(shop, a))]);
    shop.clock.now += day;
    await shop.write([batch('gone', null, click(shop, a))]);
    assert.equal(await erase('gone'), 1_201);
    assert.equal(await shop.reader.countEvents(), 1);
    assert.deepEqual(await shop.reader.querySessions(['red lamp']), []);
    assert.equal(await erase('gone'), 0);
    // What it moved in the last half hour it does not move again.
    const worth = await shop.worth('product', a);
    await shop.write([batch('gone', null, click(shop, a))]);
    near(await shop.worth('product', a), worth);
    assert.equal(await erase('gone'), 1);
    shop.clock.now += 2 * day;
    await shop.sessions.prune(shop.clock.now);
    assert.equal(await erase('stays'), 0);
    assert.equal(await shop.reader.countEvents(), 1);
  },
);

onBothEngines('what is past its time goes step by step, popularity last', async ({ storage }) => {
  const shop = await openShop(storage);
  const { a, b } = shop.ids;
  const prune = (eventsDays: number) =>
    storage.write(storeId, (writer) =>
      pruneEvents(writer, { nowMicros: shop.clock.now, eventsDays, rowsPerStep: 2 }),
    );
  await shop.write(
    Array.from({ length: 5 }, (_, index) =>
      batch(`s${index}`, null, click(shop, a, { query: `lamp ${index}` })),
    ),
  );
  shop.clock.now += 31 * day;
  await shop.write([batch('late', null, click(shop, b))]);
  assert.equal(await prune(40), true);
  while (await prune(40));
  assert.equal(await shop.reader.countEvents(), 6);
  assert.deepEqual(await shop.reader.querySessions(['lamp 1']), []);
  const queries = (await shop.reader.events({ after: 0, limit: 10 })).map(({ query }) => query);
  // Five are older than the salts; the last one is of today.
  assert.deepEqual(queries, [null, null, null, null, null, '']);
  assert.equal(await prune(30), true);
  while (await prune(30));
  assert.equal(await shop.reader.countEvents(), 1);
  assert.ok((await shop.worth('product', a)) > 1);
  shop.clock.now += 100 * day;
  while (await prune(30));
  assert.equal(await shop.worth('product', a), 0);
});

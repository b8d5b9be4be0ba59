/**
 * Goal: what products are to those who meant a query counts as products do, is no easier to forge, and goes with them.
 * Method: events written as the pipeline writes them, on real databases.
 */
import assert from 'node:assert/strict';
import { eventWeights, scoreOf } from '../../server/events/popularity.ts';
import { kindsOfEvents } from '../../server/events/prune-events.ts';
import { pruneKinds } from '../../server/jobs/prune-kinds.ts';
import { intentKey, readIntentKey } from '../../server/storage/events/tables.ts';
import { onBothEngines } from '../support/engines.ts';
import { uuidOf } from '../support/storage-rows.ts';
import { batch, click, day, near, openShop, storeId } from '../support/written-events.ts';

onBothEngines('a product’s worth moves for the intent that moves it', async ({ storage }) => {
  const shop = await openShop(storage);
  const { a, b } = shop.ids;
  const lamp = (id: string) => click(shop, id, { query: 'la', intent: 'Lamp' });
  const worths = async () => [
    await shop.worth('product', a),
    await shop.worth('intent', intentKey(a, 'lamp')),
    await shop.worth('intent', intentKey(b, 'lamp')),
  ];
  // Of fewer than three sessions nothing is written down.
  await shop.write([batch('s1', null, lamp(a)), batch('s2', null, lamp(a))]);
  assert.deepEqual((await worths()).slice(1), [0, 0]);
  await shop.write([batch('s3', null, lamp(a))]);
  near((await worths())[1] ?? 0, 1);
  // One session moves one product once in half an hour, whatever it types, by the heaviest of what it does.
  const other = click(shop, a, { query: 'tab', intent: 'table' });
  await shop.write([batch('s3', null, lamp(a), other), batch('s4', null, lamp(b), other)]);
  near((await worths())[1] ?? 0, 1);
  near((await worths())[2] ?? 0, 1);
  await shop.write([batch('s3', null, { ...lamp(a), type: 'purchase' })]);
  near((await worths())[1] ?? 0, eventWeights.purchase);
  assert.equal(await shop.worth('intent', intentKey(a, 'la')), 0);
  // Halved alike.
  const [product = 0, intent = 0] = await worths();
  shop.clock.now += 14 * day;
  const [productLater = 0, intentLater = 0] = await worths();
  near(productLater, product / 2);
  near(intentLater, intent / 2);
});

onBothEngines('forged clicks move an intent no further than its product', async ({ storage }) => {
  const shop = await openShop(storage);
  const { a, b } = shop.ids;
  const lamp = (id: string) => click(shop, id, { query: 'lamp' });
  await shop.write([1, 2, 3].map((number) => batch(`s${number}`, `10${number}.3.2.1`, lamp(b))));
  await shop.write(
    Array.from({ length: 2_000 }, (_, index) =>
      batch(`f${index}`, `198.${index % 4}.7.${Math.floor(index / 4) % 5}`, lamp(a)),
    ),
  );
  const forged = await shop.worth('intent', intentKey(a, 'lamp'));
  near(forged, await shop.worth('product', a));
  assert.ok(forged <= 24, String(forged));
});

onBothEngines('a product’s part in an intent goes with it', async ({ storage }) => {
  const shop = await openShop(storage);
  const { a, b } = shop.ids;
  const clicks = (id: string) =>
    ['s1', 's2', 's3', 's4'].map((session) => batch(session, null, click(shop, id, { query: 'lamp' })));
  await shop.write([...clicks(a), ...clicks(b)]);
  const kept = intentKey(b, 'lamp');
  assert.ok((await shop.worth('intent', intentKey(a, 'lamp'))) > 0);
  const gone = { id: a, externalId: 'a', createdAt: shop.clock.now };
  await storage.write(storeId, (writer) => writer.erasures.erase([gone], { number: 2, at: shop.clock.now }));
  const scores = await shop.reader.events.changedPopularity({ after: null, limit: 100 });
  assert.deepEqual(
    scores.filter(({ kind }) => kind === 'intent').map(({ key }) => key),
    [kept],
  );
  assert.deepEqual(readIntentKey(kept), { productId: b, query: 'lamp' });
});

onBothEngines('the weakest of too many intents are forgotten', async ({ storage }) => {
  const shop = await openShop(storage);
  const now = shop.clock.now;
  const scores = Array.from({ length: 10 }, (_, number) => ({
    kind: 'intent' as const,
    key: intentKey(uuidOf(number), 'lamp'),
    score: scoreOf(number + 1, now),
  }));
  const product = { kind: 'product', key: shop.ids.a, score: scoreOf(0.5, now) } as const;
  await storage.write(storeId, (writer) => writer.events.setPopularity([...scores, product]));
  const forget = (kept: number) =>
    storage.write(storeId, (writer) => writer.events.deleteWeakestIntents({ kept, limit: 4 }));
  assert.equal(await forget(10), 0);
  assert.equal(await forget(4), 4);
  assert.equal(await forget(4), 2);
  assert.equal(await forget(4), 0);
  const left = await shop.reader.events.popularity(
    'intent',
    scores.map(({ key }) => key),
  );
  assert.deepEqual(
    left.map(({ key }) => key).toSorted(),
    scores
      .slice(6)
      .map(({ key }) => key)
      .toSorted(),
  );
  assert.ok((await shop.worth('product', shop.ids.a)) > 0);
  // The bound is part of what is pruned; all of them fade as everything does.
  shop.clock.now += 200 * day;
  const kinds = kindsOfEvents({ nowMicros: shop.clock.now, eventsDays: 30, rowsPerStep: 2 });
  while (await pruneKinds((work) => storage.write(storeId, work), kinds));
  assert.deepEqual(await shop.reader.events.changedPopularity({ after: null, limit: 100 }), []);
});

/**
 * Goal: a product whose row is damaged costs its store's queue nothing but itself. Method: a queue that is worked on by hand, on
 * a real database in which one value is overwritten.
 */
import assert from 'node:assert/strict';
import { runSql } from '../support/damage.ts';
import { onBothEngines } from '../support/engines.ts';
import { openEnrichmentWorld } from '../support/enrichment-world.ts';

onBothEngines('a product that cannot be read holds up no other', async ({ storage, target }) => {
  const world = await openEnrichmentWorld(storage);
  const { storeId } = world.shop;
  await world.importIds('a', 'b', 'c', 'd', 'e');
  const damage = (attributes: string) =>
    runSql(
      target,
      storeId,
      `update products set attributes = '${attributes}' where store_id = '${storeId}' and external_id = 'b'`,
    );
  await damage('[[');
  assert.equal(await world.work(), true);
  assert.deepEqual(
    world.requests.flat().toSorted(),
    ['a', 'c', 'd', 'e'].map((id) => `Title of ${id}`),
  );
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 1 });
  assert.equal(await world.work(), false);
  await damage('[]');
  const state = await storage.reader(storeId).enrichment.state((await world.stored('b')).id);
  assert.match(state?.error ?? '', /products b: attributes is not valid JSON/);
  // Once it can be read, and somebody asks for it.
  await world.changes.retryEnrichment({ storeId, body: {} });
  await world.work();
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
  assert.deepEqual(world.requests.at(-1), ['Title of b']);
});

/**
 * Goal: where a damaged page holds up the deletion of a store, the command, the service and doctor say so, and a repair
 * completes it. Method: the commands and a service on a real file with a damaged page of the store's products.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { enrichmentJobOf } from '../../server/jobs/enrichment-job.ts';
import { overwritePage } from '../support/damage.ts';
import { engineNamed } from '../support/engines.ts';
import {
  openStorageOf,
  runForetype,
  type Settings,
  startForetype,
  withDataFolder,
} from '../support/foretype-process.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const [goneId, keptId] = [uuidOf(1), uuidOf(2)];
const productCount = 300;

async function fill(folder: string): Promise<void> {
  const storage = await openStorageOf(folder);
  await storage.migrate();
  for (const [id, name] of [
    [goneId, 'Gone'],
    [keptId, 'Kept'],
  ] as const) {
    const counts = { productCount, inStockCount: productCount };
    await storage.directory.createStore(storeRow({ id, name, ...counts }), []);
    const writes = Array.from({ length: productCount }, (_, number) => productWrite(`p-${number}`, number));
    await storage.write(id, async (writer) => {
      await writer.products.upsert(writes, 1);
      await writer.jobs.insert(enrichmentJobOf(id));
    });
  }
  await storage.close();
  const place = { table: 'products', storeId: goneId };
  assert.notEqual(overwritePage(join(folder, 'foretype.sqlite'), place), null);
}

/** The service starts, goes on, and names the store in three places. */
async function assertServiceTells(settings: Settings): Promise<void> {
  const server = await startForetype(settings);
  const { address } = server.started as { readonly address: string };
  const quarantined = async () => {
    const answer = await fetch(`${address}/readyz`);
    const body: { quarantined?: { store: string; work: string; reason: string }[] } = JSON.parse(
      await answer.text(),
    );
    return body.quarantined ?? [];
  };
  await waitUntil('the deletion to be named', async () => (await quarantined()).length === 1);
  const [named] = await quarantined();
  assert.deepEqual([named?.store, named?.work], [goneId, 'deletion']);
  assert.match(named?.reason ?? '', /deleted store "Gone".* in its table products/);
  const metrics = await (await fetch(`${address}/metrics`)).text();
  assert.match(
    metrics,
    new RegExp(`foretype_store_quarantined{store="${goneId}",work="deletion",cause="page"} 1`),
  );
  const { code, stderr } = await server.end();
  assert.equal(code, 0, stderr);
  assert.equal(stderr.split('a store is in quarantine').length - 1, 1, stderr);
}

test('a damaged page that blocks a deletion is reported', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    await fill(folder);
    const remove = ['store', 'delete', goneId, '--yes'];
    const held = await runForetype(remove, settings);
    assert.equal(held.code, 1);
    assert.match(
      held.stderr,
      /deletion of store "Gone" has begun .*keys do not work.*products.*foretype repair/s,
    );
    assert.doesNotMatch(held.stderr, /or a running server, goes on/, 'neither can before the repair');
    await assertServiceTells(settings);
    const diagnosis = await runForetype(['doctor'], settings);
    assert.match(
      diagnosis.stdout,
      new RegExp(`FAIL  deletions .*store "Gone" \\(${goneId}\\); damaged pages`),
    );
    assert.match(diagnosis.stdout, /ok {4}rows/, 'no row of a store that is there is lost');
    const saved = await runForetype(['backup', join(folder, 'a.backup')], settings);
    assert.equal(saved.code, 0, saved.stdout);
    const repaired = await runForetype(['repair'], settings);
    assert.equal(repaired.code, 0, repaired.stdout);
    // With its job and the turns of that.
    const line = `Store "Gone" (${goneId}) was being deleted: what was left of it, ${productCount + 2} rows, was left out.`;
    assert.ok(repaired.stdout.includes(line), repaired.stdout);
    assert.match(repaired.stdout, /Nothing was lost\./);
    assert.equal((await runForetype(remove, settings)).code, 0);
    const again = await runForetype(['doctor'], settings);
    assert.equal(again.code, 0, again.stdout);
  }, engineNamed('sqlite')));

/**
 * Goal: the command line writes the phrases of a store that has none, or those of older rules, by itself where no server
 * runs. Method: real processes on a data folder of their own.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PhraseSet } from '../../server/storage/enrichment/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { openStorageOf, runForetype, withDataFolder } from '../support/foretype-process.ts';

interface Shop {
  readonly storeId: string;
  /** Runs a command, and reads what it prints. */
  run(words: readonly string[]): Promise<Record<string, Record<string, unknown>>>;
  setsOf(storage: Storage): Promise<readonly PhraseSet[]>;
  openStorage(): Promise<Storage>;
}

const through = { waiting: 0, failed: 0, held: null };

/** A store with 30 products, none of which is queued. */
function withShop(work: (shop: Shop) => Promise<void>): Promise<void> {
  return withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    const run = async (words: readonly string[], more = {}) => {
      const { code, stdout, stderr } = await runForetype([...words, '--json'], { ...settings, ...more });
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout) as Record<string, Record<string, unknown>>;
    };
    const { store } = await run(['store', 'create', '--name', 'Shop']);
    const storeId = String(store?.id);
    const rows = Array.from(
      { length: 30 },
      (_, index) => `p${index},Walnut table lamp ${index},5,https://shop.example/${index}`,
    );
    const file = join(folder, 'products.csv');
    writeFileSync(file, `external_id,title,price,url\n${rows.join('\n')}\n`);
    // Nothing is queued while no provider is configured.
    await run(['import', file, '--store', storeId], { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    const setsOf = async (storage: Storage) => {
      const { products } = await storage.reader(storeId).products.page({ after: null, limit: 100 });
      return [...(await storage.reader(storeId).phrases.sets(products.map(({ id }) => id))).values()];
    };
    await work({ storeId, run, setsOf, openStorage: () => openStorageOf(folder) });
  });
}

test('enrich estimates, writes phrases without a server and ends', () =>
  withShop(async ({ storeId, run, setsOf, openStorage }) => {
    const { estimate } = await run(['enrich', '--store', storeId, '--estimate']);
    assert.deepEqual([estimate?.products, estimate?.input_tokens, estimate?.cost_usd], [30, 0, '0.00']);
    const { enrichment } = await run(['enrich', '--store', storeId]);
    assert.deepEqual(enrichment, { queued: 30, ...through });
    const storage = await openStorage();
    const sets = await setsOf(storage);
    await storage.close();
    assert.deepEqual(
      sets.map(({ generator }) => generator),
      Array(30).fill('offline'),
    );
  }));

test('enrich --outdated writes phrases of older rules again', () =>
  withShop(async ({ storeId, run, setsOf, openStorage }) => {
    const plain = ['enrich', '--store', storeId];
    const again = [...plain, '--outdated'];
    // Products without any phrases are not its matter.
    assert.deepEqual((await run(again)).enrichment, { queued: 0, ...through });
    await run(plain);
    // As an earlier version has left them.
    const before = await openStorage();
    const older = (await setsOf(before)).slice(0, 20).map((set) => ({ ...set, promptVersion: 'offline-1' }));
    await before.write(storeId, (writer) => writer.phrases.writeSets(older));
    await before.close();
    assert.deepEqual((await run(plain)).enrichment, { queued: 0, ...through });
    assert.equal((await run([...again, '--estimate'])).estimate?.products, 20);
    assert.deepEqual((await run(again)).enrichment, { queued: 20, ...through });
    const after = await openStorage();
    const versions = new Set((await setsOf(after)).map(({ promptVersion }) => promptVersion));
    await after.close();
    assert.deepEqual([versions.size, versions.has('offline-1')], [1, false]);
    assert.deepEqual((await run(again)).enrichment, { queued: 0, ...through });
  }));

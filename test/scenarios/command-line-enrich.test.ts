/**
 * Goal: the command line writes the phrases of a store that has none, by itself where no server runs. Method: real
 * processes on a data folder of their own.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStorageOf, runForetype, withDataFolder } from '../support/foretype-process.ts';

test('enrich says what it would take, writes phrases without a server, and ends', () =>
  withDataFolder(async (folder) => {
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
    const { estimate } = await run(['enrich', '--store', storeId, '--estimate']);
    assert.deepEqual([estimate?.products, estimate?.input_tokens, estimate?.cost_usd], [30, 0, '0.00']);
    const { enrichment } = await run(['enrich', '--store', storeId]);
    assert.deepEqual(enrichment, { waiting: 0, failed: 0, held: null });
    const storage = await openStorageOf(folder);
    const { products } = await storage.reader(storeId).products({ after: null, limit: 100 });
    const sets = await storage.reader(storeId).phraseSets(products.map(({ id }) => id));
    await storage.close();
    assert.deepEqual(
      [...sets.values()].map(({ generator }) => generator),
      Array(30).fill('offline'),
    );
  }));

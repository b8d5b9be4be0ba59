/**
 * Goal: a person takes an import back by a command, beside a running server or without one, as the call of the API does. Method: real
 * commands; the server's answers, the import and the audit entries are looked at.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportBody } from '../../contract/imports.ts';
import { testOnEngines } from '../support/engines.ts';
import { openStorageOf, runForetype, whileServing, withDataFolder } from '../support/foretype-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const rowsOf = (price: number, count: number) =>
  [
    'external_id,title,price,url',
    ...Array.from({ length: count }, (_, row) => `l${row},Lamp ${row},${price},https://shop.example/${row}`),
  ].join('\n');

testOnEngines('an import is undone by a command', (engine) =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    const run = async (...words: string[]) => {
      const { code, stdout, stderr } = await runForetype([...words, '--json'], settings);
      return { code, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
    };
    const { store, keys } = (await run('store', 'create', '--name', 'Shop')).json;
    const file = join(folder, 'lamps.csv');
    const importRows = async (price: number, count: number) => {
      writeFileSync(file, rowsOf(price, count));
      return (await run('import', file, '--store', store.id)).json.import as ImportBody;
    };
    await importRows(1, 3);
    const wrong = await importRows(2, 5);
    const undo = (...more: string[]) => run('import', 'undo', wrong.id, '--store', store.id, ...more);
    const counts = { restored: 3, removed: 2, changed_since: 0 };
    assert.deepEqual((await undo('--dry-run')).json, { undo: counts, dry_run: true });

    await whileServing(settings, async (address) => {
      assert.deepEqual((await undo()).json, { undo: counts, dry_run: false });
      const titles = async () => {
        const answer = await fetch(`${address}/api/v1/autocomplete?q=lamp&limit=10`, {
          headers: { 'x-api-key': keys.secret },
        });
        const { products } = (await answer.json()) as {
          products: readonly { price: string; title: string }[];
        };
        return products.map(({ title, price }) => `${title} ${price}`).sort();
      };
      const before = ['Lamp 0 1.00', 'Lamp 1 1.00', 'Lamp 2 1.00'];
      await waitUntil('the products of before', async () => `${await titles()}` === `${before}`);
      assert.deepEqual((await undo()).json, { undo: counts, dry_run: false }, 'nothing more is done');
    });

    const storage = await openStorageOf(folder);
    const undone = await storage.reader(store.id).imports.find(wrong.id);
    assert.equal(undone?.undo?.by, 'the command line');
    await storage.close();
    const again = await runForetype(['import', 'undo', wrong.id, '--store', store.id], settings);
    assert.match(again.stdout, /undone before.*\n3 products are as before the import; 2 products/);
    for (const [id, shop, says] of [
      ['x', store.id, /no such import/],
      [wrong.id, 'x', /store "x"/],
    ] as const) {
      const refused = await runForetype(['import', 'undo', id, '--store', shop], settings);
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(refused.stderr, says);
    }
  }, engine),
);

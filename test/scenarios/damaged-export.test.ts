/**
 * Goal: commands work beside what cannot be read, and name it. Method: a row of a product and one of a key are damaged on
 * both databases; then real processes export the products and list the keys.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import { createStore } from '../../server/stores/create-store.ts';
import { createServiceData } from '../support/child-service.ts';
import { runSql } from '../support/damage.ts';
import { engines } from '../support/engines.ts';
import { runForetype } from '../support/foretype-process.ts';
import { productWrite } from '../support/storage-rows.ts';

const settings = { name: 'Shop', plan: 'unlimited', currency: 'USD', locale: 'en' } as const;

for (const { name } of engines) {
  test(`an export writes all products that can be read (${name})`, async () => {
    const data = await createServiceData(name);
    const { DATABASE_URL: url, FORETYPE_DATA: folder = '' } = data.environment;
    const storage = await data.openStorage();
    await storage.migrate();
    const { store } = await createStore(storage, createSystemClock(), settings);
    const writes = ['a', 'b', 'c'].map((id, index) => productWrite(id, index));
    await storage.write(store.id, (writer) => writer.products.upsert(writes, 1));
    await storage.close();
    const target =
      url === undefined
        ? { engine: 'sqlite' as const, file: join(folder, 'foretype.sqlite') }
        : { engine: 'postgres' as const, url, poolSize: 1 };
    await runSql(target, store.id, `update products set attributes = '{' where external_id = 'b'`);
    await runSql(target, store.id, `update api_keys set allowed_origins = '{' where kind = 'storefront'`);
    const file = join(folder, 'products.jsonl');
    const words = ['export', file, '--store', store.id, '--json'];
    const exported = await runForetype(words, data.environment);
    assert.equal(exported.code, 1, exported.stderr);
    const { products, left_out: left } = JSON.parse(exported.stdout);
    assert.deepEqual([products, left[0].examples[0].id, left[0].examples[0].column], [2, 'b', 'attributes']);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).external_id),
      ['a', 'c'],
    );
    const listed = await runForetype(['key', 'list', '--store', store.id], data.environment);
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /storefront .*CANNOT BE READ/);
    data.remove();
  });
}

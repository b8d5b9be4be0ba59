/**
 * Goal: what a catalog lacks is found at once, however many products are complete. Method: the storage's own calls on both databases
 * against a count by hand; rows counted by PostgreSQL itself, and the steps of SQLite.
 */
import assert from 'node:assert/strict';
import type { Compilable } from 'kysely';
import type { Query } from '../../server/storage/database.ts';
import type { StorageTarget } from '../../server/storage/open-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { stretchReads } from '../../server/storage/products/stretches.ts';
import { products } from '../../server/storage/products/tables.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { runSql } from '../support/damage.ts';
import { onBothEngines } from '../support/engines.ts';
import { rowsRead, stepsOf } from '../support/rows-read.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);

onBothEngines('incomplete products are counted up to a bound', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
  const write = (id: string, index: number, imageUrl: string | null, category: string | null) =>
    productWrite(id, index, { product: { imageUrl, category } });
  const picture = 'https://shop.example/1.jpg';
  const writes = [
    ...[write('a', 1, null, 'Home'), write('b', 2, null, null), write('c', 3, picture, 'Home')],
    write('d', 4, null, 'Home'),
  ];
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 1));
  const reader = storage.reader(storeId);
  const counts = (image: number, category: number, isWithoutImages = false) => ({
    ...{ image, category, isWithoutImages },
  });
  assert.deepEqual(await reader.products.countMissing(99), counts(3, 1));
  assert.deepEqual(await reader.products.countMissing(3), counts(3, 1), 'the third product has an image');
  assert.deepEqual(await reader.products.countMissing(2), counts(2, 1, true));
  assert.deepEqual(await storage.reader(uuidOf(2)).products.countMissing(9), counts(0, 0));
  const corrected = [write('b', 2, picture, 'Home')];
  await storage.write(storeId, (writer) => writer.products.upsert(corrected, 2));
  assert.deepEqual(await reader.products.countMissing(99), counts(2, 0));
});

const total = 20_000;
/** Every so many products lack an image and a category: 20 of them. */
const gap = 1_000;

/** Copies one product 20,000 times, each with an id of its own. */
async function fill(storage: Storage, target: StorageTarget): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  const product = { imageUrl: 'https://shop.example/1.jpg', category: 'Home' };
  await storage.write(storeId, (writer) => writer.products.upsert([productWrite('a', 1, { product })], 1));
  const replaced: Readonly<Record<string, string>> = {
    ...{ external_id: "'p' || (100000 + n)", id: "'i' || n" },
    image_url: `case when n % ${gap} = 7 then null else image_url end`,
    category: `case when n % ${gap} = 7 then null else category end`,
  };
  const names = ['store_id', ...products.names];
  const values = names.map((name) => replaced[name] ?? name);
  await runSql(
    target,
    storeId,
    `insert into products (${names.join(', ')})
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${total})
    select ${values.join(', ')} from products cross join numbers where store_id = '${storeId}'`,
  );
}

onBothEngines('incomplete products cost few rows of a large catalog', async ({ storage, target }) => {
  await fill(storage, target);
  const database = target.engine === 'sqlite' ? openSqliteDatabase(target) : openPostgresDatabase(target);
  const statements: Compilable[] = [];
  const query: Query = (statement) => database.read(storeId, statement);
  const place = { storeId, tolerate: () => [], separate: () => ({ values: [], damaged: [] }) };
  const reads = stretchReads(
    database.builder,
    (statement) => {
      statements.push(statement);
      return query(statement);
    },
    place,
  );
  try {
    for (const isCounted of [false, true]) {
      if (isCounted) await runSql(target, storeId, 'analyze');
      assert.equal((await reads.countMissing(total)).image, total / gap);
      for (const missing of ['image', 'category'] as const) {
        const page = { after: null, limit: 51, scan: 10_000 };
        await reads.stretch({ ...page, filter: { missing } });
        await reads.stretch({ ...page, after: 'p110000', filter: { missing, inStock: true } });
      }
      for (const statement of statements.splice(0)) {
        if (target.engine === 'sqlite') {
          for (const step of stepsOf(target.file, statement))
            assert.match(step, /USING (COVERING )?INDEX products_without_(image|category) |^SCAN [^p]/);
        } else {
          const { rows, plan } = await rowsRead(query, statement);
          assert.ok(rows <= 250, `reads ${rows} rows by ${plan}`);
        }
      }
    }
  } finally {
    await database.close();
  }
});

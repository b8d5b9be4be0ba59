/**
 * Goal: an index is rebuilt where its pages are damaged and its rows are whole, and nowhere else. Method: in an SQLite file
 * pages of a store are overwritten, or the disk fails in the midst of an index, and the tables are looked at.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { changePages } from '../../server/autocomplete/changes/change-pages.ts';
import { createSystemClock } from '../../server/clock.ts';
import { type DamagedTable, rebuildOwnedIndexes, watchTables } from '../../server/jobs/damaged-tables.ts';
import { createStorage } from '../../server/storage/create-storage.ts';
import { DamageError } from '../../server/storage/damage/damage.ts';
import { readDamageCount } from '../../server/storage/damage/damage-count.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { createSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import { openSqliteConnection } from '../../server/storage/sqlite/sqlite-connection.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { overwritePage } from '../support/damage.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);
const ids = Array.from({ length: 400 }, (_, number) => `p-${number}`);
const index = 'products_by_store_id_change_number_external_id';
const clock = createSystemClock();

/** A file with a store whose products, and their entries in each index, are on several pages. */
async function prepare(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-indexes-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'foretype.sqlite');
  const storage = await openStorage({ engine: 'sqlite', file });
  await storage.migrate();
  await storage.directory.createStore(storeRow({ id: storeId }), []);
  const raw = JSON.stringify({ filler: 'x'.repeat(300) });
  const writes = ids.map((id, number) => productWrite(id, number, { raw }));
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 1));
  await storage.close();
  return file;
}

function damage(file: string, ...trees: readonly string[]): void {
  for (const table of trees) assert.notEqual(overwritePage(file, { table, storeId }), null, table);
}

/** How many products an index is built of; rows that cannot be read are left out. */
async function changes(storage: Storage): Promise<number> {
  const pages = await Array.fromAsync(changePages(storage.reader(storeId).products, null, 1));
  return pages.flatMap(({ page }) => page.products).length;
}

test('a damaged index is looked for once it was met', async (t) => {
  const file = await prepare(t);
  damage(file, index);
  const target = { engine: 'sqlite', file, damageMet: new Int32Array(new SharedArrayBuffer(4)) } as const;
  const storage = await openStorage(target);
  t.after(() => storage.close());
  const notices: (readonly DamagedTable[])[] = [];
  const notify = (list: readonly DamagedTable[]) => notices.push(list);
  const { look, isDue } = watchTables({ storage, clock, notify, damageMet: () => readDamageCount(target) });
  await look();
  assert.equal(isDue(), false);
  await assert.rejects(changes(storage), DamageError);
  assert.equal(isDue(), true);
  await look();
  const seen = notices.map((list) => list.map(({ table, part, isRebuilt }) => [table, part, isRebuilt]));
  assert.deepEqual(seen, [[['products', 'index', true]]]);
  assert.equal(await changes(storage), ids.length);
});

test('an index page without its second half is damaged', async (t) => {
  const file = await prepare(t);
  overwriteHalf(file);
  const storage = await openStorage({ engine: 'sqlite', file });
  t.after(() => storage.close());
  const found = await rebuildOwnedIndexes({ storage, clock });
  assert.deepEqual(
    found.map(({ table, isRebuilt }) => [table, isRebuilt]),
    [['products', true]],
  );
  assert.equal(await changes(storage), ids.length);
});

/** As a disk does that loses a sector: the head of the page stays. */
function overwriteHalf(file: string): void {
  const database = new DatabaseSync(file);
  const pages = database.prepare("select pgoffset, pgsize from dbstat where name = ? and pagetype = 'leaf'");
  const [page] = pages.all(index);
  database.close();
  assert.ok(page !== undefined);
  const half = Number(page.pgsize) / 2;
  const content = readFileSync(file);
  content.fill(0xff, Number(page.pgoffset) + half, Number(page.pgoffset) + 2 * half);
  writeFileSync(file, content);
}

test('damaged rows met again need no new look', async (t) => {
  const file = await prepare(t);
  damage(file, 'products');
  const target = { engine: 'sqlite', file, damageMet: new Int32Array(new SharedArrayBuffer(4)) } as const;
  const storage = await openStorage(target);
  t.after(() => storage.close());
  const notify = () => assert.fail('No index is damaged.');
  const { look, isDue } = watchTables({ storage, clock, notify, damageMet: () => readDamageCount(target) });
  await changes(storage);
  assert.equal(isDue(), true);
  await look();
  await changes(storage);
  assert.equal(isDue(), false);
  await look();
  assert.equal(isDue(), false);
  await look();
  await changes(storage);
  assert.equal(isDue(), true);
});

test('an index beside damaged rows stays as it is', async (t) => {
  const file = await prepare(t);
  damage(file, index, 'products');
  const trees = treesOf(file);
  const content = readFileSync(file);
  const storage = await openStorage({ engine: 'sqlite', file });
  const [found, ...others] = await rebuildOwnedIndexes({ storage, clock });
  await storage.close();
  assert.deepEqual([found?.table, found?.isRebuilt, others], ['products', false, []]);
  assert.match(found?.error ?? '', /cannot be rebuilt: The database is damaged/);
  assert.deepEqual(treesOf(file), trees);
  assert.ok(readFileSync(file).equals(content));
});

function treesOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('select name, rootpage from sqlite_schema order by name').all();
  database.close();
  return rows;
}

for (const [name, errcode] of [
  ['a disk that fails', 10],
  ['memory that runs out', 7],
] as const) {
  test(`${name} has no index rebuilt`, async (t) => {
    const file = await prepare(t);
    const roots = treesOf(file);
    const fault = Object.assign(new Error(name), { errcode });
    const openReader = () => {
      const connection = openSqliteConnection(file, 'reader');
      const prepare = connection.database.prepare.bind(connection.database);
      connection.database.prepare = (...call) => {
        if (call[0].includes(`indexed by "${index}"`)) throw fault;
        return prepare(...call);
      };
      return connection;
    };
    const storage = createStorage(createSqliteDatabase(openSqliteConnection(file, 'writer'), openReader));
    await assert.rejects(rebuildOwnedIndexes({ storage, clock }), { code: 'unavailable', cause: fault });
    await storage.close();
    assert.deepEqual(treesOf(file), roots);
  });
}

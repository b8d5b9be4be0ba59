/**
 * Goal: a damaged page blocks the thread for the checks that it needs, and for no other. Method: the connections of a
 * real file count the checks that they run.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { overwriteLeaf, overwritePage } from '../../../test/support/damage.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { productWrite, storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { changePages } from '../../autocomplete/changes/change-pages.ts';
import { createStorage } from '../create-storage.ts';
import { DamageError } from '../damage/damage.ts';
import { createSqliteDatabase } from './open-sqlite-database.ts';
import { ReadAround } from './read-around.ts';
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';

const storeIds = Array.from({ length: 100 }, (_, number) => uuidOf(number + 1));
const [damagedId = '', otherId = ''] = storeIds;

interface Scene {
  readonly file: string;
  /** The tables that were checked so far. */
  readonly checked: string[];
  readonly openReader: () => SqliteConnection;
}

/** A file with stores on several pages, the first two with products on several of their own. */
async function prepare(t: TestContext): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-around-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'foretype.sqlite');
  const { storage } = open(file, () => openSqliteConnection(file, 'reader'));
  await storage.migrate();
  for (const id of storeIds) {
    await storage.directory.createStore(storeRow({ id, name: 'x'.repeat(200) }), []);
  }
  const raw = JSON.stringify({ filler: 'x'.repeat(300) });
  const writes = Array.from({ length: 150 }, (_, number) => productWrite(`p-${number}`, number, { raw }));
  for (const id of [damagedId, otherId]) {
    await storage.write(id, (writer) => writer.products.upsert(writes, 1));
  }
  await storage.close();
  const checked: string[] = [];
  const openReader = () => noteChecks(openSqliteConnection(file, 'reader'), checked);
  return { file, checked, openReader };
}

function open(file: string, openReader: () => SqliteConnection) {
  const database = createSqliteDatabase(openSqliteConnection(file, 'writer'), openReader);
  return { database, storage: createStorage(database) };
}

function noteChecks(connection: SqliteConnection, checked: string[]): SqliteConnection {
  const { database } = connection;
  const prepare = database.prepare.bind(database);
  database.prepare = (...call) => {
    const [, table] = /quick_check\("(.*)"\)/.exec(call[0]) ?? [];
    if (table !== undefined) checked.push(table);
    return prepare(...call);
  };
  return connection;
}

test('one store’s damaged page checks no shared table', async (t) => {
  const { file, checked, openReader } = await prepare(t);
  assert.notEqual(overwritePage(file, { table: 'products', storeId: damagedId }), null);
  const { storage } = open(file, openReader);
  t.after(() => storage.close());
  for (let round = 2; round < 6; round += 1) {
    await storage.write(otherId, (writer) => writer.products.upsert([productWrite('p-1', 1)], round));
    const pages = await Array.fromAsync(changePages(storage.reader(damagedId).products, null, round));
    assert.ok(pages.some(({ page }) => page.damaged.length > 0));
  }
  assert.deepEqual(checked, []);
});

test('a shared table is checked once a second at most', async (t) => {
  const { file, checked, openReader } = await prepare(t);
  overwriteLeaf(file, 'stores', otherId);
  const { database, storage } = open(file, openReader);
  const [clock, reader] = [createDrivenClock(), openReader()];
  const around = new ReadAround(openReader, clock);
  t.after(async () => {
    reader.close();
    around.close();
    await storage.close();
  });
  const query = database.builder.selectFrom('stores').selectAll();
  const fault = new DamageError('unavailable', 'damaged');
  const read = () => around.all(reader, query, fault).find(({ id }) => id === storeIds.at(-1));
  const change = async (changeNumber: number) => {
    const counters = { changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 };
    await storage.write(storeIds.at(-1) ?? '', (writer) => writer.updateStore(counters));
  };
  for (let round = 1; round < 4; round += 1) {
    await change(round);
    assert.equal(read()?.change_number, round);
    assert.equal(read()?.change_number, round);
  }
  assert.deepEqual(checked, ['stores']);
  clock.advanceMs(1_000);
  read();
  assert.deepEqual(checked, ['stores']);
  await change(4);
  assert.equal(read()?.change_number, 4);
  assert.deepEqual(checked, ['stores', 'stores']);
});

/**
 * Goal: a backup holds every row of every table as of one moment, and what is restored of it, on either database, is
 * what was there.
 * Method: rows are made up for every table that the database names, so that a table added later is held to it as well.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBackup, writeBackup } from '../../server/backup/backup-format.ts';
import { knownMigrations } from '../../server/storage/migrate.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { productTables } from '../../server/storage/products/erasures.ts';
import {
  type RowBatch,
  type StoredValue,
  type TableShape,
  unsavedTables,
} from '../../server/storage/snapshots/snapshot.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { engineNamed, onBothEngines } from '../support/engines.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { countTenantRows, withDatabase } from '../support/tenant-rows.ts';

const storeIds = [uuidOf(1), uuidOf(2)];
/** Ids of stores that were deleted. */
const goneIds = [uuidOf(11), uuidOf(12)];
const head = { createdAt: 1, engine: 'sqlite', secretKeys: ['key'] };

async function backupOf(storage: Storage): Promise<string> {
  return await storage.snapshot(async (snapshot) => {
    let text = '';
    for await (const lines of writeBackup(snapshot, head, { onBatch() {} })) text += lines;
    return text;
  });
}

async function* inChunks(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function restore(storage: Storage, text: string): Promise<void> {
  const backup = await readBackup(inChunks(text));
  await storage.restore(backup.head.migrations, backup.batches());
}

/** Every row with its table, in one order, flags as numbers. */
function rowsOf(text: string): string[] {
  let table = '';
  const rows: string[] = [];
  for (const line of text.split('\n').slice(1, -2)) {
    if (line.startsWith('{')) table = line;
    else
      rows.push(
        `${table} ${line.replaceAll(/\b(true|false)(?=[,\]])/g, (flag) => (flag === 'true' ? '1' : '0'))}`,
      );
  }
  return rows.sort();
}

/** How many rows each table has. */
function countTables(rows: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const table = /^\{"table":"(\w+)"/.exec(row)?.[1] ?? '';
    counts[table] = (counts[table] ?? 0) + 1;
  }
  return counts;
}

/** PostgreSQL tells flags from counts. */
async function describedTables(): Promise<TableShape[]> {
  const { target, close } = await engineNamed('postgres').openEmpty();
  assert.ok(target.engine === 'postgres');
  const storage = await openStorage(target);
  await storage.migrate();
  await storage.close();
  const database = openPostgresDatabase(target);
  try {
    return await database.snapshot(({ query }) => database.describe(query));
  } finally {
    await database.close();
    await close();
  }
}

function madeUpValue(column: TableShape['columns'][number], number: number): StoredValue {
  switch (column.kind) {
    case 'text':
      return `${column.name} ${number} "ü\n\u2028\t💡 \\x41 \\u0000 '`;
    case 'count':
      return Number.MAX_SAFE_INTEGER - number;
    case 'real':
      return (number % 2 === 0 ? 1 : -1e-300) * Math.PI * number;
    case 'flag':
      return number % 2 === 0;
    case 'bytes':
      return Buffer.from([0, 255, 10, number % 256]);
  }
}

function madeUpRow({ name, columns }: TableShape, storeId: string, number: number): StoredValue[] {
  return columns.map((column) => {
    if (column.name === 'store_id') return storeId;
    if (name === 'stores' && column.name === 'id') return storeId;
    if (`${name}.${column.name}` === 'users.id') return uuidOf(number % 2);
    // One row a person; every other table may have several.
    if (`${name}.${column.name}` === 'second_factors.user_id') return uuidOf(number % 2);
    if (column.name === 'user_id') return uuidOf(1);
    return relatedValue(name, column.name, storeId) ?? madeUpValue(column, number);
  });
}

/** What hangs together in a whole database: each store has one product, which other rows name. */
function relatedValue(table: string, column: string, storeId: string): StoredValue | undefined {
  const naming: Partial<Record<string, { readonly column: string }>> = productTables;
  if (column === naming[table]?.column)
    return `${column === 'external_id' ? 'external' : 'own'} id of ${storeId}`;
  return relatedValues[`${table}.${column}`]?.(storeId);
}

const relatedValues: Readonly<Record<string, (storeId: string) => StoredValue>> = {
  'products.id': (storeId) => `own id of ${storeId}`,
  'products.in_stock': () => true,
  'products.counts_as_enriched': () => true,
  'stores.product_count': () => 1,
  'stores.in_stock_count': () => 1,
  'stores.enrichment_count': () => 1,
  'popularity.kind': () => 'product',
  'collection_generations.number': () => 1,
  'collection_generations.member_count': () => 1,
  'collection_products.generation': () => 1,
};

async function* madeUpBatches(shapes: readonly TableShape[]): AsyncGenerator<RowBatch> {
  const referred = shapes.filter(({ name }) => ['stores', 'users'].includes(name));
  const others = shapes.filter(({ name }) => !['stores', 'users', 'migrations'].includes(name));
  let number = 0;
  for (const shape of [...referred, ...others]) {
    for (const storeId of shape.name === 'store_deletions' ? goneIds : storeIds) {
      number += 1;
      const columns = shape.columns.map(({ name }) => name);
      yield { table: shape.name, columns, rows: [madeUpRow(shape, storeId, number)] };
    }
  }
}

test('every row moves from SQLite to PostgreSQL and back', async () => {
  const shapes = await describedTables();
  assert.ok(shapes.length > 30);
  let expected: readonly string[] | null = null;
  let text: string | null = null;
  for (const name of ['sqlite', 'postgres', 'postgres', 'sqlite'] as const) {
    const { target, close } = await engineNamed(name).openEmpty();
    const storage = await openStorage(target);
    if (text === null) await storage.restore(knownMigrations, madeUpBatches(shapes));
    else await restore(storage, text);
    text = await backupOf(storage);
    expected ??= rowsOf(text);
    const saved = shapes.map((shape) => shape.name).filter((table) => !(table in unsavedTables));
    assert.equal(saved.length, shapes.length - Object.keys(unsavedTables).length, 'each has a table');
    assert.deepEqual(countTables(expected), Object.fromEntries(saved.map((table) => [table, 2])));
    assert.deepEqual(rowsOf(text), expected);
    await storage.migrate();
    await storage.close();
    await close();
  }
});

/** All but the product of the first store, and the row that counts changes of the directory. */
async function* batchesOfDamaged(shapes: readonly TableShape[]): AsyncGenerator<RowBatch> {
  for await (const batch of madeUpBatches(shapes)) {
    const isLost = batch.table === 'products' && batch.rows[0]?.includes(storeIds[0] ?? '');
    if (isLost !== true && batch.table !== 'directory_state') yield batch;
  }
}

for (const name of ['sqlite', 'postgres'] as const) {
  test(`a restore skips products its backup lacks and their references (${name})`, async () => {
    const { target, close } = await engineNamed(name).openEmpty();
    const storage = await openStorage(target);
    await storage.restore(knownMigrations, batchesOfDamaged(await describedTables()));
    await storage.close();
    await withDatabase(target, async (database) => {
      const { builder } = database;
      for (const [table, { rule }] of Object.entries(productTables)) {
        const counts = storeIds.map((id) => countTenantRows(database, table, id));
        assert.deepEqual(await Promise.all(counts), [rule === 'kept' ? 1 : 0, 1], table);
      }
      const counters = ['product_count', 'in_stock_count', 'enrichment_count'] as const;
      const stores = await database.read(null, builder.selectFrom('stores').select(counters).orderBy('id'));
      assert.deepEqual(stores.map(Object.values), [
        [0, 0, 0],
        [1, 1, 1],
      ]);
      for (const [place, id] of storeIds.entries()) {
        const generations = builder.selectFrom('collection_generations').where('store_id', '=', id);
        const counted = await database.read(id, generations.select('member_count'));
        assert.deepEqual(
          counted.map(({ member_count: count }) => count),
          [place],
        );
      }
      const versions = await database.read(null, builder.selectFrom('directory_state').select('id'));
      assert.equal(versions.length, 1);
    });
    await close();
  });
}

test('a backup never holds values JSON cannot express', async () => {
  for (const value of [Infinity, -Infinity, NaN]) {
    const batches = async function* () {
      yield { table: 'popularity', columns: ['store_id', 'score'], rows: [[uuidOf(1), value]] };
    };
    const snapshot = { migrations: [], productCount: 0, batches, checkPages: async () => [] };
    const writing = Array.fromAsync(writeBackup(snapshot, head, { onBatch() {} }));
    await assert.rejects(writing, /popularity\.score holds -?(Infinity|NaN)/);
  }
});

onBothEngines('a backup shows one moment while others write', async ({ storage }) => {
  const store = storeRow({ id: uuidOf(1) });
  await storage.directory.createStore(store, []);
  const texts = await storage.snapshot(async (snapshot) => {
    await storage.write(store.id, (writer) => writer.products.upsert([productWrite('late', 1)], 1));
    const tables: string[] = [];
    for await (const { table } of snapshot.batches()) tables.push(table);
    return tables;
  });
  assert.ok(texts.includes('stores') && !texts.includes('products'), texts.join());
  assert.match(await backupOf(storage), /"late"/);
});

onBothEngines(
  'a damaged, cut or overlong backup leaves an empty database',
  async ({ storage, openAnother }) => {
    await storage.directory.createStore(storeRow({ id: uuidOf(1), name: 'Whole' }), []);
    const text = await backupOf(storage);
    const { target, close } = await engineNamed('sqlite').openEmpty();
    const empty = await openStorage(target);
    const lines = text.split('\n');
    const broken = [
      text.replace('Whole', 'Other'),
      text.replace('Whole', 'Who"le'),
      lines.slice(0, -2).join('\n'),
      [...lines.slice(0, -2), lines.at(-4), lines.at(-2), ''].join('\n'),
    ];
    for (const wrong of broken) await assert.rejects(restore(empty, wrong), /damaged or incomplete/);
    await assert.rejects(
      empty.snapshot(async () => {}),
      /empty/,
    );
    await restore(empty, text);
    const listed = await empty.directory.listStores();
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['Whole'],
    );
    await assert.rejects(restore(empty, text), /not empty \(it has stores\)/);
    // The one that it came from is not empty either, whichever connection asks.
    await assert.rejects(restore(await openAnother(), text), /not empty/);
    await empty.close();
    await close();
  },
);

onBothEngines('a backup of another version names the version needed', async ({ storage }) => {
  const text = await backupOf(storage);
  const ofNewer = text.replace('"migrations":[', '"migrations":[999,');
  await assert.rejects(restore(storage, ofNewer), /newer version of Foretype \(its migration 999/);
  const ofLaterForm = text.replace('"version":1', '"version":2');
  await assert.rejects(restore(storage, ofLaterForm), /has the form 2; this version reads 1/);
  await assert.rejects(restore(storage, '{"a":1}\n'), /no backup of Foretype/);
  const ofOlder = text.replace(/"migrations":\[[^\]]*\]/, '"migrations":[1,2,3]');
  await assert.rejects(restore(storage, ofOlder), /newer than the backup \(migration 4\)/);
});

onBothEngines('a backup of an earlier version is upgraded as it is restored', async ({ storage, engine }) => {
  const { target, close } = await engineNamed(engine).openEmpty();
  const older = await openStorage(target);
  async function* stores(): AsyncGenerator<RowBatch> {
    const columns = ['id', 'name', 'plan', 'currency', 'locale', 'created_at', 'change_number'];
    const counts = ['product_count', 'in_stock_count', 'enrichment_count'];
    const row = [uuidOf(1), 'Old', 'free', 'USD', 'en', 1, 2, 0, 0, 3];
    yield { table: 'stores', columns: [...columns, ...counts], rows: [row] };
  }
  await older.restore([1, 2, 3, 4, 5, 6, 7], stores());
  assert.equal((await older.directory.listStores())[0]?.name, 'Old');
  const migrationsOf = (text: string) => text.split('\n')[0]?.match(/"migrations":\[[^\]]*\]/)?.[0];
  assert.equal(migrationsOf(await backupOf(older)), migrationsOf(await backupOf(storage)));
  // Made by a migration of the store's queue, as in a database that is upgraded.
  assert.notEqual(await older.directory.claimJob('enrichment', { owner: 'a', leaseMs: 1 }), null);
  await older.close();
  await close();
});

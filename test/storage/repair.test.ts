/**
 * Goal: whatever page of an SQLite file is damaged, a repair saves every row that is not on it, names what is lost, and
 * never touches the damaged file.
 * Method: files of three stores whose pages are overwritten one at a time; what they held is known.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { openStorage, repairFile } from '../../server/storage/open-storage.ts';
import { productTables } from '../../server/storage/products/erasures.ts';
import type { Loss } from '../../server/storage/snapshots/snapshot.ts';
import { overwritePage, runSql } from '../support/damage.ts';
import { apiKeyRow, importRun, productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { countTenantRows, insertTenantRow, tenantTables, withDatabase } from '../support/tenant-rows.ts';

const storeIds = [uuidOf(1), uuidOf(2), uuidOf(3)];
const [damagedId = '', ...otherStoreIds] = storeIds;
const productCount = 150;
const pageBytes = 8_192;

const folder = mkdtempSync(join(tmpdir(), 'foretype-repair-'));
const whole = join(folder, 'whole.db');
const damaged = join(folder, 'damaged.db');
const repaired = join(folder, 'repaired.db');

async function makeWhole(): Promise<void> {
  const storage = await openStorage({ engine: 'sqlite', file: whole });
  await storage.migrate();
  for (const [place, id] of storeIds.entries()) {
    const key = apiKeyRow({ id: uuidOf(10 + place), storeId: id, hash: String(place).repeat(64) });
    await storage.directory.createStore(storeRow({ id }), [key]);
    const writes = Array.from({ length: productCount }, (_, number) =>
      productWrite(`p-${number}`, number, { raw: JSON.stringify({ filler: 'x'.repeat(300) }) }),
    );
    await storage.write(id, async (writer) => {
      await writer.products.upsert(writes, 1);
      const counts = { productCount, inStockCount: productCount, enrichmentCount: 0 };
      await writer.updateStore({ changeNumber: 1, ...counts });
      await writer.imports.insert(importRun(uuidOf(100 + place), { storeId: id }));
    });
  }
  await storage.close();
}

/** Every row by table and content, numbers of rows aside. */
function rowsOf(file: string): Map<string, Set<string>> {
  const database = new DatabaseSync(file);
  try {
    const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
    return new Map(
      tables.map(({ name }) => {
        const rows = database.prepare(`select * from "${name}"`).all();
        return [String(name), new Set(rows.map((row) => JSON.stringify(row)))];
      }),
    );
  } finally {
    database.close();
  }
}

/** All tables, indexes and triggers as they were made. */
function schemaOf(file: string): unknown[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare('select type, name, tbl_name, sql from sqlite_schema order by type, name').all();
  } finally {
    database.close();
  }
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

interface Repair {
  readonly rows: number;
  readonly findings: readonly string[];
  readonly losses: readonly Loss[];
  readonly saved: Map<string, Set<string>>;
}

/** Repairs the damaged file, which stays as it is, into a file that SQLite finds whole. */
function repair(): Repair {
  rmSync(repaired, { force: true });
  const losses: Loss[] = [];
  const before = hashOf(damaged);
  const found = repairFile(damaged, repaired, { onLoss: (loss) => losses.push(loss), onRows() {} });
  assert.equal(hashOf(damaged), before);
  const database = new DatabaseSync(repaired);
  assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
  assert.deepEqual(database.prepare('pragma foreign_key_check').all(), []);
  database.close();
  return { ...found, losses, saved: rowsOf(repaired) };
}

function copyWhole(): void {
  copyFileSync(whole, damaged);
}

function pagesOf(name: string, type: 'leaf' | 'internal'): number[] {
  const database = new DatabaseSync(whole);
  try {
    return database
      .prepare('select pageno from dbstat where name = ? and pagetype = ?')
      .all(name, type)
      .map(({ pageno }) => Number(pageno));
  } finally {
    database.close();
  }
}

function overwrite(page: number, content: Buffer): void {
  const bytes = readFileSync(whole);
  content.copy(bytes, (page - 1) * pageBytes, 0, pageBytes);
  writeFileSync(damaged, bytes);
}

/** As `productWrite` gives it. */
const productId = (number: number) => uuidOf(1_000 + number);
const lostOf = ({ losses }: Repair, table: string) => losses.filter((loss) => loss.table === table);

describe('repair', () => {
  before(makeWhole);
  after(() => rmSync(folder, { recursive: true }));

  test('a whole file loses no row by repair', () => {
    copyWhole();
    const { findings, losses, saved } = repair();
    assert.deepEqual([findings, losses], [[], []]);
    assert.deepEqual(saved, rowsOf(whole));
  });

  test('a repaired file has all tables, indexes and triggers', () => {
    copyWhole();
    repair();
    assert.deepEqual(schemaOf(repaired), schemaOf(whole));
  });

  test('a damaged leaf loses its own rows, by name', async () => {
    copyWhole();
    overwritePage(damaged, { table: 'products', storeId: damagedId });
    const result = repair();
    const lost = lostOf(result, 'products');
    assert.deepEqual(result.losses, lost);
    assert.ok(lost.length > 0 && lost.length < 20, String(lost.length));
    for (const { storeId, id } of lost) {
      assert.equal(storeId, damagedId);
      assert.match(id ?? '', /^p-\d+$/);
    }
    assert.equal(result.saved.get('products')?.size, 3 * productCount - lost.length);
    const storage = await openStorage({ engine: 'sqlite', file: repaired });
    await storage.migrate();
    assert.equal((await storage.directory.findStore(damagedId))?.productCount, productCount - lost.length);
    for (const id of otherStoreIds) {
      assert.equal((await storage.directory.findStore(id))?.productCount, productCount);
      const { products } = await storage.reader(id).products.page({ after: null, limit: 1_000 });
      assert.equal(products.length, productCount);
    }
    await storage.close();
  });

  test('damaged pages of an index lose no row', () => {
    for (const type of ['leaf', 'internal'] as const) {
      const [page = 0] = pagesOf('sqlite_autoindex_products_1', type);
      overwrite(page, Buffer.alloc(pageBytes, 0xff));
      const { findings, losses, saved } = repair();
      assert.deepEqual(losses, []);
      assert.ok(findings.length > 0);
      assert.deepEqual(saved.get('products'), rowsOf(whole).get('products'));
    }
  });

  test('a store whose row is lost keeps its catalog', () => {
    const [page = 0] = pagesOf('stores', 'leaf');
    overwrite(page, Buffer.alloc(pageBytes, 0xff));
    const result = repair();
    assert.deepEqual(result.losses.map(({ table, id }) => [table, id]).sort(), [
      ...storeIds.map((id) => ['stores', id]),
    ]);
    const expected = rowsOf(whole);
    for (const table of ['products', 'api_keys', 'imports']) {
      assert.deepEqual(result.saved.get(table), expected.get(table));
    }
    const stores = [...(result.saved.get('stores') ?? [])].join();
    for (const id of storeIds) assert.match(stores, new RegExp(`Repaired store ${id}`));
  });

  test('a row that no reader decodes is left out', async () => {
    copyWhole();
    const target = { engine: 'sqlite', file: damaged } as const;
    await runSql(target, damagedId, `update products set attributes = '{' where external_id = 'p-7'`);
    const { losses, saved } = repair();
    assert.equal(losses.length, 3);
    for (const { table, id, column } of losses) {
      assert.deepEqual([table, id, column], ['products', 'p-7', 'attributes']);
    }
    assert.equal(saved.get('products')?.size, 3 * (productCount - 1));
  });

  test('a lost product leaves no row that names it', async () => {
    copyWhole();
    const target = { engine: 'sqlite', file: damaged } as const;
    const lists = { fields: '[]', generated: '[[],[]]', edited: '[[],[]]', dropped: '[]' };
    const types = { generated_type: 'lamp\n93', edited_type: 'lamp\n93' };
    const given = { ...lists, ...types, kind: 'product', day: '2026-11-21', before: '{}', revenue: '{}' };
    const erased = Object.entries(productTables).filter(([, { rule }]) => rule !== 'kept');
    const nameOf = (number: number, rule: string) =>
      rule === 'by_external_id' ? `p-${number}` : productId(number);
    await withDatabase(target, async (database) => {
      const shapes = await tenantTables(database);
      for (const [table, { column, rule }] of erased.filter(([table]) => table !== 'products')) {
        const shape = shapes.find(({ name }) => name === table);
        assert.ok(shape, table);
        for (const number of [7, 8]) {
          const values = { ...given, [column]: nameOf(number, rule) };
          await insertTenantRow(database, shape, damagedId, number, values);
        }
      }
    });
    await runSql(target, damagedId, `update products set attributes = '{' where external_id = 'p-7'`);
    repair();
    await withDatabase({ engine: 'sqlite', file: repaired }, async (database) => {
      for (const [table, { column, rule }] of erased) {
        const count = (number: number) =>
          countTenantRows(database, table, damagedId, [column, nameOf(number, rule)]);
        assert.deepEqual([await count(7), await count(8)], [0, 1], table);
      }
    });
  });

  test('a repair counts the members of collections again', async () => {
    copyWhole();
    const target = { engine: 'sqlite', file: damaged } as const;
    await runSql(
      target,
      damagedId,
      `insert into collection_generations values ('${damagedId}', 1, 'c', '{}', 'USD', 0, 'live', 1, '', 7, 1, '')`,
    );
    for (const number of [7, 8]) {
      await runSql(
        target,
        damagedId,
        `insert into collection_products values ('${damagedId}', '${productId(number)}', 1, 0, 9, 1, 'p-${number}', 1, 0)`,
      );
    }
    await runSql(
      target,
      damagedId,
      `update products set attributes = '{' where store_id = '${damagedId}' and external_id = 'p-7'`,
    );
    const [generation = ''] = repair().saved.get('collection_generations') ?? [];
    assert.equal(JSON.parse(generation).member_count, 1);
  });

  test('a cut file keeps its remaining rows', () => {
    copyWhole();
    const pages = readFileSync(whole).length / pageBytes;
    truncateSync(damaged, (pages - 10) * pageBytes);
    const { losses, saved } = repair();
    assert.ok(losses.length > 0);
    const count = saved.get('products')?.size ?? 0;
    assert.ok(count > 2 * productCount && count < 3 * productCount, String(count));
  });

  test('a file without its first page is refused', () => {
    overwrite(1, Buffer.alloc(pageBytes, 0xff));
    assert.throws(() => repair(), /restore a backup/);
  });

  test('any one damaged page costs only its rows', () => {
    const expected = rowsOf(whole);
    const schemaPages = new Set([
      ...pagesOf('sqlite_schema', 'leaf'),
      ...pagesOf('sqlite_schema', 'internal'),
    ]);
    const pageCount = readFileSync(whole).length / pageBytes;
    fc.assert(
      fc.property(fc.integer({ min: 2, max: pageCount }), fc.constantFrom(0, 0xff), (page, byte) => {
        if (schemaPages.has(page)) return;
        overwrite(page, Buffer.alloc(pageBytes, byte));
        const { losses, saved } = repair();
        const lostIn = new Set(losses.map(({ table }) => table));
        for (const [table, rows] of expected) {
          const kept = saved.get(table) ?? new Set();
          // Counts of stores change with what is lost of their products.
          if (table === 'stores' || table === 'directory_state') continue;
          for (const row of kept) assert.ok(rows.has(row), `${table} has a row that never was: ${row}`);
          if (lostIn.has(table)) continue;
          assert.equal(kept.size, rows.size, `${table} lost rows without a word`);
        }
      }),
      { numRuns: 25 },
    );
  });
});

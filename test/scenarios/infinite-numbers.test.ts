/**
 * Goal: a number that is not finite costs the row that holds it and nothing else: `doctor` names table, key and column,
 * a backup and a repair leave the row out and say so, and the backup is restored with the rows of all stores. Method: the
 * commands, on real databases, with such a number in every column of real numbers that the database itself names.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runSql } from '../support/damage.ts';
import { engineNamed } from '../support/engines.ts';
import {
  openStorageOf,
  runForetype,
  type Settings,
  targetOf,
  withDataFolder,
} from '../support/foretype-process.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { countTenantRows, insertTenantRow, tenantTables, withDatabase } from '../support/tenant-rows.ts';

const [damagedId, soundId] = [uuidOf(1), uuidOf(2)];

interface Group {
  readonly store_id: string | null;
  readonly table: string;
  readonly examples: readonly {
    readonly id: string;
    readonly column: string | null;
    readonly error: string;
  }[];
}

/** Both stores have a row of each table with real numbers; the first has rows with each number besides. Gives their names. */
async function fill(folder: string, numbers: readonly string[]): Promise<string[]> {
  const storage = await openStorageOf(folder);
  await storage.migrate();
  for (const id of [damagedId, soundId]) {
    await storage.directory.createStore(storeRow({ id }), []);
    await storage.write(id, async (writer) => {
      await writer.products.upsert([productWrite('p-1', 1)], 1);
      const counts = { productCount: 1, inStockCount: 1, enrichmentCount: 0 };
      await writer.updateStore({ changeNumber: 1, ...counts });
    });
  }
  await storage.close();
  const target = targetOf(folder);
  return await withDatabase(target, async (database) => {
    const named: string[] = [];
    let number = 10;
    for (const shape of await tenantTables(database)) {
      const reals = shape.columns.filter(({ kind }) => kind === 'real');
      if (reals.length === 0) continue;
      for (const id of [damagedId, soundId]) await insertTenantRow(database, shape, id, 1);
      for (const { name: column } of reals) {
        for (const value of numbers) {
          number += 1;
          await insertTenantRow(database, shape, damagedId, number);
          const [first = '', ...rest] = shape.key.slice(1).map((name) => `${name} ${number}`);
          const isIt = `store_id = '${damagedId}' and ${shape.key[1]} = '${first}'`;
          await runSql(target, damagedId, `update ${shape.name} set ${column} = ${value} where ${isIt}`);
          named.push(`${shape.name} ${[first, ...rest].join('/')} ${column}`);
        }
      }
    }
    return named.toSorted();
  });
}

async function run<Body>(words: readonly string[], settings: Settings, code: number): Promise<Body> {
  const result = await runForetype([...words, '--json'], settings);
  assert.equal(result.code, code, `${words.join(' ')}: ${result.stdout} ${result.stderr}`);
  return JSON.parse(result.stdout) as Body;
}

function namesOf(groups: readonly Group[]): string[] {
  return groups
    .flatMap(({ store_id: storeId, table, examples }) => {
      assert.equal(storeId, damagedId);
      for (const { error } of examples) assert.match(error, /^is no finite number/);
      return examples.map(({ id, column }) => `${table} ${id} ${column}`);
    })
    .toSorted();
}

/** Each table with real numbers has the sound row of each store. */
async function assertSound(folder: string): Promise<void> {
  await withDatabase(targetOf(folder), async (database) => {
    for (const { name, columns } of await tenantTables(database)) {
      if (!columns.some(({ kind }) => kind === 'real')) continue;
      for (const id of [damagedId, soundId]) assert.equal(await countTenantRows(database, name, id), 1, name);
    }
  });
}

async function assertBackup(folder: string, expected: readonly string[]): Promise<void> {
  const settings = { FORETYPE_DATA: folder };
  const { unreadable } = await run<{ unreadable: Group[] }>(['doctor'], settings, 1);
  assert.deepEqual(namesOf(unreadable), expected);
  const file = join(folder, 'all.backup');
  const made = await run<{ left_out: Group[] }>(['backup', file], settings, 1);
  assert.deepEqual(namesOf(made.left_out), expected);
  const other = join(folder, 'restored');
  const restored = await run<{ products: number }>(['restore', file], { FORETYPE_DATA: other }, 0);
  assert.equal(restored.products, 2);
  await assertSound(other);
}

test('an infinite number costs its row alone', () =>
  withDataFolder(async (folder) => {
    const expected = await fill(folder, ['9e999', '-9e999']);
    assert.ok(expected.length >= 6, expected.join());
    await assertBackup(folder, expected);
    const { lost } = await run<{ lost: Group[] }>(['repair'], { FORETYPE_DATA: folder }, 1);
    assert.deepEqual(namesOf(lost), expected);
    await assertSound(folder);
    await run(['doctor'], { FORETYPE_DATA: folder }, 0);
  }, engineNamed('sqlite')));

test('PostgreSQL takes rows with infinite numbers out', () =>
  withDataFolder(async (folder) => {
    const expected = await fill(folder, [`'Infinity'`, `'-Infinity'`, `'NaN'`]);
    assert.ok(expected.length >= 9, expected.join());
    await assertBackup(folder, expected);
    const settings = { FORETYPE_DATA: folder };
    const { removed, file } = await run<{ removed: number; file: string }>(['repair', '--yes'], settings, 0);
    assert.equal(removed, expected.length);
    const copies = readFileSync(file, 'utf8').trim().split('\n');
    const values = copies.map((line) => {
      const { column, row } = JSON.parse(line) as { column: string; row: Record<string, unknown> };
      return row[column];
    });
    const all = ['-Infinity', 'Infinity', 'NaN'];
    assert.deepEqual([...new Set(values)].toSorted(), all);
    await assertSound(folder);
    await run(['repair'], settings, 0);
  }, engineNamed('postgres')));

test('a repair makes the data folder that it needs', () =>
  withDataFolder(async (folder) => {
    await fill(folder, [`'Infinity'`]);
    const target = targetOf(folder);
    assert.ok(target.engine === 'postgres');
    const settings = { FORETYPE_DATA: join(folder, 'none', 'yet'), DATABASE_URL: target.url };
    const key = { FORETYPE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
    const { file } = await run<{ file: string }>(['repair', '--yes'], { ...settings, ...key }, 0);
    assert.ok(file.startsWith(settings.FORETYPE_DATA));
    assert.match(readFileSync(file, 'utf8'), /"Infinity"/);
  }, engineNamed('postgres')));

/**
 * Goal: where a database is damaged, `doctor` names what cannot be read, `backup` saves the rest and says what it left
 * out, and after `repair` everything is readable. Method: the commands, on real databases with a damaged page or row.
 */
import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { takeServingLock } from '../../server/storage/sqlite/serving-lock.ts';
import { overwriteLeaf, overwritePage, runSql } from '../support/damage.ts';
import { engineNamed, engines } from '../support/engines.ts';
import { openStorageOf, runForetype, targetOf, withDataFolder } from '../support/foretype-process.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const [damagedId, ...otherStoreIds] = [uuidOf(1), uuidOf(2), uuidOf(3)] as const;
const productCount = 100;

/** Three stores with a folder of a saved index each. */
async function fill(folder: string): Promise<void> {
  const storage = await openStorageOf(folder);
  await storage.migrate();
  for (const id of [damagedId, ...otherStoreIds]) {
    const counts = { productCount, inStockCount: productCount };
    await storage.directory.createStore(storeRow({ id, ...counts }), []);
    const writes = Array.from({ length: productCount }, (_, number) => productWrite(`p-${number}`, number));
    await storage.write(id, (writer) => writer.products.upsert(writes, 1));
    mkdirSync(join(folder, 'indexes', id), { recursive: true });
  }
  await storage.close();
}

interface Group {
  readonly store_id: string | null;
  readonly table: string;
  readonly rows: number;
  readonly examples: readonly { readonly id: string; readonly column: string | null }[];
}

async function run<Body>(words: readonly string[], folder: string, code: number): Promise<Body> {
  const result = await runForetype([...words, '--json'], { FORETYPE_DATA: folder });
  assert.equal(result.code, code, `${words.join(' ')}: ${result.stdout} ${result.stderr}`);
  return JSON.parse(result.stdout) as Body;
}

interface Diagnosis {
  readonly unreadable_stores: readonly string[];
  readonly unreadable: readonly Group[];
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
}

/** Names the failed checks, without the settings of the server that tests share: it does not wait for its disk. */
const failing = ({ checks }: Diagnosis) =>
  checks.filter(({ name, ok }) => !ok && name !== 'settings').map(({ name }) => name);

/** Runs `doctor`, which may also fail for those settings, and returns what it reports. */
async function diagnose(folder: string): Promise<Diagnosis> {
  const { stdout } = await runForetype(['doctor', '--json'], { FORETYPE_DATA: folder });
  return JSON.parse(stdout) as Diagnosis;
}

async function damageFile(folder: string): Promise<void> {
  const place = { table: 'products', storeId: damagedId, otherStoreIds };
  overwritePage(join(folder, 'foretype.sqlite'), place);
}

interface Repair {
  readonly lost: readonly Group[];
  readonly damaged_file: string;
  readonly damaged_files: readonly string[];
}

test('a damaged file is diagnosed, backed up and repaired', () =>
  withDataFolder(async (folder) => {
    await fill(folder);
    await damageFile(folder);
    const diagnosis = await run<Diagnosis>(['doctor'], folder, 1);
    assert.deepEqual(failing(diagnosis), ['pages', 'rows']);
    assert.deepEqual(diagnosis.unreadable_stores, [damagedId]);
    const [group] = diagnosis.unreadable;
    assert.ok(group !== undefined && group.table === 'products' && group.rows > 0);
    await backUpAndRestore(folder, group);
    const held = takeServingLock(join(folder, 'foretype.sqlite'));
    const refused = await runForetype(['repair'], { FORETYPE_DATA: folder });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /Another process uses/);
    held.release();
    const repaired = await run<Repair>(['repair'], folder, 1);
    assert.deepEqual(repaired.lost, diagnosis.unreadable);
    assert.ok(existsSync(repaired.damaged_file));
    const [kept, log] = repaired.damaged_files;
    assert.deepEqual([kept, log], [repaired.damaged_file, `${repaired.damaged_file}-wal`]);
    assert.ok(!existsSync(join(folder, 'indexes', damagedId)));
    for (const id of otherStoreIds) assert.ok(existsSync(join(folder, 'indexes', id)));
    await run(['doctor'], folder, 0);
    const wrong = await runForetype(['repair', '--yes'], { FORETYPE_DATA: folder });
    assert.deepEqual([wrong.code, /--yes is for PostgreSQL/.test(wrong.stderr)], [1, true]);
    const again = await run<{ damaged_file: string | null }>(['repair'], folder, 0);
    assert.equal(again.damaged_file, null);
  }, engineNamed('sqlite')));

test('a destroyed file is moved away as the commands say', () =>
  withDataFolder(async (folder) => {
    await fill(folder);
    const backup = join(folder, 'all.backup');
    await run(['backup', backup], folder, 0);
    const file = join(folder, 'foretype.sqlite');
    // What a process that was killed leaves.
    for (const ending of ['-wal', '-shm']) writeFileSync(`${file}${ending}`, '');
    overwriteStart(file);
    const moved = ['', '-wal', '-shm'].map((ending) => `${file}${ending}`);
    for (const words of [['repair'], ['restore', backup]]) {
      const { code, stderr } = await runForetype(words, { FORETYPE_DATA: folder });
      assert.equal(code, 1);
      const named = /move (.+) out of (.+) and restore a backup there by "foretype restore FILE"/.exec(
        stderr,
      );
      assert.deepEqual([named?.[1]?.split(', '), named?.[2]], [moved.filter(existsSync), folder], stderr);
      assert.match(stderr, /set FORETYPE_DATA/);
    }
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    for (const one of moved.filter(existsSync)) renameSync(one, join(elsewhere, basename(one)));
    const restored = await run<{ products: number }>(['restore', backup], folder, 0);
    assert.equal(restored.products, 3 * productCount);
    await run(['doctor'], folder, 0);
  }, engineNamed('sqlite')));

function overwriteStart(file: string): void {
  const disk = openSync(file, 'r+');
  writeSync(disk, Buffer.alloc(4_096, 0xff), 0, 4_096, 0);
  closeSync(disk);
}

test('a repair names the kept file and its log', () =>
  withDataFolder(async (folder) => {
    await fill(folder);
    await damageFile(folder);
    const file = join(folder, 'foretype.sqlite');
    // As the log of a process that was killed lies there.
    writeFileSync(`${file}-wal`, '');
    const { code, stdout } = await runForetype(['repair'], { FORETYPE_DATA: folder });
    assert.equal(code, 1);
    const [, kept = '', log = ''] = /as it was is (.+) with its log (.+); remove both/.exec(stdout) ?? [];
    assert.deepEqual([log, existsSync(kept), existsSync(log)], [`${kept}-wal`, true, true], stdout);
  }, engineNamed('sqlite')));

/** The backup lacks what is damaged and nothing else. */
async function backUpAndRestore(folder: string, lost: Group): Promise<void> {
  const file = join(folder, 'all.backup');
  const made = await run<{ products: number; left_out: Group[] }>(['backup', file], folder, 1);
  assert.deepEqual(made.left_out, [lost]);
  assert.equal(made.products, 3 * productCount - lost.rows);
  const other = join(folder, 'restored');
  const restored = await run<{ products: number }>(['restore', file], other, 0);
  assert.equal(restored.products, made.products);
  await run(['doctor'], other, 0);
}

test('a backup saves products of stores without rows', () =>
  withDataFolder(async (folder) => {
    await fill(folder);
    overwriteLeaf(join(folder, 'foretype.sqlite'), 'stores', damagedId);
    const file = join(folder, 'all.backup');
    const made = await run<{ products: number; left_out: Group[] }>(['backup', file], folder, 1);
    assert.deepEqual(
      made.left_out.map(({ table, rows }) => ({ table, rows })),
      [damagedId, ...otherStoreIds].map(() => ({ table: 'stores', rows: 1 })),
    );
    const other = join(folder, 'restored');
    const restored = await run<{ products: number }>(['restore', file], other, 0);
    assert.deepEqual([made.products, restored.products], [3 * productCount, 3 * productCount]);
    const storage = await openStorageOf(other);
    const found = await storage.directory.findStore(damagedId);
    await storage.close();
    const counts = [found?.productCount, found?.inStockCount, found?.changeNumber];
    assert.deepEqual(
      [found?.name, ...counts],
      [`Repaired store ${damagedId}`, productCount, productCount, 1],
    );
    await run(['doctor'], other, 0);
  }, engineNamed('sqlite')));

interface Recount {
  readonly damaged_file?: string | null;
  readonly recounted: readonly { readonly store_id: string; readonly counter: string }[];
}

for (const { name: engine } of engines) {
  test(`doctor compares counters with rows, and a repair counts again (${engine})`, () =>
    withDataFolder(async (folder) => {
      await fill(folder);
      const wrong = 'product_count = 120, in_stock_count = 90';
      await runSql(targetOf(folder), damagedId, `update stores set ${wrong} where id = '${damagedId}'`);
      const diagnosis = await run<Diagnosis>(['doctor'], folder, 1);
      assert.deepEqual(failing(diagnosis), ['counters']);
      const { detail = '' } = diagnosis.checks.find(({ name }) => name === 'counters') ?? {};
      const faults = [
        `store ${damagedId}: product_count is 120, and its rows make ${productCount}`,
        `store ${damagedId}: in_stock_count is 90, and its rows make ${productCount}`,
      ];
      assert.ok(detail.startsWith(`${faults.join('; ')}. To count again, `), detail);
      assert.match(detail, engine === 'sqlite' ? /run foretype repair$/ : /run foretype repair --yes$/);
      const words = ['repair', ...(engine === 'postgres' ? ['--yes'] : [])];
      const repaired = await run<Recount>(words, folder, 0);
      assert.deepEqual(repaired.recounted, [
        { store_id: damagedId, counter: 'product_count', stored: 120, counted: productCount },
        { store_id: damagedId, counter: 'in_stock_count', stored: 90, counted: productCount },
      ]);
      if (engine === 'sqlite') assert.ok(existsSync(repaired.damaged_file ?? ''));
      assert.deepEqual(failing(await diagnose(folder)), []);
      const again = await runForetype(words, { FORETYPE_DATA: folder });
      assert.deepEqual([again.code, /No damage|Every row can be read/.test(again.stdout)], [0, true]);
    }, engineNamed(engine)));
}

async function damageRow(folder: string): Promise<void> {
  const poison = `update products set attributes = '{' where external_id = 'p-7' and store_id = '${damagedId}'`;
  await runSql(targetOf(folder), damagedId, poison);
}

for (const { name: engine } of engines) {
  test(`a store keeps its row without a usable currency (${engine})`, () =>
    withDataFolder(async (folder) => {
      await fill(folder);
      const place = `where id = '${damagedId}'`;
      await runSql(targetOf(folder), damagedId, `update stores set currency = 'ZZZZ', name = 'Own' ${place}`);
      const saved = join(folder, 'saved');
      const diagnosis = await run<Diagnosis>(['doctor'], folder, 1);
      const [group] = diagnosis.unreadable;
      assert.deepEqual(group?.examples, [
        { id: damagedId, column: 'currency', error: 'is no currency code (the rest of the row is kept)' },
      ]);
      await run(['backup', saved], folder, 1);
      await run(
        ['repair', ...(engine === 'postgres' ? ['--yes'] : [])],
        folder,
        engine === 'postgres' ? 0 : 1,
      );
      const storage = await openStorageOf(folder);
      const store = await storage.directory.findStore(damagedId);
      assert.deepEqual([store?.name, store?.currency, store?.productCount], ['Own', 'USD', productCount]);
      await storage.close();
      assert.deepEqual(failing(await diagnose(folder)), []);
      const other = join(folder, 'restored');
      await run(['restore', saved], other, 0);
      const copy = await openStorageOf(other);
      const restored = await copy.directory.findStore(damagedId);
      assert.deepEqual([restored?.name, restored?.currency], ['Own', 'USD']);
      await copy.close();
    }, engineNamed(engine)));
}

test('unreadable rows of PostgreSQL are taken out on request', () =>
  withDataFolder(async (folder) => {
    await fill(folder);
    await damageRow(folder);
    const diagnosis = await run<Diagnosis>(['doctor'], folder, 1);
    assert.deepEqual([failing(diagnosis), diagnosis.unreadable_stores], [['rows'], [damagedId]]);
    const [group] = diagnosis.unreadable;
    assert.deepEqual(group?.examples, [{ id: 'p-7', column: 'attributes', error: 'is not valid JSON' }]);
    const listed = await run<{ removed: number; unreadable: Group[] }>(['repair'], folder, 1);
    assert.deepEqual([listed.removed, listed.unreadable], [0, diagnosis.unreadable]);
    const repaired = await run<{ removed: number; file: string }>(['repair', '--yes'], folder, 0);
    assert.equal(repaired.removed, 1);
    const copy = JSON.parse(readFileSync(repaired.file, 'utf8')) as { row: Record<string, unknown> };
    assert.deepEqual([copy.row.external_id, copy.row.attributes], ['p-7', '{']);
    assert.deepEqual(failing(await diagnose(folder)), []);
    const storage = await openStorageOf(folder);
    assert.equal((await storage.directory.findStore(damagedId))?.productCount, productCount - 1);
    await storage.close();
  }, engineNamed('postgres')));

/**
 * Goal: an integer that no number holds costs its row nothing but that value: `doctor` names the column, `backup` and
 * `repair` save the row with another value, and a store keeps its name, plan and settings. Method: the commands, on real
 * databases in which values are overwritten.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Store, StoredProduct } from '../../server/storage/records.ts';
import { runSql } from '../support/damage.ts';
import { engineNamed } from '../support/engines.ts';
import { openStorageOf, runForetype, targetOf, withDataFolder } from '../support/foretype-process.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const [damagedId, soundId] = [uuidOf(1), uuidOf(2)];
const productCount = 20;
const large = '9007199254740993';

async function fill(folder: string): Promise<void> {
  const storage = await openStorageOf(folder);
  await storage.migrate();
  for (const id of [damagedId, soundId]) {
    await storage.directory.createStore(storeRow({ id, name: `Shop ${id}`, currency: 'EUR' }), []);
    const writes = Array.from({ length: productCount }, (_, number) => productWrite(`p-${number}`, number));
    await storage.write(id, async (writer) => {
      await writer.products.upsert(writes, 1);
      const counts = { productCount, inStockCount: productCount, enrichmentCount: 0 };
      await writer.updateStore({ changeNumber: 1, ...counts });
    });
  }
  await storage.close();
}

const productColumns = ['created_at', 'updated_at', 'change_number', 'stock_quantity'];
const storeColumns = ['created_at', 'change_number', 'product_count', 'in_stock_count', 'failure_bytes'];

async function damageStore(folder: string): Promise<void> {
  for (const column of storeColumns) {
    await runSql(
      targetOf(folder),
      damagedId,
      `update stores set ${column} = ${large} where id = '${damagedId}'`,
    );
  }
}

async function damageProducts(folder: string): Promise<void> {
  for (const [number, column] of productColumns.entries()) {
    const place = `store_id = '${damagedId}' and external_id = 'p-${number}'`;
    await runSql(targetOf(folder), damagedId, `update products set ${column} = ${large} where ${place}`);
  }
}

interface Group {
  readonly store_id: string | null;
  readonly table: string;
  readonly rows: number;
  readonly examples: readonly {
    readonly id: string;
    readonly column: string | null;
    readonly error: string;
  }[];
}

async function run<Body>(words: readonly string[], folder: string, code: number): Promise<Body> {
  const result = await runForetype([...words, '--json'], { FORETYPE_DATA: folder });
  assert.equal(result.code, code, `${words.join(' ')}: ${result.stdout} ${result.stderr}`);
  return JSON.parse(result.stdout) as Body;
}

interface Saved {
  readonly store: Store | null;
  readonly products: readonly StoredProduct[];
}

async function savedIn(folder: string): Promise<Saved> {
  const storage = await openStorageOf(folder);
  try {
    const page = await storage.reader(damagedId).products.page({ after: null, limit: 100 });
    return { store: await storage.directory.findStore(damagedId), products: page.products };
  } finally {
    await storage.close();
  }
}

function assertWhole({ store, products }: Saved): void {
  assert.deepEqual([store?.name, store?.currency], [`Shop ${damagedId}`, 'EUR']);
  assert.deepEqual([store?.productCount, store?.inStockCount], [productCount, productCount]);
  assert.equal(products.length, productCount);
  const changes = products.map(({ changeNumber }) => changeNumber);
  assert.ok(
    changes.every((number) => number <= (store?.changeNumber ?? 0)),
    changes.join(),
  );
}

/** Names the damaged values by table and column. */
function named(groups: readonly Group[]): string[] {
  return groups
    .flatMap(({ store_id: id, table, examples }) => {
      assert.equal(id, damagedId);
      for (const { error } of examples) assert.match(error, /^is an integer that is too large/);
      return examples.map(({ column }) => `${table}.${column}`);
    })
    .toSorted();
}

const expected = [
  ...productColumns.map((column) => `products.${column}`),
  ...storeColumns.map((column) => `stores.${column}`),
].toSorted();

test('integers too large are named, backed up and repaired', () =>
  withDataFolder(async (folder) => {
    await fill(folder);
    await damageStore(folder);
    await damageProducts(folder);
    const { unreadable } = await run<{ unreadable: Group[] }>(['doctor'], folder, 1);
    assert.deepEqual(named(unreadable), expected);
    const listed = await run<{ stores: unknown[]; unreadable: string[] }>(['store', 'list'], folder, 1);
    assert.equal(listed.stores.length, 1);
    assert.match(listed.unreadable.join(), new RegExp(`stores ${damagedId}: created_at is an integer`));
    const file = join(folder, 'all.backup');
    const made = await run<{ left_out: Group[] }>(['backup', file], folder, 1);
    assert.deepEqual(named(made.left_out), expected);
    const other = join(folder, 'restored');
    await run(['restore', file], other, 0);
    assertWhole(await savedIn(other));
    const repaired = await run<{ lost: Group[] }>(['repair'], folder, 1);
    assert.deepEqual(named(repaired.lost), expected);
    assertWhole(await savedIn(folder));
    await run(['doctor'], folder, 0);
  }, engineNamed('sqlite')));

test('PostgreSQL sets rows right and keeps them', () =>
  withDataFolder(async (folder) => {
    await fill(folder);
    await damageStore(folder);
    await damageProducts(folder);
    const listed = await run<{ unreadable: Group[] }>(['repair'], folder, 1);
    assert.deepEqual(named(listed.unreadable), expected);
    await run(['backup', join(folder, 'all.backup')], folder, 1);
    const { removed } = await run<{ removed: number }>(['repair', '--yes'], folder, 0);
    assert.equal(removed, 1 + productColumns.length);
    const saved = await savedIn(folder);
    assertWhole(saved);
    assert.ok((saved.store?.createdAt ?? 0) < Number(large));
    // Settings may have used numbers behind those of the products.
    assert.ok((saved.store?.changeNumber ?? 0) > 1_000_000, String(saved.store?.changeNumber));
    await run(['repair'], folder, 0);
  }, engineNamed('postgres')));

/**
 * Goal: a page of an index that holds nothing but entries of one store keeps no other store out. A scan that ends at the
 * last entry of a store reads the next one, which is the other store's. Method: in an SQLite file of three stores the first and
 * the last page of the middle one is overwritten, in every index that leads with the store; then services start, with and
 * without saved indexes. Another page is overwritten while a service runs.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  type ServiceData,
  startChildService,
} from '../support/child-service.ts';
import { overwriteLeaf, overwriteOwnLeaves } from '../support/damage.ts';
import { quarantinedStores } from '../support/damaged-store.ts';
import { assertSoundStoresWork } from '../support/sound-stores.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Less than the minute after which all tables are looked at in any case. */
const soonMs = 30_000;

interface Scene {
  readonly folder: string;
  /** The stores in the order of their ids. */
  readonly stores: readonly { readonly id: string; readonly key: string }[];
}

/** Three stores with ten lamps each, whose indexes are saved; the middle one fills pages of every index. */
async function prepare(data: ServiceData): Promise<Scene> {
  const storage = await data.openStorage();
  await storage.migrate();
  await storage.close();
  const created = [];
  for (let count = 0; count < 3; count += 1) created.push(await createStoreOn(data));
  const service = await startChildService(data, { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
  const lamps = Array.from({ length: 10 }, (_, n) => productInput(`lamp-${n}`, { title: `Lamp ${n}` }));
  for (const { keys } of created) await importProducts(service.caller(keys.secret), lamps);
  assert.equal(await service.end('SIGTERM'), 0);
  const stores = created
    .map(({ store, keys }) => ({ id: store.id, key: keys.secret }))
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const folder = data.environment.FORETYPE_DATA ?? '';
  fill(fileIn(folder), stores[1]?.id ?? '');
  return { folder, stores };
}

function fileIn(folder: string): string {
  return join(folder, 'foretype.sqlite');
}

/** Indexes that lead with the store, and their tables. */
function indexesOf(file: string): { readonly index: string; readonly table: string }[] {
  const database = new DatabaseSync(file);
  const rows = database
    .prepare(`
      select entry.name, entry.tbl_name from sqlite_schema as entry
      where type = 'index' and 'store_id' = (select name from pragma_index_info(entry.name) where seqno = 0)`)
    .all();
  database.close();
  return rows.map(({ name, tbl_name: table }) => ({ index: String(name), table: String(table) }));
}

/** Rows that nobody can read, in tables whose key leads with the store: they are the middle store's. */
function fill(file: string, storeId: string): void {
  const tables = new Set(indexesOf(file).map(({ table }) => table));
  const database = new DatabaseSync(file);
  for (const table of tables) {
    const columns = database.prepare('select name, type, pk from pragma_table_info(?)').all(table);
    if (!columns.some(({ name, pk }) => name === 'store_id' && pk === 1)) continue;
    const values = columns.map(({ name, type }) => {
      if (name === 'store_id') return `'${storeId}'`;
      const text = "printf('%0200d', n)";
      if (/text/i.test(String(type))) return text;
      return /blob/i.test(String(type)) ? `cast(${text} as blob)` : 'n';
    });
    database.exec(`
      insert or ignore into "${table}" with recursive numbers (n) as (
        select 1 union all select n + 1 from numbers where n < 300) select ${values.join(', ')} from numbers`);
  }
  database.close();
}

describe('a damaged page of an index', () => {
  let data: ServiceData;
  let scene: Scene;

  before(async () => {
    data = await createServiceData('sqlite');
    scene = await prepare(data);
  });
  after(() => data.remove());

  async function onCopy(run: (copy: ServiceData, folder: string) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'foretype-indexes-'));
    cpSync(scene.folder, folder, { recursive: true });
    const remove = () => rmSync(folder, { recursive: true, force: true });
    await run({ ...data, environment: { FORETYPE_DATA: folder }, remove }, folder);
    remove();
  }

  const soundStores = () => scene.stores.filter((_, place) => place !== 1);

  for (const areSaved of [true, false]) {
    test(`a damaged page of every index keeps no store out (saved: ${areSaved})`, async () => {
      await onCopy(async (copy, folder) => {
        const file = fileIn(folder);
        const indexes = indexesOf(file);
        assert.ok(indexes.length > 50);
        const storeId = scene.stores[1]?.id ?? '';
        const otherIds = soundStores().map(({ id }) => id);
        let ownPages = 0;
        for (const { index } of indexes) {
          const count = overwriteOwnLeaves(file, index, { storeId, otherIds });
          ownPages += count;
          // Of a store that has one row its page is that of others, too.
          if (count === 0) overwriteLeaf(file, index, storeId);
        }
        assert.ok(ownPages > 80, String(ownPages));
        if (!areSaved) rmSync(join(folder, 'indexes'), { recursive: true });
        const service = await startChildService(copy, { LOG_LEVEL: 'error' });
        await assertSoundStoresWork(
          service,
          soundStores().map(({ key }) => key),
        );
        const named = (await quarantinedStores(service)).map(({ store }) => store);
        assert.deepEqual(
          named.filter((id) => otherIds.includes(id)),
          [],
        );
        assert.equal(await service.end('SIGTERM'), 0);
        assertSound(file, indexes);
      });
    });
  }

  test('a damaged index without queries is rebuilt at the start', async () => {
    await onCopy(async (copy, folder) => {
      const own = { storeId: scene.stores[1]?.id ?? '', otherIds: soundStores().map(({ id }) => id) };
      assert.ok(overwriteOwnLeaves(fileIn(folder), 'sqlite_autoindex_audit_entries_1', own) > 0);
      const service = await startChildService(copy, { LOG_LEVEL: 'error' });
      const isReady = async () => (await fetch(`${service.origin}/readyz`)).status === 200;
      await waitUntil('readiness', isReady, soonMs);
      assert.deepEqual(await rebuiltTables(service), ['audit_entries']);
      assert.equal(await service.end('SIGTERM'), 0);
    });
  });

  test('an index damaged at run time is rebuilt', async () => {
    await onCopy(async (copy, folder) => {
      const service = await startChildService(copy, { LOG_LEVEL: 'error' });
      const damaged = scene.stores[1];
      assert.ok(damaged !== undefined);
      const own = { storeId: damaged.id, otherIds: soundStores().map(({ id }) => id) };
      // Of the index by which products are listed.
      assert.ok(overwriteOwnLeaves(fileIn(folder), 'sqlite_autoindex_products_1', own) > 0);
      const isRebuilt = async () => {
        await service.caller(damaged.key).request('GET', '/api/v1/products?limit=100');
        return (await rebuiltTables(service)).includes('products');
      };
      await waitUntil('the index', isRebuilt, soonMs);
      await assertSoundStoresWork(
        service,
        soundStores().map(({ key }) => key),
      );
      assert.equal(await service.end('SIGTERM'), 0);
    });
  });
});

/** As `/readyz` names them. */
async function rebuiltTables({ origin }: ChildService): Promise<string[]> {
  const answer = await (await fetch(`${origin}/readyz`)).json();
  const { damaged = [] } = answer as { damaged?: { table: string; rebuilt: boolean }[] };
  return damaged.filter(({ rebuilt }) => rebuilt).map(({ table }) => table);
}

function assertSound(file: string, indexes: readonly { readonly table: string }[]): void {
  const database = new DatabaseSync(file, { readOnly: true });
  for (const table of new Set(indexes.map((one) => one.table))) {
    const rows = database.prepare(`pragma integrity_check("${table}")`).all();
    assert.deepEqual(
      rows.map((row) => row.integrity_check),
      ['ok'],
      table,
    );
  }
  database.close();
}

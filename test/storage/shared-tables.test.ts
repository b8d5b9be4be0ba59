/**
 * Goal: a damaged page in a table that all stores share costs what was on it and nothing else. Method: in an SQLite file
 * one page of each such table, and of each of its indexes, is overwritten in turn, and read as the service reads it.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import { type DamagedTable, watchTables } from '../../server/jobs/damaged-tables.ts';
import { DamageError } from '../../server/storage/damage/damage.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { hashKey } from '../../server/stores/key-format.ts';
import { overwriteLeaf } from '../support/damage.ts';
import {
  type DamagedCopy,
  damageCopy,
  prepareSharedScene,
  type SharedScene,
} from '../support/damaged-tables.ts';

describe('tables of all stores', () => {
  let scene: SharedScene;

  before(async () => {
    scene = await prepareSharedScene(false);
  });
  after(() => scene.remove());

  async function onCopy(
    trees: readonly string[],
    work: (storage: Storage, copy: DamagedCopy) => Promise<void>,
  ): Promise<void> {
    const copy = damageCopy(scene, ...trees);
    const storage = await openStorage({ engine: 'sqlite', file: copy.file });
    try {
      await work(storage, copy);
    } finally {
      await storage.close();
      copy.data.remove();
    }
  }

  const indexes = () => scene.trees.filter(({ table, tree }) => tree !== table);
  const tables = () => scene.trees.filter(({ table, tree }) => tree === table);

  test('every damaged index is rebuilt from its rows', async () => {
    assert.ok(indexes().length > 20);
    for (const { table, tree } of indexes()) {
      await onCopy([tree], async (storage, { file, sound }) => {
        for (const { key } of sound)
          assert.notEqual(await storage.directory.findApiKey(hashKey(key)), null, tree);
        assert.ok((await storage.deletions.ids()).length > 0, tree);
        const notices: DamagedTable[][] = [];
        const { look } = watchTables({
          storage,
          clock: createSystemClock(),
          damageMet: () => 0,
          notify: (list) => notices.push([...list]),
        });
        await look();
        const seen = notices.map((list) => list.map(({ error: _, since: __, ...rest }) => rest));
        assert.deepEqual(seen, [[{ table, part: 'index', isRebuilt: true }]], tree);
        assert.deepEqual(await storage.tableFaults(), [], tree);
        await look();
        assert.equal(notices.length, 1, tree);
        assertSound(file, table);
      });
    }
  });

  test('an index that cannot be rebuilt hides no other', async () => {
    const [first, last] = ['allowances', 'users'];
    const copy = damageCopy(scene, 'sqlite_autoindex_users_1');
    makeUnfit(copy.file, first);
    const storage = await openStorage({ engine: 'sqlite', file: copy.file });
    try {
      const notices: (readonly DamagedTable[])[] = [];
      const notify = (list: readonly DamagedTable[]) => notices.push(list);
      await watchTables({ storage, clock: createSystemClock(), damageMet: () => 0, notify }).look();
      const [found = []] = notices;
      assert.deepEqual(
        found.map(({ table, isRebuilt }) => [table, isRebuilt]),
        [
          [first, false],
          [last, true],
        ],
      );
      assert.match(found[0]?.error ?? '', /cannot be rebuilt: .*UNIQUE/);
    } finally {
      await storage.close();
      copy.data.remove();
    }
  });

  test('the rows beside a damaged page are read', async () => {
    for (const { table, tree } of tables()) {
      await onCopy([tree], async (storage, { sound, lost }) => {
        await storage.migrate();
        const faults = (await storage.tableFaults()).map((fault) => [fault.table, fault.part]);
        assert.deepEqual(faults, [[table, 'rows']]);
        const { directory } = storage;
        for (const { id, key } of sound) {
          assert.equal((await directory.findApiKey(hashKey(key)))?.storeId, id, table);
          assert.equal((await directory.findStore(id))?.id, id, table);
        }
        const listed = (await directory.listStores()).map(({ id }) => id);
        for (const { id } of sound) assert.ok(listed.includes(id), table);
        assert.equal(lost.length, table === 'stores' || table === 'api_keys' ? 1 : 0, table);
      });
    }
  });

  test('an entry not found beside a damaged page stays uncertain', async () => {
    await onCopy(['api_keys'], async ({ directory }, { lost }) => {
      for (const { key } of lost) await assert.rejects(directory.findApiKey(hashKey(key)), DamageError);
    });
    await onCopy(['sqlite_autoindex_api_keys_2'], async ({ directory }) => {
      assert.equal(await directory.findApiKey('no such hash'), null);
    });
  });

  test('a write shows at once beside a damaged page', async () => {
    await onCopy(['stores'], async (storage, { sound }) => {
      for (const { id } of sound) {
        const changed = async () => (await storage.directory.findStore(id))?.changeNumber;
        const before = await changed();
        const counters = {
          changeNumber: (before ?? 0) + 1,
          productCount: 0,
          inStockCount: 0,
          enrichmentCount: 0,
        };
        await storage.write(id, (writer) => writer.updateStore(counters));
        assert.equal(await changed(), counters.changeNumber);
        // By a query that meets the page.
        const listed = (await storage.directory.listStores()).find((store) => store.id === id);
        assert.equal(listed?.changeNumber, counters.changeNumber);
        const moved = await storage.directory.changedStores(new Map([[id, before ?? 0]]), [id]);
        assert.deepEqual(
          moved.map(({ changeNumber }) => changeNumber),
          [counters.changeNumber],
        );
      }
    });
  });
});

/** Gives the table an index that is damaged, and unique as the rows are not. */
function makeUnfit(file: string, table: string): void {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(`
    create index unfit on ${table} (failures);
    pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, 'CREATE', 'CREATE UNIQUE') where name = 'unfit'`);
  database.close();
  overwriteLeaf(file, 'unfit', '');
}

function assertSound(file: string, table: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(`pragma integrity_check("${table}")`).all();
  database.close();
  assert.deepEqual(
    rows.map((row) => row.integrity_check),
    ['ok'],
    table,
  );
}

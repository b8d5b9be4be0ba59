/**
 * Goal: a database that a released version left is brought to the newest schema with every row that it has.
 * Method: the databases of test/fixtures/databases/ are opened and migrated by today's code. What today's readers give
 * must hold what the readers of then gave, and the tables must be those of a new database.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownMigrations } from '../../server/storage/migrate.ts';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { shortRowsMark } from '../../server/storage/products/row-form.ts';
import type { TableShape } from '../../server/storage/snapshots/snapshot.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { engines, type TestEngine } from '../support/engines.ts';
import { readEverything, withShortHashes } from '../support/read-everything.ts';
import { setShortFrom } from '../support/short-rows.ts';
import { loadStored, readStored, storedVersions } from '../support/stored-databases.ts';

/** Rows by table, and in a table by store. */
async function countRows(storage: Storage): Promise<Map<string, number>> {
  return await storage.snapshot(async (snapshot) => {
    const counts = new Map<string, number>();
    for await (const { table, rows } of snapshot.batches())
      counts.set(table, (counts.get(table) ?? 0) + rows.length);
    return counts;
  });
}

async function shapesOf(target: StorageTarget): Promise<TableShape[]> {
  const database = target.engine === 'sqlite' ? openSqliteDatabase(target) : openPostgresDatabase(target);
  try {
    return await database.snapshot(({ query }) => database.describe(query));
  } finally {
    await database.close();
  }
}

async function newestShapes(engine: TestEngine): Promise<TableShape[]> {
  const { target, close } = await engine.openEmpty();
  const storage = await openStorage(target);
  await storage.migrate();
  await storage.close();
  const shapes = await shapesOf(target);
  await close();
  return shapes;
}

/** Row by row, each by a storage that was just opened; what readers give stays the same throughout. */
async function shortenStopped(target: StorageTarget, expected: unknown): Promise<void> {
  await setShortFrom(target, '0');
  for (let isMore = true; isMore; ) {
    const storage = await openStorage(target);
    isMore = false;
    for (const { id } of await storage.directory.listStores()) {
      isMore = (await storage.write(id, (writer) => writer.products.shortenRows(1))) || isMore;
    }
    assert.partialDeepStrictEqual(await readEverything(storage), expected);
    await storage.close();
  }
}

/** The migration that schedules sweeps for the patterns of phrases. */
const sortedFrom = 36;

test('every stored database names a known migration', () => {
  const versions = storedVersions();
  assert.ok(versions.length > 0);
  for (const version of versions) assert.ok(knownMigrations.includes(Number(version)), version);
});

for (const engine of engines) {
  for (const version of storedVersions()) {
    test(`a database of migration ${version} keeps every row (${engine.name})`, async () => {
      const { target, close } = await engine.openEmpty();
      await loadStored(version, target);
      const storage = await openStorage(target);
      const before = await countRows(storage);
      const text = readStored(version, `${engine.name}.json`).toString('utf8');
      const expected: unknown = JSON.parse(text, withShortHashes);
      const hadShortRows = (await storage.directory.findMark(shortRowsMark)) !== null;
      const migratedAt = Date.now() * 1_000;
      await storage.migrate();
      const after = await countRows(storage);
      if (!hadShortRows) {
        // On PostgreSQL nodes of the version before may be at work for a day.
        const shortFrom = Number(await storage.directory.findMark(shortRowsMark));
        const isInADay = Math.abs(shortFrom - migratedAt - 86_400_000_000) < 600_000_000;
        assert.ok(engine.name === 'sqlite' ? shortFrom === 0 : isInADay, String(shortFrom));
        // The migration adds the mark since when rows are short.
        after.set('marks', (after.get('marks') ?? 0) - 1);
      }
      if (Number(version) < sortedFrom) {
        // The migration has the phrases of each store sorted into patterns.
        const sorted = (await storage.directory.listStores()).filter((store) => store.enrichmentCount > 0);
        after.set('jobs', (after.get('jobs') ?? 0) - sorted.length);
      }
      for (const [table, count] of before) assert.deepEqual([table, after.get(table)], [table, count]);
      assert.ok(before.size > 30 && [...before.values()].every((count) => count > 0));
      assert.partialDeepStrictEqual(await readEverything(storage), expected);
      await storage.close();
      assert.deepEqual(await shapesOf(target), await newestShapes(engine));
      await shortenStopped(target, expected);
      await close();
    });
  }
}

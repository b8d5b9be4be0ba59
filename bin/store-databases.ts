/**
 * `node bin/store-databases.ts`: makes test/fixtures/databases/<newest migration>/ with today's code, for the tests of migrations that
 * come later. Run it once, before a release gets its first migration after the newest folder. It starts a service and a PostgreSQL
 * server of its own, replaces only the folder of the newest migration, and throws where a table has no row: such a fixture would prove
 * nothing.
 */
// Tests: none; its own run shows whether it works.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { knownMigrations } from '../server/storage/migrate.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { engineNamed, type TestDatabase } from '../test/support/engines.ts';
import { fillEverything, livedInSettings } from '../test/support/lived-in-service.ts';
import { sharedPostgres } from '../test/support/postgres.ts';
import { readEverything } from '../test/support/read-everything.ts';
import { startTestService } from '../test/support/start-test-service.ts';
import { dumpPostgres, momentaryTable, storedFolder, writeStored } from '../test/support/stored-databases.ts';

const version = String(knownMigrations.at(-1)).padStart(4, '0');
mkdirSync(storedFolder(version), { recursive: true });

for (const name of ['sqlite', 'postgres'] as const) {
  const engine = engineNamed(name);
  const database = await engine.openEmpty();
  // The service is stopped before the database is read; the last step closes it.
  const kept: TestDatabase = { ...database, close: async () => {} };
  const service = await startTestService({ ...engine, open: async () => kept }, livedInSettings);
  await fillEverything(service);
  await service.stop();
  const { target } = database;
  if (target.engine === 'sqlite') {
    const file = target.file.replace('test.db', 'foretype.sqlite');
    writeStored(version, 'sqlite.db', compact(file));
    await expected({ engine: 'sqlite', file }, 'sqlite.json');
  } else {
    const server = await sharedPostgres();
    writeStored(
      version,
      'postgres.sql',
      await dumpPostgres(server.adminUrl(new URL(target.url).pathname.slice(1))),
    );
    await expected(target, 'postgres.json');
  }
  await database.close();
}

async function expected(target: Parameters<typeof openStorage>[0], part: 'sqlite.json' | 'postgres.json') {
  const storage = await openStorage(target);
  writeStored(version, part, JSON.stringify(await readEverything(storage)));
  await storage.close();
}

/** The file without what was deleted from it. Rejects a table without rows. */
function compact(file: string): Uint8Array {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = delete; vacuum; pragma journal_mode = wal');
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
  const empty = tables.filter(
    ({ name }) =>
      name !== momentaryTable &&
      database.prepare(`select count(*) as count from "${name}"`).get()?.count === 0,
  );
  assert.deepEqual(empty, [], 'these tables have no row: add some in test/support/lived-in-service.ts');
  database.close();
  return readFileSync(file);
}

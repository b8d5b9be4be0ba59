/**
 * Goal: what only SQLite can do to us (a full disk, a damaged file, a lock held by somebody else) is reported so
 * that an operator can act, and passes by itself. Method: real files, damaged or limited on purpose.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { AppError } from '../../server/errors.ts';
import { createStorage } from '../../server/storage/create-storage.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { createSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import { openSqliteConnection } from '../../server/storage/sqlite/sqlite-connection.ts';
import { isSafeVersion } from '../../server/storage/sqlite/sqlite-version.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);

test('a full disk answers unavailable and recovers without a restart', async (t) => {
  const file = temporaryFile(t);
  const writer = openSqliteConnection(file, 'writer');
  const storage = createStorage(createSqliteDatabase(writer, () => openSqliteConnection(file, 'reader')));
  t.after(() => storage.close());
  await storage.migrate();
  await storage.directory.createStore(storeRow(), []);
  const pages = Number(writer.database.prepare('pragma page_count').get()?.page_count);
  writer.database.exec(`pragma max_page_count = ${pages + 2}`);
  const raw = JSON.stringify({ title: 'x'.repeat(200_000) });
  const fill = () =>
    storage.write(storeId, async (store) => {
      await store.products.upsert([productWrite('small', 1), productWrite('large', 2, { raw })], 1);
    });
  await assert.rejects(fill(), (error) => isUnavailable(error, /disk .* is full/));
  assert.equal(await storage.reader(storeId).products.find('small'), null);
  writer.database.exec('pragma max_page_count = 1000000');
  await fill();
  assert.equal(await storage.reader(storeId).products.raw('large'), raw);
});

test('a foreign writer delays a write without blocking its thread', async (t) => {
  const file = temporaryFile(t);
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  const storage = await openStorage({ engine: 'sqlite', file });
  t.after(() => storage.close());
  await storage.migrate();
  other.exec('begin immediate');
  const write = storage.directory.setMark('a', 'b');
  // If SQLite waited inside of this thread, the other writer could not commit, and the write would fail.
  await new Promise((resolve) => setImmediate(resolve));
  other.exec('commit');
  assert.equal(await write, true);
});

test('a writer that never ends makes the others unavailable', async (t) => {
  const file = temporaryFile(t);
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  const openReader = () => openSqliteConnection(file, 'reader');
  const storage = createStorage(createSqliteDatabase(openSqliteConnection(file, 'writer'), openReader, 50));
  t.after(() => storage.close());
  await storage.migrate();
  other.exec('begin immediate');
  await assert.rejects(storage.directory.setMark('a', 'b'), (error) => isUnavailable(error, /busy/));
  assert.equal(await storage.directory.findMark('a'), null);
  other.exec('commit');
  assert.equal(await storage.directory.setMark('a', 'b'), true);
});

test('a file that is no database is refused by name', async (t) => {
  const file = temporaryFile(t);
  writeFileSync(file, 'This is a letter, not a database. '.repeat(100));
  for (const readOnly of [false, true]) {
    await assert.rejects(openStorage({ engine: 'sqlite', file, readOnly }), (error) => names(error, file));
  }
});

test('a file in a missing folder is refused by name', async (t) => {
  const file = join(temporaryFile(t), 'missing', 'foretype.db');
  await assert.rejects(openStorage({ engine: 'sqlite', file }), (error) => names(error, file));
});

test('a missing file cannot be opened for reading', async (t) => {
  const file = temporaryFile(t);
  await assert.rejects(openStorage({ engine: 'sqlite', file, readOnly: true }), (error) =>
    names(error, file),
  );
});

test('a database that was never migrated fails with its reason', async (t) => {
  const storage = await openStorage({ engine: 'sqlite', file: temporaryFile(t) });
  t.after(() => storage.close());
  await assert.rejects(storage.directory.listStores(), /no such table: stores/);
});

test('commits are synchronous and foreign keys are checked', (t) => {
  const writer = openSqliteConnection(temporaryFile(t), 'writer');
  t.after(() => writer.close());
  const setting = (name: string) => Object.values(writer.database.prepare(`pragma ${name}`).get() ?? {})[0];
  assert.equal(setting('journal_mode'), 'wal');
  assert.equal(setting('synchronous'), 2);
  assert.equal(setting('foreign_keys'), 1);
});

test('SQLite before 3.51.3 can lose commits and is refused', () => {
  for (const version of ['3.51.2', '3.50.9', '3.7.17', '2.99.99'])
    assert.equal(isSafeVersion(version), false);
  for (const version of ['3.51.3', '3.51.10', '3.53.4', '4.0.0']) assert.equal(isSafeVersion(version), true);
});

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-sqlite-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'test.db');
}

function isUnavailable(error: unknown, message: RegExp): boolean {
  assert.ok(error instanceof AppError);
  assert.equal(error.code, 'unavailable');
  assert.ok((error.retryAfterSeconds ?? 0) > 0);
  assert.match(error.message, message);
  return true;
}

function names(error: unknown, file: string): boolean {
  assert.ok(error instanceof Error && !(error instanceof AppError));
  assert.ok(error.message.includes(file), error.message);
  return true;
}

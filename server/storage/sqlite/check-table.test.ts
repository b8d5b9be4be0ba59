import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStorage } from '../open-storage.ts';
import { checkTable } from './check-table.ts';
import { openSqliteConnection } from './sqlite-connection.ts';

/** SQLITE_NOMEM, which a limit of memory cannot bring about here: this SQLite does not count its memory. */
const outOfMemory = Object.assign(new Error('out of memory'), { errcode: 7 });

test('a moment without memory is not damage', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-check-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'foretype.sqlite');
  const storage = await openStorage({ engine: 'sqlite', file });
  await storage.migrate();
  await storage.close();
  const connection = openSqliteConnection(file, 'reader');
  t.after(() => connection.close());
  const { database } = connection;
  const prepare = database.prepare.bind(database);
  let isShort = true;
  database.prepare = (...call) => {
    if (isShort && call[0].includes('quick_check')) throw outOfMemory;
    return prepare(...call);
  };
  assert.throws(() => checkTable(connection, 'stores'), outOfMemory);
  isShort = false;
  assert.equal(checkTable(connection, 'stores'), null);
});

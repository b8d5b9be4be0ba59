/**
 * Compares the tables, indexes and triggers of an SQLite file with those of a fresh one, which is made in a temporary folder and
 * deleted afterwards. It changes nothing in the file. An error of `make` is passed on, and the folder is deleted all the same.
 */
// Tests: test/storage/sqlite.test.ts, test/storage/storage.test.ts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';

/** Whether the file has exactly the schema that `make` creates. `make` gets the path of a file to create, and closes it. */
export async function hasSchemaOf(
  connection: SqliteConnection,
  make: (file: string) => Promise<void>,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-schema-'));
  try {
    const file = join(folder, 'foretype.sqlite');
    await make(file);
    const fresh = openSqliteConnection(file, 'reader');
    try {
      return schemaOf(connection) === schemaOf(fresh);
    } finally {
      fresh.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function schemaOf({ database }: SqliteConnection): string {
  const rows = database.prepare('select type, name, sql from sqlite_schema order by type, name').all();
  return JSON.stringify(rows.map(({ type, name, sql }) => [type, name, sql]));
}

/**
 * Asks SQLite for faults of its own file: of its pages, and rows that refer to missing ones. Returns texts for people, empty for a
 * sound file; a page that cannot be read is a finding, not an error. It blocks its thread for a read of the whole file. At most 20
 * findings of each kind; it changes nothing.
 */
// Tests: test/storage/sqlite.test.ts, test/storage/storage.test.ts.

import { isReadFault } from './salvage-rows.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Findings of each kind, at most. Chosen: more of them help no reader. */
const findingsMax = 20;

/** The findings; empty for a sound file. */
export function checkPages({ database }: SqliteConnection): string[] {
  return [...ask(() => quickCheck(database)), ...ask(() => danglingRows(database))];
}

type Checked = SqliteConnection['database'];

function quickCheck(database: Checked): string[] {
  const rows = database.prepare(`pragma quick_check(${findingsMax})`).all();
  // One row holds several lines, under a head that names the database.
  const lines = rows.flatMap(({ quick_check: text }) => String(text).split('\n'));
  return lines.filter((line) => line !== 'ok' && !line.startsWith('*** in database'));
}

function danglingRows(database: Checked): string[] {
  const rows = database.prepare('pragma foreign_key_check').all();
  return rows
    .slice(0, findingsMax)
    .map(
      ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a row of ${parent} that is not there`,
    );
}

function ask(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    if (isReadFault(error)) return [error.message];
    throw error;
  }
}

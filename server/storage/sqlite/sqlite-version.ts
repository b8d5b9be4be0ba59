/**
 * Refuses releases of SQLite that can lose committed data (before 3.51.3): opening then throws a plain error that says what to
 * install. It never warns only.
 */
// Tests: test/storage/sqlite.test.ts.
import type { DatabaseSync } from 'node:sqlite';

/**
 * The first release without the WAL-reset bug (3.7.0 to 3.51.2 can lose committed transactions when a checkpoint
 * of one connection races a log reset of another: our shape exactly; sqlite.org/wal.html#the_wal_reset_bug).
 */
const oldestSafeVersion = [3, 51, 3] as const;

export function assertSafeVersion(database: DatabaseSync): void {
  const version = String(database.prepare('select sqlite_version() as version').get()?.version);
  if (!isSafeVersion(version)) {
    throw new Error(
      `this runtime has SQLite ${version}, which can lose committed data; ` +
        `Foretype needs ${oldestSafeVersion.join('.')} or later (Node.js 26 has it)`,
    );
  }
}

export function isSafeVersion(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, oldest] of oldestSafeVersion.entries()) {
    const part = parts[index] ?? 0;
    if (part !== oldest) return part > oldest;
  }
  return true;
}

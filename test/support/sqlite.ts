/** An embedded database for the length of one test that does not depend on the engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';

/** Opens and migrates an empty database, runs the work, removes everything whatever happens. */
export async function withSqlite(work: (storage: Storage) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-sqlite-'));
  try {
    const storage = await openStorage({ engine: 'sqlite', file: join(folder, 'test.db') });
    try {
      await storage.migrate();
      await work(storage);
    } finally {
      await storage.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

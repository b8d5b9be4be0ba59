/**
 * Runs the worlds of many seeds, one after the other, on one database whose clock they move (feed-world.ts). It calls no network. The
 * first world that goes wrong rejects with its seed; worlds after it do not run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createRandom } from '../../bench/random.ts';
import { createStorage } from '../../server/storage/create-storage.ts';
import { createSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import { openSqliteConnection } from '../../server/storage/sqlite/sqlite-connection.ts';
import { World } from './feed-world.ts';
import type { SimulatedTime } from './simulated-clock.ts';
import type { SimulationReport } from './simulation-report.ts';
import { someTime } from './storage-rows.ts';

/** Runs the worlds of so many seeds. Rejects with the seed of the first in which something is wrong. */
export async function simulateFeeds(firstSeed: number, count: number): Promise<SimulationReport> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-simulation-'));
  const time: SimulatedTime = { micros: someTime };
  // A function of SQL, since a statement that is compiled once still has to read the time of each run.
  const open = (role: 'writer' | 'reader') => {
    const connection = openSqliteConnection(join(folder, 'test.db'), role);
    connection.database.function('simulated_now', () => time.micros);
    return connection;
  };
  const database = createSqliteDatabase(open('writer'), () => open('reader'));
  const storage = createStorage({ ...database, now: sql<number>`cast(simulated_now() as integer)` });
  const report: SimulationReport = {
    seeds: 0,
    runsCompleted: 0,
    runsFailed: 0,
    runsNotModified: 0,
    kills: 0,
    stalls: 0,
    clockJumps: 0,
  };
  try {
    await storage.migrate();
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      try {
        await new World(storage, time, createRandom(seed), report).live();
      } catch (cause) {
        throw new Error(`the world of seed ${seed} went wrong: ${String(cause)}`, { cause });
      }
      report.seeds += 1;
    }
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
  return report;
}

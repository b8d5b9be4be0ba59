/**
 * Kills a service that imports files again and again, and holds what a store has in the end against one whose imports nobody
 * disturbed: products, counts, failures, history. 6,000 rows a file, uploaded by 100,000 bytes. Nothing but the service is killed; a
 * difference rejects with the part that differs.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createSystemClock } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { appendToFile, beginFile, completeFile } from '../../server/ingest/files/receive-file.ts';
import { requestImport } from '../../server/ingest/files/request-import.ts';
import type { ImportRun } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createStore } from '../../server/stores/create-store.ts';
import { createServiceData, type ServiceData, startChildService } from './child-service.ts';
import type { TestEngine } from './engines.ts';
import { catalogState, runState } from './store-state.ts';
import { waitUntil } from './wait-until.ts';

/** The figures over all kills. */
export interface KillImportsReport {
  readonly kills: number;
  /** Kills that found an import under way. */
  readonly duringImports: number;
  /** Stores whose imports were disturbed and compared. */
  readonly stores: number;
}

const environment = { clock: createSystemClock(), newId };
/** Rows of the second file: enough that an import is seldom over before it is killed. */
const rowCount = 6_000;
const chunkBytes = 100_000;

/** Kills so many times. Rejects where a disturbed store differs from the undisturbed one. */
export async function killImports(engine: TestEngine['name'], kills: number): Promise<KillImportsReport> {
  const data = await createServiceData(engine);
  const storage = await data.openStorage();
  const report = { kills: 0, duringImports: 0, stores: 0 };
  try {
    await storage.migrate();
    const expected = await undisturbed(storage, data);
    while (report.kills < kills) {
      const disturbed = await requestImports(storage);
      const remaining = () => kills - report.kills;
      const { killed, during } = await killUntilDone(storage, data, disturbed, remaining);
      report.kills += killed;
      report.duringImports += during;
      report.stores += 1;
      assert.deepEqual(await stateOf(storage, disturbed), expected, `after ${report.kills} kills`);
    }
  } finally {
    await storage.close();
    data.remove();
  }
  return report;
}

interface RequestedImports {
  readonly storeId: string;
  readonly importIds: readonly string[];
}

/** A store with a plan that gets full, and two files that wait: one that fills it, one that changes most of it. */
async function requestImports(storage: Storage): Promise<RequestedImports> {
  const settings = { name: 'Killed', plan: 'starter', currency: 'EUR', locale: 'en' };
  const { store } = await createStore(storage, environment.clock, settings);
  const importIds: string[] = [];
  for (const content of [firstFile(), secondFile()]) {
    const { id: fileId } = await beginFile(storage, { storeId: store.id, name: 'killed.csv' }, environment);
    for (let start = 0; start < content.length; start += chunkBytes) {
      const chunk = content.subarray(start, start + chunkBytes);
      await appendToFile(storage, { storeId: store.id, fileId, content: chunk });
    }
    await completeFile(storage, { storeId: store.id, fileId });
    const request = { storeId: store.id, fileId, dryRun: false, settings: {} };
    importIds.push((await requestImport(storage, request, environment)).id);
  }
  return { storeId: store.id, importIds };
}

const header = 'external_id,title,price,url,category,brand';

function firstFile(): Buffer {
  const rows = Array.from(
    { length: 2_000 },
    (_, row) => `p${row},Lamp ${row},${row % 90}.50,https://shop.example/p${row},Home > Lamps,Acme`,
  );
  return Buffer.from([header, ...rows].join('\n'));
}

/** Unchanged rows, changed ones, new ones beyond the plan, ids that come again, and faults. */
function secondFile(): Buffer {
  const rows = Array.from({ length: rowCount }, (_, row) => {
    if (row % 97 === 0) return `f${row},Faulty ${row},free,https://shop.example/f${row},,`;
    if (row % 31 === 0) return `again${row % 7},Again ${row},${row}.00,https://shop.example/again,,`;
    if (row % 2 === 0 && row < 4_000)
      return `p${row / 2},Lamp ${row / 2},${(row / 2) % 90}.50,https://shop.example/p${row / 2},Home > Lamps,Acme`;
    return `p${row},Chair ${row},${row % 70}.25,https://shop.example/p${row},Home > Chairs,Oak`;
  });
  return Buffer.from([header, ...rows].join('\n'));
}

async function undisturbed(storage: Storage, data: ServiceData): Promise<unknown> {
  const imports = await requestImports(storage);
  const service = await startChildService(data);
  await waitUntil('the undisturbed imports', () => areOver(storage, imports), 60_000);
  assert.equal(await service.end('SIGTERM'), 0);
  return await stateOf(storage, imports);
}

/** Starts and kills, at random moments, until the imports are over; the last service is let go on once kills are used up. */
async function killUntilDone(
  storage: Storage,
  data: ServiceData,
  imports: RequestedImports,
  remaining: () => number,
): Promise<{ killed: number; during: number }> {
  let killed = 0;
  let during = 0;
  for (;;) {
    const marks = await marksOf(storage, imports);
    const service = await startChildService(data);
    if (killed >= remaining()) await waitUntil('the last imports', () => areOver(storage, imports), 60_000);
    else await pauseBeforeKill(storage, imports, marks);
    if (await areOver(storage, imports)) {
      assert.equal(await service.end('SIGTERM'), 0);
      return { killed, during };
    }
    await service.end('SIGKILL');
    killed += 1;
    if ((await runsOf(storage, imports)).some(({ status }) => status === 'processing')) during += 1;
  }
}

/** Some time after the start, or after an import moved on: whatever the speed of the machine, most kills hit one. */
async function pauseBeforeKill(
  storage: Storage,
  imports: RequestedImports,
  marks: readonly number[],
): Promise<void> {
  const hasMoved = async () => (await marksOf(storage, imports)).some((mark, index) => mark !== marks[index]);
  if (randomInt(4) > 0) await waitUntil('an import', hasMoved, 30_000);
  await pause(randomInt(5, 600));
}

/** Returns the times of the last write of each import. */
async function marksOf(storage: Storage, imports: RequestedImports): Promise<number[]> {
  return (await runsOf(storage, imports)).map(({ updatedAt }) => updatedAt);
}

async function runsOf(storage: Storage, { storeId, importIds }: RequestedImports): Promise<ImportRun[]> {
  const runs = await Promise.all(importIds.map((id) => storage.reader(storeId).imports.find(id)));
  return runs.filter((run) => run !== null);
}

async function areOver(storage: Storage, imports: RequestedImports): Promise<boolean> {
  const runs = await runsOf(storage, imports);
  return runs.every(({ status }) => status === 'completed' || status === 'failed');
}

/** Everything that must be the same, whatever happened on the way. */
async function stateOf(storage: Storage, imports: RequestedImports): Promise<unknown> {
  const { storeId } = imports;
  const runs = (await runsOf(storage, imports)).map(runState);
  const failures = await Promise.all(
    imports.importIds.map((id) =>
      storage.reader(storeId).imports.failures(id, { afterRow: 0, limit: 10_000 }),
    ),
  );
  return { catalog: await catalogState(storage, storeId), runs, failures };
}

/**
 * Kills a process that saves indexes (index-saver-child.ts) again and again, and holds after each kill what a start answers from what
 * was saved against what one answers that reads the whole database. 3,000 products, killed within 60 to 1,500 ms. The saved files are
 * never repaired here; an answer that differs rejects.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { decodeManifest } from '../../server/index-files/index-manifest.ts';
import {
  createSharedIndexFiles,
  type SharedIndexFiles,
} from '../../server/index-files/shared-index-files.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { engineNamed, type TestEngine } from './engines.ts';
import { createNumberedStore, followStores, indexFolder, lamps, writeProducts } from './followed-stores.ts';
import { answersOf } from './index-answers.ts';
import { threadsOf } from './process-usage.ts';
import { waitUntil } from './wait-until.ts';

/** The figures over all kills. */
export interface KillReport {
  readonly kills: number;
  /** Kills in the midst of a save: there are files, or segments in the database, that the manifest does not name. */
  readonly duringSaves: number;
  /** Kills while the merge thread ran, where kills waited for one. */
  readonly duringMerges: number;
  /** Starts that took the index from where it was saved, and read of the database only what had changed since. */
  readonly fromFiles: number;
  /** Large segments that were saved, over all those starts. */
  readonly segmentFiles: number;
}

const productCount = 3_000;

/** Files of a saved index: those that its manifest names, and the others. */
function countFiles(saved: string): { readonly named: number; readonly others: number } {
  if (!existsSync(join(saved, 'index.manifest'))) return { named: 0, others: 0 };
  const { head } = decodeManifest(readFileSync(join(saved, 'index.manifest')));
  const named = head.segments.filter(({ checksum }) => checksum !== null).length;
  return { named, others: readdirSync(saved).length - named - 1 };
}

/**
 * Starts the child, and kills it at most so long after it is ready, or after it began a merge; otherwise one in five
 * while it is starting.
 */
async function runAndKill(
  parameters: readonly string[],
  { lifeMaxMs, duringMerges = false }: Pick<SavingWorld, 'lifeMaxMs' | 'duringMerges'>,
): Promise<boolean> {
  const script = fileURLToPath(new URL('./index-saver-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const isEarly = !duringMerges && randomInt(5) === 0;
  if (isEarly) setTimeout(() => child.kill('SIGKILL'), randomInt(100, 700));
  let said = '';
  for await (const line of createInterface({ input: child.stdout })) {
    said = line;
    break;
  }
  assert.ok(said === 'ready' || (said === '' && isEarly), said);
  const merges = () => child.pid !== undefined && [...threadsOf(child.pid).values()].includes('merge-thread');
  if (duringMerges) await waitUntil('a merge', merges, 60_000);
  await pause(randomInt(duringMerges ? 0 : 5, lifeMaxMs));
  const wasMerging = duringMerges && merges();
  child.kill('SIGKILL');
  await exited;
  return wasMerging;
}

/** The saver that a campaign kills, and the database that it looks at afterwards. */
interface SavingWorld {
  readonly storage: Storage;
  readonly storeId: string;
  /** The parameters of the child. */
  readonly parameters: readonly string[];
  readonly lifeMaxMs: number;
  /** Kills come while large segments are merged. */
  readonly duringMerges?: boolean;
  readonly restartWith: { readonly folder: string | null; readonly shared?: SharedIndexFiles };
  /** Large segments that are saved, and whether there are others: halves, or some that were replaced. */
  readonly count: () => Promise<{ readonly named: number; readonly others: number }>;
}

/** Kills so many times on one database, and compares after each. Rejects where an answer differs. */
async function killAndCompare(kills: number, world: SavingWorld): Promise<KillReport> {
  const { storage, storeId, parameters, restartWith, count } = world;
  const report = { kills, duringSaves: 0, duringMerges: 0, fromFiles: 0, segmentFiles: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    if (await runAndKill([...parameters, storeId], world)) report.duringMerges += 1;
    const { named, others } = await count();
    let readCount = 0;
    const onRead = (products: number) => {
      readCount += products;
    };
    const fresh = followStores(storage, { folder: null });
    const restarted = followStores(storage, { ...restartWith, onRead });
    await Promise.all([fresh.follower.load(storeId), restarted.follower.load(storeId)]);
    assert.deepEqual(restarted.warnings, [], `after kill ${kill + 1}`);
    assert.deepEqual(answersOf(restarted, storeId), answersOf(fresh, storeId), `after kill ${kill + 1}`);
    report.segmentFiles += named;
    if (others > 0) report.duringSaves += 1;
    if (readCount < productCount) report.fromFiles += 1;
  }
  return report;
}

/** An empty database with one store of many lamps. */
async function openWorld(engine: TestEngine['name']) {
  const database = await engineNamed(engine).open();
  const storage = await openStorage(database.target);
  await storage.migrate();
  const storeId = await createNumberedStore(storage, 1);
  await writeProducts(storage, storeId, lamps(0, productCount));
  const close = async () => {
    await storage.close();
    await database.close();
  };
  return { target: database.target, storage, storeId, close };
}

/** Kills savers of files, on one SQLite database; `duringMerges` waits for the merge of large segments each time. */
export async function killIndexSaves(kills: number, duringMerges = false): Promise<KillReport> {
  const { target, storage, storeId, close } = await openWorld('sqlite');
  const { folder, remove } = indexFolder();
  try {
    return await killAndCompare(kills, {
      storage,
      storeId,
      parameters: [JSON.stringify(target), folder],
      restartWith: { folder },
      lifeMaxMs: duringMerges ? 60 : 250,
      duringMerges,
      count: async () => countFiles(join(folder, storeId)),
    });
  } finally {
    await close();
    remove();
  }
}

/** Kills savers of shared indexes, on one PostgreSQL database. */
export async function killSharedSaves(kills: number): Promise<KillReport> {
  const { target, storage, storeId, close } = await openWorld('postgres');
  assert.ok(target.engine === 'postgres');
  const client = new Client({ connectionString: target.url });
  try {
    await client.connect();
    await client.query(`set foretype.store = '${storeId}'`);
    const shared = createSharedIndexFiles(storage.sharedIndexes, 'who looks');
    return await killAndCompare(kills, {
      storage,
      storeId,
      parameters: [JSON.stringify(target), ''],
      // A save is some turns of the database.
      lifeMaxMs: 1_500,
      restartWith: { folder: null, shared },
      async count() {
        // Minutes pass until the next one: no process holds the claim, and what was replaced is old.
        await client.query('update shared_indexes set lease_until = 0');
        const { rows } = await client.query<{ named: number; others: number }>(
          `select (count(*) filter (where retired_at is null))::int as named,
            (count(*) filter (where retired_at is not null))::int as others from shared_segments`,
        );
        return rows[0] ?? { named: 0, others: 0 };
      },
    });
  } finally {
    await client.end();
    await close();
  }
}

/**
 * Kills a process that saves indexes (index-saver-child.ts) again and again, and holds after each kill what a start
 * answers from its files against what one answers that reads the whole database.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { decodeManifest } from '../../server/index-files/index-manifest.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { engines } from './engines.ts';
import {
  createNumberedStore,
  type FollowedStores,
  followStores,
  indexFolder,
  lamps,
  writeProducts,
} from './followed-stores.ts';

/** What happened over all kills. */
export interface KillReport {
  readonly kills: number;
  /** Kills in the midst of a save: there are files that the manifest does not name. */
  readonly duringSaves: number;
  /** Starts that took the index from files, and read of the database only what had changed since. */
  readonly fromFiles: number;
  /** Segments in files of their own, over all those starts. */
  readonly segmentFiles: number;
}

const productCount = 3_000;

const queries = ['lamp', 'red ch', 'chair 1', 'table', 'garden', 'lamp shade 2', 'b', 'p17', 'sofa'];
const noSignals = { products: new Map<string, number>(), phrases: new Map<string, number>() };

/** Everything that a shopper could see of the store. */
function answersOf({ registry }: FollowedStores, storeId: string): unknown {
  const reader = registry.find(storeId)?.reader;
  assert.ok(reader !== undefined);
  // Whether lists sufficed depends on how the products lie in segments; what they give does not.
  const present = ({ products, fromGraph: _, ...rest }: ReturnType<typeof reader.search>) => ({
    ...rest,
    products: products.map(({ card, tiers }) => ({ card: Buffer.from(card).toString(), tiers })),
  });
  return {
    documents: reader.documentCount,
    answers: queries.map((query) => present(reader.search(query, 20, noSignals))),
    discovery: present(reader.discover(20, noSignals)),
  };
}

/** Files of a saved index: those that its manifest names, and the others. */
function countFiles(saved: string): { readonly named: number; readonly others: number } {
  if (!existsSync(join(saved, 'index.manifest'))) return { named: 0, others: 0 };
  const { head } = decodeManifest(readFileSync(join(saved, 'index.manifest')));
  const named = head.segments.filter(({ checksum }) => checksum !== null).length;
  return { named, others: readdirSync(saved).length - named - 1 };
}

/** Starts the child, and kills it some time after it is ready; one in five while it is starting. */
async function runAndKill(parameters: readonly string[]): Promise<void> {
  const script = fileURLToPath(new URL('./index-saver-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const isEarly = randomInt(5) === 0;
  if (isEarly) setTimeout(() => child.kill('SIGKILL'), randomInt(100, 700));
  let said = '';
  for await (const line of createInterface({ input: child.stdout })) {
    said = line;
    break;
  }
  assert.ok(said === 'ready' || (said === '' && isEarly), said);
  await pause(randomInt(5, 250));
  child.kill('SIGKILL');
  await exited;
}

/** Kills so many times on one SQLite database, and compares after each. Rejects where an answer differs. */
export async function killIndexSaves(kills: number): Promise<KillReport> {
  const [sqlite] = engines;
  assert.ok(sqlite !== undefined);
  const database = await sqlite.open();
  assert.ok(database.target.engine === 'sqlite');
  const { folder, remove } = indexFolder();
  const storage = await openStorage(database.target);
  const report = { kills, duringSaves: 0, fromFiles: 0, segmentFiles: 0 };
  try {
    await storage.migrate();
    const storeId = await createNumberedStore(storage, 1);
    await writeProducts(storage, storeId, lamps(0, productCount));
    const saved = join(folder, storeId);
    for (let kill = 0; kill < kills; kill += 1) {
      await runAndKill([database.target.file, folder, storeId]);
      const { named, others } = countFiles(saved);
      let readCount = 0;
      const onRead = (count: number) => {
        readCount += count;
      };
      const fresh = followStores(storage, { folder: null });
      const restarted = followStores(storage, { folder, onRead });
      await Promise.all([fresh.follower.load(storeId), restarted.follower.load(storeId)]);
      assert.deepEqual(restarted.warnings, [], `after kill ${kill + 1}`);
      assert.deepEqual(answersOf(restarted, storeId), answersOf(fresh, storeId), `after kill ${kill + 1}`);
      report.segmentFiles += named;
      if (others > 0) report.duringSaves += 1;
      if (readCount < productCount) report.fromFiles += 1;
    }
  } finally {
    await storage.close();
    await database.close();
    remove();
  }
  return report;
}

/**
 * Kills `foretype backup` and `foretype restore` in the midst of their work, again and again: a backup is whole or not there, and a
 * database that was being filled is empty or holds everything. 20,000 products, SIGKILL at random moments. It works in folders and
 * databases of its own; a half of something rejects with what it was.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStorage } from '../../server/storage/open-storage.ts';
import { engineNamed } from './engines.ts';
import { runForetype, type Settings, withDataFolder } from './foretype-process.ts';
import { productWrite, storeRow, uuidOf } from './storage-rows.ts';
import { waitUntil } from './wait-until.ts';

/** The figures over all kills. */
export interface KillBackupsReport {
  kills: number;
  /** Backups that were killed before they had their name. */
  unfinishedBackups: number;
  /** Restores that were killed before they were durable. */
  unfinishedRestores: number;
}

const main = fileURLToPath(new URL('../../server/main.js', import.meta.url));
const productCount = 20_000;

/** Kills so many times, two of three times a restore. Rejects where half of something is left. */
export async function killBackups(kills: number): Promise<KillBackupsReport> {
  const report: KillBackupsReport = { kills: 0, unfinishedBackups: 0, unfinishedRestores: 0 };
  await withDataFolder(async (folder) => {
    const source = { FORETYPE_DATA: folder };
    await fillDatabase(join(folder, 'foretype.sqlite'));
    const whole = join(folder, 'whole.backup');
    const made = await succeed(['backup', whole], source);
    assert.equal(made.products, productCount);
    const bytes = readFileSync(whole);
    const half = join(folder, 'half.backup');
    writeFileSync(half, bytes.subarray(0, bytes.byteLength / 2));
    for (let attempt = 0; report.kills < kills; attempt += 1) {
      if (attempt % 3 === 0) await killBackup(folder, { source, attempt }, report);
      else await killRestore(folder, { whole, half, attempt }, report);
    }
  }, engineNamed('sqlite'));
  return report;
}

async function fillDatabase(file: string): Promise<void> {
  const storage = await openStorage({ engine: 'sqlite', file });
  await storage.migrate();
  const store = storeRow({ id: uuidOf(1), productCount });
  await storage.directory.createStore(store, []);
  const writes = Array.from({ length: productCount }, (_, number) => productWrite(`p${number}`, number));
  await storage.write(store.id, (writer) => writer.products.upsert(writes, 1));
  await storage.close();
}

async function killBackup(
  folder: string,
  { source, attempt }: { readonly source: Settings; readonly attempt: number },
  report: KillBackupsReport,
): Promise<void> {
  const name = `killed-${attempt}.backup`;
  const file = join(folder, name);
  // The file itself, and what it is before it has its name.
  const parts = () => readdirSync(folder).filter((one) => one.startsWith(name));
  const reached = attempt === 0 ? 0 : randomInt(200_000);
  const isKilled = await killWhen(['backup', file], source, () =>
    parts().some((part) => sizeOf(join(folder, part)) >= reached),
  );
  if (isKilled) report.kills += 1;
  if (existsSync(file)) assert.equal(await restoredProducts(folder, file), productCount);
  else report.unfinishedBackups += 1;
  for (const part of parts()) rmSync(join(folder, part));
}

async function restoredProducts(folder: string, file: string): Promise<unknown> {
  const target = { FORETYPE_DATA: join(folder, 'check') };
  const { products } = await succeed(['restore', file], target);
  rmSync(target.FORETYPE_DATA, { recursive: true });
  return products;
}

async function killRestore(
  folder: string,
  { whole, half, attempt }: { readonly whole: string; readonly half: string; readonly attempt: number },
  report: KillBackupsReport,
): Promise<void> {
  const target = { FORETYPE_DATA: join(folder, 'target') };
  const wal = join(target.FORETYPE_DATA, 'foretype.sqlite-wal');
  // Where it stands at a kill: before the tables, among the rows, or near the end.
  const walBytes = attempt === 1 ? 1 : randomInt(1, 12_000_000);
  if (await killWhen(['restore', whole], target, () => sizeOf(wal) >= walBytes)) report.kills += 1;
  const { stores } = await succeed(['store', 'list'], target);
  if (stores.length === 0) {
    report.unfinishedRestores += 1;
    // Listing stores has made the tables, of the very version of the backup.
    const refused = await runForetype(['restore', half], target);
    assert.equal(refused.code, 1, refused.stderr);
    assert.match(refused.stderr, /damaged or incomplete/);
    assert.equal((await succeed(['restore', whole], target)).products, productCount);
  } else {
    const storage = await openStorage({
      engine: 'sqlite',
      file: join(target.FORETYPE_DATA, 'foretype.sqlite'),
    });
    const { products: held } = await storage
      .reader(uuidOf(1))
      .products.page({ after: null, limit: 2 * productCount });
    await storage.close();
    assert.equal(held.length, productCount);
  }
  rmSync(target.FORETYPE_DATA, { recursive: true });
}

async function succeed(words: readonly string[], settings: Settings) {
  const { code, stdout, stderr } = await runForetype([...words, '--json'], settings);
  assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Kills the command as soon as the condition holds. False where it was through before. */
async function killWhen(
  words: readonly string[],
  settings: Settings,
  condition: () => boolean,
): Promise<boolean> {
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await waitUntil('the command to be under way', () => condition() || child.exitCode !== null, 60_000);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : -1;
}

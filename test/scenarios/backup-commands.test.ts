/**
 * Goal: a deployment is backed up beside its running server, grows into PostgreSQL, and its products leave and come back
 * as files; a command that is killed leaves nothing half.
 * Method: real processes on real databases; kills come at moments that files on the disk show.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStorage } from '../../server/storage/open-storage.ts';
import { engineNamed } from '../support/engines.ts';
import { runForetype, type Settings, startForetype, withDataFolder } from '../support/foretype-process.ts';
import { sharedPostgres } from '../support/postgres.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const main = fileURLToPath(new URL('../../server/main.js', import.meta.url));

async function succeed(words: readonly string[], settings: Settings) {
  const { code, stdout, stderr } = await runForetype([...words, '--json'], settings);
  assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

async function refuse(words: readonly string[], settings: Settings): Promise<string> {
  const { code, stderr } = await runForetype(words, settings);
  assert.equal(code, 1, stderr);
  return stderr;
}

test('a backup beside a running server is restored into PostgreSQL, and products leave and come back as files', () =>
  withDataFolder(async (folder) => {
    const file = join(folder, 'all.backup');
    const embedded = { FORETYPE_DATA: join(folder, 'data') };
    const server = await startForetype({ ...embedded, FORETYPE_DEMO: 'on' });
    const made = await succeed(['backup', file, '--with-secret-key'], embedded);
    assert.equal(made.bytes, statSync(file).size);
    assert.match(await refuse(['backup', file], embedded), /exists already/);
    assert.match(await refuse(['restore', file], embedded), /Another server is running/);
    await server.end();
    const { stores } = await succeed(['store', 'list'], embedded);
    const postgres = await sharedPostgres();
    const url = await postgres.createDatabase();
    const key = readFileSync(join(folder, 'data', 'secret-key'), 'utf8').trim();
    const grown = {
      FORETYPE_DATA: join(folder, 'grown'),
      DATABASE_URL: url,
      FORETYPE_SECRET_KEY: key,
    };
    const otherKey = { ...grown, FORETYPE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
    assert.match(await refuse(['restore', file], otherKey), /FORETYPE_SECRET_KEY lacks a key of the backup/);
    const restored = await succeed(['restore', file], grown);
    assert.deepEqual([restored.rows, restored.products], [made.rows, made.products]);
    assert.deepEqual((await succeed(['store', 'list'], grown)).stores, stores);
    assert.match(await refuse(['restore', file], grown), /not empty/);
    await exportAndImport(folder, { storeId: stores[0].id, from: grown, into: embedded });
    await postgres.dropDatabase(url);
  }));

/** What was exported is imported into a new store, whose export is the same to the byte. */
async function exportAndImport(
  folder: string,
  { storeId, from, into }: { readonly storeId: string; readonly from: Settings; readonly into: Settings },
): Promise<void> {
  for (const ending of ['jsonl', 'csv']) {
    const file = join(folder, `products.${ending}`);
    const exported = await succeed(['export', file, '--store', storeId], from);
    assert.ok(exported.products > 100);
    const { store } = await succeed(['store', 'create', '--name', ending], into);
    const imported = await runForetype(['import', file, '--store', store.id, '--json'], into);
    assert.equal(imported.code, 0, imported.stderr);
    const again = join(folder, `again.${ending}`);
    await succeed(['export', again, '--store', store.id], into);
    assert.equal(readFileSync(again, 'utf8'), readFileSync(file, 'utf8'));
  }
}

/** Kills the command as soon as the condition holds; the command may be through by then. */
async function killWhen(words: readonly string[], settings: Settings, condition: () => boolean) {
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await waitUntil('the command to be under way', () => condition() || child.exitCode !== null);
  child.kill('SIGKILL');
  await ended;
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : -1;
}

test('a backup or a restore that is killed leaves all or nothing', () =>
  withDataFolder(async (folder) => {
    const source = { FORETYPE_DATA: folder };
    const storage = await openStorage({ engine: 'sqlite', file: join(folder, 'foretype.sqlite') });
    await storage.migrate();
    const store = storeRow({ id: uuidOf(1), productCount: 20_000 });
    await storage.directory.createStore(store, []);
    const writes = Array.from({ length: 20_000 }, (_, number) => productWrite(`p${number}`, number));
    await storage.write(store.id, (writer) => writer.upsertProducts(writes, 1));
    await storage.close();
    const file = join(folder, 'all.backup');
    const hasPart = () => readdirSync(folder).some((name) => name.endsWith('.part'));
    await killWhen(['backup', file], source, hasPart);
    assert.equal(existsSync(file), false, 'the backup was killed in its midst');
    const made = await succeed(['backup', file], source);
    assert.equal(made.products, 20_000);
    const whole = readFileSync(file);
    writeFileSync(join(folder, 'half.backup'), whole.subarray(0, whole.byteLength / 2));
    for (const [number, walBytes] of [1, 4_000_000].entries()) {
      const target = { FORETYPE_DATA: join(folder, `target-${number}`) };
      const wal = join(target.FORETYPE_DATA, 'foretype.sqlite-wal');
      await killWhen(['restore', file], target, () => sizeOf(wal) >= walBytes);
      const { stores } = await succeed(['store', 'list'], target);
      if (stores.length > 0) continue;
      // Listing stores has made the tables, of the very version of the backup.
      assert.match(await refuse(['restore', join(folder, 'half.backup')], target), /damaged or incomplete/);
      assert.equal((await succeed(['restore', file], target)).products, 20_000);
    }
  }, engineNamed('sqlite')));

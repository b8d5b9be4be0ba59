/**
 * Goal: a deployment is backed up beside its running server, grows into PostgreSQL, and its products leave and come back
 * as files. Method: real processes on real databases.
 */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runForetype, type Settings, startForetype, withDataFolder } from '../support/foretype-process.ts';
import { sharedPostgres } from '../support/postgres.ts';

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

test('a live backup restores into PostgreSQL, and products pass through files', () =>
  withDataFolder(async (folder) => {
    const file = join(folder, 'all.backup');
    const embedded = { FORETYPE_DATA: join(folder, 'data') };
    const server = await startForetype({ ...embedded, FORETYPE_DEMO: 'on' });
    const made = await succeed(['backup', file, '--with-secret-key'], embedded);
    assert.equal(made.bytes, statSync(file).size);
    assert.match(await refuse(['backup', file], embedded), /exists already/);
    const nowhere = join(folder, 'nowhere', 'a.backup');
    assert.match(
      await refuse(['backup', nowhere], embedded),
      /There is no folder .*nowhere, where a\.backup/,
    );
    assert.match(await refuse(['restore', file], embedded), /A server \(process/);
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

/** Exports a store and imports it into a new one, whose export must be the same to the byte. */
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
    if (ending === 'csv') continue;
    const piped = await runForetype(['export', '-', '--store', store.id], into);
    assert.deepEqual([piped.code, piped.stdout], [0, readFileSync(file, 'utf8')], piped.stderr);
  }
}

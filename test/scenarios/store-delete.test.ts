/**
 * Goal: `foretype store delete` leaves nothing of a store, beside a server and without one, also where it is killed in
 * the midst. Method: real processes, kill -9, and the rows and files that are left.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { engines, type TestEngine } from '../support/engines.ts';
import {
  openStorageOf,
  runForetype,
  type Settings,
  startCommand,
  targetOf,
  withDataFolder,
  withServer,
} from '../support/foretype-process.ts';
import { countTenantRows, insertMoves, withDatabase } from '../support/tenant-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Generous: a step is a few milliseconds where the machine is idle. */
const finishMs = 60_000;

/** So many that a deletion takes longer than it takes to kill it. */
const rowCount = 40_000;

interface Created {
  readonly store: { readonly id: string };
  readonly keys: { readonly secret: string };
}

async function createStore(settings: Settings, name: string): Promise<Created> {
  const { stdout, stderr } = await runForetype(['store', 'create', '--name', name, '--json'], settings);
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

/** Rows of no meaning; in pieces, as a statement takes only so many. */
async function fill(folder: string, storeId: string): Promise<void> {
  await withDatabase(targetOf(folder), async (database) => {
    for (let start = 0; start < rowCount; start += 10_000) {
      await insertMoves(database, storeId, { start, count: 10_000 });
    }
  });
}

function countMoves(folder: string, storeId: string): Promise<number> {
  return withDatabase(targetOf(folder), (database) => countTenantRows(database, 'session_moves', storeId));
}

/** Starts a deletion and kills it once it deleted something and before it is done. */
async function deleteAndKill(folder: string, storeId: string): Promise<void> {
  const storage = await openStorageOf(folder);
  const command = startCommand(['store', 'delete', storeId, '--yes'], { FORETYPE_DATA: folder });
  await waitUntil('the deletion to be under way', async () => {
    const deletion = await storage.deletions.find(storeId);
    return (deletion?.deleted.session_moves ?? 0) > 0;
  });
  command.child.kill('SIGKILL');
  await command.ended;
  await storage.close();
}

async function statusOf(origin: string, { keys }: Created): Promise<number> {
  const response = await fetch(`${origin}/api/v1/autocomplete?q=a`, {
    headers: { 'x-api-key': keys.secret },
  });
  await response.body?.cancel();
  return response.status;
}

async function put(origin: string, { keys }: Created): Promise<void> {
  const body = JSON.stringify({ title: 'Lamp', price: 1, url: 'https://shop.example/p' });
  const headers = { 'x-api-key': keys.secret, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/v1/products/a`, { method: 'PUT', headers, body });
  assert.equal(answer.status, 200, await answer.text());
}

async function assertDeletes(engine: TestEngine): Promise<void> {
  await withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    const [gone, kept] = [await createStore(settings, 'Gone'), await createStore(settings, 'Kept')];
    await fill(folder, gone.store.id);
    const refused = await runForetype(['store', 'delete', gone.store.id], settings);
    assert.equal(refused.code, 2, refused.stdout);
    assert.match(
      refused.stdout,
      /^Store "Gone" would be .*: session moves: 40,000, api keys: 2, .* Add --yes/s,
    );
    assert.equal(refused.stderr, '');
    const planned = await runForetype(['store', 'delete', gone.store.id, '--json'], settings);
    const { would_delete: counts } = JSON.parse(planned.stdout);
    assert.deepEqual([planned.code, counts.store, counts.api_keys], [2, gone.store.id, 2]);
    const unknown = await runForetype(['store', 'delete', 'nothing', '--yes'], settings);
    assert.deepEqual([unknown.code, /no such store "nothing"/.test(unknown.stderr)], [1, true]);
    await deleteAndKill(folder, gone.store.id);
    assert.ok((await countMoves(folder, gone.store.id)) > 0, 'the kill came before the end');
    const done = await runForetype(['store', 'delete', gone.store.id, '--yes', '--json'], settings);
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(JSON.parse(done.stdout), {
      deleted: {
        store: gone.store.id,
        name: 'Gone',
        products: 0,
        feeds: 0,
        api_keys: 2,
        audit_entries: 1,
        session_moves: rowCount,
      },
    });
    assert.equal(await countMoves(folder, gone.store.id), 0);
    const { stdout } = await runForetype(['store', 'list', '--json'], settings);
    const ids = JSON.parse(stdout).stores.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, [kept.store.id]);
  }, engine);
}

async function assertServerFinishes(engine: TestEngine): Promise<void> {
  await withServer(async (folder, origin) => {
    const settings = { FORETYPE_DATA: folder };
    const [gone, kept] = [await createStore(settings, 'Gone'), await createStore(settings, 'Kept')];
    await fill(folder, gone.store.id);
    for (const store of [gone, kept]) await put(origin, store);
    const indexes = join(folder, 'indexes', gone.store.id);
    await waitUntil('the index to be saved', async () => existsSync(indexes), finishMs);
    await deleteAndKill(folder, gone.store.id);
    await waitUntil('the keys to be refused', async () => (await statusOf(origin, gone)) === 401, finishMs);
    assert.equal(await statusOf(origin, kept), 200);
    const storage = await openStorageOf(folder);
    await waitUntil('the end', async () => (await storage.deletions.unfinished()).length === 0, finishMs);
    const { products, session_moves } = (await storage.deletions.find(gone.store.id))?.deleted ?? {};
    assert.deepEqual([products, session_moves], [1, rowCount]);
    await storage.close();
    assert.equal(await countMoves(folder, gone.store.id), 0);
    await waitUntil('the saved index to be gone', async () => !existsSync(indexes), finishMs);
  }, engine);
}

for (const engine of engines) {
  test(`a killed store deletion is finished by the next (${engine.name})`, () => assertDeletes(engine));
  test(`a server finishes a killed store deletion (${engine.name})`, () => assertServerFinishes(engine));
}

/** Goal: `foretype doctor` tells what is wrong, and nothing where all is well. Method: the command, on real databases. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createSealer } from '../../server/secrets/seal.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { runSql } from '../support/damage.ts';
import { engineNamed } from '../support/engines.ts';
import { createNumberedStore, followStores, lamps, writeProducts } from '../support/followed-stores.ts';
import {
  openStorageOf,
  runForetype,
  type Settings,
  startForetype,
  targetOf,
  withDataFolder,
  withServer,
} from '../support/foretype-process.ts';
import { feedRow } from '../support/storage-rows.ts';

interface Diagnosis {
  readonly code: number | null;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
}

async function diagnose(settings: Settings): Promise<Diagnosis> {
  const { code, stdout } = await runForetype(['doctor', '--json'], settings);
  const { ok, checks } = JSON.parse(stdout) as Diagnosis & { readonly ok: boolean };
  assert.equal(ok, code === 0);
  return { code, checks };
}

const checkOf = ({ checks }: Diagnosis, name: string) => checks.find((check) => check.name === name);

test('doctor passes where everything works', () =>
  withDataFolder(async (folder) => {
    const created = await runForetype(['store', 'create', '--name', 'Nord'], { FORETYPE_DATA: folder });
    assert.equal(created.code, 0);
    const { code, stdout } = await runForetype(['doctor'], { FORETYPE_DATA: folder });
    assert.equal(code, 0);
    assert.deepEqual(
      stdout.split('\n').map((line) => line.slice(0, 17).trimEnd()),
      [
        ...[
          'ok    runtime',
          'ok    variables',
          'ok    data folder',
          'ok    disk',
          'ok    descriptors',
          'ok    secret key',
        ],
        ...[
          'ok    indexes',
          'ok    database',
          'ok    migrations',
          'ok    settings',
          'ok    clock',
          'ok    jobs',
          'ok    secrets',
          'ok    tables',
          'ok    pages',
          'ok    rows',
          'ok    counters',
          'ok    deletions',
          '',
        ],
      ],
    );
  }, engineNamed('sqlite')));

test('doctor fails where the data folder cannot be one', () =>
  withDataFolder(async (folder) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, stdout } = await runForetype(['doctor', '--json'], { FORETYPE_DATA: join(file, 'data') });
    assert.equal(code, 1);
    const { ok, checks }: { ok: boolean; checks: { name: string; ok: boolean }[] } = JSON.parse(stdout);
    assert.equal(ok, false);
    assert.deepEqual(
      checks.map((check) => [check.name, check.ok]),
      [
        ['runtime', true],
        ['variables', true],
        ['data folder', false],
        ['disk', true],
        ['descriptors', true],
        ['secret key', true],
        ['indexes', true],
        ['database', false],
      ],
    );
  }));

test('inspection creates no folder and no database', () =>
  withDataFolder(async (folder) => {
    const absent = join(folder, 'mistyped', 'data');
    const settings = { FORETYPE_DATA: absent };
    const diagnosis = await diagnose(settings);
    assert.equal(diagnosis.code, 1);
    const found = `There is no database at ${join(absent, 'foretype.sqlite')}.`;
    assert.ok(checkOf(diagnosis, 'database')?.detail.startsWith(found));
    assert.match(checkOf(diagnosis, 'data folder')?.detail ?? '', /is not there yet/);
    for (const words of [['repair'], ['backup', join(folder, 'file')]]) {
      const { code, stderr } = await runForetype(words, settings);
      assert.deepEqual([code, stderr.includes(found)], [1, true], stderr);
    }
    assert.deepEqual(readdirSync(folder), []);
  }, engineNamed('sqlite')));

test('inspection fails on an empty file and writes nothing', () =>
  withDataFolder(async (folder) => {
    const file = join(folder, 'foretype.sqlite');
    writeFileSync(file, '');
    const settings = { FORETYPE_DATA: folder };
    const diagnosis = await diagnose(settings);
    assert.equal(diagnosis.code, 1);
    const { ok, detail = '' } = checkOf(diagnosis, 'database') ?? {};
    assert.equal(ok, false);
    assert.ok(detail.startsWith(`The database ${file} is an empty file (0 bytes).`), detail);
    assert.match(detail, /foretype restore/);
    for (const words of [['repair'], ['backup', join(folder, 'file')]]) {
      const { code, stderr } = await runForetype(words, settings);
      assert.deepEqual([code, stderr.includes(detail)], [1, true], stderr);
    }
    assert.deepEqual(readdirSync(folder), ['foretype.sqlite']);
    assert.equal(statSync(file).size, 0);
  }, engineNamed('sqlite')));

test('doctor names an index that is larger than its memory', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder, FORETYPE_INDEX_MEMORY_MB: '1' };
    await runForetype(['store', 'create', '--name', 'Nord'], settings);
    const storage = await openStorage({ engine: 'sqlite', file: join(folder, 'foretype.sqlite') });
    try {
      const storeId = await createNumberedStore(storage, 1);
      await writeProducts(storage, storeId, lamps(0, 8_000));
      const life = followStores(storage, { folder: join(folder, 'indexes') });
      await life.round();
      await life.save();
      const { code, checks } = await diagnose(settings);
      const { ok, detail = '' } = checkOf({ code, checks }, 'indexes') ?? {};
      assert.deepEqual([code, ok], [1, false]);
      assert.match(detail, new RegExp(`store ${storeId} takes \\d MiB.* 1 MiB.*FORETYPE_INDEX_MEMORY_MB$`));
    } finally {
      await storage.close();
    }
    const enough = await diagnose({ ...settings, FORETYPE_INDEX_MEMORY_MB: '64' });
    assert.equal(checkOf(enough, 'indexes')?.ok, true);
  }, engineNamed('sqlite')));

test('a misspelt variable is reported by doctor and at the start', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder, FORETYPE_THREAD: '2', LOG_LEVEL: 'warn' };
    const diagnosis = await diagnose(settings);
    assert.equal(diagnosis.code, 1);
    assert.match(checkOf(diagnosis, 'variables')?.detail ?? '', /^FORETYPE_THREAD: no setting/);
    const server = await startForetype(settings);
    await server.untilLogged(/FORETYPE_THREAD has no effect/);
    assert.equal((await server.end()).code, 0);
  }, engineNamed('sqlite')));

test('doctor warns where few files may be open', () =>
  withDataFolder(async (folder) => {
    const { code, stdout } = await runForetype(['doctor', '--json'], { FORETYPE_DATA: folder }, 1_000);
    assert.equal(code, 1);
    const { checks } = JSON.parse(stdout) as Diagnosis;
    assert.match(
      checkOf({ code, checks }, 'descriptors')?.detail ?? '',
      /^1000 may be open; connections of callers: 744 at most: raise the limit/,
    );
  }, engineNamed('sqlite')));

test('doctor passes after an import without a server', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    const created = await runForetype(['store', 'create', '--name', 'Nord', '--json'], settings);
    const { store } = JSON.parse(created.stdout) as { store: { id: string } };
    const file = join(folder, 'products.csv');
    writeFileSync(file, 'id,title,price,url\n1,Lamp,9.90,https://shop.example/1\n');
    const imported = await runForetype(['import', file, '--store', store.id], settings);
    assert.equal(imported.code, 0, imported.stderr);
    const diagnosis = await diagnose(settings);
    assert.deepEqual(checkOf(diagnosis, 'jobs'), { name: 'jobs', ok: true, detail: '1 due' });
    assert.equal(diagnosis.code, 0);
  }, engineNamed('sqlite')));

test('doctor fails on a database of a newer version', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    assert.equal((await runForetype(['store', 'create', '--name', 'Nord'], settings)).code, 0);
    const database = new DatabaseSync(join(folder, 'foretype.sqlite'));
    const [columns] = database.prepare('select * from migrations order by number desc limit 1').all();
    const names = Object.keys(columns ?? {});
    database
      .prepare(`insert into migrations (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      .run(...names.map((name) => (name === 'number' ? 9_999 : (columns?.[name] ?? null))));
    database.close();
    const diagnosis = await diagnose(settings);
    assert.equal(diagnosis.code, 1);
    assert.match(checkOf(diagnosis, 'migrations')?.detail ?? '', /newer version \(its migration 9999\)/);
  }, engineNamed('sqlite')));

test('a node with another secret key reports it, as does doctor', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder, FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' };
    const created = await runForetype(['store', 'create', '--name', 'Nord', '--json'], settings);
    const { keys } = JSON.parse(created.stdout) as { keys: { secret: string } };
    const server = await startForetype(settings);
    try {
      const { address } = server.started as { address: string };
      const registered = await fetch(`${address}/api/v1/webhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keys.secret },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/hook' }),
      });
      assert.equal(registered.status, 200, await registered.text());
    } finally {
      assert.equal((await server.end()).stderr, '');
    }
    const ours = await diagnose(settings);
    assert.deepEqual(checkOf(ours, 'secrets'), {
      name: 'secrets',
      ok: true,
      detail: '1 checked, all sealed with this key',
    });
    const other = { ...settings, FORETYPE_SECRET_KEY: randomBytes(32).toString('base64') };
    const theirs = await diagnose(other);
    assert.equal(theirs.code, 1);
    assert.match(checkOf(theirs, 'secrets')?.detail ?? '', /^1 of 1 secrets .+ FORETYPE_SECRET_KEY/);
    const stranger = await startForetype(other);
    await stranger
      .untilLogged(/1 of 1 secrets of feeds and webhooks are sealed with another key/)
      .finally(() => stranger.end());
  }));

const someKey = () => randomBytes(32).toString('base64');

test('a restored service without its key names the missing file', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    assert.equal((await runForetype(['store', 'create', '--name', 'Nord'], settings)).code, 0);
    const storage = await openStorageOf(folder);
    const [store] = await storage.directory.listStores();
    const feed = feedRow({ storeId: store?.id ?? '' });
    const place = { storeId: feed.storeId, ownerId: feed.id, field: 'auth' };
    const authSealed = createSealer([someKey()]).seal('user:password', place);
    await storage.write(feed.storeId, (writer) => writer.feeds.insert({ ...feed, authSealed }));
    await storage.close();
    const file = join(folder, 'secret-key');
    const remedy = `copy the file secret-key from the old data folder to ${file}, or set FORETYPE_SECRET_KEY`;
    const failing = ({ checks }: Diagnosis) =>
      checks.filter(({ detail }) => detail.includes(remedy)).map(({ name, ok }) => [name, ok]);
    rmSync(file, { force: true });
    assert.deepEqual(failing(await diagnose(settings)), [
      ['secret key', false],
      ['secrets', false],
    ]);
    // As a start has made it since.
    writeFileSync(file, someKey());
    assert.deepEqual(failing(await diagnose(settings)), [['secrets', false]]);
  }, engineNamed('sqlite')));

test('doctor names whose secrets no key opens', () =>
  withServer(async (folder, origin) => {
    const settings = { FORETYPE_DATA: folder };
    const created = await runForetype(['store', 'create', '--name', 'Nord', '--json'], settings);
    const { store, keys } = JSON.parse(created.stdout) as {
      readonly store: { readonly id: string };
      readonly keys: { readonly secret: string };
    };
    const feed = feedRow({ storeId: store.id, authType: 'basic', authSealed: 'garbage' });
    const storage = await openStorageOf(folder);
    await storage.write(store.id, (writer) => writer.feeds.insert(feed));
    await storage.close();
    const call = async (method: string, path: string, body: object | null = null) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': keys.secret };
      const options = { method, headers, body: body === null ? null : JSON.stringify(body) };
      const answer = await fetch(`${origin}/api/v1/${path}`, options);
      assert.equal(answer.status, 200, `${method} ${path}`);
      return (await answer.json()) as { readonly webhook: { readonly id: string } };
    };
    const { webhook } = await call('POST', 'webhooks', { url: 'https://shop.example/hook' });
    await runSql(targetOf(folder), store.id, `update webhooks set secret_sealed = 'garbage'`);
    const { ok, detail = '' } = checkOf(await diagnose(settings), 'secrets') ?? {};
    assert.equal(ok, false);
    const owners = [`feed ${feed.id}`, `webhook ${webhook.id}`];
    const named = owners.map((owner) => `${owner} of store ${store.id}`).join(', ');
    assert.ok(detail.includes(`are sealed with another key: ${named}. `), detail);
    assert.match(detail, /give the feed its credentials again, make a new secret for the webhook, or/);
    await call('POST', `webhooks/${webhook.id}/rotate`, {});
    await call('DELETE', `product-feeds/${feed.id}`);
    assert.equal(checkOf(await diagnose(settings), 'secrets')?.ok, true);
  }));

test('doctor asks the server that whole catalogs are read from', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    assert.equal(checkOf(await diagnose(settings), 'read server'), undefined);
    const absent = { ...settings, DATABASE_READ_URL: 'postgres://foretype@127.0.0.1:1/foretype' };
    const diagnosis = await diagnose(absent);
    assert.equal(diagnosis.code, 1);
    const check = checkOf(diagnosis, 'read server');
    assert.match(check?.detail ?? '', /^DATABASE_READ_URL: .+ DATABASE_URL is asked in its place$/);
  }, engineNamed('postgres')));

/**
 * Goal: the service finds the server that takes its writes, tries again what is safe to try again, tells other
 * processes what it committed, and keeps nothing in a session where a pooler takes sessions away. Method: real servers;
 * one is fenced by making it read-only, and connections are cut by the server.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { createConnectionUse, readConnectionUse } from '../../server/storage/connection-use.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { PostgresTarget } from '../../server/storage/postgres/open-postgres-database.ts';
import { poolOptions } from '../../server/storage/postgres/pool-options.ts';
import { jobsAnnouncement, type Storage } from '../../server/storage/storage.ts';
import { sharedPostgres } from '../support/postgres.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';
import { waitUntil } from '../support/wait-until.ts';

const storeId = uuidOf(1);

type Settings = Partial<PostgresTarget>;

async function open(url: string, settings: Settings = {}): Promise<AsyncDisposable & { storage: Storage }> {
  const storage = await openStorage({ engine: 'postgres', url, poolSize: 3, ...settings });
  return { storage, [Symbol.asyncDispose]: () => storage.close() };
}

/** A migrated database with one store. */
async function prepared(): Promise<string> {
  const url = await (await sharedPostgres()).createDatabase();
  await using opened = await open(url);
  await opened.storage.migrate();
  await opened.storage.directory.createStore(storeRow(), []);
  return url;
}

const write = (storage: Storage, changeNumber: number) =>
  storage.write(storeId, async (writer) => {
    await writer.products.upsert([productWrite('a', changeNumber)], changeNumber);
    await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  });

const changeNumberOf = async (storage: Storage) => (await storage.directory.findStore(storeId))?.changeNumber;

/** As an administrator, who is not held by what the test does to the database. */
async function administer(statement: string): Promise<void> {
  const client = new Client((await sharedPostgres()).adminUrl('postgres'));
  await client.connect();
  await client.query(statement);
  await client.end();
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

const cutAll = (url: string, which = 'true') =>
  administer(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = '${nameOf(url)}' and pid <> pg_backend_pid() and ${which}`,
  );

const setReadOnly = (url: string, value: 'on' | 'off') =>
  administer(`alter database ${nameOf(url)} set default_transaction_read_only = ${value}`);

/** One address of two servers: `down` where nobody listens, then the real one. */
const behindDown = (url: string) => url.replace('host=', 'host=/nowhere,');

test('the available one of several servers is used', async () => {
  await using opened = await open(behindDown(await prepared()));
  await write(opened.storage, 1);
  assert.equal(await changeNumberOf(opened.storage), 1);
});

test('a read-only server is skipped, and left when demoted', async () => {
  const url = await prepared();
  await using opened = await open(behindDown(url));
  await write(opened.storage, 1);
  await setReadOnly(url, 'on');
  await cutAll(url);
  const isUnavailable = { code: 'unavailable' };
  await waitUntil('the fenced server to be refused', async () => {
    const refused = await write(opened.storage, 2).then(
      () => false,
      (error) => error.code === isUnavailable.code,
    );
    return refused;
  });
  await assert.rejects(opened.storage.ping(), isUnavailable);
  await setReadOnly(url, 'off');
  await write(opened.storage, 3);
  assert.equal(await changeNumberOf(opened.storage), 3);
});

test('a deadlocked transaction is retried where its work allows', async () => {
  const url = await prepared();
  await using opened = await open(url);
  const { directory } = opened.storage;
  const keys = [uuidOf(11), uuidOf(12)].map((id, number) => ({
    id,
    storeId,
    kind: 'secret' as const,
    name: 'k',
    hash: `h${number}`,
    hint: 'k',
    allowedOrigins: [],
    createdAt: 1,
    lastUsedAt: null,
    revokedAt: null,
    token: null,
    expiresAt: null,
    replacedBy: null,
  }));
  for (const key of keys) await directory.insertApiKey(key);
  const other = new Client((await sharedPostgres()).adminUrl(nameOf(url)));
  await other.connect();
  // So patient that the service's own transaction is the one that is undone.
  await other.query(`set deadlock_timeout = '20s'`);
  await other.query('begin');
  await other.query(`update api_keys set name = 'o' where id = '${keys[1]?.id}'`);
  const touched = directory.touchApiKeys(new Map(keys.map(({ id }) => [id, 5])));
  await waitUntil('the service to wait for the other', async () => {
    const { rows } = await other.query(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0;
  });
  const crossing = other.query(`update api_keys set name = 'o' where id = '${keys[0]?.id}'`);
  await crossing
    .then(
      () => other.query('commit'),
      () => other.query('rollback'),
    )
    .finally(() => other.end());
  await touched;
  assert.deepEqual(
    (await directory.listApiKeys(storeId)).map(({ lastUsedAt }) => lastUsedAt),
    [5, 5],
  );
});

test('others hear of commits, also after a cut', async () => {
  const url = await prepared();
  await using writing = await open(url);
  await using hearing = await open(url, { readOnly: true });
  const heard: string[] = [];
  const listening = hearing.storage.listen((news) => heard.push(news));
  await waitUntil('the listener to be there', () => listening.isAlive());
  await write(writing.storage, 1);
  await writing.storage.write(storeId, async (writer) => {
    await writer.jobs.insert({ id: uuidOf(9), kind: 'import', storeId, subject: storeId, runAt: 0 });
  });
  await waitUntil('both to be heard', () => heard.length >= 2);
  assert.deepEqual(heard, [storeId, jobsAnnouncement]);
  await cutAll(url);
  let changeNumber = 1;
  await waitUntil('a later write to be heard', async () => {
    changeNumber += 1;
    await write(writing.storage, changeNumber);
    return heard.length >= 3;
  });
  await listening.close();
});

test('a transaction that is rolled back announces nothing', async () => {
  const url = await prepared();
  await using opened = await open(url);
  const heard: string[] = [];
  const listening = opened.storage.listen((news) => heard.push(news));
  await waitUntil('the other listener to be there', () => listening.isAlive());
  const failing = opened.storage.write(storeId, async (writer) => {
    await writer.updateStore({ changeNumber: 7, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
    throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  await opened.storage.write(storeId, async (writer) => {
    await writer.jobs.insert({ id: uuidOf(9), kind: 'import', storeId, subject: storeId, runAt: 0 });
  });
  await waitUntil('the job to be heard', () => heard.length > 0);
  assert.deepEqual(heard, [jobsAnnouncement]);
  await listening.close();
});

test('whole catalogs are read from a follower that is current', async () => {
  const [mainUrl, followerUrl] = [await prepared(), await prepared()];
  await using main = await open(mainUrl);
  await using follower = await open(followerUrl);
  await write(main.storage, 1);
  await write(main.storage, 2);
  await using warm = await open(mainUrl, { warmUpUrl: followerUrl });
  const read = async (changeNumber: number) => {
    const reader = await warm.storage.warmUpReader({ id: storeId, changeNumber });
    return (await reader.changed({ after: null, limit: 5 })).products.map((product) => product.changeNumber);
  };
  assert.deepEqual(await read(2), [2], 'the follower has not got there');
  // Further than the main one, which tells the two apart.
  await write(follower.storage, 3);
  assert.deepEqual(await read(2), [3]);
  await using alone = await open(mainUrl, { warmUpUrl: behindDown(followerUrl).replace(/,[^&]*/, '') });
  const reader = await alone.storage.warmUpReader({ id: storeId, changeNumber: 2 });
  assert.equal((await reader.changed({ after: null, limit: 5 })).products.length, 1, 'the follower is away');
});

test('behind a transaction pooler only transactions have limits', async () => {
  const url = await prepared();
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout } = poolOptions(url, {
    isPooled: true,
  });
  assert.deepEqual(
    [statement_timeout, lock_timeout, idle_in_transaction_session_timeout],
    Array(3).fill(undefined),
  );
  await using opened = await open(url, { isPooled: true });
  await using hasty = await open(url, { isPooled: true, statementTimeoutMs: 50 });
  await write(opened.storage, 1);
  assert.equal(await changeNumberOf(opened.storage), 1);
  assert.equal(opened.storage.listen(() => {}).isAlive(), false);
  const holder = new Client(url);
  await holder.connect();
  await holder.query(`begin; select 1 from stores where id = '${storeId}' for update`);
  await assert.rejects(write(hasty.storage, 2), { code: 'unavailable' });
  await holder.end();
});

test('connections that are lent out and waited for are counted', async () => {
  const url = await prepared();
  const use = createConnectionUse();
  await using opened = await open(url, { poolSize: 1, use });
  const { storage } = opened;
  const [entered, leaving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = storage.write(storeId, async () => {
    entered.resolve();
    await leaving.promise;
  });
  await entered.promise;
  assert.deepEqual(readConnectionUse(use), { used: 1, waiting: 0 });
  const asking = storage.directory.listStores();
  await waitUntil('the second one to wait', () => readConnectionUse(use).waiting === 1);
  leaving.resolve();
  await Promise.all([holding, asking]);
  assert.deepEqual(readConnectionUse(use), { used: 0, waiting: 0 });
});

test('behind a transaction pooler nothing relies on a session', async (t) => {
  const pooler = await startTransactionPooler();
  t.after(() => pooler.close());
  const url = pooler.through(await (await sharedPostgres()).createDatabase());
  const client = new Client(url);
  await client.connect();
  await client.query("set application_name = 'kept'");
  const { rows } = await client.query('show application_name');
  assert.notEqual(rows[0].application_name, 'kept', 'the pooler takes sessions away');
  await client.end();
  {
    await using opened = await open(url, { isPooled: true });
    const { storage } = opened;
    await storage.migrate();
    await storage.directory.createStore(storeRow(), []);
    for (const changeNumber of [1, 2, 3, 4, 5]) {
      await Promise.all([write(storage, changeNumber), storage.reader(storeId).synonyms.read()]);
    }
    assert.equal(await changeNumberOf(storage), 5);
    const tables = await storage.snapshot(async (snapshot) => {
      const found: string[] = [];
      for await (const { table } of snapshot.batches()) found.push(table);
      return found;
    });
    assert.ok(tables.includes('products'), tables.join());
    assert.ok(pooler.changes() > 10, `${pooler.changes()} changes`);
  }
});

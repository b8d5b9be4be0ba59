/**
 * Goal: a PostgreSQL server that goes away is an answer, not an end, and row-level security keeps stores apart even
 * where a statement forgets to. Method: a real server that is stopped, crashed and started again.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client, Pool } from 'pg';
import { AppError } from '../../server/errors.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { poolOptions } from '../../server/storage/postgres/pool-options.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { sharedPostgres, startPostgres } from '../support/postgres.ts';
import { directoryTables, productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';
import { tenantTables } from '../tidy/sql.ts';

const storeId = uuidOf(1);

test('a restarted server is unavailable, then answers unaided', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const storage = await openStorage({ engine: 'postgres', url: await server.createDatabase() });
  t.after(() => storage.close());
  await prepareStore(storage);
  for (const mode of ['fast', 'immediate'] as const) {
    await server.shutDown(mode);
    await assert.rejects(storage.ping(), isUnavailable);
    await assert.rejects(storage.reader(storeId).products.find('a'), isUnavailable);
    await assert.rejects(
      storage.write(storeId, async () => {}),
      isUnavailable,
    );
    await server.start();
    await storage.ping();
    assert.equal((await storage.reader(storeId).products.find('a'))?.externalId, 'a');
  }
});

test('a crash in mid-write rejects the write and leaves nothing', async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  const storage = await openStorage({ engine: 'postgres', url: await server.createDatabase() });
  t.after(() => storage.close());
  await prepareStore(storage);
  const write = storage.write(storeId, async (writer) => {
    await writer.products.upsert([productWrite('b', 2)], 2);
    await server.shutDown('immediate');
    await writer.products.upsert([productWrite('c', 3)], 2);
  });
  await assert.rejects(write, isUnavailable);
  await server.start();
  assert.equal(await storage.reader(storeId).products.find('b'), null);
  assert.equal((await storage.write(storeId, async (writer) => writer.store)).changeNumber, 0);
});

test('a connection cut while idle reaches only the listener', async (t) => {
  const server = await sharedPostgres();
  const url = await server.createDatabase();
  const errors: Error[] = [];
  const storage = await openStorage({ engine: 'postgres', url }, { onError: (error) => errors.push(error) });
  t.after(() => storage.close());
  await storage.migrate();
  await storage.ping();
  await withClient(server.adminUrl('postgres'), async (admin) => {
    await admin.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'foretype' and datname = '${new URL(url).pathname.slice(1)}'`);
  });
  await waitUntil('the ended connection to be noticed', () => errors.length > 0);
  await storage.ping();
});

test('an address without a listener is unavailable', async (t) => {
  const storage = await openStorage({ engine: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' });
  t.after(() => storage.close());
  await assert.rejects(storage.ping(), isUnavailable);
});

test('§1.8 a statement without its store sees the set store only', async (t) => {
  const { url } = await twoStores(t);
  await withClient(url, async (client) => {
    const externalIds = async () =>
      (await client.query('select external_id from products')).rows.map((row) => row.external_id);
    assert.deepEqual(await externalIds(), []);
    await client.query(`begin; select set_config('foretype.store', '${uuidOf(2)}', true)`);
    assert.deepEqual(await externalIds(), ['of 2']);
    const otherStore = `update products set title = 'x' where store_id = '${uuidOf(1)}'`;
    assert.equal((await client.query(otherStore)).rowCount, 0);
    const intoOther = `insert into enrichment_jobs values ('${uuidOf(1)}', 'p', 'h', 1)`;
    await assert.rejects(client.query(intoOther), { code: '42501' });
    await client.query('rollback');
    assert.deepEqual(await externalIds(), []);
  });
});

test('§1.8 every tenant table forces row-level security on its owner', async (t) => {
  const { url } = await twoStores(t);
  await withClient(url, async (client) => {
    const { rows } = await client.query(`
      select relname as name from pg_class
      where relrowsecurity and relforcerowsecurity and relkind = 'r' order by relname`);
    assert.deepEqual(
      rows.map((row) => row.name),
      tenantTables.toSorted(),
    );
    const keys = await client.query(`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'store_id' order by 1`);
    assert.deepEqual(
      keys.rows.map((row) => row.name).filter((name) => !directoryTables.has(name)),
      tenantTables.toSorted(),
    );
  });
});

test('§1.8 a pooled connection carries no store to its next user', async (t) => {
  const { storage } = await twoStores(t);
  // A pool of one: every call below runs on the same connection.
  for (const number of [1, 2, 1]) {
    const { products } = await storage.reader(uuidOf(number)).products.page({ after: null, limit: 9 });
    assert.deepEqual(
      products.map((product) => product.externalId),
      [`of ${number}`],
    );
  }
  await assert.rejects(
    storage.write(uuidOf(2), () => Promise.reject(new Error('stop'))),
    /stop/,
  );
  assert.equal(await storage.reader(uuidOf(1)).products.find('of 2'), null);
});

test('§1.8 a committed transaction leaves its connection without a store', async (t) => {
  const { url } = await twoStores(t);
  const database = openPostgresDatabase({ engine: 'postgres', url, poolSize: 1 });
  const products = database.builder.selectFrom('products').select('external_id');
  const own = await database.transaction(uuidOf(1), (transaction) => transaction.query(products));
  assert.deepEqual(own, [{ external_id: 'of 1' }]);
  assert.deepEqual(await database.read(null, products), []);
  await database.close();
});

test('a read that fails leaves its connection usable', async (t) => {
  const { storage } = await twoStores(t);
  await assert.rejects(
    storage.reader(uuidOf(1)).products.page({ after: null, limit: -2 }),
    /LIMIT must not be negative/,
  );
  assert.equal((await storage.reader(uuidOf(1)).products.find('of 1'))?.externalId, 'of 1');
});

test('every wait of a connection has an end', async () => {
  const pool = new Pool(poolOptions(await (await sharedPostgres()).createDatabase()));
  const { rows } = await pool.query(`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`);
  assert.deepEqual(rows, [{ statement: '30s', lock: '10s', idle: '5s', name: 'foretype' }]);
  await pool.end();
});

async function prepareStore(storage: Storage): Promise<void> {
  await storage.migrate();
  await storage.directory.createStore(storeRow(), []);
  await storage.write(storeId, (writer) => writer.products.upsert([productWrite('a', 1)], 1));
}

/** Two stores with a product each, through a pool of one connection. */
async function twoStores(t: TestContext): Promise<{ url: string; storage: Storage }> {
  const url = await (await sharedPostgres()).createDatabase();
  const storage = await openStorage({ engine: 'postgres', url, poolSize: 1 });
  t.after(() => storage.close());
  await storage.migrate();
  for (const number of [1, 2]) {
    const id = uuidOf(number);
    await storage.directory.createStore(storeRow({ id }), []);
    await storage.write(id, (writer) => writer.products.upsert([productWrite(`of ${number}`, number)], 1));
  }
  return { url, storage };
}

async function withClient(url: string, run: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

function isUnavailable(error: unknown): boolean {
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, 'unavailable');
  assert.ok((error.retryAfterSeconds ?? 0) > 0);
  return true;
}

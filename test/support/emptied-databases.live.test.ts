/** Goal: nothing of one test is left to the next, be it rows, tables or connections. Method: a real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { createEmptiedDatabases } from './emptied-databases.ts';
import { sharedPostgres } from './postgres.ts';

const storeCount = 'select count(*)::int as count from stores';
const addStore = `insert into stores (id, name, plan, currency, locale, created_at, change_number, product_count, in_stock_count, enrichment_count)
  values ('one', 'One', 'free', 'USD', 'en', 1, 1, 0, 0, 0)`;

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // Cut off, as it is to be.
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('a returned database is reused without rows despite open connections', async () => {
  const databases = createEmptiedDatabases(await sharedPostgres());
  const url = await databases.take();
  const client = await connect(url);
  const state = async (connected: Client) => (await connected.query('select * from directory_state')).rows;
  const before = await state(client);
  assert.equal(before.length, 1);
  await client.query("select set_config('foretype.store', 'one', false)");
  await client.query(addStore);
  await client.query('delete from directory_state');
  assert.deepEqual((await client.query(storeCount)).rows, [{ count: 1 }]);
  await databases.giveBack(url);
  await assert.rejects(client.query(storeCount));
  assert.equal(await databases.take(), url);
  const next = await connect(url);
  await next.query("select set_config('foretype.store', 'one', false)");
  assert.deepEqual((await next.query(storeCount)).rows, [{ count: 0 }]);
  assert.deepEqual(await state(next), before);
  await next.end();
});

for (const change of [
  'alter table stores add column colour text',
  'drop table directory_state',
  'create index further on stores (name)',
  'delete from migrations where number = 1',
  'alter database :name set statement_timeout = 60000',
]) {
  test(`a database is thrown away after "${change}"`, async () => {
    const server = await sharedPostgres();
    const databases = createEmptiedDatabases(server);
    const url = await databases.take();
    const client = await connect(url);
    await client.query(change.replace(':name', new URL(url).pathname.slice(1)));
    await client.end();
    await databases.giveBack(url);
    assert.notEqual(await databases.take(), url);
    await assert.rejects(connect(url), /does not exist/);
  });
}

/**
 * Goal: a cluster under constant traffic loses and doubles nothing that it acknowledged, refuses only what a fault makes
 * impossible, comes back by itself, and gets a new version, with its migration, without a request that fails. Method:
 * real nodes, workers and PostgreSQL, a network that is cut, and a copy of this program with one more migration.
 * `npm run campaign:cluster` does many rounds of each fault, one at a time; a database that crashes is in database-away.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { startChildService } from '../support/child-service.ts';
import { faults, on, together } from '../support/cluster/faults.ts';
import { createUpgrades, firstNewMigration } from '../support/cluster/newer-program.ts';
import { openTown, type Town } from '../support/cluster/rounds.ts';

let town: Town;
const upgrades = createUpgrades({ withWorkers: false });

before(async () => {
  town = await openTown({ seed: 9, shops: 1, leisure: 3 });
});

after(async () => {
  await town.close();
  upgrades.remove();
});

test('killed, cut-off and frozen nodes lose nothing and answer shoppers', async () => {
  const { reads, writes } = await town.round(
    together([
      on('api-1', faults['kill-api']),
      on('worker-1', faults['cut-reset']),
      on('worker-2', faults['stop-worker']),
    ]),
  );
  assert.ok(reads > 0 && writes > 0);
});

test('a rolling upgrade fails no request and loses nothing', async () => {
  const { reads, writes, refused } = await town.round(upgrades.fault);
  assert.ok(reads > 0 && writes > 0);
  assert.equal(refused, 0);
  const client = new Client(town.cluster.data.environment.DATABASE_URL);
  await client.connect();
  const { rows } = await client.query(`select max(number) as newest from migrations`);
  await client.query('select proof_9001 from products limit 1');
  await client.query('select store_id from upgrade_9001');
  await client.end();
  assert.deepEqual(rows, [{ newest: firstNewMigration }]);
});

test('an old version after the upgrade refuses and touches nothing', async () => {
  const started = startChildService(town.cluster.data);
  await assert.rejects(started, /made by a newer version of Foretype/);
});

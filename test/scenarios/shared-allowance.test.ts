/**
 * Goal: workers in several processes ask a provider together exactly as often as one may. Method: two connections of
 * both databases, whose clock the test moves through five minutes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStorage } from '../../server/storage/create-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import { engines } from '../support/engines.ts';
import { mostWithin, simulateCalls } from '../support/simulate-allowance.ts';
import { clockOf } from '../support/simulated-clock.ts';
import { someTime } from '../support/storage-rows.ts';

const minuteMs = 60_000;

for (const engine of engines) {
  test(`two workers together call at the allowed rate (${engine.name})`, async () => {
    const { target, close } = await engine.open();
    const time = { micros: someTime };
    const open = () => {
      const database = target.engine === 'sqlite' ? openSqliteDatabase(target) : openPostgresDatabase(target);
      return createStorage({ ...database, now: clockOf(time) });
    };
    const storages = [open(), open()];
    await storages[0]?.migrate();
    const lanes = storages.flatMap(({ directory }, index) =>
      ['first', 'second'].map((lane) => ({ directory, owner: `worker ${index}, ${lane} lane` })),
    );
    const limits = { requestsPerMinute: 20, tokensPerMinute: 100_000, concurrency: 4 };
    const plan = (number: number) => ({ tokens: 500, lastsMs: 500 + (number % 7) * 900 });
    const calls = await simulateCalls(lanes, limits, time, { lastsMs: 5 * minuteMs - 1, plan });
    // A tenth of a minute at the beginning, and one every three seconds from the third on.
    assert.equal(calls.length, 2 + 99);
    assert.ok(mostWithin(calls, minuteMs, () => 1) <= 22);
    for (const worker of ['worker 0', 'worker 1']) {
      assert.ok(calls.some(({ owner }) => owner.startsWith(worker)));
    }
    await Promise.all(storages.map((storage) => storage.close()));
    await close();
  });
}

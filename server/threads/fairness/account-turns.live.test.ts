import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { withAnyEngine } from '../../../test/support/engines.ts';
import { storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { createAccountChanges } from '../../accounts/account-changes.ts';
import { createNestedTurns } from '../../accounts/nested-turns.ts';
import { randomSecret } from '../../ids.ts';
import type { Storage } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { inAccountTurns } from './account-turns.ts';
import { createFairQueue } from './fair-queue.ts';
import { createTurnCharges } from './turn-charges.ts';

const clock = createDrivenClock();
const actor = { name: 'Ada', email: 'ada@shop.example' };
const person = {
  ...{ id: uuidOf(90), email: actor.email, name: actor.name, isOperator: false, passwordHash: null },
  ...{ createdAt: 1, lastSeenAt: null },
};
const waitingMax = 10;

/** The changes of one thread on a database, and what an owner may ask for again and again. */
function openTurns(storage: Storage) {
  const changes = inAccountTurns(
    createAccountChanges(storage, clock, [randomSecret(32)], () => {}),
    {
      stores: createFairQueue(1, createTurnCharges(clock)),
      persons: createFairQueue(1, createTurnCharges(clock)),
      looks: createNestedTurns({ atOnce: 1, waitingMax, refusal: () => new Error('too many') }),
    },
  );
  const changeStore = (storeId: string) =>
    changes.recordAudit({
      storeId,
      entry: createAuditEntry(clock, { actor, action: 'feed.refreshed', subject: 'F' }),
    });
  return { changes, changeStore };
}

test('a change waits at most k turns behind k owners', () =>
  withAnyEngine(async (storage) => {
    const newcomer = uuidOf(99);
    const owned = Array.from({ length: 5 }, (_, index) => uuidOf(index + 1));
    for (const id of [...owned, newcomer]) await storage.directory.createStore(storeRow({ id }), []);
    const { changeStore } = openTurns(storage);
    const counts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: owned.length });
    await fc.assert(
      fc.asyncProperty(counts, async (changeCounts) => {
        let ended = 0;
        const asked = changeCounts.flatMap((count, index) =>
          Array.from({ length: count }, async () => {
            await changeStore(owned[index] ?? assert.fail());
            ended += 1;
          }),
        );
        await changeStore(newcomer);
        const turns = changeCounts.length;
        assert.ok(ended <= 1 + turns, `it waited for ${ended}, one of them under way`);
        await Promise.all(asked);
      }),
      { numRuns: 20 },
    );
  }));

test('a person waits for no store or other person', () =>
  withAnyEngine(async (storage) => {
    const storeId = uuidOf(1);
    await storage.directory.createStore(storeRow({ id: storeId }), []);
    const other = { ...person, id: uuidOf(91), email: 'bob@shop.example' };
    await storage.accounts.write(async (writer) => {
      await writer.insertUser(person);
      await writer.insertUser(other);
    });
    const { changes, changeStore } = openTurns(storage);
    const change = () => changeStore(storeId);
    const remember = (userId: string) => changes.rememberNetwork({ userId, network: '203.0.113.7' });
    for (const [many, one] of [
      [change, () => remember(person.id)],
      [() => remember(person.id), change],
      [() => remember(person.id), () => remember(other.id)],
    ] as const) {
      let ended = 0;
      const asked = Array.from({ length: 20 }, async () => {
        await many();
        ended += 1;
      });
      await one();
      assert.ok(ended <= 2, `it waited for ${ended}`);
      await Promise.all(asked);
    }
  }));

test('looks from networks of one owner leave room to others', () =>
  withAnyEngine(async (storage) => {
    const { changes } = openTurns(storage);
    const look = (...networks: [string, ...string[]]) => changes.isKnownNetwork({ userId: null, networks });
    const flood = Array.from({ length: 5 * waitingMax }, (_, index) =>
      look(`2001:${index}`, '2001:/48', '2001:/32'),
    );
    const settled = Promise.allSettled(flood);
    assert.equal(await look('203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'), false);
    const refused = (await settled).filter(({ status }) => status === 'rejected').length;
    assert.equal(refused, 4 * waitingMax, 'one had its turn, and one place went to another network');
  }));

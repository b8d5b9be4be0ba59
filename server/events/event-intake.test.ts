import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../test/support/wait-until.ts';
import type { EventBatch, EventOutcome, JudgedEvent } from './event-batch.ts';
import { createEventIntake } from './event-intake.ts';

const event: JudgedEvent = {
  index: 0,
  type: 'product_click',
  productId: 'p',
  externalId: null,
  phrase: null,
  region: 'products',
  query: null,
  position: null,
  quantity: null,
  value: null,
  currency: null,
  search: null,
  eventId: null,
  occurredAt: 0,
  phraseKey: null,
  intent: null,
  evidence: null,
};
const batchOf = (storeId: string, count: number): EventBatch => ({
  storeId,
  sessionId: 's',
  networks: null,
  events: Array.from({ length: count }, () => event),
});

/** An intake whose writes end when they are told to. */
function openIntake() {
  const groups: { readonly storeId: string; readonly events: number; end(error?: Error): void }[] = [];
  const intake = createEventIntake({
    gatherMs: 5,
    eventsPerGroup: 10,
    write: (storeId, batches) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly EventOutcome[]>();
      const outcomes = batches.map(({ events }) => ({
        accepted: events.length,
        kept: events.length,
        rejected: [],
      }));
      const end = (error?: Error) => (error === undefined ? resolve(outcomes) : reject(error));
      groups.push({ storeId, events: outcomes.reduce((sum, { accepted }) => sum + accepted, 0), end });
      return promise;
    },
  });
  const counts = () => groups.map(({ storeId, events }) => `${storeId}${events}`);
  return { intake, groups, counts };
}

test('events that arrive during a write are gathered for later', async () => {
  const { intake, groups, counts } = openIntake();
  const first = intake.take(batchOf('a', 1));
  await waitUntil('the first write', () => groups.length === 1);
  const later = [intake.take(batchOf('a', 2)), intake.take(batchOf('b', 1))];
  // The other store does not wait, by which time the first one's group was due as well.
  await waitUntil('the write of the other store', () => groups.length === 2);
  later.push(intake.take(batchOf('a', 3)));
  assert.deepEqual(counts(), ['a1', 'b1']);
  groups[0]?.end();
  await first;
  await waitUntil('the write of what was gathered', () => groups.length === 3);
  assert.deepEqual(counts(), ['a1', 'b1', 'a5']);
  for (const group of groups) group.end();
  assert.deepEqual(
    (await Promise.all(later)).map(({ accepted }) => accepted),
    [2, 1, 3],
  );
});

test('a full group is written at once and fails alone', async () => {
  const { intake, groups, counts } = openIntake();
  const first = intake.take(batchOf('a', 10));
  const second = intake.take(batchOf('a', 11));
  assert.deepEqual(counts(), ['a10', 'a11']);
  groups[0]?.end(new Error('the disk is full'));
  groups[1]?.end();
  await assert.rejects(first, /the disk is full/);
  assert.equal((await second).accepted, 11);
});

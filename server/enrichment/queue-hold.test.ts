import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { nextAttempt } from './queue-hold.ts';

const hourMs = 3_600_000;

/** How long a product is tried for while each of its requests fails that way. */
function triedForMs(kind: 'away' | 'unusable', id: string): number {
  let [attempts, sumMs] = [0, 0];
  for (;;) {
    const next = nextAttempt(kind, attempts, id);
    assert.ok(next !== null);
    if (next.state === 'failed') return sumMs;
    [attempts, sumMs] = [next.attempts, sumMs + next.delayMs];
  }
}

test('an outage of an hour has no product given up', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      assert.ok(triedForMs('away', id) > hourMs);
      // A product that gets no usable answer is given up soon.
      assert.ok(triedForMs('unusable', id) < limits.enrichmentHoldSeconds.first * 1_000);
    }),
  );
});

test('waiting and being refused count as no attempt', () => {
  for (const kind of ['busy', 'refused'] as const) assert.equal(nextAttempt(kind, 7, ''), null);
});

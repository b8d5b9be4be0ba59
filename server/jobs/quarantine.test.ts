import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { unavailable } from '../errors.ts';
import { Quarantine } from './quarantine.ts';

function open() {
  const clock = createDrivenClock();
  const noticed: (string | null)[] = [];
  const quarantine = new Quarantine({
    work: 'index',
    clock,
    notify: ({ state }) => noticed.push(state?.reason ?? null),
  });
  return { clock, noticed, quarantine };
}

test('a failing store is tried again after growing pauses', () => {
  const { clock, quarantine } = open();
  assert.ok(quarantine.fail('a', new Error('a defect')));
  const dueAfter: number[] = [];
  for (let waited = 0; dueAfter.length < 12; waited += 1) {
    if (quarantine.takeDue().length > 0) {
      dueAfter.push(waited);
      waited = 0;
    }
    clock.advanceMs(1_000);
  }
  // Seconds: each twice the one before, five minutes at most.
  assert.deepEqual(dueAfter.slice(0, 4), [1, 2, 4, 8]);
  assert.deepEqual(dueAfter.slice(-2), [300, 300]);
});

test('a fault of all stores quarantines none', () => {
  const { noticed, quarantine } = open();
  assert.equal(quarantine.fail('a', unavailable('The database cannot be reached right now.', 2)), false);
  assert.ok(!quarantine.isFailing('a'));
  assert.deepEqual(noticed, []);
});

test('a store leaves quarantine once its work goes well', () => {
  const { noticed, quarantine } = open();
  quarantine.fail('a', new Error('a defect'));
  quarantine.fail('a', new Error('a defect'));
  quarantine.leaveOut('a', []);
  assert.deepEqual(noticed, ['Error: a defect', null]);
  assert.deepEqual(quarantine.failingStores(), []);
});

/** Clicks that wait for what other nodes showed: looks are counted, and who finds a place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import { createShownAnswers } from '../../threads/evidence/shown-answers.ts';
import { createShownMemory } from '../../threads/evidence/shown-table.ts';
import { createEvidenceSearch } from './evidence-search.ts';

const newcomer = { storeId: uuidOf(1), address: '198.51.100.7' };

/** A search of one of several nodes, whose looks at what the others showed do `load`. */
function openSearch(load: () => Promise<void>) {
  const clock = createDrivenClock();
  const shown = createShownAnswers(createShownMemory(true, 1_024), clock);
  shown.beginDay({ day: '2026-11-21', salt: 'one' });
  const find = createEvidenceSearch({ clock, shown, pipeline: { loadShown: load } });
  return { clock, shown, find };
}

test('all clicks that wait share one look', async () => {
  let looks = 0;
  const { clock, shown, find } = openSearch(async () => {
    looks += 1;
    clock.advanceMs(limits.shownWaitMs / 2);
    if (looks === 2) shown.note(newcomer.storeId, newcomer.address, 'desk');
  });
  const senders = Array.from({ length: 40 }, (_, number) => ({
    ...{ storeId: uuidOf(10 + number), address: `10.${number}.0.1` },
  }));
  const [found, ...others] = await Promise.all(
    [newcomer, ...senders].map((sender) => find(['desk', 'lamp'], sender)),
  );
  assert.deepEqual([...(found?.keys() ?? [])], ['desk']);
  assert.ok(others.every(({ size }) => size === 0));
  assert.ok(looks <= 3, `${looks} looks`);
});

const floods = {
  'of one store': (number: number) => ({
    ...{ storeId: uuidOf(2), address: `${20 + (number % 100)}.${Math.floor(number / 100)}.0.1` },
  }),
  'of one wide network': (number: number) => ({
    ...{ storeId: uuidOf(10 + number), address: `10.0.${number % 250}.1` },
  }),
};
for (const [whose, senderOf] of Object.entries(floods)) {
  test(`waiting clicks ${whose} leave others a place`, async () => {
    const { promise: seen, resolve: see } = Promise.withResolvers<void>();
    const { clock, shown, find } = openSearch(() => seen);
    const flood = Array.from({ length: 2 * limits.shownWaitsMax }, (_, number) =>
      find([`made up ${number}`], senderOf(number)),
    );
    const honest = find(['desk'], newcomer);
    shown.note(newcomer.storeId, newcomer.address, 'desk');
    clock.advanceMs(limits.shownWaitMs);
    see();
    assert.equal((await honest).size, 1);
    await Promise.all(flood);
  });
}

/** Checks who leaves a place that others wait for. The clock is driven. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { findLeaving, RemoteWait } from './remote-wait.ts';

const placeMs = 1_000;

/** Places that were taken one after the other; each waits until its release. */
function createPlaces() {
  const clock = createDrivenClock();
  const releases: (() => void)[] = [];
  const take = () => {
    const wait = new RemoteWait(clock);
    const over = wait.during(() => new Promise<void>((resolve) => releases.push(resolve)));
    const leaving = new AbortController();
    return { wait, over, leaving: leaving.signal, leave: () => leaving.abort() };
  };
  return { clock, take, releases };
}

test('the longest waiting stranger leaves after its time', () => {
  const pauses = fc.array(fc.integer({ min: 1, max: 800 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(pauses, fc.nat({ max: 5 }), (pausesMs, rotation) => {
      const { clock, take } = createPlaces();
      const held = pausesMs.map((pauseMs) => {
        const place = take();
        clock.advanceMs(pauseMs);
        return place;
      });
      const waitedMs = pausesMs.reduce((sum, pauseMs) => sum + pauseMs, 0);
      const expected = waitedMs >= placeMs ? held[0] : null;
      const inAnyOrder = [...held.slice(rotation), ...held.slice(0, rotation)];
      assert.equal(findLeaving(inAnyOrder, placeMs), expected);
    }),
  );
});

test('no holder leaves while another does or after waiting', async () => {
  const { clock, take, releases } = createPlaces();
  const held = Array.from({ length: 3 }, () => take());
  clock.advanceMs(placeMs);
  held[0]?.leave();
  assert.equal(findLeaving(held, placeMs), null);
  for (const release of releases) release();
  await Promise.all(held.map(({ over }) => over));
  assert.equal(findLeaving(held.slice(1), placeMs), null);
});

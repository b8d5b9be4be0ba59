import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createEventAdmission } from './event-admission.ts';

const never = () => new Promise<never>(() => {});

test('events of strangers that wait keep no trusted ones out', async () => {
  const admission = createEventAdmission();
  const { eventsWaitingPerStore, eventsWaiting } = limits;
  for (let store = 0; store * eventsWaitingPerStore < eventsWaiting; store += 1) {
    void admission.run({ storeId: `store ${store}`, isTrusted: false }, eventsWaitingPerStore, never);
  }
  const ofShopper = { storeId: 'store 0', isTrusted: false };
  await assert.rejects(
    admission.run(ofShopper, 1, async () => {}),
    /Too many events/,
  );
  const ofServer = { storeId: 'store 0', isTrusted: true };
  assert.equal(await admission.run(ofServer, eventsWaitingPerStore, async () => 'written'), 'written');
});

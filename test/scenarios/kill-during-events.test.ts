/**
 * Goal: no event that was acknowledged is lost, none counts twice, and what they moved is there after a restart and on
 * every node. Method: clients report clicks, the process is killed (SIGKILL) at a random moment, and what was not
 * acknowledged is sent again under the same ids; `npm run campaign:kill -- events` does it more often.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '../support/engines.ts';
import { killEvents } from '../support/kill-events.ts';

for (const { name } of engines) {
  test(`acknowledged events survive a kill and count once, on ${name}`, async () => {
    const { kills, events } = await killEvents(name, 1);
    assert.equal(kills, 1);
    assert.ok(events > 0);
  });
}

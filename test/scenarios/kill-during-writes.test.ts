/**
 * Goal: nothing that was acknowledged is ever lost, and nothing is there twice. Method: clients push batches and
 * single products, the process is killed (SIGKILL) at a random moment, started again on the same data, and what it
 * holds is compared with what it acknowledged; `npm run campaign:kill -- writes` does it more often.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '../support/engines.ts';
import { killWrites } from '../support/kill-writes.ts';

const killsByEngine = { sqlite: 3, postgres: 1 } as const;

for (const { name } of engines) {
  test(`acknowledged writes survive a kill at any moment on ${name}`, async () => {
    const { kills, acknowledged } = await killWrites(name, killsByEngine[name]);
    assert.equal(kills, killsByEngine[name]);
    assert.ok(acknowledged > kills * 10, 'the clients got something done');
  });
}

/** What a caller hears of a defect of ours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { createLog } from '../log.ts';
import { createErrorHandler } from './errors.ts';

test('a defect leaks nothing of its cause', async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  app.setErrorHandler(createErrorHandler({ log: createLog('silent', false), noteDamage: assert.fail }));
  app.get('/defect', async () => {
    throw new Error('no row in /var/data for key 42', { cause: new Error('disk 7') });
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${origin}/defect`);
  const body = (await response.json()) as ErrorBody;
  assert.equal(response.status, 500);
  assert.deepEqual(Object.keys(body).toSorted(), ['code', 'message', 'request_id']);
  assert.equal(body.code, 'internal');
  assert.doesNotMatch(JSON.stringify(body), /row|var|42|disk|Error/);
});

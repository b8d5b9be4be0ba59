/** The answer that a caller gets when the service has a defect. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { pino } from 'pino';
import type { ErrorBody } from '../../contract/errors.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { AppError } from '../errors.ts';
import { createLog } from '../process/log.ts';
import { createErrorHandler } from './errors.ts';

test('a defect leaks nothing of its cause', async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  app.setErrorHandler(
    createErrorHandler({
      log: createLog('silent', false),
      clock: createDrivenClock(),
      noteDamage: assert.fail,
    }),
  );
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

test('a cause of refusals is logged once a minute', async (t) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const clock = createDrivenClock();
  const app = Fastify();
  t.after(() => app.close());
  for (const name of ['grant', 'member']) app.decorateRequest(name, null);
  app.setErrorHandler(createErrorHandler({ log, clock, noteDamage: assert.fail }));
  app.get('/:storeId/:code', async (request) => {
    const { storeId, code } = request.params as {
      storeId: string;
      code: 'unavailable' | 'store_unavailable';
    };
    const key = { kind: 'secret', keyId: 'k', keyName: 'k', hint: 'k', expiresAt: null } as const;
    request.grant = { ...key, storeId, allowedOrigins: new Set<string>() };
    throw new AppError(code, 'Try again.', { cause: new Error('away') });
  });
  const fail = async (path: string) => assert.equal((await app.inject(path)).statusCode, 503);
  for (let call = 0; call < 10; call += 1) await fail('/lamps/unavailable');
  assert.equal(lines.length, 1);
  await fail('/desks/unavailable');
  await fail('/lamps/store_unavailable');
  assert.equal(lines.length, 3, 'another store, another code');
  clock.advanceMs(60_001);
  await fail('/lamps/unavailable');
  assert.equal(lines.length, 4);
});

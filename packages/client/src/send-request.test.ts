import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ForetypeError } from './foretype-error.ts';
import { pause, type Sending, sendRequest } from './send-request.ts';

type Reply = Response | Error;

const answered = () => Response.json({ message: 'done' });
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message: `It is ${code}.` }, { status, headers });

/** Sends to a service that gives these replies, one an attempt, and says how long the client waited between them. */
async function send(replies: readonly Reply[], options: Partial<Sending> = {}) {
  const waits: number[] = [];
  let sent = 0;
  const outcome = await sendRequest({
    url: new URL('https://search.example/api/v1/health'),
    init: { method: 'GET' },
    mayRepeat: true,
    attempts: 4,
    timeoutMs: 0,
    signal: undefined,
    fetch: async () => {
      const reply = replies[sent];
      sent += 1;
      if (reply === undefined || reply instanceof Error) throw reply ?? new Error('asked too often');
      return reply;
    },
    pause: async (ms) => {
      waits.push(ms);
    },
    ...options,
  }).catch((error: unknown) => error);
  return { outcome, sent, waits };
}

const lost = () => new TypeError('fetch failed');

test('a lost answer is asked for again where safe', async () => {
  for (const failure of [lost(), refused(503, 'unavailable'), refused(502, ''), refused(504, '')]) {
    const { outcome, sent } = await send([failure, answered()]);
    assert.deepEqual([outcome, sent], [{ message: 'done' }, 2]);
  }
});

test('a call that may not arrive twice is sent once', async () => {
  for (const failure of [lost(), refused(503, 'unavailable'), refused(409, 'idempotency_conflict')]) {
    const { outcome, sent } = await send([failure, answered()], { mayRepeat: false });
    assert.ok(outcome instanceof ForetypeError);
    assert.equal(sent, 1);
  }
});

test('a call beyond its rate is sent again by all', async () => {
  const { outcome, waits } = await send([refused(429, 'rate_limited', { 'retry-after': '3' }), answered()], {
    mayRepeat: false,
  });
  assert.deepEqual(outcome, { message: 'done' });
  assert.ok(waits[0] !== undefined && waits[0] >= 3_000 && waits[0] < 3_500, `${waits}`);
});

test('waits double within bounds and end with the attempts', async () => {
  const { outcome, sent, waits } = await send(Array.from({ length: 12 }, lost), { attempts: 9 });
  assert.ok(outcome instanceof ForetypeError);
  assert.deepEqual([outcome.code, outcome.status, sent], ['unreachable', 0, 9]);
  waits.forEach((ms, index) => {
    const most = Math.min(250 * 2 ** index, 8_000);
    assert.ok(ms >= most / 2 && ms <= most, `wait ${index} took ${ms} ms`);
  });
});

test('a service that asks for long waits is left alone', async () => {
  const later = new Date(Date.now() + 3_600_000).toUTCString();
  for (const asked of ['61', later]) {
    const { outcome, sent } = await send([refused(503, 'unavailable', { 'retry-after': asked }), answered()]);
    assert.ok(outcome instanceof ForetypeError && (outcome.retryAfterMs ?? 0) > 60_000, asked);
    assert.equal(sent, 1);
  }
});

test('a refusal names its code, place and request at once', async () => {
  const errors = [{ path: '/products/3/price', code: 'price_invalid', message: 'A price is a number.' }];
  const body = { code: 'validation_failed', message: 'One value is wrong.', errors };
  const { outcome, sent } = await send([
    Response.json(body, { status: 422, headers: { 'x-request-id': 'req-1' } }),
  ]);
  assert.ok(outcome instanceof ForetypeError);
  const { code, status, place, requestId, retryAfterMs, message } = outcome;
  assert.deepEqual(
    { code, status, place, requestId, retryAfterMs, message, errors: outcome.errors, sent },
    {
      ...{ code: 'validation_failed', status: 422, place: '/products/3/price', requestId: 'req-1' },
      ...{ retryAfterMs: null, message: 'One value is wrong.', errors, sent: 1 },
    },
  );
});

test('a page of a proxy is an unreadable answer', async () => {
  for (const status of [200, 403]) {
    const { outcome } = await send([new Response('<h1>Hello</h1>', { status })]);
    assert.ok(outcome instanceof ForetypeError);
    assert.deepEqual([outcome.code, outcome.status], ['unreadable', status]);
  }
});

test('a redirect that a browser hides is no answer', async () => {
  const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
  const { outcome, sent } = await send([hidden, answered()]);
  assert.ok(outcome instanceof ForetypeError);
  assert.deepEqual([outcome.code, outcome.status, sent], ['redirected', 0, 1]);
  assert.match(outcome.message, /^https:\/\/search\.example\/api\/v1\/health redirects to another address\./);
});

test('an attempt without an answer in time is repeated', async () => {
  const slow: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const { outcome, waits } = await send([], { fetch: slow, timeoutMs: 1, attempts: 3 });
  assert.ok(outcome instanceof ForetypeError);
  assert.deepEqual([outcome.code, waits.length], ['timed_out', 2]);
});

test('an aborted call rejects with its reason, waiting too', async () => {
  const reason = new Error('the shopper left');
  const controller = new AbortController();
  const { outcome } = await send([lost(), answered()], {
    signal: controller.signal,
    pause: (_ms, signal) => {
      const waiting = pause(3_600_000, signal);
      controller.abort(reason);
      return waiting;
    },
  });
  assert.equal(outcome, reason);
  const late = await send([new Error('aborted')], { signal: controller.signal });
  assert.deepEqual([late.outcome, late.sent], [reason, 1]);
  await assert.rejects(pause(3_600_000, controller.signal), reason);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOutbound } from '../../test/support/start-outbound.ts';
import type { PostRequest } from './outbound.ts';
import { parseRetryAfter } from './send-post.ts';

const unhurried = new AbortController().signal;
const net = startOutbound();

function post(path: string, parts: Partial<PostRequest> = {}) {
  return net.outbound.post(
    { url: `${net.server.origin}${path}`, headers: {}, body: '{}', ...parts },
    unhurried,
  );
}

test('a call carries its headers and its body', async () => {
  net.server.answer('/hook', { status: 202, body: 'taken' });
  const headers = { 'webhook-id': 'msg_1', 'webhook-signature': 'v1,abc=' };
  const answer = await post('/hook', { headers, body: '{"größe":"ü"}' });
  assert.deepEqual(answer, { status: 202, bodyStart: 'taken', retryAfterMs: null });
  const seen = net.server.requests.at(-1);
  assert.equal(seen?.method, 'POST');
  assert.equal(Buffer.from(seen?.body ?? '', 'latin1').toString('utf8'), '{"größe":"ü"}');
  assert.equal(seen?.headers.get('webhook-signature'), 'v1,abc=');
  assert.equal(seen?.headers.get('content-type'), 'application/json');
});

test('every status is an answer, and no redirect is followed', async () => {
  net.server.answer('/elsewhere', { body: '' });
  for (const status of [200, 301, 302, 307, 308, 400, 410, 429, 500]) {
    net.server.answer('/status', { status, headers: { location: '/elsewhere', 'retry-after': '7' } });
    const requestsBefore = net.server.requests.length;
    const answer = await post('/status');
    assert.equal(answer.status, status);
    assert.equal(answer.retryAfterMs, 7_000);
    assert.equal(net.server.requests.length, requestsBefore + 1);
  }
});

test('only an answer’s beginning is read, and breaks are harmless', async () => {
  function* endless(): Generator<Uint8Array> {
    for (;;) yield Buffer.alloc(700, 'a');
  }
  net.server.answer('/endless', { body: endless, framing: 'close' });
  assert.equal((await post('/endless')).bodyStart, 'a'.repeat(1_024));
  net.server.answer('/broken', { body: 'abcdef', cutAt: 3, ending: 'reset' });
  assert.equal((await post('/broken')).status, 200);
  net.server.answer('/stalled', { body: 'abcdef', cutAt: 3, ending: 'stall' });
  const stalled = await post('/stalled', { limits: { totalTimeoutMs: 200 } });
  assert.deepEqual([stalled.status, stalled.bodyStart], [200, 'abc']);
});

test('a call that gets no answer fails in time', async () => {
  net.server.answer('/silence', () => Promise.resolve());
  await assert.rejects(post('/silence', { limits: { totalTimeoutMs: 100 } }), { code: 'timed_out' });
  net.server.answer('/hang-up', async (socket) => {
    socket.destroy();
  });
  await assert.rejects(post('/hang-up'), { code: 'unreachable' });
});

const nowMs = Date.UTC(2026, 10, 21, 22, 0, 0);

test('Retry-After is read as seconds or date, within a day', () => {
  for (const [header, waitMs] of [
    ['0', 0],
    [' 120 ', 120_000],
    ['999999999', 86_400_000],
    ['Sat, 21 Nov 2026 22:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 21:00:00 GMT', 0],
    ['Saturday, 21-Nov-26 22:00:01 GMT', 1_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400_000],
    [null, null],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['Sat, 99 Foo 2026 22:00:00 GMT', null],
  ] as const) {
    assert.equal(parseRetryAfter(header, nowMs), waitMs, String(header));
  }
});

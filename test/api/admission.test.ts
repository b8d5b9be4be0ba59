/**
 * What strangers can hold, and what they can ask (SECURITY.md, "Bounded work"): over raw sockets, since the point is what
 * is refused before a body has come. Callers stand behind a trusted proxy, so that each has a network of its own.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { limits, rateLimits } from '../../contract/limits.ts';
import { createSystemClock } from '../../server/clock.ts';
import { generateKey } from '../../server/stores/key-format.ts';
import { newVisitor, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { converse, parseAnswer } from '../support/raw-socket.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const mebibyte = 1024 * 1024;
const session = '/dashboard/api/session';
const wrongPassword = { email: 'nobody@shop.example', password: 'not the right one' };

/** A request whose body stands still after `sentBytes`. */
interface Stalled {
  readonly socket: Socket;
  /** Whether the service has read the headers and asked for the body. */
  isExpected(): boolean;
  /** All that came back until now. */
  answer(): string;
}

describe('strangers', () => {
  let service: TestService;
  let operator: Visitor;
  const system = createSystemClock();
  let aheadMs = 0;
  /**
   * The time at which the clock is stopped, or null: then no budget fills again while requests are counted, however slow the
   * machine is.
   */
  let standsAtMs: number | null = null;
  const clock = { ...system, monotonicMs: () => (standsAtMs ?? system.monotonicMs()) + aheadMs };
  const sockets: Socket[] = [];
  before(async () => {
    const settings = { FORETYPE_TRUST_PROXY: '127.0.0.1', FORETYPE_RATE_LIMIT: 'on' };
    const engine = onOneNode(anyEngine, 'a process bounds what it holds');
    service = await startTestService(engine, settings, clock);
    operator = await setUpOperator(service);
  });
  /** So many requests within no time. */
  async function atOnce<Answer>(count: number, ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
    standsAtMs = system.monotonicMs();
    try {
      return await Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
    } finally {
      standsAtMs = null;
    }
  }
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await service.stop();
  });

  async function stall(
    path: string,
    { from, bytes, sentBytes = 0, key }: { from: string; bytes: number; sentBytes?: number; key?: string },
  ): Promise<Stalled> {
    const { hostname, port } = new URL(service.nodeOrigin);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let received = '';
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    socket.on('error', () => {});
    await once(socket, 'connect');
    const headers = {
      ...{ host: 'x', 'x-forwarded-for': from, 'content-type': 'application/json', expect: '100-continue' },
      ...{ 'content-length': String(bytes), ...(key === undefined ? {} : { 'x-api-key': key }) },
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    await new Promise((resolve) => {
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${' '.repeat(sentBytes)}`, resolve);
    });
    const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
    return {
      socket,
      isExpected: () => received.startsWith(goOn),
      answer: () => received.replace(goOn, ''),
    };
  }

  async function answerOf(stalled: Stalled) {
    await waitUntil('an answer', () => stalled.answer().includes('\r\n\r\n'));
    return parseAnswer(stalled.answer());
  }

  const signIn = (from: string) =>
    newVisitor(service).call('POST', '/session', wrongPassword, { 'x-forwarded-for': from });

  test('endless large bodies do not prevent signing in', async () => {
    for (let index = 0; index < 3; index += 1) {
      const announced = await stall(session, { from: '10.1.0.1', bytes: 32 * mebibyte, sentBytes: mebibyte });
      expectError(await answerOf(announced), 'payload_too_large');
    }
    expectError(await signIn('10.2.0.1'), 'sign_in_failed');
    const bytes = limits.bodyDefaultMaxBytes;
    // As many as fit for a network, and more than that.
    const most = Math.floor(limits.strangersBodiesHeldMaxBytes / 16 / bytes) + 2;
    const { storefront } = (await service.createStore()).keys;
    const stalled = await Promise.all(
      Array.from({ length: most }, () =>
        stall('/api/v1/events', { from: '10.1.0.1', bytes, sentBytes: bytes - 1, key: storefront }),
      ),
    );
    await waitUntil('the network to have its part', () => stalled.some(({ answer }) => answer() !== ''));
    const refused = stalled.find(({ answer }) => answer() !== '') ?? assert.fail();
    expectError(await answerOf(refused), 'unavailable');
    expectError(await signIn('10.3.0.1'), 'sign_in_failed');
    const renamed = await operator.call(
      'PATCH',
      '/account',
      { name: 'Ada' },
      { 'x-forwarded-for': '10.1.0.1' },
    );
    assert.equal(renamed.status, 200, 'who is signed in, from the same network');
    await importProducts(await service.createStore(), [productInput('a')]);
    for (const { socket } of stalled) socket.destroy();
  });

  test('a body must keep coming, or it is answered 408', async () => {
    const key = (await service.createStore()).keys.secret;
    const stalled = [
      await stall(session, { from: '10.4.0.1', bytes: 1_000, sentBytes: 10 }),
      await stall('/api/v1/product-imports', { from: '10.4.0.1', bytes: mebibyte, sentBytes: 100, key }),
      await stall('/api/v1/events', { from: '10.4.0.1', bytes: 1_000, sentBytes: 10, key }),
    ];
    // By then the service has begun to watch them.
    await waitUntil('the service to wait for them', () => stalled.every(({ isExpected }) => isExpected()));
    aheadMs += limits.bodyWindowMs;
    await waitUntil('their answers', () => stalled.every(({ answer }) => answer() !== ''));
    for (const one of stalled) expectError(await answerOf(one), 'request_timeout');
    await Promise.all(stalled.map(({ socket }) => socket.closed || once(socket, 'close')));
  });

  test('limits, keys and paths are checked before a body comes', async () => {
    const from = '10.5.0.1';
    const bytes = 1_000;
    for (let index = 0; index < rateLimits.signInPerAddress.burst; index += 1) await signIn(from);
    expectError(await answerOf(await stall(session, { from, bytes })), 'rate_limited');
    expectError(await answerOf(await stall('/dashboard/api/setup', { from, bytes })), 'rate_limited');
    expectError(await answerOf(await stall('/api/v1/product-imports', { from, bytes })), 'missing_api_key');
    expectError(await answerOf(await stall('/dashboard/api/stores', { from, bytes })), 'signed_out');
    expectError(await answerOf(await stall('/api/v1/no-such', { from, bytes: 9 * mebibyte })), 'not_found');
    expectError(await answerOf(await stall('/livez', { from, bytes: 9 * mebibyte })), 'method_not_allowed');
    const { secret } = (await service.createStore()).keys;
    const large = { from, bytes: limits.bodyDefaultMaxBytes + 1, key: secret };
    expectError(await answerOf(await stall('/api/v1/collections', large)), 'payload_too_large');
    expectError(await answerOf(await stall('/api/v1/products?a=1', large)), 'validation_failed');
  });

  test('unknown keys are limited by network, and remembered for seconds', async () => {
    const shop = await service.createStore();
    const ask = (key: string, from: string) =>
      service.request('GET', '/api/v1/health', { key, headers: { 'x-forwarded-for': from } });
    const made = generateKey('secret');
    const { burst } = rateLimits.unknownCredentialsPerNetwork;
    for (let index = 0; index < 2 * burst; index += 1) {
      expectError(await ask(made, '10.6.0.1'), 'invalid_api_key');
    }
    const flood = await atOnce(3 * burst, () => ask(generateKey('secret'), '10.6.0.1'));
    const refused = flood.filter(({ status }) => status === 429);
    assert.ok(refused.length > burst, `${refused.length} were refused`);
    for (const answer of refused.slice(0, 3)) expectError(answer, 'rate_limited');
    expectError(await ask(generateKey('secret'), '10.7.0.1'), 'invalid_api_key');
    assert.equal((await ask(shop.keys.secret, '10.8.0.1')).status, 200);
    assert.equal(
      (await ask(shop.keys.secret, '10.6.0.1')).status,
      200,
      'a key that is known is not looked up',
    );
  });

  test('made-up sessions are limited by network, members are not', async () => {
    const person = newVisitor(service);
    const from = { 'x-forwarded-for': '10.9.0.1' };
    const account = { email: 'ada@shop.example', password: 'correct horse battery' };
    assert.equal((await person.call('POST', '/session', account, from)).status, 200);
    const page = () => person.call('GET', '/widget', undefined, from);
    assert.equal((await page()).status, 200);
    const ask = (token: string) =>
      newVisitor(service).call('GET', '/widget', undefined, { ...from, cookie: `ft_session=${token}` });
    const token = (index: number) => String(index).padStart(43, 'a');
    const { burst } = rateLimits.unknownCredentialsPerNetwork;
    for (let index = 0; index < 2 * burst; index += 1) expectError(await ask(token(0)), 'signed_out');
    const flood = await atOnce(3 * burst, (index) => ask(token(index + 1)));
    const refused = flood.filter(({ status }) => status === 429);
    assert.ok(refused.length > burst, `${refused.length} were refused`);
    assert.equal((await page()).status, 200);
  });

  test('calls of a session count where they are refused', async () => {
    const person = newVisitor(service);
    const from = { 'x-forwarded-for': '10.9.1.1' };
    const account = { email: 'ada@shop.example', password: 'correct horse battery' };
    assert.equal((await person.call('POST', '/session', account, from)).status, 200);
    const strange = '/stores/00000000-0000-7000-8000-000000000000/overview';
    const { burst } = rateLimits.managementPerKey;
    const flood = await atOnce(burst + 10, () => person.call('GET', strange, undefined, from));
    assert.deepEqual([...new Set(flood.map(({ status }) => status))].sort(), [404, 429]);
  });

  test('pages of a collection have their own budget by network', async () => {
    const shop = await service.createStore();
    const { storefront } = shop.keys;
    const body = {
      title: 'Boots',
      rules: { match: 'all', conditions: [{ field: 'in_stock', op: 'is', value: true }] },
    };
    const { status, text } = await shop.request('POST', '/api/v1/collections', { body });
    assert.equal(status, 200, text);
    const ask = (path: string, from: string, key = storefront) =>
      service.request('GET', path, { key, headers: { 'x-forwarded-for': from } });
    const page = '/api/v1/collections/boots/products';
    const { burst } = rateLimits.collectionsPerNetwork;
    const flood = await atOnce(2 * burst, () => ask(page, '10.13.0.1'));
    const refused = flood.filter((answer) => answer.status === 429);
    assert.ok(refused.length > 0 && flood.length - refused.length >= burst, `${refused.length} were refused`);
    for (const answer of refused.slice(0, 3)) expectError(answer, 'rate_limited');
    assert.equal((await ask('/api/v1/autocomplete?q=a', '10.13.0.1')).status, 200, 'keystrokes go on');
    assert.equal((await ask(page, '10.14.0.1')).status, 200, 'other networks go on');
  });

  test('health by a public key has the budget of keystrokes', async () => {
    const key = (await service.createStore()).keys.storefront;
    const ask = (from: string) =>
      service.request('GET', '/api/v1/health', { key, headers: { 'x-forwarded-for': from } });
    const { burst } = rateLimits.autocompletePerAddress;
    const flood = await atOnce(burst + 1, () => ask('10.15.0.1'));
    const refused = flood.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 1);
    for (const answer of refused) expectError(answer, 'rate_limited');
    const others = await Promise.all(Array.from({ length: 100 }, () => ask('10.16.0.1')));
    assert.ok(
      others.every(({ status }) => status === 200),
      'other networks go on with the same key',
    );
  });

  test('calls without key or session are limited by network', async () => {
    const flood = (path: string, from: string) =>
      atOnce(300, () => service.request('GET', path, { headers: { 'x-forwarded-for': from } }));
    for (const [path, from] of [
      ['/dashboard/api/setup', '10.10.0.1'],
      ['/demo', '10.11.0.1'],
      ['/metrics', '10.12.0.1'],
    ] as const) {
      const answers = await flood(path, from);
      const refused = answers.filter(({ status }) => status === 429);
      const admitted = answers.length - refused.length;
      const { burst } = rateLimits.anonymousPerNetwork;
      assert.ok(admitted >= burst && refused.length > 0, `${path}: ${admitted} were admitted`);
    }
    assert.ok((await flood('/livez', '10.12.0.1')).every(({ status }) => status === 200));
  });

  test('a body in tiny pieces is refused, others continue', async () => {
    const { keys } = await service.createStore();
    const head = (length: string) =>
      `POST /api/v1/events HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${keys.storefront}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
    const body = JSON.stringify({ session_id: 's', events: [], filling: 'x'.repeat(2_000) });
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const sendIn = async (pieces: readonly string[]) => {
      const chunked = `${head('Transfer-Encoding: chunked\r\nConnection: close')}${pieces.map(chunk).join('')}0\r\n\r\n`;
      return parseAnswer(await converse(service.nodeOrigin, chunked));
    };
    const refused = await sendIn(Array.from(body));
    assert.equal(refused.status, 400);
    assert.match(refused.text, /"code":"malformed_request"/);
    assert.match(refused.text, /in larger ones, or with a Content-Length/);
    // What is wrong with it is its contents.
    assert.equal((await sendIn(body.match(/.{1,40}/g) ?? [])).status, 422);
  });

  test('links take no host that an address cannot have', async () => {
    const { keys } = await service.createStore();
    const ask = async (host: string) =>
      parseAnswer(
        await converse(
          service.nodeOrigin,
          `GET /api/v1/product-imports HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${keys.secret}\r\nConnection: close\r\n\r\n`,
        ),
      );
    for (const host of ['evil"><x>', 'a b', 'h/x', 'user@h', 'h:123456']) {
      const { status, text } = await ask(host);
      assert.deepEqual([status, /"code":"malformed_request"/.test(text)], [400, true], `${host}: ${text}`);
    }
    for (const host of ['shop.example', 'shop.example:8443', '[::1]:80', '127.0.0.1'])
      assert.equal((await ask(host)).status, 200, host);
  });
});

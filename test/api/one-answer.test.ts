/**
 * Goal: a request gets one answer, in the order of requests, and nothing follows an answer that ends its connection (RFC 9112
 * §6.3, §9.3.2, §9.6). Method: bytes on real sockets, several requests in one piece.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyEngine } from '../support/engines.ts';
import { converse } from '../support/raw-socket.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const live = '/livez';
const next = `GET ${live} HTTP/1.1\r\nHost: a\r\nX-Last: yes\r\nConnection: close\r\n\r\n`;

function get(path: string, lines: readonly string[] = [], version = '1.1'): string {
  return `${[`GET ${path} HTTP/${version}`, 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;
}

/** The statuses of all answers, in their order. */
function statusesOf(answers: string): number[] {
  return Array.from(answers.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
}

describe('one answer a request', () => {
  const service = useSharedService(anyEngine);
  const say = (bytes: string, thenEnds = false) =>
    converse(service.current().nodeOrigin, bytes, { thenEnds });

  async function createKeystroke() {
    const store = await service.createStore();
    await importProducts(store, [productInput('a', { title: 'Lamp' })]);
    const path = '/api/v1/autocomplete?q=lamp';
    const lines = [`X-Api-Key: ${store.keys.storefront}`];
    return { path, lines, plain: get(path, lines) };
  }

  test('a request to upgrade is answered, and ends its connection', async () => {
    const { path, lines, plain } = await createKeystroke();
    const asked = [...lines, 'Connection: Upgrade', 'Upgrade: websocket'];
    for (const before of ['', plain]) {
      for (const upgrade of [get(path, asked), get(live, asked)]) {
        // What stands behind it is not read: the caller sees that the connection ended before it.
        const answers = await say(`${before}${upgrade}${next}`);
        assert.deepEqual(statusesOf(answers), before === '' ? [200] : [200, 200]);
        assert.match(answers.slice(answers.lastIndexOf('HTTP/1.1')), /\r\nConnection: close\r\n/i);
      }
    }
  });

  test('a body without a known end is refused, once', async () => {
    const { path, lines } = await createKeystroke();
    const codings = ['identity', 'gzip', 'gzip, chunked', 'chunked, gzip', 'chunked, chunked', 'xchunked'];
    for (const coding of codings) {
      for (const target of [path, live]) {
        const framed = get(target, [...lines, `Transfer-Encoding: ${coding}`]);
        assert.deepEqual(statusesOf(await say(`${framed}0\r\n\r\n${next}`)), [400], coding);
      }
    }
    const twice = get(live, ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']);
    assert.deepEqual(statusesOf(await say(`${twice}0\r\n\r\n${next}`)), [400]);
    const older = get(live, ['Transfer-Encoding: chunked', 'Connection: keep-alive'], '1.0');
    assert.deepEqual(statusesOf(await say(`${older}0\r\n\r\n${next}`)), [400]);
    const both = get(live, ['Transfer-Encoding: chunked', 'Content-Length: 5']);
    assert.deepEqual(statusesOf(await say(`${both}0\r\n\r\n${next}`)), [400]);
  });

  test('a body that breaks after the answer gets no other', async () => {
    const { path, lines, plain } = await createKeystroke();
    const pieces = ['x\r\n', '3\r\nabcd\r\n0\r\n\r\n', '-1\r\n\r\n'];
    for (const target of [path, live, '/api/v1/products', '/nothing']) {
      for (const piece of pieces) {
        const broken = get(target, [...lines, 'Transfer-Encoding: chunked']);
        const statuses = statusesOf(await say(`${plain}${broken}${piece}${next}`));
        assert.equal(statuses.length, 2, `${target} ${JSON.stringify(piece)}: ${statuses}`);
      }
      // Who ends its half in the middle gets at most the answer that was there by then.
      const short = get(target, [...lines, 'Content-Length: 5']);
      assert.ok(statusesOf(await say(`${short}ab`, true)).length <= 1, target);
    }
  });

  test('a write whose body breaks is refused and not done', async () => {
    const store = await service.createStore();
    const body = JSON.stringify(productInput('a'));
    const head = ['PUT /api/v1/products/a HTTP/1.1', 'Host: a', `X-Api-Key: ${store.keys.secret}`];
    const framed = [...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked', '\r\n'];
    const broken = `${framed.join('\r\n')}${body.length.toString(16)}\r\n${body}\r\nx\r\n`;
    assert.deepEqual(statusesOf(await say(`${broken}${next}`)), [400]);
    assert.equal((await store.request('GET', '/api/v1/products/a')).status, 404);
  });

  test('a body that nothing announced ends the connection unanswered', async () => {
    const store = await service.createStore();
    // Some callers send DELETE with a body and without its length.
    const head = ['DELETE /api/v1/products/a HTTP/1.1', 'Host: a', `X-Api-Key: ${store.keys.secret}`, '\r\n'];
    const answers = await say(`${head.join('\r\n')}{"a":1}`);
    assert.deepEqual(statusesOf(answers), [404]);
    assert.match(answers, /\r\nConnection: close\r\n/i);
  });

  test('nothing follows an answer that ends its connection', async () => {
    const { path, lines, plain } = await createKeystroke();
    for (const target of [path, live, '/api/v1/products', '/nothing']) {
      const last = get(target, [...lines, 'Connection: close']);
      for (const behind of [next, plain, 'garbage\r\n\r\n']) {
        const answers = await say(`${plain}${last}${behind}`);
        assert.equal(statusesOf(answers).length, 2, `${target} ${JSON.stringify(behind)}: ${answers}`);
        assert.equal(answers.match(/connection: close/gi)?.length, 1);
      }
    }
  });

  test('a refusal is answered behind earlier answers', async () => {
    const { path, lines, plain } = await createKeystroke();
    const listed = get('/api/v1/analytics?period=30d', lines);
    const refusals = ['garbage\r\n\r\n', `GET ${path} HTTP/1.1\r\n\r\n`, get(live, ['Expect: x'])];
    for (const refusal of refusals) {
      const answers = await say(`${plain}${get(path, lines)}${listed}${refusal}${next}`);
      const statuses = statusesOf(answers);
      assert.equal(statuses.length, 4, answers);
      assert.deepEqual(statuses.slice(0, 2), [200, 200]);
      assert.ok([400, 417].includes(statuses[3] ?? 0), `${statuses}`);
      assert.equal(answers.match(/connection: close/gi)?.length, 1);
    }
  });
});

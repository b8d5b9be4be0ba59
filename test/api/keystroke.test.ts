/**
 * A keystroke takes one of two paths with the same answer: the fast one in front of the framework, or the one through
 * its route. A header that only the route looks at sends the same request the long way.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { generateKey, hashKey, keyHint } from '../../server/stores/key-format.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { closeRawSockets, sendRaw } from '../support/raw-request.ts';
import { ask, importProducts, productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

const path = '/api/v1/autocomplete';
after(closeRawSockets);

/** Counts where both headers are sent: none of it, so the answer is the same (Contract §2). */
const theLongWay = { authorization: 'Basic sends-it-the-long-way' };

describe('the two ways of a keystroke', () => {
  const service = useService(onOneNode(anyEngine, 'two ways of one process to answer are compared'));

  test('Contract §7 both ways of a keystroke answer alike, byte for byte', async () => {
    const store = await service.createStore();
    await importProducts(store, [
      productInput('a', { title: 'Desk lamp', category: 'Home > Lighting' }),
      productInput('b', { title: 'Größe "XL" lámpara 語 😀', category: 'Ä & Ö' }),
    ]);
    const page = generateKey('storefront');
    await service.current().storage.directory.insertApiKey({
      ...{ id: newId(), storeId: store.store.id, kind: 'storefront', name: 'For one page' },
      ...{ hash: hashKey(page), hint: keyHint(page), allowedOrigins: ['https://shop.example'] },
      ...{ createdAt: 1, lastUsedAt: null, revokedAt: null, token: page },
      ...{ expiresAt: null, replacedBy: null },
    });
    const { secret, storefront } = store.keys;
    const requests = [
      ...['', '?', '?q=', '?q=lamp', '?q=+lamp', '?q=l%C3%A1mpara&limit=3', '?q=gr%C3%B6%C3%9Fe', '?q=%22'],
      ...[
        '?q=%E8%AA%9E',
        '?q=%F0%9F%98%80',
        '?q=a%00b',
        '?q=a=b',
        '?q=no+such+thing',
        '?limit=20',
        '?q=lapm',
      ],
      ...[
        '?q=a&q=b',
        '?limit=0',
        '?limit=x',
        '?q=%',
        '?q=%zz&limit=99',
        `?q=${'a'.repeat(101)}`,
        '?explain=1',
      ],
    ].flatMap((query) => [
      { query, headers: { 'x-api-key': secret } },
      { query, headers: { 'x-api-key': storefront, origin: 'https://a.example' } },
      { query, headers: { 'x-api-key': page, origin: 'https://shop.example' } },
      { query, headers: { 'x-api-key': page, origin: 'https://a.example' } },
      { query, headers: { 'x-api-key': 'ft_pk_unknown' } },
      { query: `${query}${query === '' ? '?' : '&'}key=${storefront}`, headers: {} },
    ]);
    const { origin } = service.current();
    const send = async (query: string, headers: Readonly<Record<string, string>>) => {
      const answer = await sendRaw(origin, { method: 'GET', path: `${path}${query}`, headers });
      const sent = [...answer.headers].filter(([name]) => name !== 'date');
      return { status: answer.status, text: answer.text, sent };
    };
    for (const { query, headers } of requests) {
      // What is cached by then is sent by both.
      await send(query, headers);
      const [short, long] = [await send(query, headers), await send(query, { ...headers, ...theLongWay })];
      assert.deepEqual(withoutId(short), withoutId(long), `${query} ${JSON.stringify(headers)}`);
    }
  });

  test('both keystroke ways share cache, request ids and counts', async () => {
    const store = await service.createStore();
    await importProducts(store, [productInput('a', { title: 'Desk lamp' })]);
    const count = async () => {
      const { text } = await service.request('GET', '/metrics');
      const read = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0);
      return [
        read(
          /^foretype_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/autocomplete",status="200"\} (\d+)$/m,
        ),
        read(/^foretype_autocomplete_answers_total\{cached="true"\} (\d+)$/m),
        read(/^foretype_autocomplete_answers_total\{cached="false"\} (\d+)$/m),
      ];
    };
    const before = await count();
    assert.equal((await ask(store, 'lamp')).meta.cached, false);
    const long = await store.request('GET', `${path}?q=lamp`, { headers: theLongWay });
    assert.equal(long.as<{ meta: { cached: boolean } }>().meta.cached, true);
    const short = await store.request('GET', `${path}?q=lamp`);
    const numbers = [long, short].map(({ headers }) => headers.get('x-request-id')?.split('_').at(-1) ?? '');
    assert.equal(Number.parseInt(numbers[1] ?? '', 36), Number.parseInt(numbers[0] ?? '', 36) + 1);
    assert.deepEqual(
      (await count()).map((value, index) => value - (before[index] ?? 0)),
      [3, 2, 1],
    );
  });
});

describe('clients behind a trusted proxy', () => {
  const system = createSystemClock();
  /** The time at which the clock of rates stands still; null while it runs. */
  let standsAtMs: number | null = null;
  const service = useService(
    onOneNode(anyEngine, 'a process counts requests by itself'),
    { FORETYPE_RATE_LIMIT: 'on', FORETYPE_TRUST_PROXY: '127.0.0.1' },
    { ...system, monotonicMs: () => standsAtMs ?? system.monotonicMs() },
  );

  test('Contract §1 each proxied client has its own calls on both ways', async () => {
    const store = await service.createStore();
    const { origin } = service.current();
    const send = async (client: string, more: Readonly<Record<string, string>> = {}) => {
      const headers = { 'x-api-key': store.keys.storefront, 'x-forwarded-for': client, ...more };
      return (await sendRaw(origin, { method: 'GET', path, headers })).status;
    };
    // All of them within no time, so that it does not matter how quick the machine is.
    standsAtMs = system.monotonicMs();
    const calls = await Promise.all(
      Array.from({ length: 700 }, (_, index) => send('10.0.0.1', index % 2 === 0 ? theLongWay : {})),
    ).finally(() => {
      standsAtMs = null;
    });
    assert.equal(calls.filter((status) => status === 429).length, 200);
    assert.equal(await send('10.0.0.2'), 200);
    assert.equal(await send('10.0.0.2'), 200);
    assert.equal(
      await send('10.0.0.9, 10.0.0.2', theLongWay),
      200,
      'what the client itself claims is no address',
    );
  });
});

/** Removes what differs between any two answers: the request id, and with it the length of an error in digits. */
function withoutId({ status, text, sent }: { status: number; text: string; sent: [string, string][] }) {
  const id = sent.find(([name]) => name === 'x-request-id')?.[1] ?? '';
  assert.match(id, /^req_/);
  const headers = sent.map(([name, value]) => [name, name === 'x-request-id' ? '' : value]);
  return {
    status,
    text: text.replace(id, ''),
    headers: headers.filter(([name]) => name !== 'content-length' || status === 200),
  };
}

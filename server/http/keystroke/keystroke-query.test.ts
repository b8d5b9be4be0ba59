import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import Fastify from 'fastify';
import { caseCount } from '../../../test/support/case-count.ts';
import { closeRawSockets, sendRaw } from '../../../test/support/raw-request.ts';
import { autocompletePath, readKeystrokeAddress } from './keystroke-query.ts';

/** The framework, which answers with the query as it was parsed. */
const app = Fastify();
app.get(autocompletePath, (request) => Object.entries(request.query as object));
let origin = '';
before(async () => {
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  closeRawSockets();
  await app.close();
});

/** The parameters by the framework's parser; null where the address is not for the route. */
async function parsedByFramework(address: string): Promise<Record<string, unknown> | null> {
  const answer = await sendRaw(origin, { method: 'GET', path: address });
  return answer.status === 200 ? Object.fromEntries(answer.as<[string, unknown][]>()) : null;
}

const piece = fc.oneof(
  fc.constantFrom(...['a', '+', '%20', '%2B', '%26', '%3D', '%C3%A9', '%F0%9F%98%80', '%', '%zz', '%E4']),
  fc.constantFrom(...['%ED%A0%80', '%C0%80', '%00', '%FE', '=', '#', ';', '?', '/', '"', '\\', '%2']),
);
const value = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const name = fc.constantFrom(
  ...['q', 'q', 'q', 'q', 'limit', 'key', 'key', 'compare_at_price', 'query_id'],
  'explain',
  'Q',
  'q%20',
  '%71',
  'qq',
  '',
  '__proto__',
);
const parameter = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(name, value).map(([left, right]) => `${left}=${right}`) },
  { weight: 1, arbitrary: name },
);
const begin = fc.oneof(
  { weight: 9, arbitrary: fc.constant('?') },
  { weight: 1, arbitrary: fc.constantFrom('', '/', '#', '?&', ';', 'x?') },
);
const address = fc
  .tuple(begin, fc.array(parameter, { maxLength: 3 }))
  .map(([separator, parameters]) => `${autocompletePath}${separator}${parameters.join('&')}`);

test('a keystroke’s address reads as in the framework or not at all', async () => {
  let readCount = 0;
  await fc.assert(
    fc.asyncProperty(address, async (url) => {
      const read = readKeystrokeAddress(url);
      if (read === null) return;
      readCount += 1;
      assert.deepEqual({ ...read }, await parsedByFramework(url));
    }),
    { numRuns: caseCount(1_500) },
  );
  assert.ok(readCount > caseCount(100), `only ${readCount} addresses were usual ones`);
});

test('addresses that search boxes send are read', () => {
  const cases = [
    ['', {}],
    ['?', {}],
    ['?q=', { q: '' }],
    ['?q=desk+lamp', { q: 'desk lamp' }],
    ['?q=caf%C3%A9%20%2B&limit=7', { q: 'café +', limit: '7' }],
    ['?key=ft_pk_1&q=a=b&', { key: 'ft_pk_1', q: 'a=b' }],
    ['?q=a&limit=5&compare_at_price=1', { q: 'a', limit: '5', compare_at_price: '1' }],
    ['?q=a&query_id=1', { q: 'a', query_id: '1' }],
  ] as const;
  for (const [query, parameters] of cases) {
    assert.deepEqual(readKeystrokeAddress(`${autocompletePath}${query}`), parameters, query);
  }
});

test('addresses out of the ordinary are left to the framework', () => {
  for (const url of [
    ...['', '/', '*', '/api/v1/autocompleted', '/api/v1/autocomplete/', '/API/V1/AUTOCOMPLETE?q=a'],
    ...['/api/v1/%61utocomplete?q=a', `http://shop.example${autocompletePath}?q=a`],
    ...['?q=a&q=b', '?q=%', '?q=%zz', '?explain=1', '?q', '?other=1', '?&q=a', '#?q=a', '?%71=a'].map(
      (query) => `${autocompletePath}${query}`,
    ),
  ]) {
    assert.equal(readKeystrokeAddress(url), null, url);
  }
});

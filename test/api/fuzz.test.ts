/**
 * Generated requests against every documented operation, on both databases: valid, nearly valid and invalid bodies,
 * paths, queries and headers. Whatever comes, the answer is never a failure of the service (5xx): it is the documented
 * success, or an error in the one shape. The seed is fixed; a failure prints it with the smallest request found.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { engines } from '../support/engines.ts';
import { expectErrorShape } from '../support/expect-error.ts';
import { type AnswerCheck, answerCheck } from '../support/openapi-check.ts';
import { type Operation, readEveryOperation } from '../support/operations.ts';
import { closeRawSockets, sendRaw } from '../support/raw-request.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const requestsPerEngine = 2_500;
const seed = 20_261_121;

after(closeRawSockets);

interface FuzzRequest {
  readonly operation: Operation;
  readonly id: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const words = fc.constantFrom(
  '',
  ' ',
  'lamp',
  'Desk lamp',
  '0',
  '-1',
  '1e999',
  'null',
  '__proto__',
  '\u0000',
  '😀',
  '\uD800',
);
const scalar = fc.oneof(words, anyText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));

/** Values as merchants send them: right, nearly right, and anything that JSON has. */
const fieldValues: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  external_id: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c/d', 7) },
    { weight: 1, arbitrary: scalar },
  ),
  title: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('Desk lamp', 'Lamp', 'x'.repeat(256)) }, scalar),
  price: fc.oneof(fc.constantFrom<unknown>(0, 12.9, '1.299,00 EUR', '15,990', '-1', 'free'), scalar),
  url: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('https://shop.example/p', '/p', 'javascript:x') },
    scalar,
  ),
  category: fc.oneof(fc.constantFrom('Home > Lighting', '>', ' > '), scalar),
  in_stock: fc.oneof(fc.constantFrom<unknown>(true, 'no', 'maybe', 2), scalar),
  currency: fc.oneof(fc.constantFrom('USD', 'EURO', 'xx'), scalar),
  attributes: fc.oneof(
    fc.constantFrom<unknown>('color: red; size=M', '{"a":1', {}, []),
    fc.object({ maxDepth: 3 }),
  ),
  images: fc.oneof(fc.array(scalar, { maxLength: 4 }), scalar),
};

const validFields = { title: 'Desk lamp', price: 12.9, url: 'https://shop.example/p' };

/** Mostly a valid product with up to two fields exchanged; sometimes any fields, and further keys. */
const product = fc
  .tuple(
    fc.constantFrom({}, validFields, validFields, { ...validFields, external_id: 'a' }),
    fc.option(fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 3 })),
    fc.array(fc.constantFrom(...Object.keys(fieldValues)), { maxLength: 2 }),
    fc.record(fieldValues),
  )
  .map(([valid, further, exchanged, values]) => ({
    ...valid,
    ...further,
    ...Object.fromEntries(exchanged.map((field) => [field, values[field]])),
  }));

const body = fc.oneof(
  { weight: 6, arbitrary: product.map(toJson) },
  { weight: 3, arbitrary: fc.array(product, { maxLength: 5 }).map((products) => toJson({ products })) },
  { weight: 1, arbitrary: fc.jsonValue().map(toJson) },
  { weight: 1, arbitrary: fc.record({ products: fc.jsonValue() }).map(toJson) },
  { weight: 1, arbitrary: anyText },
  { weight: 3, arbitrary: product.map((value) => toJson(value).slice(0, -1)) },
);

/** Bigints and the like, which generated objects may hold, have no JSON; they are sent as text. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? '';
}

const ids = fc.oneof(
  fc.constantFrom('a', 'a', 'b'),
  fc.constantFrom(
    'a',
    'b',
    'c%2Fd',
    '7',
    '%',
    '%00',
    '%C3%28',
    '..',
    '.',
    '%2e%2e',
    'a'.repeat(256),
    '~',
    '%F0%9F%98%80',
  ),
  fc.constantFrom('019bf3a0-0000-7000-8000-000000000000', '1'),
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
);

const queryValue = fc.oneof(
  fc.constantFrom('', '1', '20', '21', 'true', 'csv', 'raw', 'Lw', 'YQ', '%', '%zz', 'lamp', 'a'.repeat(101)),
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
);

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      ';',
      'application/',
    ),
    'content-encoding': fc.constantFrom('gzip', 'identity', 'br', 'x'),
    'idempotency-key': fc.constantFrom('k', 'k'.repeat(255), 'k'.repeat(256), ' '),
    accept: fc.constantFrom('*/*', 'text/html', 'x'),
    origin: fc.constantFrom('https://shop.example', 'null', 'x'),
    'if-none-match': fc.constant('*'),
    range: fc.constant('bytes=0-1'),
    'x-http-method-override': fc.constant('DELETE'),
  },
  { requiredKeys: [] },
);

/** Mostly with the content type that the operation takes, or hardly anything would get past it. */
function requestOf(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const declared = operation.queryNames.map((name) => ({ weight: 4, arbitrary: fc.constant(name) }));
  // One unknown parameter refuses the whole call, so that most requests have none.
  const name = fc.oneof({ weight: 1, arbitrary: fc.constant('unknown') }, ...declared);
  const parameters = fc.array(fc.tuple(name, queryValue), { maxLength: declared.length === 0 ? 1 : 3 });
  const json = { 'content-type': 'application/json' };
  return fc.record({
    operation: fc.constant(operation),
    id: ids,
    query:
      declared.length === 0 ? fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, parameters) : parameters,
    headers: operation.hasBody
      ? fc.oneof({ weight: 4, arbitrary: fc.constant(json) }, { weight: 1, arbitrary: headers })
      : headers.map(({ 'content-type': _, ...rest }) => rest),
    body: operation.hasBody ? body : fc.constant(''),
  });
}

async function send(origin: string, key: string, request: FuzzRequest, check: AnswerCheck): Promise<number> {
  const { operation, id, query, headers: chosen, body: text } = request;
  const target = operation.path.replace(/\{[^}]+\}/g, () => id);
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const answer = await sendRaw(origin, {
    method: operation.method,
    path: search === '' ? target : `${target}?${search}`,
    headers: { 'x-api-key': key, ...chosen },
    body: text === '' ? null : text,
  });
  assert.ok(answer.status < 500, answer.text);
  assert.ok(answer.headers.get('x-request-id'), answer.text);
  if (answer.status >= 400) expectErrorShape(answer);
  else if (/^application\/json/.test(answer.headers.get('content-type') ?? '')) {
    check(operation.method, target, answer.status, JSON.parse(answer.text));
  }
  return answer.status;
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('no generated request fails the service or its contract', async () => {
      const store = await service.createStore();
      await importProducts(store, [productInput('a', { title: 'Desk lamp' }), productInput('b')]);
      const { origin } = service.current();
      const check = await answerCheck(origin);
      const operations = await readEveryOperation(service);
      const statuses = new Map<string, Set<number>>();
      const request = fc.oneof(...operations.map(requestOf));
      const property = fc.asyncProperty(request, async (generated) => {
        const status = await send(origin, store.keys.secret, generated, check);
        const name = `${generated.operation.method} ${generated.operation.path}`;
        statuses.set(name, (statuses.get(name) ?? new Set()).add(status));
      });
      await fc.assert(property, { seed, numRuns: requestsPerEngine });
      assert.equal(statuses.size, operations.length, 'every operation was called');
      for (const name of ['POST /api/v1/product-imports', 'PUT /api/v1/products/{external_id}']) {
        const seen = statuses.get(name);
        assert.ok(seen?.has(200) && seen.has(400) && seen.has(422), `${name} answered ${[...(seen ?? [])]}`);
      }
      assert.equal((await store.request('GET', '/api/v1/health')).status, 200);
    });
  });
}

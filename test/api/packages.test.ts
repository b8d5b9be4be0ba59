/**
 * The packages as shops install them: what npm packs, how large it is, that it runs in Node from a folder of its own, and that its types
 * say what the declarations of the service say, to the strictest compiler.
 */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { anyEngine } from '../support/engines.ts';
import type { Consumer, PackedPackage } from '../support/packages.ts';
import { installReact } from '../support/react-page.ts';
import { startTestService } from '../support/start-test-service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clientMaxGzipBytes = 4_096;

let client: PackedPackage | undefined;
let react: PackedPackage | undefined;
let consumer: Consumer;

before(async () => {
  const installed = await installReact();
  [client, react] = installed.packed;
  consumer = installed.consumer;
});

after(() => rmSync(consumer.folder, { recursive: true }));

function readPackage(name: string): Record<string, unknown> {
  return JSON.parse(
    readFileSync(join(consumer.folder, 'node_modules/@foretype', name, 'package.json'), 'utf8'),
  );
}

test('the packed packages are scripts, their types and papers', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = [
    { name: 'client', packed: client, types: ['calls.d.ts', 'client.d.ts'], needed: undefined },
    { name: 'react', packed: react, types: ['react.d.ts'], needed: { '@foretype/client': version } },
  ];
  for (const { name, packed, types, needed } of packages) {
    const files = packed?.files ?? [];
    const others = files.filter((path) => !path.endsWith('.d.ts'));
    assert.deepEqual(others, ['LICENSE', 'README.md', `${name}.js`, 'package.json'].sort());
    assert.deepEqual(
      types.filter((path) => !files.includes(path)),
      [],
    );
    const { version: own, license, sideEffects, dependencies } = readPackage(name);
    assert.deepEqual([own, license, sideEffects, dependencies], [version, 'MIT', false, needed]);
  }
});

test('the built client stays below 4 kB after gzip', () => {
  const script = readFileSync(join(consumer.folder, 'node_modules/@foretype/client/client.js'));
  const bytes = gzipSync(script, { level: 9 }).length;
  assert.ok(bytes <= clientMaxGzipBytes, `${bytes} bytes`);
  assert.doesNotMatch(script.toString(), /^import|from ?["']|import\(|require\(/m);
});

test('the installed client runs in Node without the project', async () => {
  const printed = await consumer.runModule(`
    import { createClient, ForetypeError, verifyWebhook } from '@foretype/client';
    const shop = createClient({ url: 'http://127.0.0.1:9', key: 'ft_sk_x', attempts: 1 });
    const error = await shop.call('GET /health').catch((thrown) => thrown);
    console.log(error instanceof ForetypeError, error.code, typeof verifyWebhook);
  `);
  assert.equal(printed, 'true unreachable function\n');
});

test('the five lines of the client’s README work', async () => {
  const service = await startTestService(anyEngine);
  try {
    const { keys } = await service.createStore();
    const readme = readFileSync(join(consumer.folder, 'node_modules/@foretype/client/README.md'), 'utf8');
    const [, lines = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
    assert.equal(lines.trim().split('\n').length, 5);
    const printed = await consumer.runModule(lines, { FORETYPE: service.origin, SECRET: keys.secret });
    assert.equal(printed, 'Zebra Desk Lamp 39.90\n');
  } finally {
    await service.stop();
  }
});

test('types of the client say what calls take', async () => {
  const faults = await consumer.compile(
    'consumer.ts',
    `import { type AnswerTo, createClient, ForetypeError } from '@foretype/client';
const shop = createClient({ url: 'https://search.example.com', key: 'ft_sk_x' });
const body = { title: 'Lamp', price: '39.90', url: 'https://shop.example/a', colour: 'white' };
const { product } = await shop.call('PUT /products/:external_id', { params: { external_id: 'a' }, body });
export const title: string | undefined = product?.title;
export const first: AnswerTo<'GET /autocomplete'>['products'][number] | undefined =
  (await shop.startSession().search('zeb', { limit: 5 }))?.products[0];
export const { import: run } = await shop.call('POST /product-imports', { query: { mode: 'partial' }, body: { products: [body] } });
await shop.call('GET /health');
export function isLate(error: unknown): boolean {
  return error instanceof ForetypeError && error.code === 'rate_limited' && (error.retryAfterMs ?? 0) > 0;
}
`,
  );
  assert.equal(faults, '');
  const wrong = await consumer.compile(
    'wrong.ts',
    `import { createClient } from '@foretype/client';
const shop = createClient({ url: 'https://search.example.com', key: 'ft_sk_x' });
void shop.call('GET /nothing');
void shop.call('PUT /products/:external_id', { body: {} });
void shop.call('GET /autocomplete', { query: { limit: 'many' } });
void shop.call('PATCH /webhooks/:id', { params: { id: 'x' }, body: { events: ['import.begun'] } });
void shop.startSession().report({ type: 'product_click', query: 'zeb' });
`,
  );
  assert.deepEqual(
    wrong.split('\n').flatMap((line) => /^wrong\.ts\((\d+)/.exec(line)?.[1] ?? []),
    ['3', '4', '5', '6', '7'],
    wrong,
  );
});

test('the installed React box draws on a server without pages', async () => {
  const printed = await consumer.runModule(`
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import { createClient } from '@foretype/client';
    import { SearchBox } from '@foretype/react';
    const client = createClient({ url: 'https://search.example.com', key: 'ft_pk_x' });
    console.log(renderToString(createElement(SearchBox, { client, initialText: 'zebra', 'aria-label': 'Search' })));
  `);
  assert.match(printed, /<input type="search" aria-label="Search" role="combobox"[^>]* name="q"/);
  assert.match(printed, /value="zebra"/);
  assert.match(printed, /hidden=""/);
});

test('types of the React box say what it takes', async () => {
  const faults = await consumer.compile(
    'shop.tsx',
    `import { createClient } from '@foretype/client';
import { type Choice, SearchBox, useAutocomplete } from '@foretype/react';
const client = createClient({ url: 'https://search.example.com', key: 'ft_pk_x', keyIn: 'query' });
const draw = ({ label, price }: Choice) => <b>{label} {price}</b>;
export const Search = () => <SearchBox client={client} aria-label="Search" onSelect={(choice, event) => choice.link && event.preventDefault()} renderChoice={draw} />;
export function Own() {
  const { inputRef, inputProps, listProps, optionProps, groups, isOpen } = useAutocomplete({ client, limit: 3 });
  const options = groups.flatMap(({ choices }) => choices).map(({ choice, index }) => <a key={index} {...optionProps(choice, index)}>{choice.label}</a>);
  return <><input ref={inputRef} {...inputProps} /><div {...listProps} hidden={!isOpen}>{options}</div></>;
}
`,
  );
  assert.equal(faults, '');
  const wrong = await consumer.compile(
    'wrong-shop.tsx',
    `import { SearchBox } from '@foretype/react';
export const Search = () => <SearchBox aria-label="Search" />;
`,
  );
  assert.match(wrong, /^wrong-shop\.tsx\(2,.*client/);
});

/**
 * The calls whose written types differ from the derived ones. A declaration may have a type beside its schema (`Type.Unsafe`), which only
 * one of the two can say: a new one of these goes into the list.
 */
const differing = {
  // The schema says less: pairs of values, codes that are any text.
  wider: [
    ...['GET /collections', 'POST /collections', 'POST /collections/preview', 'GET /collections/suggested'],
    ...['GET /collections/:slug', 'PATCH /collections/:slug', 'PUT /merchandising'],
    ...['GET /ranking', 'PUT /ranking', 'POST /ranking/preview'],
  ],
  // The schema says more: the fields of a product, the names of plans, what a message may hold.
  narrower: [
    ...['POST /products', 'PUT /products/:external_id', 'PATCH /products/:external_id'],
    ...['POST /product-imports', 'GET /health', 'GET /webhooks/:id/deliveries', 'POST /webhooks/:id/test'],
  ],
};

test('written types equal those that the declarations give', async () => {
  const record = (routes: readonly string[]) => `{ ${routes.map((route) => `'${route}': 0`).join(', ')} }`;
  const faults = await consumer.compile(
    'compared.ts',
    `import type { Calls as Written } from '@foretype/client';
import type { Calls as Derived } from '${root}packages/client/src/calls.ts';
type Differing<One, Other> = {
  [Route in keyof One]: Route extends keyof Other ? (One[Route] extends Other[Route] ? never : Route) : Route;
}[keyof One];
export const wider: Record<Differing<Written, Derived>, 0> = ${record(differing.wider)};
export const narrower: Record<Differing<Derived, Written>, 0> = ${record(differing.narrower)};
`,
    ['--allowImportingTsExtensions', '--skipLibCheck'],
  );
  assert.equal(faults, '');
});

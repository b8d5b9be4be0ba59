/**
 * Query parameters that a call does not take (Contract §5): refused with their name, the known ones and the nearest,
 * before anything is done, at every call but autocomplete and events.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sharedOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { createManagerKey, fillPath, isForManagers, readEveryOperation } from '../support/operations.ts';
import { getProduct, importProducts, productInput, productPath } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const imports = '/api/v1/product-imports';

describe('unknown parameters', () => {
  const service = useSharedService(anyEngine);
  let operator: Visitor;
  before(async () => {
    operator = await sharedOperator(service.current());
  });

  test('Contract §5 a trial run that is misspelt writes nothing', async () => {
    const store = await service.createStore();
    for (const query of ['dryRun=true', 'dry-run=true', 'DRY_RUN=1', 'dryrun=1', 'dry_rum=1']) {
      const answer = await store.request('POST', `${imports}?${query}`, { body: productInput('a') });
      const [fault, ...others] = expectError(answer, 'validation_failed');
      assert.deepEqual(others, []);
      assert.deepEqual([fault?.path, fault?.code], [query.split('=')[0], 'parameter_unknown']);
      assert.match(fault?.message ?? '', /Did you mean "dry_run"\?.*takes dry_run, mode\.$/);
    }
    assert.deepEqual((await store.request('GET', imports)).as<{ imports: [] }>().imports, []);
  });

  test('Contract §5 a trial run without a clear value writes nothing', async () => {
    const store = await service.createStore();
    const products = [productInput('a')];
    for (const query of ['dry_run', 'dry_run=', 'dry_run=TRUE', 'dry_run=yes']) {
      const answer = await store.request('POST', `${imports}?${query}`, { body: { products } });
      const [fault] = expectError(answer, 'validation_failed');
      assert.match(fault?.message ?? '', /^"dry_run" takes true or false, got "/);
    }
    for (const body of [
      { products, dry_run: true },
      { ...productInput('a'), dry_run: false },
    ]) {
      const [fault] = expectError(await store.request('POST', imports, { body }), 'validation_failed');
      assert.equal(fault?.path, '/dry_run');
      assert.match(fault?.message ?? '', /product-imports\?dry_run=true/);
    }
    assert.deepEqual((await store.request('GET', imports)).as<{ imports: [] }>().imports, []);
  });

  test('Contract §5 fields beside the list of products are refused', async () => {
    const store = await service.createStore();
    const products = [productInput('a')];
    const refused = async (extra: object) => {
      const answer = await store.request('POST', imports, { body: { ...extra, products } });
      return expectError(answer, 'validation_failed');
    };
    for (const name of ['dryRun', 'DryRun', 'dry-run']) {
      const [fault] = await refused({ [name]: true });
      assert.equal(fault?.path, `/${name}`);
      assert.match(fault?.message ?? '', /product-imports\?dry_run=true/);
    }
    const faults = await refused({ product: 1, mode: 'replace' });
    assert.deepEqual(
      faults.map(({ path, code }) => [path, code]),
      [
        ['/product', 'field_unknown'],
        ['/mode', 'field_unknown'],
      ],
    );
    assert.match(
      faults[0]?.message ?? '',
      /"product" is unknown\. Did you mean "products"\?.*takes products\.$/,
    );
    assert.deepEqual((await store.request('GET', imports)).as<{ imports: [] }>().imports, []);
    await importProducts(store, [{ ...productInput('a'), dryRun: true }]);
  });

  test('Contract §5 a replacing mode is refused with its replacement', async () => {
    const store = await service.createStore();
    await importProducts(store, [productInput('a')]);
    const answer = await store.request('POST', `${imports}?mode=replace`, {
      body: { products: [productInput('b')] },
    });
    const [fault] = expectError(answer, 'validation_failed');
    assert.deepEqual([fault?.path, fault?.code], ['mode', 'unknown_value']);
    assert.match(
      fault?.message ?? '',
      /"mode" takes upsert or partial, got "replace"\. Uploads never take products out of stock; a product feed/,
    );
    expectError(await store.request('GET', productPath('b')), 'not_found');
    assert.equal((await getProduct(store, 'a')).in_stock, true);
  });

  test('Contract §5 every documented call refuses unknown parameters', async () => {
    const store = await service.createStore();
    const manager = await createManagerKey(operator, store.store.id);
    const operations = await readEveryOperation(service);
    const lenient = ['GET /api/v1/autocomplete', 'POST /api/v1/events'];
    for (const { method, path, queryNames } of operations) {
      const name = `${method} ${path}`;
      if (lenient.includes(name)) continue;
      const key = isForManagers(path) ? manager : store.keys.secret;
      const answer = await store.request(method, `${fillPath(path, 'a')}?no_such=1&nor.this=2`, { key });
      const faults = expectError(answer, 'validation_failed');
      assert.deepEqual(
        faults.map((fault) => [fault.path, fault.code]),
        [
          ['no_such', 'parameter_unknown'],
          ['nor.this', 'parameter_unknown'],
        ],
        name,
      );
      const known = queryNames.length === 0 ? 'no parameters' : queryNames.join(', ');
      assert.ok(faults[0]?.message.endsWith(`takes ${known}.`), `${name} ${faults[0]?.message}`);
    }
    const body = { session_id: 's', events: [{ type: 'product_click', product_id: 'x' }] };
    assert.equal((await store.request('POST', '/api/v1/events?utm_source=a', { body })).status, 200);
    assert.equal((await store.request('GET', '/api/v1/autocomplete?q=a&utm_source=a')).status, 200);
  });

  test('parameters named like built-in properties get no hint', async () => {
    const store = await service.createStore();
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      const answer = await store.request('POST', `${imports}?${name}=1`, { body: productInput('a') });
      const [fault, ...others] = expectError(answer, 'validation_failed');
      assert.deepEqual(others, []);
      assert.equal(fault?.path, name);
      assert.equal(fault?.message, `The parameter "${name}" is unknown. This call takes dry_run, mode.`);
    }
  });

  test('key, method and path are judged before unknown parameters', async () => {
    expectError(await service.request('GET', '/api/v1/products?no_such=1'), 'missing_api_key');
    const store = await service.createStore();
    const key = store.keys.storefront;
    const answer = await store.request('GET', '/api/v1/products?no_such=1', { key });
    expectError(answer, 'insufficient_scope');
    expectError(await store.request('PUT', '/api/v1/products?a=1'), 'method_not_allowed');
    expectError(await store.request('GET', '/api/v1/nothing?a=1'), 'not_found');
  });

  test('a long list of unknown parameters is counted, not repeated', async () => {
    const store = await service.createStore();
    const query = Array.from({ length: 900 }, (_, index) => `a${index}=`).join('&');
    const answer = await store.request('GET', `/api/v1/products?${query}`);
    const [fault] = expectError(answer, 'validation_failed');
    assert.match(fault?.message ?? '', /^900 parameters are unknown\. This call takes cursor, limit\.$/);
  });

  test('dashboard calls refuse unknown parameters', async () => {
    const { store } = await service.createStore();
    const inStore = `/stores/${store.id}`;
    const calls = [
      ['GET', '/session?a=1'],
      ['GET', '/setup?a=1'],
      ['GET', `${inStore}/products?qq=lamp`],
      ['GET', `${inStore}/overview?rang=7d`],
      ['GET', `${inStore}/playground?q=a&limt=3`],
      ['GET', `${inStore}/analytics/searches?form=csv`],
      ['POST', `${inStore}/product-imports/files?dry_run=1`],
      ['DELETE', `${inStore}/members/a?force=1`],
    ] as const;
    for (const [method, path] of calls) {
      const answer = await operator.call(method, path);
      const [fault] = expectError(answer, 'validation_failed');
      assert.equal(fault?.code, 'parameter_unknown', path);
    }
    for (const path of [
      `${inStore}/products?q=lamp&stock=in&missing=image&limit=3`,
      `${inStore}/overview?range=7d`,
      `${inStore}/playground?q=a&limit=3`,
      `${inStore}/playground/why?q=a&external_id=b`,
      `${inStore}/audit?limit=3`,
      `${inStore}/enrichment/products?state=failed`,
      `${inStore}/product-imports?limit=3`,
    ]) {
      const answer = await operator.call('GET', path);
      assert.equal(answer.status, 200, `${path} ${answer.text}`);
    }
  });

  test('pages and probes take any parameter', async () => {
    for (const path of ['/livez?probe=1', '/openapi.json?v=2', '/docs?from=mail', '/demo?from=mail']) {
      assert.equal((await service.request('GET', path)).status, 200, path);
    }
  });
});

/** Whatever is wrong with a body, its answer names a bounded number of faults: at every door that names them all. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyEngine } from '../support/engines.ts';
import { useSharedService } from '../support/use-service.ts';

/** The most faults that any door names, counting the entry that says there may be more. */
const mostNamed = 101;

const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));

describe('bodies with thousands of faults', () => {
  const service = useSharedService(anyEngine);

  test('an answer names a bounded number of faults', async () => {
    const store = await service.createStore();
    const doors: readonly (readonly [method: string, path: string, body: object])[] = [
      ['PUT', '/api/v1/merchandising', { rules: Array(20).fill(unknown) }],
      ['PUT', '/api/v1/synonyms', { synonyms: Array(2_000).fill({ terms: 7 }) }],
      ['POST', '/api/v1/collections', unknown],
      ['POST', '/api/v1/collections/preview', { rules: unknown }],
      ['POST', '/api/v1/webhooks', unknown],
      ['POST', '/api/v1/product-feeds', unknown],
      ['POST', '/api/v1/product-imports', { products: [], ...unknown }],
    ];
    const named: Record<string, number> = {};
    for (const [method, path, body] of doors) {
      const { status, text } = await store.request(method, path, { body });
      assert.equal(status, 422, `${path}: ${text.slice(0, 300)}`);
      named[path] = (JSON.parse(text) as { errors: unknown[] }).errors.length;
    }
    for (const [path, count] of Object.entries(named)) {
      assert.ok(count >= 1 && count <= mostNamed, `${path}: ${count}`);
    }
    assert.equal(named['/api/v1/merchandising'], mostNamed);
  });
});

/** Pages of large products, and products with what merchants sent, on both databases: made in the reader thread. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type { ProductBody } from '../../contract/products.ts';
import { newVisitor, setUpOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { productWrite } from '../support/storage-rows.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

interface ProductPage {
  readonly products: readonly ProductBody[];
  readonly next_cursor: string | null;
}

const products = '/api/v1/products';
/** As large as they can be, about. */
const attributes = Object.fromEntries(
  Array.from({ length: limits.attributesPerProduct }, (_, index) => [
    `label ${index}`,
    'x'.repeat(limits.attributeValueMaxLength),
  ]),
);

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);

    test('a page of large products ends early, each product once', async () => {
      const store = await service.createStore();
      const ids = Array.from({ length: 60 }, (_, index) => `p-${String(index).padStart(2, '0')}`);
      await importProducts(
        store,
        ids.map((id) => productInput(id, { attributes })),
      );
      const found: string[] = [];
      let pageCount = 0;
      for (let cursor: string | null = ''; cursor !== null; pageCount += 1) {
        const answer = await store.request('GET', `${products}?limit=200&cursor=${cursor}`);
        assert.equal(answer.status, 200);
        assert.ok(answer.text.length < limits.pageMaxBytes + 1_000, `${answer.text.length} bytes`);
        const page = answer.as<ProductPage>();
        found.push(...page.products.map(({ external_id: id }) => id));
        cursor = page.next_cursor;
      }
      assert.deepEqual(found, ids);
      assert.equal(pageCount, 2);
    });

    test('raw comes back as the text that is stored', async () => {
      const store = await service.createStore();
      const raw = '{ "external_id":"odd",\t"price" : 1e400, "a": 1, "a": 2.0, "n": 12345678901234567890 }';
      await service.current().storage.write(store.store.id, async (writer) => {
        await writer.products.upsert([productWrite('odd', 1, { raw })], 1);
      });
      const { text } = await store.request('GET', `${products}/odd?include=raw`);
      assert.ok(text.endsWith(`,"raw":${raw}}`), text);
      const operator = await setUpOperator(service.current());
      const page = `/dashboard/api/stores/${store.store.id}/products/odd`;
      const details = await operator.call('GET', page.replace('/dashboard/api', ''));
      assert.ok(details.text.includes(`,"raw":${raw},"history":`), details.text);
      expectError(await store.request('GET', `${products}/none?include=raw`), 'not_found');
      expectError(
        await newVisitor(service.current()).call('GET', page.replace('/dashboard/api', '')),
        'signed_out',
      );
    });

    test('a raw that is damaged is named, and never sent', async () => {
      const store = await service.createStore();
      await service.current().storage.write(store.store.id, async (writer) => {
        await writer.products.upsert([productWrite('torn', 1, { raw: '{"external_id":"to' })], 1);
      });
      const answer = await store.request('GET', `${products}/torn?include=raw`);
      expectError(answer, 'store_unavailable');
      assert.match(answer.text, /products torn: raw is not valid JSON/);
      assert.equal((await store.request('GET', `${products}/torn`)).status, 200);
    });
  });
}

/** Trying rules of merchandising in the dashboard, on both databases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Preview {
  readonly products: readonly { readonly product: { readonly external_id: string } }[];
  readonly hidden: readonly { readonly external_id: string }[];
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);

    test('a preview shows the rules’ effect on a query', async () => {
      const operator = await setUpOperator(service.current());
      const store = await service.createStore();
      const ids = ['a', 'b', 'c', 'd'];
      await importProducts(
        store,
        ids.map((id) => productInput(id, { title: `Lamp ${id}`, ...(id === 'c' ? { brand: 'Acme' } : {}) })),
      );
      const rule = { query: 'lamp', match: 'exact', pins: ['d'], hides: ['a'] };
      const boosts = [{ field: 'brand', value: 'Acme', weight: 5 }];
      const path = `/stores/${store.store.id}/merchandising/preview`;
      const preview = () => operator.call('POST', path, { query: 'lamp', rules: [{ ...rule, boosts }] });
      let answer = await preview();
      await waitUntil('the index of the store', async () => {
        if (answer.status === 503) answer = await preview();
        return answer.status !== 503;
      });
      assert.equal(answer.status, 200, answer.text);
      const { products, hidden } = answer.as<Preview>();
      assert.deepEqual(
        products.map(({ product }) => product.external_id),
        ['d', 'c', 'b'],
      );
      assert.deepEqual(
        hidden.map(({ external_id: id }) => id),
        ['a'],
      );
    });
  });
}

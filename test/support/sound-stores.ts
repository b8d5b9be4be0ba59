/**
 * Checks what stores beside a damaged one must be able to do: answer, write, import, delete, enrich, within 60 s each. It repairs
 * nothing and never touches the damaged one; the first that cannot fails the test.
 */
import assert from 'node:assert/strict';
import type { ChildService } from './child-service.ts';
import { importProducts, productInput, productPath, putProduct, titlesFor } from './store-calls.ts';
import { waitUntil } from './wait-until.ts';

const limitMs = 60_000;
let writes = 0;

/** The stores, which have ten lamps, answer, write, import, delete and enrich. */
export async function assertSoundStoresWork(service: ChildService, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const store = service.caller(key);
    writes += 1;
    const id = `new-${writes}`;
    assert.equal((await titlesFor(store, 'lamp')).length, 10);
    await putProduct(store, id, { title: `Chair ${writes}` });
    await importProducts(store, [productInput(`bulk-${writes}`, { title: `Table ${writes}` })]);
    assert.equal((await titlesFor(store, `chair ${writes}`))[0], `Chair ${writes}`);
    assert.equal((await titlesFor(store, `table ${writes}`))[0], `Table ${writes}`);
    const deleted = await store.request('DELETE', productPath(`bulk-${writes}`));
    assert.equal(deleted.status, 200, deleted.text);
    await waitUntil(
      'phrases',
      async () => {
        const answer = await store.request('GET', `/api/v1/products/${id}/phrases`);
        assert.equal(answer.status, 200, answer.text);
        return (
          answer.as<{ phrases: { enrichment: { status: string } } }>().phrases.enrichment.status === 'done'
        );
      },
      limitMs,
    );
  }
}

/**
 * Everything of a store's catalog that must be the same, whatever happened on the way: no ids of rows, no times, and no phrases, which
 * come whenever they are ready. It reads through the storage and changes nothing; an unreadable row rejects. Lists are sorted by
 * external id.
 */
import type { ImportRun, StoredProductPage } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';

export async function catalogState(storage: Storage, storeId: string): Promise<unknown> {
  const reader = storage.reader(storeId);
  const products: unknown[] = [];
  const histories: unknown[] = [];
  for (let after: string | null = null; ; ) {
    const page: StoredProductPage = await reader.products.page({ after, limit: 1_000 });
    for (const product of page.products) {
      const { id: _id, createdAt: _created, updatedAt: _updated, changeNumber: _change, ...fields } = product;
      const { suggestionPhrases: _suggestions, searchPhrases: _searches, ...rest } = fields;
      products.push({ ...rest, raw: await reader.products.raw(product.externalId) });
      const changes = await reader.products.recordedChanges(product.externalId, { before: null, limit: 10 });
      histories.push(changes.map(({ kind, fields }) => ({ kind, fields })));
    }
    after = page.next;
    if (after === null) break;
  }
  const store = await storage.directory.findStore(storeId);
  const { productCount, inStockCount, enrichmentCount } = store ?? {};
  return { products, histories, productCount, inStockCount, enrichmentCount };
}

/** Returns the parts of a run that must agree, without ids and times. */
export function runState(run: ImportRun): unknown {
  const { id: _id, storeId: _store, fileId: _file, createdAt: _made, updatedAt: _updated, ...rest } = run;
  return rest;
}

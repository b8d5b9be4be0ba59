/**
 * The search of the dashboard's list of products: it asks the store's own index, so it runs before the list is read. It reads no row.
 * Text without letters finds nothing; an index that is loading makes the call wait, and then 503.
 */
// Tests: test/api/dashboard-insight.test.ts.
import type { CatalogQuery } from '../../../contract/products.ts';
import { searchedCount } from '../../insight/find-products.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import { filterOf } from '../../resources/products/read-products.ts';
import type { Services } from '../services.ts';

/** Adds what is found, by external id, to a call that has text to search for. */
export async function findInCatalog(
  { autocomplete, index }: Services,
  call: OperationRequest,
): Promise<OperationRequest> {
  const { storeId } = call;
  const query = call.query as CatalogQuery;
  if (query.q.trim() === '') return call;
  const limit = searchedCount({ limit: query.limit, filter: filterOf(query) });
  await index.load(storeId);
  return await autocomplete.inTurn(storeId, () => {
    const answer = autocomplete.find({ storeId, query: query.q, limit, hasAllVariants: true });
    const products = answer?.result.products ?? [];
    return { ...call, found: products.map(({ externalId }) => externalId) };
  });
}

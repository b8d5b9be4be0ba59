/**
 * Tries rules of merchandising: it asks the engine, so it runs in the thread that has the indexes. It stores nothing and counts
 * nothing; rules that are not valid are refused with their fields, and an index that is loading is 503. At most 4 previews of a store
 * run at a time.
 */
// Tests: test/api/rule-previews.test.ts.
import type { merchandisingOperations } from '../../../contract/merchandising.ts';
import { notFound, unavailable } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { openRules } from '../../merchandising/rule-set.ts';
import type { HandlerOf } from '../../operations/operation-call.ts';
import { presentSummary } from '../../operations/present-product.ts';
import { withIds } from '../../resources/merchandising/write-merchandising.ts';
import type { Services } from '../services.ts';

/** Products in a preview: as many as the largest box shows. */
const productsPreviewed = 10;

/** The answer to a query if only these rules applied. */
export function previewRules({
  storage,
  readers,
  autocomplete,
  index,
}: Services): HandlerOf<(typeof merchandisingOperations)['previewRules']> {
  return async ({ storeId, body: { query, rules } }, { cancelled }) => {
    const [compiled] = await Promise.all([
      readers.compileRules({ storeId, rules: withIds(rules, newId) }, cancelled),
      index.load(storeId),
    ]);
    const set = openRules(compiled);
    const question = { storeId, query, limit: productsPreviewed };
    const found = await autocomplete.inTurn(storeId, () =>
      autocomplete.tryWith(question, { rules: () => set, synonyms: null }),
    );
    if (found === undefined) throw unavailable('The index of this store is being loaded.', 1);
    const { products, hidden = [], marks = [], redirect = null, categories } = found;
    const ids = [...products, ...hidden].map(({ productId }) => productId);
    const stored = new Map(
      (await readers.of(storeId).collections.cardProducts(ids)).map((product) => [product.id, product]),
    );
    const store = await storage.directory.findStore(storeId);
    if (store === null) throw notFound('store');
    const show = ({ productId }: { readonly productId: string }) => {
      const product = stored.get(productId);
      return product === undefined ? [] : [presentSummary(product, store.currency)];
    };
    return {
      products: products.flatMap((hit, place) =>
        show(hit).map((product) => ({ product, ...(marks[place] ?? { pin: null, boost: null }) })),
      ),
      hidden: hidden.flatMap(show),
      redirect,
      categories,
    };
  };
}

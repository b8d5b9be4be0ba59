/**
 * Reads products by external id, page by page. Unknown ids and rows that cannot be read are left out. A page has 500 ids. It writes
 * nothing; pages are separate statements, which may see different moments.
 */
// Tests: test/storage/insight.test.ts, test/storage/page-bytes.test.ts.
import type { ProductPage, ProductsPage, StoredProduct, WholeProduct } from './records.ts';
import type { StoreReader } from './storage.ts';

/** Ids of one read. Chosen: longer statements are not faster. */
const idsPerRead = 500;

/** Yields the products of these external ids, a page at a time. */
export function productsAmong(
  reader: Pick<StoreReader, 'products'>,
  externalIds: readonly string[],
): AsyncGenerator<readonly StoredProduct[]> {
  return pagesAmong((page) => reader.products.page(page), externalIds);
}

/** Yields such products with their rows. */
export function wholeProductsAmong(
  reader: { readonly products: Pick<StoreReader['products'], 'wholePage'> },
  externalIds: readonly string[],
): AsyncGenerator<readonly WholeProduct[]> {
  return pagesAmong((page) => reader.products.wholePage(page), externalIds);
}

async function* pagesAmong<Product>(
  read: (page: ProductsPage) => Promise<ProductPage<Product>>,
  externalIds: readonly string[],
): AsyncGenerator<readonly Product[]> {
  for (let start = 0; start < externalIds.length; start += idsPerRead) {
    const among = externalIds.slice(start, start + idsPerRead);
    for (let after: string | null = null; ; ) {
      const page = await read({ after, limit: among.length, among });
      yield page.products;
      after = page.next;
      if (after === null) break;
    }
  }
}

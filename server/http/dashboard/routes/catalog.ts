/** The products of a store, as its people look at them. */
import type { FastifyInstance } from 'fastify';
import { CatalogQuerySchema, PageQuerySchema } from '../../../../contract/queries.ts';
import { notFound } from '../../../errors.ts';
import { listProducts, searchProducts } from '../../../insight/find-products.ts';
import { readHistory } from '../../../insight/product-history.ts';
import type { ProductFilter, Store } from '../../../storage/records.ts';
import { isExternalId, pathExternalId } from '../../external-ids.ts';
import { presentHistoryEntry, presentSummary } from '../../presenters/present-catalog.ts';
import { presentProduct } from '../../presenters/present-product.ts';
import { encodeCursor, pageSize, type QueryReader, readCursor, readQuery } from '../../query.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { memberOf } from '../member.ts';

/** Registers the list of products and the page of one. */
export function catalogRoutes(app: FastifyInstance, services: DashboardServices): void {
  listOrSearch(app, services);
  showProduct(app, services);
}

function listOrSearch(app: FastifyInstance, services: DashboardServices): void {
  const { readers, autocomplete, index } = services;
  app.get('/dashboard/api/stores/:store_id/products', {
    config: { access: 'viewer' },
    schema: { querystring: CatalogQuerySchema },
    async handler(request) {
      const { storeId } = memberOf(request);
      const query = readQuery(request.query);
      const text = query.text('q', '');
      const filter = readFilter(query);
      const limit = pageSize(query);
      const after = readCursor(query, isExternalId);
      query.finish();
      const reader = readers.of(storeId);
      const { currency } = await findStore(services, storeId);
      if (text.trim() !== '') await index.load(storeId);
      const find = async (most: number) => {
        const question = { storeId, query: text, limit: most };
        const found = await autocomplete.whole(storeId, () => autocomplete.find(question));
        return (found?.result.products ?? []).map(({ productId }) => productId);
      };
      const page =
        text.trim() === ''
          ? await listProducts(reader, { after, limit, filter })
          : await searchProducts(reader, { text, limit, filter }, find);
      return {
        products: page.products.map((product) => presentSummary(product, currency)),
        next_cursor: page.next === null ? null : encodeCursor(page.next),
      };
    },
  });
}

function readFilter(query: QueryReader): ProductFilter {
  const stock = query.choice('stock', ['in', 'out']);
  const missing = query.choice('missing', ['image', 'category', 'brand', 'description']);
  return {
    ...(stock === null ? {} : { inStock: stock === 'in' }),
    ...(missing === null ? {} : { missing }),
  };
}

function showProduct(app: FastifyInstance, services: DashboardServices): void {
  const { readers } = services;
  app.get('/dashboard/api/stores/:store_id/products/:external_id', {
    config: { access: 'viewer' },
    schema: { querystring: PageQuerySchema },
    async handler(request) {
      const { storeId } = memberOf(request);
      const externalId = pathExternalId(request);
      const query = readQuery(request.query);
      const limit = pageSize(query);
      const cursor = readCursor(query, (place) => /^\d{1,15}$/.test(place));
      query.finish();
      const reader = readers.of(storeId);
      const { currency } = await findStore(services, storeId);
      const product = await reader.product(externalId);
      const raw = await reader.rawProduct(externalId);
      if (product === null || raw === null) throw notFound('product');
      const before = cursor === null ? null : Number(cursor);
      const history = await readHistory(reader, product, { before, limit });
      return {
        product: presentProduct(product, currency),
        raw: JSON.parse(raw) as unknown,
        history: history.entries.map(presentHistoryEntry),
        next_history_cursor: history.next === null ? null : encodeCursor(String(history.next)),
      };
    },
  });
}

async function findStore({ storage }: DashboardServices, storeId: string): Promise<Store> {
  const store = await storage.directory.findStore(storeId);
  if (store === null) throw notFound('store');
  return store;
}

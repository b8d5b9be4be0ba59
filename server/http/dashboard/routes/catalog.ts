/** The products of a store, as its people look at them. */
import type { FastifyInstance } from 'fastify';
import { CatalogQuerySchema, PageQuerySchema } from '../../../../contract/queries.ts';
import { placesToAsk } from '../../../insight/find-products.ts';
import { isExternalId, pathExternalId } from '../../../operations/external-ids.ts';
import type { ProductFilter } from '../../../storage/records.ts';
import { sendMade } from '../../answer-memory.ts';
import { pageSize, type QueryReader, readCursor, readQuery } from '../../query.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { memberOf } from '../member.ts';

/** Registers the list of products and the page of one. */
export function catalogRoutes(app: FastifyInstance, services: DashboardServices): void {
  listOrSearch(app, services);
  showProduct(app, services);
}

function listOrSearch(app: FastifyInstance, { readers, autocomplete, index }: DashboardServices): void {
  app.get('/dashboard/api/stores/:store_id/products', {
    config: { access: 'viewer' },
    schema: { querystring: CatalogQuerySchema },
    async handler(request, reply) {
      const { storeId } = memberOf(request);
      const query = readQuery(request.query);
      const text = query.text('q', '');
      const filter = readFilter(query);
      const limit = pageSize(query);
      const after = readCursor(query, isExternalId);
      query.finish();
      const page = { text, filter, limit, after };
      const ids = text.trim() === '' ? null : await find(storeId, text, placesToAsk(page));
      return await sendMade(request, reply, () => readers.page(storeId, 'catalog', { ...page, ids }));
    },
  });

  /** What the store's own search finds, by external id. */
  async function find(storeId: string, query: string, limit: number): Promise<string[]> {
    await index.load(storeId);
    return await autocomplete.whole(storeId, () => {
      const found = autocomplete.find({ storeId, query, limit });
      return (found?.result.products ?? []).map(({ externalId }) => externalId);
    });
  }
}

function readFilter(query: QueryReader): ProductFilter {
  const stock = query.choice('stock', ['in', 'out']);
  const missing = query.choice('missing', ['image', 'category', 'brand', 'description']);
  const type = query.text('type', '');
  return {
    ...(stock === null ? {} : { inStock: stock === 'in' }),
    ...(missing === null ? {} : { missing }),
    ...(type === '' ? {} : { type }),
  };
}

function showProduct(app: FastifyInstance, { readers }: DashboardServices): void {
  app.get('/dashboard/api/stores/:store_id/products/:external_id', {
    config: { access: 'viewer' },
    schema: { querystring: PageQuerySchema },
    handler(request, reply) {
      const { storeId } = memberOf(request);
      const externalId = pathExternalId(request);
      const query = readQuery(request.query);
      const limit = pageSize(query);
      const cursor = readCursor(query, (place) => /^\d{1,15}$/.test(place));
      query.finish();
      const question = { externalId, before: cursor === null ? null : Number(cursor), limit };
      return sendMade(request, reply, () => readers.page(storeId, 'productDetails', question));
    },
  });
}

/**
 * The integration health check (Contract §9): does this key work, and what does the service hold for its store? It changes nothing and
 * never shows products, and a storefront key, which anyone can read, sees no rows of the last import. A store that is gone is 404; a database that is away is 503.
 */
// Tests: test/api/health.test.ts, test/storage/health.test.ts.
import type { healthOperations } from '../../../contract/health.ts';
import { plans } from '../../../contract/limits.ts';
import type { FeedStatus } from '../../../contract/words/feeds.ts';
import { notFound } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { presentImport } from '../../resources/imports/present-import.ts';
import type { Services } from '../services.ts';

/** A handler for each operation. */
export function healthHandlers({
  storage,
  readers,
  config,
}: Services): OperationHandlers<typeof healthOperations, 'http'> {
  return {
    async showHealth({ storeId, origin, caller }) {
      const store = await storage.directory.findStore(storeId);
      if (store === null) throw notFound('store');
      const reader = readers.of(storeId);
      const [lastRun] = await reader.imports.page({ before: null, limit: 1 });
      const lastImport = lastRun === undefined ? null : presentImport(lastRun, origin);
      const { products, inStock, placesTaken, waiting, failed } = await reader.enrichment.progress();
      const queued = waiting + failed;
      const feeds = await reader.feeds.list();
      const count = (status: FeedStatus) => feeds.filter((feed) => feed.status === status).length;
      const plan = plans[store.plan];
      return {
        status: 'ok',
        store: { id: store.id, name: store.name, plan: store.plan, currency: store.currency },
        products: { total: products, in_stock: inStock, limit: plan.products },
        enrichment: {
          enriched: placesTaken - queued,
          queued,
          limit: plan.enriched,
          provider: config.enrichmentProvider,
        },
        last_import:
          lastImport !== null && caller === 'storefront' ? { ...lastImport, ...noRows } : lastImport,
        feeds: { active: count('active'), error: count('error'), paused: count('paused') },
      };
    },
  };
}

/** Failed rows hold ids and values of products that the merchant may not have published. */
const noRows = { failures: [], warnings: [] };

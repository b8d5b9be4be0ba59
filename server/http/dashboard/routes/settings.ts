/** The settings of a store, as its members see them. */
import type { FastifyInstance } from 'fastify';
import { plans } from '../../../../contract/limits.ts';
import { formatTimestamp } from '../../../clock.ts';
import { notFound } from '../../../errors.ts';
import type { Store } from '../../../storage/records.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { memberOf } from '../member.ts';

/** Registers every route of a store's settings. */
export function settingsRoutes(app: FastifyInstance, { storage }: DashboardServices): void {
  app.get('/dashboard/api/stores/:store_id/settings', {
    config: { access: 'viewer' },
    async handler(request) {
      const store = await storage.directory.findStore(memberOf(request).storeId);
      if (store === null) throw notFound('store');
      return { store: presentStore(store) };
    },
  });
}

function presentStore(store: Store) {
  const { products, enriched } = plans[store.plan];
  return {
    id: store.id,
    name: store.name,
    plan: store.plan,
    currency: store.currency,
    locale: store.locale,
    created_at: formatTimestamp(store.createdAt),
    products_limit: products,
    enriched_limit: enriched,
  };
}

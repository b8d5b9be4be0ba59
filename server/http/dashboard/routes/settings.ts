/** The settings of a store, and new stores. */
import type { FastifyInstance } from 'fastify';
import { plans } from '../../../../contract/limits.ts';
import { formatTimestamp } from '../../../clock.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Store } from '../../../storage/records.ts';
import { type BodyFields, readBodyFields } from '../body-fields.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { actorOf, memberOf } from '../member.ts';

const settings = '/dashboard/api/stores/:store_id/settings';

/** Registers every route of a store's settings. */
export function settingsRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { storage, pipeline } = services;
  createStore(app, services);
  deleteStore(app, services);

  app.get(settings, {
    config: { access: 'viewer' },
    async handler(request) {
      const store = await storage.directory.findStore(memberOf(request).storeId);
      if (store === null) throw notFound('store');
      return { store: presentStore(store) };
    },
  });

  app.patch(settings, {
    config: { access: 'owner' },
    async handler(request) {
      const fields = readBodyFields(request);
      const changed = {
        ...optionalText(fields, 'name'),
        ...optionalText(fields, 'currency'),
        ...optionalText(fields, 'locale'),
        ...optionalText(fields, 'plan'),
      };
      fields.finish();
      const { storeId, isOperator } = memberOf(request);
      if (changed.plan !== undefined && !isOperator) {
        throw new AppError(
          'insufficient_role',
          'Only an operator of the service changes the plan of a store.',
        );
      }
      const actor = actorOf(request);
      const store = await pipeline.changeAccounts('updateSettings', { storeId, actor, ...changed });
      // The index follows by itself: a large one takes its time, and answers as before meanwhile.
      return { message: 'The settings have been changed.', store: presentStore(store) };
    },
  });
}

function createStore(app: FastifyInstance, { pipeline, keyRing }: DashboardServices): void {
  app.post('/dashboard/api/stores', {
    config: { access: 'operator' },
    async handler(request) {
      const fields = readBodyFields(request);
      const chosen = {
        ...{ name: fields.text('name'), currency: 'USD', locale: 'en', plan: 'unlimited' },
        ...optionalText(fields, 'currency'),
        ...optionalText(fields, 'locale'),
        ...optionalText(fields, 'plan'),
      };
      fields.finish();
      const actor = actorOf(request);
      const { store, keys } = await pipeline.changeAccounts('createStore', { settings: chosen, actor });
      await keyRing.refresh();
      return { store: presentStore(store), keys };
    },
  });
}

/** What would go, and its deletion: the owner types the store's name. */
function deleteStore(app: FastifyInstance, { readers, pipeline, keyRing }: DashboardServices): void {
  app.get('/dashboard/api/stores/:store_id/deletion', {
    config: { access: 'owner' },
    handler: async (request) => ({
      would_delete: await readers.countRows(memberOf(request).storeId),
    }),
  });

  app.delete('/dashboard/api/stores/:store_id', {
    config: { access: 'owner' },
    async handler(request) {
      const fields = readBodyFields(request);
      const name = fields.text('name');
      fields.finish();
      const { storeId } = memberOf(request);
      const counts = await readers.countRows(storeId);
      await pipeline.changeAccounts('deleteStore', { storeId, name, actor: actorOf(request) });
      await keyRing.refresh();
      const { products = 0, feeds = 0, ...others } = counts;
      return {
        message: 'The store is deleted. What it held is being removed.',
        deleted: { store: storeId, products, feeds, ...others },
      };
    },
  });
}

function optionalText<Name extends string>(fields: BodyFields, name: Name): Partial<Record<Name, string>> {
  return fields.has(name) ? ({ [name]: fields.text(name) } as Record<Name, string>) : {};
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

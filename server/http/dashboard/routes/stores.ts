/**
 * Creates stores. A new store has no members yet: everything else about a store is an operation. Only an operator may call it. A wrong
 * currency or locale is `validation_failed`; the keys are shown in this answer and never again. A name has 1 to 255 characters.
 */
// Tests: test/api/dashboard-store.test.ts.
import type { FastifyInstance } from 'fastify';
import { NewStoreSchema } from '../../../../contract/stores.ts';
import { presentStore } from '../../../resources/stores/present-store.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { actorOf } from '../member.ts';
import { readJsonBody } from '../read-json-body.ts';

/** Registers the creation of a store. */
export function storeRoutes(app: FastifyInstance, { pipeline, keyRing }: DashboardServices): void {
  app.post('/dashboard/api/stores', {
    config: { access: 'operator' },
    async handler(request) {
      const settings = readJsonBody(request, NewStoreSchema);
      const actor = actorOf(request);
      const { store, keys } = await pipeline.changeAccounts('createStore', { settings, actor });
      await keyRing.refresh();
      return { store: presentStore(store), keys };
    },
  });
}

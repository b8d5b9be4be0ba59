/** The merchandising of a store, for its members: all see it and try rules, editors change it. */
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { notFound, unavailable } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { parseMerchandising } from '../../../merchandising/parse-merchandising.ts';
import { openRules } from '../../../merchandising/rule-set.ts';
import { presentSummary } from '../../../operations/present-product.ts';
import { sendMade } from '../../answer-memory.ts';
import { jsonObjectOf } from '../../body.ts';
import { hangUpOf } from '../../hang-up.ts';
import { createMerchandisingCalls } from '../../merchandising-calls.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { actorOf, memberOf } from '../member.ts';

const merchandising = '/dashboard/api/stores/:store_id/merchandising';

/** Registers every route of merchandising for people. */
export function dashboardMerchandisingRoutes(app: FastifyInstance, services: DashboardServices): void {
  const calls = createMerchandisingCalls(services, (request) => ({
    storeId: memberOf(request).storeId,
    actor: actorOf(request),
  }));
  const sees = { config: { access: 'viewer' } } as const;
  app.get(merchandising, sees, calls.show);
  const changes = { access: 'editor', body: { maxBytes: limits.formBodyMaxBytes } } as const;
  app.patch(merchandising, { config: changes }, calls.change);
  app.put(merchandising, { config: changes }, calls.replaceDamaged);
  previewRules(app, services);
  listProducts(app, services);
}

/** What shoppers would see for a query if only these rules held: what the rule being written does. */
function previewRules(app: FastifyInstance, services: DashboardServices): void {
  const { storage, readers, autocomplete, index } = services;
  app.post(`${merchandising}/preview`, {
    config: { access: 'viewer' },
    async handler(request, reply) {
      const { storeId } = memberOf(request);
      const { query, ...body } = jsonObjectOf(request);
      const text = typeof query === 'string' ? query.slice(0, limits.queryMaxLength) : '';
      const { rules } = parseMerchandising(body, newId);
      const [compiled] = await Promise.all([
        readers.compileRules({ storeId, rules }, hangUpOf(reply)),
        index.load(storeId),
      ]);
      const set = openRules(compiled);
      const question = { storeId, query: text, limit: productsPreviewed };
      const found = await autocomplete.whole(storeId, () => autocomplete.tryRules(question, set));
      if (found === undefined) throw unavailable('The index of this store is being loaded.', 1);
      const { products, hidden = [], marks = [], redirect = null, categories } = found;
      const ids = [...products, ...hidden].map(({ productId }) => productId);
      const stored = new Map(
        (await readers.of(storeId).cardProducts(ids)).map((product) => [product.id, product]),
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
    },
  });
}

/** As many as the largest box shows. */
const productsPreviewed = 10;

/** What the ids of rules are called. */
function listProducts(app: FastifyInstance, { readers }: DashboardServices): void {
  app.get(`${merchandising}/products`, {
    config: { access: 'viewer' },
    handler(request, reply) {
      const { storeId } = memberOf(request);
      return sendMade(request, reply, () => readers.page(storeId, 'ruleProducts', {}));
    },
  });
}

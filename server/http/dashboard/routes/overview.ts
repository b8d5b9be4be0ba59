/** What a store's overview shows. */
import type { FastifyInstance } from 'fastify';
import { OverviewQuerySchema } from '../../../../contract/queries.ts';
import { readOverview } from '../../../insight/read-overview.ts';
import { rangeNames } from '../../../insight/time-buckets.ts';
import { presentOverview } from '../../presenters/present-overview.ts';
import { readQuery } from '../../query.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { memberOf } from '../member.ts';

/** Registers the overview. */
export function overviewRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { storage, readers, requestsNow, faults, autocomplete, index, clock } = services;
  app.get('/dashboard/api/stores/:store_id/overview', {
    config: { access: 'viewer' },
    schema: { querystring: OverviewQuerySchema },
    async handler(request) {
      const { storeId } = memberOf(request);
      const query = readQuery(request.query);
      const range = query.choice('range', rangeNames) ?? '24h';
      query.finish();
      const isIndexLoaded = autocomplete.isLoaded(storeId);
      // Whoever looks at a store will search it next.
      if (!isIndexLoaded) void index.load(storeId).catch(() => {});
      const sources = {
        directory: storage.directory,
        keys: readers.listKeys,
        reader: readers.of(storeId),
        counted: await requestsNow(storeId),
        isIndexLoaded,
        faults: await faults(),
      };
      return presentOverview(await readOverview(sources, storeId, range, clock.nowMicros()));
    },
  });
}

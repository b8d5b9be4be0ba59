/**
 * The overview of a store, which the HTTP thread puts together from several others. It changes nothing. Times are milliseconds in the
 * answer; a source that cannot answer rejects the call.
 */
// Tests: test/api/dashboard-insight.test.ts.
import type { overviewOperations } from '../../../contract/overview.ts';
import { readOverview } from '../../insight/read-overview.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Services } from '../services.ts';
import { presentOverview } from './present-overview.ts';

/** A handler for each operation. */
export function overviewHandlers({
  storage,
  readers,
  requests,
  faults,
  autocomplete,
  index,
  clock,
}: Services): OperationHandlers<typeof overviewOperations, 'http'> {
  return {
    async showOverview({ storeId, query: { range } }) {
      const isIndexLoaded = autocomplete.isLoaded(storeId);
      // A person who looks at a store will search it next.
      if (!isIndexLoaded) void index.load(storeId).catch(() => {});
      const sources = {
        directory: storage.directory,
        keys: readers.listKeys,
        reader: readers.of(storeId),
        counted: requests.current(storeId),
        isIndexLoaded,
        faults: faults(),
      };
      return presentOverview(await readOverview(sources, storeId, range, clock.nowMicros()));
    },
  };
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Overview, OverviewRange } from './answers.ts';
import { storePath } from './paths.ts';
import { request, withQuery } from './request.ts';

/** Health and figures of a store; read again while the page stands open, since buckets fill as one looks. */
export function useOverview(storeId: string, range: OverviewRange) {
  return useQuery({
    queryKey: ['store', storeId, 'overview', range],
    queryFn: ({ signal }) =>
      request<Overview>('GET', withQuery(storePath(storeId, '/overview'), { range }), { signal }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
}

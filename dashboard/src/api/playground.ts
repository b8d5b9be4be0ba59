/** Autocomplete as a shopper gets it, with the reasons; never cached and never counted. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PlaygroundAnswer, WhyAnswer } from './answers.ts';
import { storePath } from './paths.ts';
import { request, withQuery } from './request.ts';

export function usePlayground(storeId: string, q: string, limit: number) {
  return useQuery({
    queryKey: ['store', storeId, 'playground', q, limit],
    queryFn: ({ signal }) =>
      request<PlaygroundAnswer>('GET', withQuery(storePath(storeId, '/playground'), { q, limit }), {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Why a product is or is not among the answers to a query; asked once there is a product. */
export function useWhy(storeId: string, q: string, externalId: string | null) {
  return useQuery({
    queryKey: ['store', storeId, 'why', q, externalId],
    queryFn: ({ signal }) =>
      request<WhyAnswer>(
        'GET',
        withQuery(storePath(storeId, '/playground/why'), { q, external_id: externalId }),
        { signal },
      ),
    enabled: externalId !== null && q.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

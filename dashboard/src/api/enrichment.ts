/** Phrases of products, and the queue that has them written. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  EnrichmentBody,
  EnrichmentProductBody,
  PhrasesBody,
  StoreTypeBody,
} from '../../../contract/enrichment.ts';
import type { EnrichmentList, PhraseState } from '../../../contract/words/enrichment.ts';
import { nextPageCursor, storePath } from './paths.ts';
import { pollEvery } from './poll.ts';
import { request, withQuery } from './request.ts';

const enrichmentOf = (storeId: string) => ['store', storeId, 'enrichment'];
const phrasesPath = (storeId: string, externalId: string) =>
  storePath(storeId, `/products/${encodeURIComponent(externalId)}/phrases`);

/** How often the queue is looked at: while it works, and while nothing is to be expected. */
const workingMs = 2_000;
const restingMs = 15_000;

export function useEnrichment(storeId: string) {
  return useQuery({
    queryKey: enrichmentOf(storeId),
    queryFn: ({ signal }) =>
      request<{ enrichment: EnrichmentBody }>('GET', storePath(storeId, '/enrichment'), { signal }),
    select: ({ enrichment }) => enrichment,
    refetchInterval: pollEvery((data) => ((data?.enrichment.waiting ?? 0) > 0 ? workingMs : restingMs)),
  });
}

interface ProductsPage {
  readonly products: readonly EnrichmentProductBody[];
  readonly next_cursor: string | null;
}

/** A list that is read again whenever the queue has got on: `progress` is whatever tells that. */
export function useEnrichmentProducts(storeId: string, state: EnrichmentList, progress: string) {
  const list = useInfiniteQuery({
    queryKey: [...enrichmentOf(storeId), 'products', state],
    queryFn: ({ pageParam, signal }) =>
      request<ProductsPage>(
        'GET',
        withQuery(storePath(storeId, '/enrichment/products'), { state, cursor: pageParam, limit: 20 }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
  });
  const { refetch } = list;
  const [seen, setSeen] = useState(progress);
  useEffect(() => {
    if (progress === seen) return;
    setSeen(progress);
    void refetch();
  }, [progress, seen, refetch]);
  return list;
}

/** A change after which whatever shows the store's products is read again. */
function useEnrichmentChange<Input, Answer>(storeId: string, change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}

/** What of the queue is set. */
export interface EnrichmentSettings {
  readonly paused?: boolean;
  readonly monthly_budget_usd?: string | null;
  readonly blocklist?: readonly string[];
}

export function useChangeEnrichment(storeId: string) {
  return useEnrichmentChange(storeId, (body: EnrichmentSettings) =>
    request<{ message: string }>('PATCH', storePath(storeId, '/enrichment'), { body }),
  );
}

interface Queued {
  readonly message: string;
  readonly queued_rows: number;
}

/** Tries products that failed again: those that are named, or all. */
export function useRetryEnrichment(storeId: string) {
  return useEnrichmentChange(storeId, (externalIds: readonly string[] | null) =>
    request<Queued>('POST', storePath(storeId, '/enrichment/retry'), {
      body: externalIds === null ? {} : { external_ids: externalIds },
    }),
  );
}

/** Queues every product that has no phrases and fits the plan. */
export function useQueueRest(storeId: string) {
  return useEnrichmentChange(storeId, () => request<Queued>('POST', storePath(storeId, '/enrichment/queue')));
}

export function usePhrases(storeId: string, externalId: string) {
  return useQuery({
    queryKey: [...enrichmentOf(storeId), 'phrases', externalId],
    queryFn: ({ signal }) =>
      request<{ phrases: PhrasesBody }>('GET', phrasesPath(storeId, externalId), { signal }),
    select: ({ phrases }) => phrases,
    refetchInterval: pollEvery((data) =>
      data?.phrases.enrichment.status === 'waiting' ? workingMs : restingMs,
    ),
  });
}

/** A decision on the phrases of a product. */
export interface PhrasesDecision {
  readonly externalId: string;
  readonly suggestion_phrases?: readonly string[];
  readonly search_phrases?: readonly string[];
  readonly type?: { readonly name: string; readonly other_names: readonly string[] } | null;
  readonly state?: Exclude<PhraseState, 'edited'>;
}

export function useDecidePhrases(storeId: string) {
  return useEnrichmentChange(storeId, ({ externalId, ...body }: PhrasesDecision) =>
    request<{ message: string; phrases: PhrasesBody }>('PUT', phrasesPath(storeId, externalId), { body }),
  );
}

interface TypesPage {
  readonly types: readonly StoreTypeBody[];
  readonly next_cursor: string | null;
}

/** What the products of the store are, those of most products first; with a text those whose name holds it. */
export function useTypes(storeId: string, q: string) {
  return useInfiniteQuery({
    queryKey: [...enrichmentOf(storeId), 'types', q],
    queryFn: ({ pageParam, signal }) =>
      request<TypesPage>(
        'GET',
        withQuery(storePath(storeId, '/enrichment/types'), { q, cursor: pageParam, limit: 50 }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
    placeholderData: keepPreviousData,
  });
}

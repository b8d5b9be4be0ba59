/**
 * Calls about collections: the list, one with its products, what the catalog suggests. Lists are read again, since
 * products come and go without a click. A failure is a {@link RequestFailure}.
 */
// Tests: test/browser/dashboard-collections.test.ts.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CollectionBody } from '../../../contract/collections.ts';
import type { CollectionSort } from '../../../contract/words/collections.ts';
import { type AnswerTo, call, type InputTo } from './call.ts';
import { nextPageCursor } from './paths.ts';
import { pollEvery } from './poll.ts';

/** The products that rules would find. */
export type RulesPreview = AnswerTo<'POST /collections/preview'>['preview'];
/** A collection that the catalog suggests. */
export type SuggestedCollection = AnswerTo<'GET /collections/suggested'>['collections'][number];

const buildingPollMs = 1_000;
/** The pause in ms until a collection is read again: its products change without anybody's click. Chosen. */
const calmPollMs = 5_000;
/** Products of one page. */
const pageProducts = 48;

const isBuilding = ({ status }: CollectionBody) => status === 'building';

/** Reads all collections of a store, and polls: quickly while one is being built, else slowly. */
export function useCollections(storeId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'GET /collections'],
    queryFn: ({ signal }) => call(storeId, 'GET /collections', {}, { signal }),
    refetchInterval: pollEvery((data: AnswerTo<'GET /collections'> | undefined) =>
      data?.collections.some(isBuilding) === true ? buildingPollMs : calmPollMs,
    ),
  });
}

/**
 * Reads one collection by its slug, and polls: quickly while it is being built, else slowly. An unknown slug fails
 * with 404.
 */
export function useCollection(storeId: string, slug: string) {
  return useQuery({
    queryKey: ['store', storeId, 'GET /collections', slug],
    queryFn: ({ signal }) => call(storeId, 'GET /collections/:slug', { params: { slug } }, { signal }),
    select: ({ collection }) => collection,
    refetchInterval: pollEvery((data) =>
      data !== undefined && isBuilding(data.collection) ? buildingPollMs : calmPollMs,
    ),
  });
}

/** Reads the present products, again when their number or the rules change. */
export function useMembers(storeId: string, collection: CollectionBody, sort: CollectionSort) {
  const { slug, product_count: count, status, updated_at: updatedAt } = collection;
  return useInfiniteQuery({
    queryKey: ['store', storeId, 'members', slug, sort, count, status, updatedAt],
    queryFn: ({ pageParam, signal }) =>
      call(
        storeId,
        'GET /collections/:slug/products',
        { params: { slug } },
        {
          query: { sort, cursor: pageParam, limit: pageProducts },
          signal,
        },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
    placeholderData: keepPreviousData,
  });
}

/** Reads the collections that the service suggests for this catalog; a minute passes before they are read again. */
export function useSuggestedCollections(storeId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'suggested-collections'],
    queryFn: ({ signal }) => call(storeId, 'GET /collections/suggested', {}, { signal }),
    select: ({ collections }) => collections,
    staleTime: 60_000,
  });
}

/** Settings of a collection. For a new one, the service says which are missing. */
export type CollectionFields = InputTo<'PATCH /collections/:slug'>['body'];

/**
 * Creates a collection. It resolves before the lists are read again, in which a suggestion that became a collection is
 * gone.
 */
export function useCreateCollection(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: CollectionFields) =>
      call(storeId, 'POST /collections', { body: fields as InputTo<'POST /collections'>['body'] }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}

/**
 * Changes some settings of a collection, then reads all of the store again. A wrong value fails with 422, which names
 * the field.
 */
export function useChangeCollection(storeId: string, slug: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CollectionFields) =>
      call(storeId, 'PATCH /collections/:slug', { params: { slug }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}

/** Deletes a collection, then reads the list again, but not the collection, which is gone. */
export function useDeleteCollection(storeId: string, slug: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(storeId, 'DELETE /collections/:slug', { params: { slug } }),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: ['store', storeId, 'GET /collections'], exact: true }),
  });
}

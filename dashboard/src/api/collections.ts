/** Collections: the list, one with its members, what the catalog suggests, what rules would find, and their changes. */
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  CollectionBody,
  CollectionPreviewBody,
  CollectionSuggestionBody,
} from '../../../contract/collections.ts';
import type { CollectionRules, CollectionSort } from '../../../contract/words/collections.ts';
import type { ProductRow } from './answers.ts';
import { nextPageCursor, storePath } from './paths.ts';
import { pollEvery } from './poll.ts';
import { request, withQuery } from './request.ts';

/** What rules would find; products are rows of the catalog here. */
export type RulesPreview = CollectionPreviewBody<ProductRow>;
/** A collection that the catalog suggests. */
export type SuggestedCollection = CollectionSuggestionBody<ProductRow>;

const buildingPollMs = 1_000;
/** Members come and go by themselves. */
const calmPollMs = 5_000;

const collectionsOf = (storeId: string) => ['store', storeId, 'collections'];
const collectionPath = (storeId: string, slug: string, rest = '') =>
  storePath(storeId, `/collections/${encodeURIComponent(slug)}${rest}`);
const isBuilding = ({ status }: CollectionBody) => status === 'building';

interface CollectionList {
  readonly collections: readonly CollectionBody[];
  /** Those that cannot be read, where there are any. */
  readonly unreadable?: readonly { readonly slug: string; readonly message: string }[];
}

export function useCollections(storeId: string) {
  return useQuery({
    queryKey: collectionsOf(storeId),
    queryFn: ({ signal }) => request<CollectionList>('GET', storePath(storeId, '/collections'), { signal }),
    refetchInterval: pollEvery<CollectionList>((data) =>
      data?.collections.some(isBuilding) === true ? buildingPollMs : calmPollMs,
    ),
  });
}

export function useCollection(storeId: string, slug: string) {
  return useQuery({
    queryKey: [...collectionsOf(storeId), slug],
    queryFn: ({ signal }) =>
      request<{ collection: CollectionBody }>('GET', collectionPath(storeId, slug), { signal }),
    select: ({ collection }) => collection,
    refetchInterval: pollEvery((data) =>
      data !== undefined && isBuilding(data.collection) ? buildingPollMs : calmPollMs,
    ),
  });
}

interface MembersPage {
  readonly products: readonly ProductRow[];
  readonly next_cursor: string | null;
}

/** The members as they are now; read again when their number or the rules change. */
export function useMembers(storeId: string, collection: CollectionBody, sort: CollectionSort) {
  const { slug, product_count: count, status, updated_at: updatedAt } = collection;
  return useInfiniteQuery({
    queryKey: [...collectionsOf(storeId), slug, 'members', sort, count, status, updatedAt],
    queryFn: ({ pageParam, signal }) =>
      request<MembersPage>(
        'GET',
        withQuery(collectionPath(storeId, slug, '/products'), { sort, cursor: pageParam, limit: 48 }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
    placeholderData: keepPreviousData,
  });
}

export function useSuggestedCollections(storeId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'suggested-collections'],
    queryFn: ({ signal }) =>
      request<{ collections: readonly SuggestedCollection[] }>(
        'GET',
        storePath(storeId, '/collections/suggested'),
        { signal },
      ),
    select: ({ collections }) => collections,
    staleTime: 60_000,
  });
}

/** What rules would find now; null asks nothing. What was found before stays until the answer comes. */
export function usePreviewedRules(storeId: string, rules: CollectionRules | null) {
  return useQuery({
    queryKey: ['store', storeId, 'previewed-rules', rules],
    queryFn: ({ signal }) =>
      request<{ preview: RulesPreview }>('POST', storePath(storeId, '/collections/preview'), {
        body: { rules },
        signal,
      }),
    select: ({ preview }) => preview,
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}

/** What makes a collection, or changes one: then any of it. */
export type CollectionFields = Partial<
  Pick<CollectionBody, 'title' | 'slug' | 'description' | 'sort' | 'is_active' | 'rules'>
>;

/** Whatever shows collections. */
function readCollectionsAgain(queries: QueryClient, storeId: string) {
  return Promise.all([
    queries.invalidateQueries({ queryKey: collectionsOf(storeId) }),
    queries.invalidateQueries({ queryKey: ['store', storeId, 'suggested-collections'] }),
  ]);
}

/** Over before the lists are read again: a suggestion that became a collection leaves its list, and with it whoever waits. */
export function useCreateCollection(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CollectionFields) =>
      request<{ collection: CollectionBody }>('POST', storePath(storeId, '/collections'), { body }),
    onSuccess: () => void readCollectionsAgain(queries, storeId),
  });
}

export function useChangeCollection(storeId: string, slug: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CollectionFields) =>
      request<{ collection: CollectionBody }>('PATCH', collectionPath(storeId, slug), { body }),
    onSuccess: () => readCollectionsAgain(queries, storeId),
  });
}

/** The list is read again; the page of the collection is left, which would find it gone. */
export function useDeleteCollection(storeId: string, slug: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request<{ message: string }>('DELETE', collectionPath(storeId, slug)),
    onSuccess: () => queries.invalidateQueries({ queryKey: collectionsOf(storeId), exact: true }),
  });
}

/** Feeds: the list, one with its runs, a run with the one before it, a preview, and the calls that change them. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { FeedBody, FeedRunBody } from '../../../contract/feeds.ts';
import type { FailureBody } from '../../../contract/product-import.ts';
import type { FeedPreview, FeedWithRuns } from './answers.ts';
import { isActive } from './imports.ts';
import { nextPageCursor, storePath } from './paths.ts';
import { pollEvery } from './poll.ts';
import { request, withQuery } from './request.ts';

const livePollMs = 1_000;
const listPollMs = 3_000;
/** While nothing moves: a run on schedule shows by itself. */
const calmPollMs = 30_000;

const feedPath = (storeId: string, feedId: string, rest = '') =>
  storePath(storeId, `/feeds/${encodeURIComponent(feedId)}${rest}`);

export function useFeeds(storeId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'feeds'],
    queryFn: ({ signal }) =>
      request<{ feeds: readonly FeedWithRuns[] }>('GET', storePath(storeId, '/feeds'), { signal }),
    select: ({ feeds }) => feeds,
    refetchInterval: pollEvery((data) =>
      data?.feeds.some(({ runs }) => runs.some(isActive)) === true ? listPollMs : calmPollMs,
    ),
  });
}

interface FeedAnswer {
  readonly feed: FeedBody;
  readonly latest_run: FeedRunBody | null;
}

export function useFeed(storeId: string, feedId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'feed', feedId],
    queryFn: ({ signal }) => request<FeedAnswer>('GET', feedPath(storeId, feedId), { signal }),
    refetchInterval: pollEvery<FeedAnswer>((data) =>
      data?.latest_run != null && isActive(data.latest_run) ? livePollMs : calmPollMs,
    ),
  });
}

interface RunsPage {
  readonly runs: readonly FeedRunBody[];
  readonly next_cursor: string | null;
}

/** Newest first. `latest` is the newest run as it is known: the list is read again when it begins or ends. */
export function useFeedRuns(storeId: string, feedId: string, latest: FeedRunBody | null) {
  return useInfiniteQuery({
    queryKey: ['store', storeId, 'feed', feedId, 'runs', latest?.id, latest?.status],
    queryFn: ({ pageParam, signal }) =>
      request<RunsPage>(
        'GET',
        withQuery(feedPath(storeId, feedId, '/runs'), { cursor: pageParam, limit: 30 }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
    placeholderData: keepPreviousData,
  });
}

interface RunAnswer {
  readonly run: FeedRunBody;
  /** The last one before it that took a document in. */
  readonly before: FeedRunBody | null;
  /** The first rows that were taken with a note. */
  readonly warnings: readonly FailureBody[];
}

/** One run, live while it moves. */
export function useFeedRun(storeId: string, feedId: string, runId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'feed', feedId, 'run', runId],
    queryFn: ({ signal }) =>
      request<RunAnswer>('GET', feedPath(storeId, feedId, `/runs/${encodeURIComponent(runId)}`), { signal }),
    refetchIntervalInBackground: true,
    refetchInterval: pollEvery<RunAnswer>((data) =>
      data === undefined || isActive(data.run) ? livePollMs : false,
    ),
  });
}

/** What registers a feed, or changes one: then any of it. */
export type FeedSettings = Partial<
  Pick<
    FeedBody,
    'name' | 'feed_url' | 'feed_format' | 'refresh_interval' | 'max_removal_percent' | 'auth_type'
  >
> & { readonly auth_secret?: string | null; readonly is_active?: boolean };

/** What the feed would do, without anything being stored. */
export function previewFeed(storeId: string, body: FeedSettings) {
  return request<{ preview: FeedPreview }>('POST', storePath(storeId, '/feeds/preview'), { body });
}

/** A change of feeds; whatever shows the store is read again afterwards. */
function useFeedCall<Input, Answer>(storeId: string, call: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}

export function useRegisterFeed(storeId: string) {
  return useFeedCall(storeId, (body: FeedSettings) =>
    request<{ feed: FeedBody }>('POST', storePath(storeId, '/feeds'), { body }),
  );
}

export function useChangeFeed(storeId: string, feedId: string) {
  return useFeedCall(storeId, (body: FeedSettings) =>
    request<{ feed: FeedBody }>('PATCH', feedPath(storeId, feedId), { body }),
  );
}

export function useRefreshFeed(storeId: string, feedId: string) {
  return useFeedCall(storeId, (body: { readonly force: boolean }) =>
    request<{ run: FeedRunBody }>('POST', feedPath(storeId, feedId, '/refresh'), { body }),
  );
}

/** The list is read again; the page of the feed is left, which would find it gone. */
export function useDeleteFeed(storeId: string, feedId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => request<{ message: string }>('DELETE', feedPath(storeId, feedId)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId, 'feeds'] }),
  });
}

/** Imports: the list, one with its live counters, its failed rows, and the calls that begin and end one. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CsvSettings } from '../../../csv/layout.ts';
import type { DashboardImport, FailuresPage, Layout } from './answers.ts';
import { nextPageCursor, storePath } from './paths.ts';
import { pollEvery } from './poll.ts';
import { apiBase, request, withQuery } from './request.ts';

/** How often an import is asked for while it moves. */
const livePollMs = 1_000;
const listPollMs = 3_000;

/** Whether its counters still move. */
export function isActive({ status }: Pick<DashboardImport, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}

interface ImportsPage {
  readonly imports: readonly DashboardImport[];
  readonly next_cursor: string | null;
}

export function useImports(storeId: string) {
  return useInfiniteQuery({
    queryKey: ['store', storeId, 'imports'],
    queryFn: ({ pageParam, signal }) =>
      request<ImportsPage>(
        'GET',
        withQuery(storePath(storeId, '/imports'), { cursor: pageParam, limit: 30 }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.imports.some(isActive)) === true ? listPollMs : false,
  });
}

/** One import, live while it moves; null asks for none. */
export function useImport(storeId: string, importId: string | null) {
  return useQuery({
    enabled: importId !== null,
    queryKey: ['store', storeId, 'import', importId],
    queryFn: ({ signal }) =>
      request<{ import: DashboardImport }>('GET', storePath(storeId, `/imports/${importId}`), { signal }),
    select: (answer) => answer.import,
    // Goes on while the window is in the background: whoever comes back wants to find it finished.
    refetchIntervalInBackground: true,
    refetchInterval: pollEvery((data) => (data === undefined || isActive(data.import) ? livePollMs : false)),
  });
}

export function useFailures(storeId: string, importId: string) {
  return useInfiniteQuery({
    queryKey: ['store', storeId, 'failures', importId],
    queryFn: ({ pageParam, signal }) =>
      request<FailuresPage>(
        'GET',
        withQuery(storePath(storeId, `/imports/${importId}/failures`), { cursor: pageParam, limit: 50 }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
    placeholderData: keepPreviousData,
  });
}

/** The address of the failed rows, as a file that can be corrected and imported again. */
export function failuresFileUrl(storeId: string, importId: string): string {
  return `${apiBase}${storePath(storeId, `/imports/${importId}/failures?format=csv`)}`;
}

export interface NewImport {
  readonly fileId: string;
  readonly isDryRun: boolean;
  readonly settings: CsvSettings;
}

/** Asks for an import of a file that was uploaded. */
export function beginImport(storeId: string, { fileId, isDryRun, settings }: NewImport) {
  const { shopUrl, ...rest } = settings;
  return request<{ import: DashboardImport }>('POST', storePath(storeId, '/imports'), {
    body: { file_id: fileId, dry_run: isDryRun, settings: { ...rest, shop_url: shopUrl } },
  });
}

/** The settings that read a file exactly as a layout says, whatever would be detected. */
export function settingsOfLayout(layout: Layout): CsvSettings {
  return { ...mappingOf(layout), separator: layout.separator, encoding: layout.encoding };
}

/** What the columns of a layout became; how the bytes are read is left to be detected. */
export function mappingOf({ format, columns, shop_url }: Layout): CsvSettings {
  return {
    format,
    fields: Object.fromEntries(columns.map(({ name, field }) => [name, field])),
    ...(shop_url === null ? {} : { shopUrl: shop_url }),
  };
}

export function useBeginImport(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: NewImport) => beginImport(storeId, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId, 'imports'] }),
  });
}

export function useCancelImport(storeId: string, importId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      request<{ import: DashboardImport }>('POST', storePath(storeId, `/imports/${importId}/cancel`)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}

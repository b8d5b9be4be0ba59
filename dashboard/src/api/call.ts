/**
 * Calls the operations of a store by their routes, with the types of their declarations: `useRead(storeId, 'GET
 * /webhooks')`. Nothing of the declarations is in the bundle. Each failure is a {@link RequestFailure}.
 */
// Tests: ./imports.test.ts.
import {
  keepPreviousData,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { InputOf, MemberAnswerOf, OperationAt, ParamsOf } from '../../../contract/operation.ts';
import type { ServiceOperations } from '../../../contract/operations.ts';
import { storePath } from './paths.ts';
import { pollEvery } from './poll.ts';
import { type Method, request, withQuery } from './request.ts';

type RouteOf = Extract<ServiceOperations[keyof ServiceOperations], { readonly role: string }>['route'];
type Reading = Extract<RouteOf, `GET ${string}`>;
type Changing = Exclude<RouteOf, Reading>;
type Declared<Route extends RouteOf> = OperationAt<ServiceOperations, Route>;

/** The answer of an operation. */
export type AnswerTo<Route extends RouteOf> = MemberAnswerOf<Declared<Route>>;
type BodyOf<Route extends RouteOf> =
  Declared<Route> extends { readonly body: infer Body } ? { readonly body: InputOf<Body> } : object;
type PathOf<Route extends RouteOf> = keyof ParamsOf<Route> extends never
  ? object
  : { readonly params: ParamsOf<Route> };
type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The parameters of a route's path, and its body. */
export type InputTo<Route extends RouteOf> = PathOf<Route> & BodyOf<Route>;

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface CallOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

/** Calls an operation of a store. */
export function call<Route extends RouteOf>(
  storeId: string,
  route: Route,
  input: InputTo<Route>,
  { query = {}, signal }: CallOptions = {},
): Promise<AnswerTo<Route>> {
  const { params = {}, body }: AnyInput = input;
  const [method = '', template = ''] = route.split(' ');
  const path = template
    .replace(/^\/$/, '')
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return request(method as Method, withQuery(storePath(storeId, path), query), {
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
  });
}

/** The key under which an answer is kept. The keys of a store all begin with its id. */
function keyOf(storeId: string, route: string, ...rest: readonly unknown[]): readonly unknown[] {
  return ['store', storeId, route, ...rest];
}

interface PageOptions {
  /** Parameters of the query, except those of paging. */
  readonly query?: Query;
  /** Entries of a page. */
  readonly limit?: number;
  /** Whether the previous list stays until a new one has arrived. */
  readonly keepsPrevious?: boolean;
}

interface ReadOptions<Answer> {
  /** The pause in ms until the answer is read again, decided by the last answer; false for never. */
  readonly pollEvery?: (answer: Answer | undefined) => number | false;
  /**
   * Whether reading goes on while the window is in the background, for a person who comes back and wants to find a run
   * finished.
   */
  readonly inBackground?: true;
}

interface OneReadOptions<Answer> extends ReadOptions<Answer> {
  readonly query?: Query;
  /** The previous answer stays until a new one is there. */
  readonly keepsPrevious?: boolean;
  /** Milliseconds for which an answer is not read again; absent: those of every call. */
  readonly staleMs?: number;
}

/** Reads an operation and keeps its answer; null asks nothing. */
export function useRead<Route extends Reading>(
  storeId: string,
  route: Route,
  input: InputTo<Route> | null,
  { query = {}, keepsPrevious = false, staleMs, ...options }: OneReadOptions<AnswerTo<Route>> = {},
) {
  return useQuery({
    queryKey: keyOf(storeId, route, input, query),
    queryFn: input === null ? skipToken : ({ signal }) => call(storeId, route, input, { query, signal }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(staleMs !== undefined && { staleTime: staleMs }),
    refetchIntervalInBackground: options.inBackground === true,
    ...(options.pollEvery !== undefined && { refetchInterval: pollEvery(options.pollEvery) }),
  });
}

/** Rows of a page that is read when the list is scrolled to its end. */
const pageRows = 30;

/** Reads a list page by page. */
export function usePages<Route extends Reading>(
  storeId: string,
  route: Route & (AnswerTo<Route> extends { readonly next_cursor: string | null } ? Route : never),
  input: InputTo<Route>,
  {
    query = {},
    limit = pageRows,
    keepsPrevious = false,
    ...options
  }: PageOptions & ReadOptions<{ readonly pages: readonly AnswerTo<Route>[] }> = {},
) {
  return useInfiniteQuery({
    queryKey: keyOf(storeId, route, input, query),
    queryFn: ({ pageParam, signal }) =>
      call<Route>(storeId, route, input, { query: { ...query, cursor: pageParam, limit }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { readonly next_cursor: string | null }).next_cursor,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(options.pollEvery !== undefined && { refetchInterval: pollEvery(options.pollEvery) }),
  });
}

/**
 * Calls an operation that only says what a body would do and changes nothing; null asks nothing. The previous answer
 * stays until the next one arrives.
 */
export function useDryRun<Route extends Changing>(
  storeId: string,
  route: Route,
  input: InputTo<Route> | null,
  query: Query = {},
) {
  return useQuery({
    queryKey: keyOf(storeId, route, input, query),
    queryFn: ({ signal }) => (input === null ? null : call(storeId, route, input, { query, signal })),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
}

/**
 * Calls an operation that changes something. Afterwards all answers about the store are read again, and those that
 * `also` names, which belong to no store.
 */
export function useChange<Route extends Changing>(
  storeId: string,
  route: Route,
  also: () => Promise<void> = async () => {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: InputTo<Route>) => call(storeId, route, input),
    onSuccess: async () => {
      await Promise.all([readAgain(queries, storeId), also()]);
    },
  });
}

/** Returns a function that reads all shown answers about the store again and resolves when they have arrived. */
export function useReadAgain(storeId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => readAgain(queries, storeId);
}

function readAgain(queries: QueryClient, storeId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['store', storeId] });
}

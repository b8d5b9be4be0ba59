/**
 * Uses feeds as a merchant's program does, on a server of documents that the test decides on. A run has 20 s to end, else the test
 * fails; a call that is refused fails it at once. It never reads the database.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { FeedBody, FeedRunBody } from '../../contract/feeds.ts';
import { type HostileFeedServer, startHostileFeedServer } from './hostile-feed-server.ts';
import type { TestStore } from './start-test-service.ts';
import { waitUntil } from './wait-until.ts';

/** Settings of a service that may call servers on this machine. */
export const privateFeeds = { FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' } as const;

export const feedsPath = '/api/v1/product-feeds';

/** A server of documents for the tests of a `describe`. */
export function useFeedServer(): { current(): HostileFeedServer } {
  let server: HostileFeedServer | undefined;
  before(async () => {
    server = await startHostileFeedServer();
  });
  after(async () => {
    await server?.close();
  });
  return {
    current() {
      if (server === undefined) throw new Error('the server runs only while tests do');
      return server;
    },
  };
}

let lastDocument = 0;

/** An address of one document, which can be replaced. */
export interface FeedAddress {
  readonly url: string;
  readonly path: string;
  /** The number of times that it was asked for. */
  count(): number;
  serve(
    ...answer: Parameters<HostileFeedServer['answer']> extends [string, infer Answer] ? [Answer] : never
  ): void;
  /** Serves products as a JSON feed. */
  serveProducts(products: readonly unknown[], headers?: Readonly<Record<string, string>>): void;
}

/** An address that nothing else uses. */
export function newAddress(server: HostileFeedServer): FeedAddress {
  lastDocument += 1;
  const path = `/feed-${lastDocument}.json`;
  return {
    url: `${server.origin}${path}`,
    path,
    count: () => server.requests.filter(({ target }) => target === path).length,
    serve: (answer) => server.answer(path, answer),
    serveProducts(products, headers = {}) {
      server.answer(path, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(products),
      });
    },
  };
}

/** A product of a feed, ordinary but for what is given. */
export function feedProduct(id: string | number, fields: Readonly<Record<string, unknown>> = {}) {
  return {
    external_id: `${id}`,
    title: `Lamp ${id}`,
    price: 5,
    url: `https://shop.example/${id}`,
    ...fields,
  };
}

/** Products with ids from `first` to `last`. */
export function feedProducts(first: number, last: number, fields: Readonly<Record<string, unknown>> = {}) {
  return Array.from({ length: last - first + 1 }, (_, index) => feedProduct(first + index, fields));
}

/** Registers a feed; its first run is only queued. */
export async function registerFeed(
  store: TestStore,
  url: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<FeedBody> {
  const body = { name: 'Main feed', feed_url: url, feed_format: 'json', ...fields };
  const answer = await store.request('POST', feedsPath, { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ feed: FeedBody }>().feed;
}

/** Registers a feed and waits for its first run. */
export async function registerAndRun(
  store: TestStore,
  url: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly feed: FeedBody; readonly run: FeedRunBody }> {
  const feed = await registerFeed(store, url, fields);
  return { feed, run: await endOfLatestRun(store, feed.id) };
}

/** Asks for a run; it may be one that is under way. */
export async function refreshFeed(store: TestStore, feedId: string, body?: unknown): Promise<FeedRunBody> {
  const options = body === undefined ? {} : { body };
  const answer = await store.request('POST', `${feedsPath}/${feedId}/refresh`, options);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ run: FeedRunBody }>().run;
}

/** Asks for a run and waits for its end. */
export async function runFeed(store: TestStore, feedId: string, body?: unknown): Promise<FeedRunBody> {
  const { id } = await refreshFeed(store, feedId, body);
  const run = await endOfLatestRun(store, feedId);
  assert.equal(run.id, id);
  return run;
}

/** The feed and its newest run as they are now. */
export async function showFeed(
  store: TestStore,
  feedId: string,
): Promise<{ readonly feed: FeedBody; readonly latest_run: FeedRunBody | null }> {
  const answer = await store.request('GET', `${feedsPath}/${feedId}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as();
}

/** Waits until the newest run is over. */
export async function endOfLatestRun(
  store: TestStore,
  feedId: string,
  limitMs = 20_000,
): Promise<FeedRunBody> {
  return await waitForRun(store, feedId, isOver, limitMs);
}

/** Waits until the newest run is one that was due, and over. */
export async function endOfScheduledRun(store: TestStore, feedId: string): Promise<FeedRunBody> {
  return await waitForRun(store, feedId, (run) => run.trigger === 'schedule' && isOver(run), 20_000);
}

function isOver({ status }: FeedRunBody): boolean {
  return status === 'completed' || status === 'failed';
}

async function waitForRun(
  store: TestStore,
  feedId: string,
  isIt: (run: FeedRunBody) => boolean,
  limitMs: number,
): Promise<FeedRunBody> {
  let latest: FeedRunBody | null = null;
  const hasCome = async () => {
    latest = (await showFeed(store, feedId)).latest_run;
    return latest !== null && isIt(latest);
  };
  await waitUntil(`the end of a run of feed ${feedId}`, hasCome, limitMs);
  assert.ok(latest !== null);
  return latest;
}

/** The counts of a run that tests look at. */
export function countsOf(run: FeedRunBody) {
  const { total_rows: total, created_rows: created, updated_rows: updated, unchanged_rows: unchanged } = run;
  const { removed_rows: removed, restored_rows: restored, failed_rows: failed } = run;
  return { total, created, updated, unchanged, removed, restored, failed };
}

/** External ids by stock, all products of the store. */
export async function stockOf(store: TestStore): Promise<{ readonly in: string[]; readonly out: string[] }> {
  const answer = await store.request('GET', '/api/v1/products?limit=200');
  const { products } = answer.as<{ products: { external_id: string; in_stock: boolean }[] }>();
  const ids = (inStock: boolean) =>
    products.filter((product) => product.in_stock === inStock).map(({ external_id: id }) => id);
  return { in: ids(true), out: ids(false) };
}

/** Every call about one feed and a run of it. */
export function routesOf(feedId: string, runId: string): [method: string, path: string][] {
  const path = `${feedsPath}/${feedId}`;
  return [
    ['GET', path],
    ['PATCH', path],
    ['DELETE', path],
    ['POST', `${path}/refresh`],
    ['GET', `${path}/runs`],
    ['GET', `${path}/runs/${runId}`],
    ['GET', `${path}/runs/${runId}/failures`],
  ];
}

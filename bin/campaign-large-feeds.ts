/**
 * `npm run campaign:large-feeds -- SUBJECT [COUNT]`: feeds too large for every day, against a service in a process of its own on
 * SQLite, with its memory watched. Exit code 1 where a run does not end as it must. Subjects: `items` (one feed of COUNT items of 1
 * KB, a million if not said), `endless` (items without end, left at 2 GiB), `rows` (twelve million rows that are no products in 24
 * MB), `drip` (a byte every two seconds, left after 15 minutes), `hostile` (every document that is generated wrongly, with less than
 * 400 MiB more than before), `real` (large feeds that shops publish, where they stand beside the project). It serves all documents
 * from this machine and stores nothing beyond the run; an unknown SUBJECT lists the subjects and ends with code 2.
 */
// Tests: none; its own run shows whether it works.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { FeedRunBody } from '../contract/feeds.ts';
import type { DocumentFormat } from '../contract/words/feeds.ts';
import { createServiceData, createStoreOn, startChildService } from '../test/support/child-service.ts';
import {
  endOfLatestRun,
  feedProducts,
  privateFeeds,
  refreshFeed,
  registerFeed,
  showFeed,
} from '../test/support/feeds.ts';
import { documentOf, hostileDocuments, productCount } from '../test/support/hostile-documents.ts';
import { type AnswerParts, startHostileFeedServer } from '../test/support/hostile-feed-server.ts';
import { checkRealFeed, largeRealFeeds, openScene } from '../test/support/registered-real-feeds.ts';
import type { TestStore } from '../test/support/start-test-service.ts';
import { catalogState } from '../test/support/store-state.ts';

/** A service with a store whose feed brought its first products. */
interface Scene {
  readonly store: TestStore;
  readonly feedId: string;
  /** Serves the answer on the feed's address, runs the feed, and gives the run with the memory that it took. */
  run(answer: AnswerParts, limitMs: number): Promise<Figures>;
  /** Everything of the store's catalog. */
  catalog(): Promise<unknown>;
}

interface Figures {
  readonly run: FeedRunBody;
  readonly seconds: number;
  /** Resident memory before, and at most in each phase, in MiB. */
  readonly memory: ReadonlyMap<string, number>;
}

async function withScene(format: DocumentFormat, work: (scene: Scene) => Promise<string>): Promise<string> {
  const data = await createServiceData('sqlite');
  const storage = await data.openStorage();
  await storage.migrate();
  const server = await startHostileFeedServer();
  const service = await startChildService(data, { ...privateFeeds, LOG_LEVEL: 'warn' });
  try {
    const created = await createStoreOn(data);
    const store: TestStore = { ...created, ...service.caller(created.keys.secret) };
    server.answer('/feed', { body: documentOf(format) });
    const { id: feedId } = await registerFeed(store, `${server.origin}/feed`, { feed_format: format });
    assert.equal((await endOfLatestRun(store, feedId)).created_rows, productCount);
    return await work({
      store,
      feedId,
      catalog: () => catalogState(storage, created.store.id),
      async run(answer, limitMs) {
        server.answer('/feed', answer);
        const memory = new Map([['before', residentMiB(service.pid)]]);
        const began = performance.now();
        await refreshFeed(store, feedId);
        const isWatched = watch(memory, service.pid, async () => {
          return (await showFeed(store, feedId)).latest_run?.phase ?? 'over';
        });
        const run = await endOfLatestRun(store, feedId, limitMs);
        const seconds = (performance.now() - began) / 1_000;
        await isWatched();
        return { run, seconds, memory };
      },
    });
  } finally {
    await service.end('SIGKILL');
    await storage.close();
    await server.close();
    data.remove();
  }
}

/** Notes the most memory by phase, until the hand that it gives is called. */
function watch(memory: Map<string, number>, pid: number, phase: () => Promise<string>): () => Promise<void> {
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const now = await phase();
      memory.set(now, Math.max(memory.get(now) ?? 0, residentMiB(pid)));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return async () => {
    stopped.abort();
    await watching;
  };
}

function residentMiB(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kibibytes) / 1_024);
}

const description = 'A lamp that gives warm light and stands on any table. '.repeat(14);

/** A feed of so many items, made while it is sent. */
function* xmlOf(count: number, text: string): Generator<Uint8Array> {
  yield Buffer.from('<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>');
  for (let id = 1; id <= count; id += 100) {
    const ids = Array.from({ length: Math.min(100, count - id + 1) }, (_, index) => id + index);
    yield Buffer.from(ids.map((one) => itemOf(one, text)).join(''));
  }
  yield Buffer.from('</channel></rss>');
}

function itemOf(id: number, text: string): string {
  return (
    `<item><g:id>${id}</g:id><title>Lamp ${id}</title><link>https://shop.example/${id}</link>` +
    `<g:price>${(id % 500) + 1} USD</g:price><g:brand>Brand ${id % 997}</g:brand><description>${text}</description></item>`
  );
}

function described({ run, seconds, memory }: Figures): string {
  const peaks = [...memory].map(([phase, mebibytes]) => `${phase} ${mebibytes}`).join(', ');
  const end = run.error === null ? run.status : `${run.error_code}: ${run.error}`;
  return `${end}\nafter ${Math.round(seconds)} s; resident memory in MiB: ${peaks}`;
}

const hourMs = 3_600_000;

async function expectRefused(scene: Scene, answer: AnswerParts, code: string): Promise<string> {
  const before = await scene.catalog();
  const figures = await scene.run(answer, hourMs);
  assert.deepEqual([figures.run.status, figures.run.error_code], ['failed', code], figures.run.error ?? '');
  assert.deepEqual(await scene.catalog(), before);
  return described(figures);
}

const formats: readonly DocumentFormat[] = ['google_xml', 'json', 'csv'];
const grownMaxMiB = 400;

/** The largest growth of memory that documents of the format caused. */
async function grownByHostile(format: DocumentFormat): Promise<string> {
  return await withScene(format, async (scene) => {
    let grownMiB = 0;
    const documents = hostileDocuments(format);
    for (const { name, body, contentType, outcome } of documents) {
      const headers = { 'content-type': contentType };
      const { run, memory } = await scene.run({ headers, body }, hourMs);
      assert.equal(run.error_code, 'code' in outcome ? outcome.code : null, `${name}: ${run.error}`);
      grownMiB = Math.max(grownMiB, Math.max(...memory.values()) - (memory.get('before') ?? 0));
      assert.ok(grownMiB < grownMaxMiB, `${name}: ${grownMiB} MiB more`);
    }
    return `${documents.length} documents of ${format}: at most ${grownMiB} MiB more`;
  });
}

async function readRealFeeds(): Promise<string> {
  const scene = await openScene('sqlite');
  const absent: string[] = [];
  try {
    for (const feed of largeRealFeeds) {
      await checkRealFeed({ skip: (reason) => void absent.push(reason ?? feed.path) }, scene, feed);
    }
  } finally {
    await scene.close();
  }
  assert.deepEqual(absent, []);
  return `${largeRealFeeds.length} feeds: every item is a product, or a failure whose reason stands in the file`;
}

const campaigns: Readonly<Record<string, (count: number) => Promise<string>>> = {
  items: (count) =>
    withScene('google_xml', async (scene) => {
      const figures = await scene.run({ body: () => xmlOf(count, description), framing: 'chunked' }, hourMs);
      const { run, seconds } = figures;
      assert.deepEqual(
        [run.status, run.total_rows, run.failed_rows],
        ['completed', count, 0],
        run.error ?? '',
      );
      assert.deepEqual([run.created_rows, run.updated_rows], [count - productCount, productCount]);
      const mebibytes = Math.round((run.fetch?.bytes_decoded ?? 0) / 1024 ** 2);
      return `${count} items, ${mebibytes} MiB, ${Math.round(count / seconds)} a second: ${described(figures)}`;
    }),
  endless: () =>
    withScene('google_xml', (scene) => {
      const body = () => xmlOf(Number.POSITIVE_INFINITY, description);
      return expectRefused(scene, { body, framing: 'chunked' }, 'feed_too_large');
    }),
  rows: () =>
    withScene('json', (scene) =>
      expectRefused(scene, { body: `[${'1,'.repeat(12_000_000)}1]` }, 'document_too_large'),
    ),
  drip: () =>
    withScene('json', (scene) =>
      expectRefused(
        scene,
        { body: JSON.stringify(feedProducts(1, productCount)), dripMs: 2_000 },
        'feed_timed_out',
      ),
    ),
  hostile: async () => {
    const lines: string[] = [];
    for (const format of formats) lines.push(await grownByHostile(format));
    return lines.join('\n');
  },
  real: readRealFeeds,
};

const [subject = '', count] = process.argv.slice(2);
const campaign = campaigns[subject];
if (campaign === undefined) {
  console.error(`There is no subject "${subject}": ${Object.keys(campaigns).join(', ')}.`);
  process.exit(2);
}
console.log(await campaign(Number(count ?? 1_000_000)));
process.exit(0);

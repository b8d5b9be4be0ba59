/**
 * Files that real shops publish, registered as feeds: an HTTPS server with a certificate of our own authority, a service in a process
 * of its own that trusts it, and what a run must count, worked out from the files by other means than the service's readers. The files
 * are not part of the project: tests skip aloud where they are absent. It calls only its own server. A count that differs rejects,
 * with the file's name; sizes are items.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import papaparse from 'papaparse';
import type { FeedRunBody } from '../../contract/feeds.ts';
import type { FailureBody } from '../../contract/imports.ts';
import type { DocumentFormat } from '../../contract/words/feeds.ts';
import type { StoredProduct, StoredProductPage } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  type ServiceData,
  startChildService,
} from './child-service.ts';
import { endOfLatestRun, feedsPath, privateFeeds, registerFeed } from './feeds.ts';
import { type HostileFeedServer, startHostileFeedServer } from './hostile-feed-server.ts';
import { sharedDataOrSkip } from './shared-data.ts';
import type { TestStore } from './start-test-service.ts';
import { createTestAuthority } from './test-authority.ts';

/** An item of a file as other means than the service's readers find it. */
interface Item {
  readonly id: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why an item is no product: the code of its first problem, and the value that has it. */
type Reason = readonly [code: string, value: string | null];

/** A file that a shop publishes, and what must become of its items. */
export interface RealFeed {
  readonly path: string;
  readonly format: DocumentFormat;
  /** Absent where every item is a product. */
  readonly reasonOf?: (item: Item) => Reason | null;
}

/** The fields of a product that a shop's own JSON lacks. */
const reasonOfThai = ({ id, fields }: Item): Reason | null => {
  const title = String(fields.title);
  if (id === '') return ['external_id_missing', null];
  if (title.length > 255) return ['title_too_long', title];
  if (/(?![\t\n\r])\p{Cc}/u.test(title)) return ['text_invalid', title];
  return fields.price === undefined ? ['price_missing', null] : null;
};
/** Feeds of tens of thousands of items: `npm run campaign:large-feeds -- real` reads them. */
export const largeRealFeeds: readonly RealFeed[] = [
  { path: 'converted/thai-dev.json.gz', format: 'json', reasonOf: reasonOfThai },
  { path: 'converted/bestbuy.json.gz', format: 'json' },
  {
    path: 'converted/icecat.csv.gz',
    format: 'csv',
    reasonOf({ fields: { title } }) {
      return String(title).length > 255 ? ['title_too_long', String(title)] : null;
    },
  },
  { path: 'converted/magento.csv.gz', format: 'csv' },
];

/** A service, and the HTTPS server whose authority it trusts. */
export class Scene {
  readonly data: ServiceData;
  readonly storage: Storage;
  readonly server: HostileFeedServer;
  readonly service: ChildService;

  constructor(parts: Pick<Scene, 'data' | 'storage' | 'server' | 'service'>) {
    ({ data: this.data, storage: this.storage, server: this.server, service: this.service } = parts);
  }

  async createStore(): Promise<TestStore> {
    const created = await createStoreOn(this.data);
    return { ...created, ...this.service.caller(created.keys.secret) };
  }

  async close(): Promise<void> {
    assert.equal(await this.service.end('SIGTERM'), 0);
    await this.storage.close();
    await this.server.close();
    this.data.remove();
  }
}

/** Opens all of it on empty data. */
export async function openScene(engine: 'sqlite' | 'postgres'): Promise<Scene> {
  const authority = createTestAuthority();
  const server = await startHostileFeedServer({ tls: authority.issue('localhost'), host: 'localhost' });
  const folder = mkdtempSync(join(tmpdir(), 'foretype-authority-'));
  const file = join(folder, 'authority.pem');
  writeFileSync(file, authority.cert);
  const data = await createServiceData(engine);
  const storage = await data.openStorage();
  await storage.migrate();
  try {
    const service = await startChildService(data, { ...privateFeeds, NODE_EXTRA_CA_CERTS: file });
    return new Scene({ data, storage, server, service });
  } catch (error) {
    // Else an open server keeps the test's process for ever.
    await server.close();
    await storage.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
/** Registers the feed, waits for its run, and holds every count and every failure against the file. */
export async function checkRealFeed(
  t: Pick<TestContext, 'skip'>,
  scene: Scene,
  feed: RealFeed,
): Promise<void> {
  const { path, format, reasonOf = () => null } = feed;
  const file = sharedDataOrSkip(t, path);
  if (file === null) return;
  const bytes = readFileSync(file);
  const items = itemsOf(format, (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  scene.server.answer(`/${path}`, { body: bytes });
  const store = await scene.createStore();
  const { id } = await registerFeed(store, `${scene.server.origin}/${path}`, { feed_format: format });
  const run = await endOfLatestRun(store, id, 90_000);

  const reasons = items.map((item) => reasonOf(item));
  const ids = new Set(items.filter((_item, index) => reasons[index] === null).map((item) => item.id));
  const expected = {
    status: ids.size === 0 ? 'failed' : 'completed',
    total: items.length,
    failed: reasons.filter((reason) => reason !== null).length,
    // If items share an id, the last one counts.
    created: ids.size,
    removed: 0,
  };
  const { total_rows: total, failed_rows: failed, created_rows: created, removed_rows: removed } = run;
  assert.deepEqual({ status: run.status, total, failed, created, removed }, expected, path);
  assert.equal(run.valid_rows + run.failed_rows, run.total_rows, path);
  assert.equal(run.error_code, ids.size === 0 ? 'no_valid_rows' : null, path);
  assert.match(run.fetch?.url ?? '', /^https:/);
  assert.equal(run.fetch?.bytes_received, bytes.length, path);

  const shown = (await failuresOf(store, run)).map(({ row, code, value }) => [row, code, value]);
  const explained = reasons.flatMap((reason, index) => {
    return reason === null ? [] : [[index + 1, reason[0], reason[1]]];
  });
  assert.deepEqual(shown.map(startOfValue), explained.map(startOfValue), path);
  const stored = await allProducts(scene.storage, store);
  assert.deepEqual(stored.map(({ externalId }) => externalId).sort(), [...ids].sort(), path);
}

/** Values are shown shortened, and without what no text may hold. */
function startOfValue([row, code, value]: unknown[]): unknown[] {
  return [
    row,
    code,
    typeof value === 'string' ? value.replace(/[\p{Cc}\uFFFD].*/su, '').slice(0, 150) : value,
  ];
}

async function failuresOf(store: TestStore, run: FeedRunBody): Promise<FailureBody[]> {
  const failures: FailureBody[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `${feedsPath}/${run.feed_id}/runs/${run.id}/failures?limit=200`;
    const answer = await store.request('GET', `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    assert.equal(answer.status, 200, answer.text);
    const page = answer.as<{ failures: FailureBody[]; next_cursor: string | null }>();
    failures.push(...page.failures);
    cursor = page.next_cursor;
  }
  return failures;
}

/** All products of a store. */
export async function allProducts(storage: Storage, { store }: TestStore): Promise<StoredProduct[]> {
  const products: StoredProduct[] = [];
  for (let after: string | null = null; ; ) {
    const page: StoredProductPage = await storage.reader(store.id).products.page({ after, limit: 2_000 });
    products.push(...page.products);
    if (page.next === null) return products;
    after = page.next;
  }
}

/** The items of a file, by means that are good enough for these files only. */
function itemsOf(format: DocumentFormat, text: string): Item[] {
  if (format === 'csv') return tableOf(text).map((fields) => ({ id: idOf(fields), text: '', fields }));
  if (format === 'json') {
    const document = JSON.parse(text) as Item['fields'][] | { products: Item['fields'][] };
    const list = Array.isArray(document) ? document : document.products;
    return list.map((fields) => ({ id: idOf(fields), text: '', fields }));
  }
  return [...text.matchAll(/<(item|entry)[ >].*?<\/\1>/gs)].map(([item]) => ({
    id: unescaped(/<g:id>(.*?)<\/g:id>/s.exec(item)?.[1] ?? ''),
    text: item,
    fields: {},
  }));
}

/** The id of a row of a table, or of a product of a document. */
export function idOf(fields: Item['fields']): string {
  return String(fields.external_id ?? fields.id ?? '').trim();
}

/** The rows of a CSV document by their columns. */
export function tableOf(text: string): Record<string, string>[] {
  return papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

/** Decodes the usual escapes of XML. */
export function unescaped(text: string): string {
  return text
    .replace(/^<!\[CDATA\[(.*)\]\]>$/s, '$1')
    .replaceAll('&amp;', '&')
    .trim();
}

/**
 * A shop with feeds for the pictures of the dashboard: one that works and has a past of made-up runs, one that the removal guard
 * stopped, one that is paused, each on a real server of documents. 23 past runs, one each six hours (times in microseconds). It is for
 * pictures only and may never run on a real service; a feed that is refused throws.
 */
// Tests: none; its own run shows whether it works.
import assert from 'node:assert/strict';
import { newId } from '../server/ids.ts';
import { pendingRun } from '../server/ingest/run-counts.ts';
import type { FeedRun } from '../server/storage/feeds/tables.ts';
import { endOfLatestRun, feedProducts, feedsPath, registerAndRun, runFeed } from '../test/support/feeds.ts';
import { type HostileFeedServer, startHostileFeedServer } from '../test/support/hostile-feed-server.ts';
import type { TestService, TestStore } from '../test/support/start-test-service.ts';

/** The feeds of the shop in the pictures. */
export interface ShopFeeds {
  readonly storeId: string;
  /** The one with a past. */
  readonly mainId: string;
  /** Its newest run. */
  readonly runId: string;
  /** The one that was stopped. */
  readonly guardedId: string;
  /** A document that is not registered yet. */
  readonly newUrl: string;
  readonly server: HostileFeedServer;
}

const kinds = ['Wanderschuh', 'Daunenjacke', 'Zelt 3 Personen', 'Kletterseil 60 m', 'Stirnlampe', 'Kompass'];
const brands = ['Fjällby', 'Nordkap', 'Trail Pro'];

/** A feed for Google Merchant with products from `first` to `last`; some fail, some cost more than the last time. */
function googleFeed(first: number, last: number, { dearer = 0, broken = 0 } = {}): string {
  const items = Array.from({ length: last - first + 1 }, (_, offset) => {
    const index = first + offset;
    const price =
      offset < broken ? 'auf Anfrage' : `${19 + (index % 90) + (index % 40 < dearer ? 5 : 0)}.90 EUR`;
    const title = `${brands[index % 3]} ${kinds[index % 6]} ${1 + Math.floor(index / 18)}`;
    return `<item><g:id>NL-${1_000 + index}</g:id><g:title>${title}</g:title><g:price>${price}</g:price>
      <g:link>https://nordlicht.example/p/${index}</g:link><g:availability>in_stock</g:availability>
      <g:brand>${brands[index % 3]}</g:brand><g:product_type>Outdoor &gt; ${kinds[index % 6]}</g:product_type></item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Nordlicht</title>
${items.join('\n')}</channel></rss>`;
}

const intervalMicros = 6 * 3_600_000_000;
const pastRuns = 23;

/** Runs of the days before, every six hours: most of them calm, two failed. */
async function inventPast(service: TestService, store: TestStore, feedId: string): Promise<void> {
  const now = Date.now() * 1_000;
  await service.storage.write(store.store.id, async (writer) => {
    for (let age = pastRuns; age > 0; age -= 1) {
      const { run, details } = pastRun(store.store.id, feedId, now - age * intervalMicros, age);
      await writer.imports.insert(run);
      await writer.feeds.insertRun(details);
    }
  });
}

function pastRun(storeId: string, feedId: string, at: number, age: number): FeedRun {
  const isFailed = age === 9 || age === 10;
  const isCalm = !isFailed && age % 5 === 2;
  const total = 190 + (pastRuns - age) * 2;
  const created = age === pastRuns ? total : (age * 7) % 11;
  const updated = age === pastRuns ? 0 : (age * 13) % 37;
  const failed = age % 4 === 0 ? 3 : 0;
  const read = isFailed || isCalm ? 0 : total;
  const error = 'The server of the feed answered 503. It is likely overloaded; the next run tries again.';
  const id = idOf(at);
  const run = {
    ...pendingRun({
      id,
      storeId,
      source: 'feed',
      filename: 'Hauptsortiment',
      dryRun: false,
      fileId: null,
      settings: null,
      createdAt: at,
    }),
    status: isFailed ? 'failed' : 'completed',
    error: isFailed ? error : null,
    totalRows: read,
    processedRows: read,
    updatedAt: at + 4_000_000,
    ...(read === 0
      ? {}
      : {
          validRows: total - failed,
          failedRows: failed,
          createdRows: created,
          updatedRows: updated,
          unchangedRows: total - failed - created - updated,
        }),
  } as const;
  const details: FeedRun['details'] = {
    id,
    feedId,
    forced: false,
    notModified: isCalm,
    trigger: 'schedule',
    reading: 'whole',
    removedRows: read === 0 ? 0 : (age * 3) % 8,
    restoredRows: 0,
    unidentifiedRows: 0,
    errorCode: isFailed ? 'feed_status' : null,
    fence: 0,
    processedWith: null,
    facts: null,
    startedAt: at + 40_000,
    finishedAt: at + 2_600_000 + (age % 5) * 400_000,
  };
  return { run, details };
}

/** Makes an id of that time: ids sort by time. */
function idOf(micros: number): string {
  const time = Math.floor(micros / 1_000)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

async function change(store: TestStore, feedId: string, body: object): Promise<void> {
  const answer = await store.request('PATCH', `${feedsPath}/${feedId}`, { body });
  assert.equal(answer.status, 200, answer.text);
}

/** Makes the shop. Its server is the caller's to close. */
export async function inventFeeds(service: TestService): Promise<ShopFeeds> {
  const server = await startHostileFeedServer();
  const xml = { 'content-type': 'application/xml; charset=utf-8', etag: '"17-4c2"' };
  const serve = (path: string, body: string) => server.answer(path, { headers: xml, body });
  const store = await service.createStore({ name: 'Nordlicht Outdoor', currency: 'EUR', locale: 'de' });
  const url = `${server.origin}/feeds/google.xml`;
  serve('/feeds/google.xml', googleFeed(0, 239));
  const main = await registerAndRun(store, url, { name: 'Hauptsortiment', feed_format: 'google_xml' });
  await inventPast(service, store, main.feed.id);
  serve('/feeds/google.xml', googleFeed(12, 251, { dearer: 4, broken: 3 }));
  server.answer('/feeds/all.xml', { status: 302, headers: { location: url } });
  await change(store, main.feed.id, { feed_url: `${server.origin}/feeds/all.xml` });
  const { id: runId } = await runFeed(store, main.feed.id);
  const products = (last: number) => ({ body: JSON.stringify(feedProducts(1, last)) });
  server.answer('/sale.json', products(80));
  const sale = { name: 'Ausverkauf', refresh_interval: '1h', max_removal_percent: 20 };
  const guarded = await registerAndRun(store, `${server.origin}/sale.json`, sale);
  server.answer('/sale.json', products(2));
  await runFeed(store, guarded.feed.id);
  server.answer('/partner.json', products(10));
  const partner = { name: 'Partner', refresh_interval: '24h' };
  const paused = await registerAndRun(store, `${server.origin}/partner.json`, partner);
  await change(store, paused.feed.id, { is_active: false });
  await endOfLatestRun(store, paused.feed.id);
  serve('/feeds/winter.xml', googleFeed(200, 330, { broken: 4 }));
  return {
    storeId: store.store.id,
    mainId: main.feed.id,
    runId,
    guardedId: guarded.feed.id,
    server,
    newUrl: `${server.origin}/feeds/winter.xml`,
  };
}

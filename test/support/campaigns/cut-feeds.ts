/**
 * Documents of feeds that break off, at many places of each format, each content coding and each framing: in the transfer, and by
 * their generator, which sends half of a document as if it were all. No run may take a product out of stock. A CSV document that its
 * generator cut is left out: nothing shows that rows are missing (docs/feeds.md), and `max_removal_percent` is what bounds it. It
 * calls servers on this machine only. The first product that goes out of stock rejects with the place of the cut; `size` counts cuts.
 */
import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { documentFormats } from '../../../contract/words/feeds.ts';
import { createSystemClock } from '../../../server/clock.ts';
import type { Feed } from '../../../server/storage/feeds/tables.ts';
import { openStorage } from '../../../server/storage/open-storage.ts';
import type { Storage } from '../../../server/storage/storage.ts';
import { createStore } from '../../../server/stores/create-store.ts';
import { engineNamed } from '../engines.ts';
import { createFeedDependencies, type FeedDependencies } from '../feed-dependencies.ts';
import { documentOf, productCount } from '../hostile-documents.ts';
import { type AnswerParts, type HostileFeedServer, startHostileFeedServer } from '../hostile-feed-server.ts';
import type { CampaignOptions } from './campaign.ts';

const codings: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body),
  zstd: (body) => zstdCompressSync(body),
};
const framings = ['length', 'chunked', 'close'] as const;
const endings = ['end', 'reset'] as const;

/** One way in which a document is cut; `cut` gives the answer that breaks off behind a part of it. */
interface Way {
  readonly name: string;
  readonly format: (typeof documentFormats)[number];
  readonly cut: (part: number) => AnswerParts;
}

const ways: readonly Way[] = documentFormats.flatMap((format) => {
  const whole = documentOf(format);
  return Object.entries(codings).flatMap(([coding, encode]): Way[] => {
    const headers = coding === 'identity' ? {} : { 'content-encoding': coding };
    const encoded = encode(whole);
    const transfers = framings.flatMap((framing) =>
      endings.map((ending): Way => {
        const cut = (part: number) => ({
          headers,
          body: encoded,
          framing,
          ending,
          cutAt: Math.floor(part * (encoded.length - 1)) + 1,
        });
        return { name: `${format}, ${coding}, ${framing}, ${ending}`, format, cut };
      }),
    );
    if (format === 'csv') return transfers;
    const cut = (part: number) => ({
      headers,
      body: encode(whole.subarray(0, Math.floor(part * whole.length))),
    });
    return [...transfers, { name: `${format}, ${coding}, by its generator`, format, cut }];
  });
});

interface Scene {
  readonly storage: Storage;
  readonly dependencies: FeedDependencies;
  readonly server: HostileFeedServer;
}

/** Cuts documents at `size` places, the same number in each way. */
export async function cutFeeds({ size, log }: CampaignOptions): Promise<string> {
  await using started = new AsyncDisposableStack();
  const database = await engineNamed('sqlite').open();
  started.defer(() => database.close());
  const storage = await openStorage(database.target);
  started.defer(() => storage.close());
  await storage.migrate();
  const server = await startHostileFeedServer();
  started.defer(() => server.close());
  const dependencies = createFeedDependencies(storage);
  started.defer(() => dependencies.close());
  const places = Math.ceil(size / ways.length);
  const totals = { cuts: 0, failed: 0 };
  for (const [number, way] of ways.entries()) {
    const failed = await cutOneWay({ storage, dependencies, server }, way, { number, places });
    totals.cuts += places;
    totals.failed += failed;
    log(`${way.name}: ${failed} of ${places} runs failed, nothing was taken out of stock`);
  }
  return (
    `${totals.cuts} cuts in ${ways.length} ways (${documentFormats.length} formats, ${Object.keys(codings).join(', ')}; by length, ` +
    `chunks, and the end of the connection; ended and reset; by the generator): ${totals.failed} runs failed, ` +
    `${totals.cuts - totals.failed} had everything that counts; 0 products were taken out of stock.`
  );
}

async function cutOneWay(
  scene: Scene,
  { name, format, cut }: Way,
  { number, places }: { readonly number: number; readonly places: number },
): Promise<number> {
  const { storage, dependencies, server } = scene;
  const path = `/way-${number}`;
  server.answer(path, { body: documentOf(format) });
  const settings = { name, plan: 'unlimited', currency: 'USD', locale: 'en' };
  const { store } = await createStore(storage, createSystemClock(), settings);
  const feed = await dependencies.register(store.id, {
    feed_url: `${server.origin}${path}`,
    feed_format: format,
    max_removal_percent: 100,
  });
  await dependencies.work();
  await checkStock(scene, feed, `${name}: the whole document`);
  let failed = 0;
  for (let place = 0; place < places; place += 1) {
    const part = place / places;
    server.answer(path, cut(part));
    await dependencies.refresh(feed);
    assert.ok(await dependencies.work());
    const status = await checkStock(scene, feed, `${name}, cut behind ${part} of it`);
    if (status === 'failed') failed += 1;
  }
  const { products } = await storage.reader(store.id).products.page({ after: null, limit: 2 * productCount });
  assert.equal(products.filter(({ inStock }) => inStock).length, productCount, name);
  return failed;
}

/** Holds the newest run and the store's counter against the rule. Gives how the run ended. */
async function checkStock({ storage }: Scene, { storeId, id }: Feed, what: string): Promise<string> {
  const [latest] = await storage.reader(storeId).feeds.runs(id, { before: null, limit: 1 });
  const store = await storage.directory.findStore(storeId);
  assert.ok(latest?.details.finishedAt, `${what}: the run did not end`);
  assert.equal(latest.details.removedRows, 0, `${what}: products were taken out of stock`);
  assert.equal(store?.inStockCount, productCount, what);
  return latest.run.status;
}

/**
 * Goal: an index that one node built serves all others, which then read only what changed since; and whatever happens to
 * what is shared, every node answers as if it had read all products. Method: followers on one real PostgreSQL database, as
 * nodes would be; rows of what is shared are damaged and aged by hand.
 */
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { indexVersion } from '../../server/autocomplete/changes/to-document.ts';
import { pageBytes, unpackBytes } from '../../server/index-files/pages.ts';
import {
  createSharedIndexFiles,
  type SharedIndexFiles,
} from '../../server/index-files/shared-index-files.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { type EngineContext, onPostgres } from '../support/engines.ts';
import {
  createNumberedStore,
  type FollowedStores,
  followStores,
  indexFolder,
  lamps,
  writeProducts,
  writeSettings,
} from '../support/followed-stores.ts';
import { someTime } from '../support/storage-rows.ts';

interface Shop {
  readonly storage: Storage;
  readonly storeId: string;
  readonly shared: (owner: string) => SharedIndexFiles;
  /** A node, loaded: with what it read of the database, page by page. */
  readonly start: (owner: string, folder?: string | null) => Promise<FollowedStores & { reads: number[] }>;
  readonly sql: (statement: string) => Promise<Record<string, unknown>[]>;
  readonly identity: Parameters<SharedIndexFiles['head']>[0];
}

/** Enough for a segment with pages, and for more than is read in one go. */
const productCount = 1_200;

/** A database with one store of many lamps. */
function onShop(title: string, run: (shop: Shop) => Promise<void>): void {
  onPostgres(title, async ({ storage, target }) => {
    const storeId = await createNumberedStore(storage, 1);
    await writeProducts(storage, storeId, lamps(0, productCount));
    const shared = (owner: string) => createSharedIndexFiles(storage.sharedIndexes, owner);
    const identity = {
      storeId,
      createdAt: someTime,
      locale: 'en',
      currency: 'USD',
      groupVariants: true,
      version: indexVersion,
    };
    await run({
      storage,
      storeId,
      shared,
      identity,
      async start(owner, folder = null) {
        const reads: number[] = [];
        const onRead = (count: number) => reads.push(count);
        const node = followStores(storage, { folder, shared: shared(owner), onRead });
        await node.round();
        return { ...node, reads };
      },
      sql: (statement) => execute(target, storeId, statement),
    });
  });
}

async function execute(target: EngineContext['target'], storeId: string, statement: string) {
  assert.ok(target.engine === 'postgres');
  const client = new Client({ connectionString: target.url });
  await client.connect();
  try {
    // In one transaction, which also behind a pooler has one connection.
    await client.query(`begin; set local foretype.store = '${storeId}'`);
    const { rows } = await client.query<Record<string, unknown>>(statement);
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

/** Ids of the segments that lie in pages. */
async function largeSegments({ sql }: Shop): Promise<number[]> {
  const rows = await sql('select segment_id from shared_segments where retired_at is null');
  return rows.map(({ segment_id }) => Number(segment_id));
}

onShop('a new node loads a shared index and reads later changes', async (shop) => {
  const { storage, storeId, start } = shop;
  const first = await start('first');
  await first.share();
  assert.equal((await largeSegments(shop)).length, 1);
  await writeProducts(storage, storeId, [{ number: 3, title: 'Chair' }]);
  const second = await start('second');
  assert.deepEqual([second.reads, second.warnings], [[1], []]);
  assert.deepEqual(second.titles(storeId, 'chair'), ['Chair']);
  assert.deepEqual(second.titles(storeId, 'lamp 1199'), first.titles(storeId, 'lamp 1199'));
  assert.equal(second.registry.find(storeId)?.reader.documentCount, productCount);
  assert.deepEqual(second.registry.size().loads, { files: 0, shared: 1, products: 0 });
});

onShop('a node takes the shared index only if much is saved', async (shop) => {
  const { storage, storeId, start } = shop;
  const { folder, remove } = indexFolder();
  try {
    const own = await start('own', folder);
    await own.follower.saveAll();
    await writeProducts(storage, storeId, lamps(0, 5, 'Chair'));
    await (await start('other')).share();
    const near = await start('own again', folder);
    assert.deepEqual([near.reads, near.titles(storeId, 'chair')?.length], [[5, 5], 5]);
    await writeProducts(storage, storeId, lamps(0, productCount, 'Sofa'));
    await writeProducts(storage, storeId, lamps(0, 1, 'Table'));
    const other = await start('another');
    await shop.sql('update shared_indexes set lease_until = 0');
    await other.share();
    const far = await start('own once more', folder);
    assert.deepEqual([far.reads, far.warnings], [[1_000, 0], []]);
    assert.deepEqual(far.titles(storeId, 'table'), ['Table 0']);
  } finally {
    remove();
  }
});

onShop('a segment that is stored is never written again', async (shop) => {
  const { storage, storeId, start, sql } = shop;
  const node = await start('node');
  await node.share();
  const pages = () => sql('select number, xmin::text from shared_segment_pages order by segment_id, number');
  const before = await pages();
  assert.ok(before.length >= 2);
  const head = await shop.shared('anybody').head(shop.identity);
  await writeProducts(storage, storeId, [{ number: 3, title: 'Chair' }]);
  await node.round();
  await node.share();
  const after = await shop.shared('anybody').head(shop.identity);
  assert.deepEqual([head?.changeNumber, after?.changeNumber], [1, 2]);
  assert.deepEqual(await pages(), before);
  assert.deepEqual((await start('second')).titles(storeId, 'chair'), ['Chair']);
});

onShop('one node saves while it changes, another once it is gone', async (shop) => {
  const { storage, storeId, start, sql, shared, identity } = shop;
  const first = await start('first');
  const second = await start('second');
  await first.share();
  const ids = await largeSegments(shop);
  await writeProducts(storage, storeId, [{ number: 3, title: 'Chair' }]);
  await second.round();
  await second.share();
  assert.equal((await shared('anybody').head(identity))?.changeNumber, 1);
  // Five minutes pass.
  await sql('update shared_indexes set lease_until = 0');
  await second.share();
  assert.equal((await shared('anybody').head(identity))?.changeNumber, 2);
  const [id] = await largeSegments(shop);
  assert.ok(id !== undefined && !ids.includes(id));
  // The first wakes up: its claim is lost, and what it knows is there.
  await first.round();
  await first.share();
  assert.deepEqual(await largeSegments(shop), [id]);
});

onShop('a damaged shared index is discarded and shared again', async (shop) => {
  const { storage, storeId, start, sql, shared, identity } = shop;
  const first = await start('first');
  await first.share();
  const lastByte = 'set_byte(content, length(content) - 9, get_byte(content, length(content) - 9) # 1)';
  await sql(`update shared_segment_pages set content = ${lastByte} where number = 1`);
  const second = await start('second');
  assert.match(second.warnings.join(), /cannot be used .* segment \d+: /);
  assert.deepEqual([second.reads, second.titles(storeId, 'lamp 17')?.[0]], [[1_000, 200], 'Lamp 17']);
  assert.equal(await shared('anybody').head(identity), null);
  // Who wrote the damaged page has it still.
  await writeProducts(storage, storeId, [{ number: 3, title: 'Chair' }]);
  await first.round();
  await first.share();
  const third = await start('third');
  assert.deepEqual([third.reads, third.warnings], [[0], []]);
  assert.deepEqual(third.titles(storeId, 'chair'), ['Chair']);
});

onShop('an index with missing pages or another history is not used', async ({ start, sql, ...shop }) => {
  await (await start('first')).share();
  await sql('update products set updated_at = updated_at + 1');
  const other = await start('other history');
  assert.match(other.warnings.join(), /has another history in the database/);
  assert.equal(await shop.shared('anybody').head(shop.identity), null);
  await sql('update shared_indexes set lease_until = 0');
  await other.share();
  await sql('delete from shared_segment_pages where number = 1');
  const late = await start('late');
  assert.match(late.warnings.join(), /pages of it are gone/);
  assert.deepEqual(late.reads, [1_000, 200]);
});

onShop('an index of other settings or version is not taken', async (shop) => {
  const { storage, storeId, start, shared, identity } = shop;
  await (await start('first')).share();
  const other = { ...identity, version: indexVersion + 1 };
  assert.equal(await shared('anybody').readHead(other), null);
  assert.deepEqual(
    (await shared('anybody').readHead({ storeId, version: indexVersion }))?.identity,
    identity,
  );
  await writeSettings(storage, storeId, { currency: 'CHF' });
  const second = await start('second');
  assert.deepEqual(second.currencies(storeId, 'lamp 17'), ['CHF']);
});

onShop('a node that loads during another’s writes shows all', async (shop) => {
  const { storage, storeId, shared } = shop;
  let isFirst = true;
  const findStore: Storage['directory']['findStore'] = async (id) => {
    const store = await storage.directory.findStore(id);
    if (!isFirst) return store;
    isFirst = false;
    await writeProducts(storage, storeId, [{ number: 3, title: 'Chair' }]);
    await (await shop.start('quick')).share();
    return store;
  };
  const late = { ...storage, directory: { ...storage.directory, findStore } };
  const node = followStores(late, { folder: null, shared: shared('late') });
  await node.follower.load(storeId);
  assert.deepEqual([node.titles(storeId, 'chair'), node.warnings], [['Chair'], []]);
  assert.equal(node.events.at(-1), '1:2');
});

onShop('pages are read as they were in the segment', async (shop) => {
  const { storage, storeId, start } = shop;
  const node = await start('node');
  await node.share();
  const [id = 0] = await largeSegments(shop);
  const segment = node.registry.find(storeId)?.segments.find((one) => one.id === id);
  const bytes = Buffer.from(segment?.data ?? new SharedArrayBuffer(0));
  const last = Math.ceil(bytes.length / pageBytes) - 1;
  const pages = await storage.sharedIndexes.readPages(storeId, id, [0, last]);
  assert.deepEqual(await Promise.all(pages?.map(unpackBytes) ?? []), [
    bytes.subarray(0, pageBytes),
    bytes.subarray(last * pageBytes),
  ]);
  assert.equal(await storage.sharedIndexes.readPages(storeId, id, [0, last + 1]), null);
});

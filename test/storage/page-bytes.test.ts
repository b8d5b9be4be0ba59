/**
 * Goal: what reads many products holds no more of them than their bytes allow, however few rows that are. Method: every
 * read of products over long ones, with the bytes of what each statement gives counted under the storage.
 */
import assert from 'node:assert/strict';
import { createStorage } from '../../server/storage/create-storage.ts';
import type { Database, Query } from '../../server/storage/database.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { productsAmong } from '../../server/storage/products-among.ts';
import { pageMaxBytes } from '../../server/storage/read-page.ts';
import type { ChangePosition } from '../../server/storage/records.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import type { Storage, StoreReader } from '../../server/storage/storage.ts';
import { type EngineContext, onBothEngines } from '../support/engines.ts';
import { productWrite, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);

/** The largest statement by the bytes of its rows, and how many there were. */
interface Watch {
  maxBytes: number;
  statements: number;
}

function bytesOf(row: unknown): number {
  const values = typeof row === 'object' && row !== null ? Object.values(row) : [];
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  );
}

function watched(query: Query, watch: Watch): Query {
  return async (asked, planning) => {
    const rows = await query(asked, planning);
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
    watch.maxBytes = Math.max(watch.maxBytes, bytes);
    watch.statements += 1;
    return rows;
  };
}

/** One more storage on the database of a test, whose statements are watched. */
async function withWatched(
  { target }: EngineContext,
  work: (storage: Storage, watch: Watch) => Promise<void>,
): Promise<void> {
  const opened = target.engine === 'sqlite' ? openSqliteDatabase(target) : openPostgresDatabase(target);
  const watch = { maxBytes: 0, statements: 0 };
  const database: Database = {
    ...opened,
    read: (id, asked, planning) => watched((query) => opened.read(id, query, planning), watch)(asked),
    transaction: (id, run, options) =>
      opened.transaction(
        id,
        (transaction) => run({ ...transaction, query: watched(transaction.query, watch) }),
        options,
      ),
  };
  const storage = createStorage(database);
  await work(storage, watch).finally(() => storage.close());
}

const idOf = (number: number) => `p${String(number).padStart(4, '0')}`;

/** Writes products from 0 on as one change each ten, each with so many bytes of attributes and as many as it was sent. */
async function writeProducts(storage: Storage, count: number, bytesEach: number): Promise<string[]> {
  await storage.directory.createStore(storeRow(), []);
  const text = '漢'.repeat(bytesEach / 3);
  const ids = Array.from({ length: count }, (_, number) => idOf(number));
  for (let start = 0; start < count; start += 10) {
    const writes = ids.slice(start, start + 10).map((id, index) =>
      productWrite(id, start + index, {
        product: { attributes: [['Text', text]] },
        raw: JSON.stringify({ text }),
      }),
    );
    await storage.write(storeId, async (writer) => {
      await writer.products.upsert(writes, start + 1);
      await writer.enrichment.enqueue(
        writes.map(({ id, sourceHash }) => ({ productId: id, sourceHash, createdAt: someTime })),
      );
    });
  }
  return ids;
}

/** Reads that go through products in the order of their changes. */
type PagedByChange = StoreReader['products']['changed'] | StoreReader['collections']['changedProducts'];

async function idsByChange(read: PagedByChange): Promise<string[][]> {
  const pages: string[][] = [];
  for (let after: ChangePosition | null = null, isMore = true; isMore; ) {
    const page: Awaited<ReturnType<PagedByChange>> = await read({
      after,
      limit: 1_000,
    });
    assert.ok(page.products.length > 0 || !page.isMore, 'a page that is not the last one goes on');
    pages.push(page.products.map(({ externalId }) => externalId));
    ({ last: after, isMore } = page);
  }
  return pages;
}

async function idsInOrder(reader: StoreReader): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<StoreReader['products']['page']>> = await reader.products.page({
      after,
      limit: 1_000,
    });
    ids.push(...page.products.map(({ externalId }) => externalId));
    after = page.next;
    if (after === null) return ids;
  }
}

async function sourcesInOrder(reader: StoreReader): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<StoreReader['phrases']['sources']>> = await reader.phrases.sources({
      after,
      limit: 1_000,
    });
    count += page.products.length;
    after = page.last;
    if (after === null) return count;
  }
}

async function dueInOrder(reader: StoreReader): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const due: Awaited<ReturnType<StoreReader['enrichment']['fresh']>> = await reader.enrichment.fresh({
      after,
      limit: 1_000,
    });
    const last = due.at(-1);
    if (last === undefined) return ids;
    ids.push(...due.map(({ product }) => product.id));
    after = last.product.id;
  }
}

onBothEngines('no page of long products goes beyond its bytes', async (context) => {
  const ids = await writeProducts(context.storage, 30, 300_000);
  await withWatched(context, async (storage, watch) => {
    const reader = storage.reader(storeId);
    for (const read of [reader.products.changed, reader.collections.changedProducts]) {
      assert.deepEqual((await idsByChange(read)).flat(), ids);
    }
    assert.deepEqual(await idsInOrder(reader), ids);
    assert.equal(await sourcesInOrder(reader), ids.length);
    assert.equal(new Set(await dueInOrder(reader)).size, ids.length);
    assert.ok(watch.maxBytes > pageMaxBytes / 2, 'pages are filled');
    assert.ok(watch.maxBytes <= pageMaxBytes, `a statement gave ${watch.maxBytes} bytes`);
  });
});

onBothEngines('a batch reads stored products page by page', async (context) => {
  const ids = await writeProducts(context.storage, 30, 300_000);
  await withWatched(context, async (storage, watch) => {
    await storage.write(storeId, async (writer) => {
      assert.deepEqual(await writer.products.damaged(ids), []);
      const among = await Array.fromAsync(productsAmong(writer, [...ids.slice(5), 'unknown']));
      assert.deepEqual(
        among.flat().map(({ externalId }) => externalId),
        ids.slice(5),
      );
    });
    assert.ok(watch.maxBytes <= pageMaxBytes, `a statement gave ${watch.maxBytes} bytes`);
  });
});

onBothEngines('a product beyond the bytes of a page is one', async ({ storage }) => {
  const ids = await writeProducts(storage, 3, pageMaxBytes + 2_000_000);
  const pages = await idsByChange(storage.reader(storeId).products.changed);
  assert.deepEqual(
    pages.filter((page) => page.length > 0),
    ids.map((id) => [id]),
  );
});

onBothEngines('usual products cost one more statement a page', async (context) => {
  await writeProducts(context.storage, 250, 300);
  await withWatched(context, async (storage, watch) => {
    await storage.reader(storeId).products.changed({ after: null, limit: 100 });
    assert.equal(watch.statements, 2);
  });
});

onBothEngines('a backup takes long rows by their bytes', async ({ storage }) => {
  const ids = await writeProducts(storage, 30, 300_000);
  const sizes: number[] = [];
  let count = 0;
  await storage.snapshot(async ({ batches }) => {
    for await (const { table, rows } of batches()) {
      sizes.push(rows.reduce((sum, row) => sum + bytesOf(row), 0));
      if (table === 'products') count += rows.length;
    }
  });
  assert.equal(count, ids.length);
  // A page ends with the row that goes beyond.
  assert.ok(Math.max(...sizes) <= pageMaxBytes + 700_000, `a batch has ${Math.max(...sizes)} bytes`);
});

import assert from 'node:assert/strict';
import { onBothEngines } from '../../test/support/engines.ts';
import { feedRow, importRun, productWrite, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import type { FeedRunDetails } from '../storage/feeds/tables.ts';
import { readCompleteness } from './completeness.ts';

const storeId = uuidOf(1);

/** The ids of runs sort by time; rows of products have the beginning of them. */
const runId = (number: number) => `01a22373-b0c${number}-7000-942b-66a0758ee092`;
const [feedRun, fileRun, batch, forgotten] = [runId(1), runId(2), runId(3), runId(4)];

const details: FeedRunDetails = {
  ...{
    id: feedRun,
    feedId: feedRow().id,
    trigger: 'schedule',
    reading: 'whole',
    forced: false,
    notModified: false,
  },
  ...{ removedRows: 0, restoredRows: 0, unidentifiedRows: 0, errorCode: null, fence: 0 },
  ...{ processedWith: null, facts: null, startedAt: null, finishedAt: null },
};

const imageUrl = 'https://shop.example/1.jpg';
/** The products of each run, by what they have: I an image, C a category, S a stock count. */
const written = [
  ...[feedRun, feedRun, feedRun, feedRun].map((run, index) => [run, ['IC', 'I', '', 'ICS'][index]] as const),
  ...([
    [fileRun, 'S'],
    [fileRun, 'CS'],
    [fileRun, 'S'],
    [batch, 'C'],
    [null, 'IC'],
    [forgotten, ''],
    [forgotten, 'I'],
  ] as const),
];

onBothEngines('gaps of each source are counted in any stretches', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
  const writes = written.map(([run, has = ''], index) =>
    productWrite(`p${(index * 7) % 11}`, index, {
      runId: run,
      product: {
        imageUrl: has.includes('I') ? imageUrl : null,
        category: has.includes('C') ? 'Home' : null,
        stockQuantity: has.includes('S') ? 3 : null,
      },
    }),
  );
  await storage.write(storeId, async (writer) => {
    await writer.feeds.insert(feedRow({ name: 'Warehouse' }));
    const runs = [
      importRun(feedRun, { source: 'feed', filename: 'An earlier name', createdAt: 1 }),
      importRun(fileRun, { source: 'csv', filename: 'spring.csv', createdAt: 2 }),
      importRun(batch, { createdAt: 3 }),
    ];
    for (const run of runs) await writer.imports.insert(run);
    await writer.feeds.insertRun(details);
    // Several changes, of which one wrote several products.
    for (const [index, write] of writes.entries())
      await writer.products.upsert([write], 1 + Math.floor(index / 3));
  });
  const sources = [
    {
      ...{ source: 'feed', name: 'Warehouse', feedId: feedRow().id, products: 4 },
      ...{
        newestImport: { id: feedRun, createdAt: 1 },
        without: { image: 1, category: 2, stock: 3, type: 4 },
      },
    },
    {
      ...{ source: 'csv', name: 'spring.csv', feedId: null, products: 3 },
      ...{
        newestImport: { id: fileRun, createdAt: 2 },
        without: { image: 3, category: 2, stock: 0, type: 3 },
      },
    },
    {
      ...{ source: 'api', name: null, feedId: null, products: 2 },
      ...{ newestImport: { id: batch, createdAt: 3 }, without: { image: 1, category: 0, stock: 2, type: 2 } },
    },
    {
      ...{ source: 'other', name: null, feedId: null, products: 2 },
      ...{ newestImport: null, without: { image: 1, category: 2, stock: 2, type: 2 } },
    },
  ];
  const reader = storage.reader(storeId);
  const most = written.length;
  for (const scan of [1, 2, 3, 5, most, 100]) {
    const bounds = { scan, products: 1_000, imports: scan };
    assert.deepEqual(await readCompleteness(reader, bounds), { products: most, isWhole: true, sources });
  }
  assert.deepEqual(await readCompleteness(reader), { products: most, isWhole: true, sources });
  const newest = await readCompleteness(reader, { scan: 2, products: 4, imports: 9 });
  assert.deepEqual([newest.products, newest.isWhole], [4, false]);
  assert.deepEqual(
    newest.sources.map(({ source, products }) => [source, products]),
    [
      ['csv', 1],
      ['api', 1],
      ['other', 2],
    ],
  );
  const none = await readCompleteness(storage.reader(uuidOf(2)));
  assert.deepEqual(none, { products: 0, isWhole: true, sources: [] });
});

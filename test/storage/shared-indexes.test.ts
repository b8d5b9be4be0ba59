/**
 * Goal: of a shared index there is the one before or the one after, whoever stores it, and its pages are there for as
 * long as anybody may read them.
 * Method: each test runs on an empty database of either kind.
 */
import assert from 'node:assert/strict';
import type { SharedIndexes } from '../../server/storage/indexes/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);
const name = { storeId, version: 'v1' };
const hourMs = 3_600_000;
const ever = { versionMs: 0, segmentMs: 0 };
const never = { versionMs: hourMs, segmentMs: hourMs };

async function begin(storage: Storage): Promise<SharedIndexes> {
  await storage.directory.createStore(storeRow(), []);
  return storage.sharedIndexes;
}

function page(number: number, length = 3) {
  return { number, content: new Uint8Array(length).fill(number + 1) };
}

const owner = (id: string, leaseMs = hourMs) => ({ owner: id, leaseMs });

/** Claims, writes one segment of two pages for each id, and publishes. */
async function store(
  shared: SharedIndexes,
  changeNumber: number,
  segmentIds: readonly number[],
  { as = owner('a'), version = 'v1' } = {},
): Promise<boolean> {
  const whose = { storeId, version };
  if (!(await shared.claim(whose, { ...as, changeNumber }))) return false;
  for (const id of segmentIds) await shared.writePages(whose, id, [page(0), page(1)]);
  const manifest = Uint8Array.of(changeNumber);
  return await shared.publish(
    whose,
    { changeNumber, manifest, segments: segmentIds.map((id) => ({ id, pageCount: 2 })) },
    as,
  );
}

async function pagesOf(shared: SharedIndexes, segmentId: number, numbers = [0, 1]) {
  const pages = await shared.readPages(storeId, segmentId, numbers);
  return pages?.map((bytes) => [...bytes]) ?? null;
}

const bothPages = [
  [1, 1, 1],
  [2, 2, 2],
];

onBothEngines('a shared index is found once published, not before', async ({ storage }) => {
  const shared = await begin(storage);
  assert.equal(await shared.find(name), null);
  assert.equal(await shared.claim(name, { ...owner('a'), changeNumber: 5 }), true);
  await shared.writePages(name, 7, [page(0), page(1)]);
  assert.equal(await shared.head(name), null);
  assert.deepEqual(await shared.namedSegments(storeId, [7]), new Set());
  const index = { changeNumber: 5, manifest: Uint8Array.of(9, 8), segments: [{ id: 7, pageCount: 2 }] };
  assert.equal(await shared.publish(name, index, owner('a')), true);
  const found = await shared.find(name);
  assert.deepEqual([found?.changeNumber, [...(found?.manifest ?? [])]], [5, [9, 8]]);
  assert.equal((await shared.head(name))?.savedAt, found?.savedAt);
  assert.deepEqual(await shared.namedSegments(storeId, [6, 7]), new Set([7]));
  assert.deepEqual(await pagesOf(shared, 7), bothPages);
});

onBothEngines('pages come in order, or not at all if one is gone', async ({ storage }) => {
  const shared = await begin(storage);
  const pages = Array.from({ length: 70 }, (_, number) => page(number, number * 1_000));
  await shared.writePages(name, 2 ** 53 - 1, pages.toReversed());
  // Once more, as after a crash.
  await shared.writePages(name, 2 ** 53 - 1, pages);
  const numbers = pages.map(({ number }) => number);
  const read = await shared.readPages(storeId, 2 ** 53 - 1, numbers);
  assert.deepEqual(
    read?.map((bytes) => Buffer.from(bytes)),
    pages.map(({ content }) => Buffer.from(content)),
  );
  assert.deepEqual(await pagesOf(shared, 2 ** 53 - 1, [1]), [Array.from({ length: 1_000 }, () => 2)]);
  assert.equal(await pagesOf(shared, 2 ** 53 - 1, [1, 70]), null);
  assert.equal(await pagesOf(shared, 1), null);
});

onBothEngines('only the holder of the claim stores', async ({ storage }) => {
  const shared = await begin(storage);
  assert.equal(await store(shared, 5, [1]), true);
  assert.equal(await store(shared, 6, [2], { as: owner('b') }), false);
  assert.equal(await store(shared, 7, [3]), true, 'its holder does');
  assert.equal(await store(shared, 8, [3], { as: owner('a', 0) }), true, 'and gives it back');
  assert.equal(await store(shared, 9, [4], { as: owner('b') }), true);
  // It woke up late: the claim is another one's.
  const late = { changeNumber: 10, manifest: Uint8Array.of(1), segments: [] };
  assert.equal(await shared.publish(name, late, owner('a')), false);
  assert.equal((await shared.head(name))?.changeNumber, 9);
});

onBothEngines('an index no newer than the stored one is not stored', async ({ storage }) => {
  const shared = await begin(storage);
  await store(shared, 5, [1]);
  assert.equal(await store(shared, 4, [2]), false);
  assert.equal(await store(shared, 5, [3], { as: owner('a', 0) }), true, 'one that was merged meanwhile');
  assert.equal(await store(shared, 5, [2], { as: owner('b') }), false, 'another one as good');
  assert.equal(await store(shared, 6, [2], { as: owner('b') }), true);
});

onBothEngines('segments outlive the last manifest that named them', async ({ storage }) => {
  const shared = await begin(storage);
  await store(shared, 5, [1, 2]);
  await store(shared, 6, [2, 3]);
  assert.deepEqual(await shared.namedSegments(storeId, [1, 2, 3]), new Set([2, 3]));
  assert.equal(await shared.prune(name, never), false);
  assert.deepEqual(await pagesOf(shared, 1), bothPages);
  assert.equal(await shared.prune(name, ever), true);
  assert.equal(await pagesOf(shared, 1), null);
  assert.deepEqual(await pagesOf(shared, 2), bothPages);
  assert.deepEqual(await pagesOf(shared, 3), bothPages);
});

onBothEngines('half-written segments after a crash are removed and written again', async ({ storage }) => {
  const shared = await begin(storage);
  await shared.claim(name, { ...owner('a'), changeNumber: 5 });
  await shared.writePages(name, 1, [page(0)]);
  await shared.prune(name, ever);
  assert.equal(await pagesOf(shared, 1, [0]), null);
  const half = { changeNumber: 5, manifest: Uint8Array.of(1), segments: [{ id: 1, pageCount: 1 }] };
  assert.equal(await shared.publish(name, half, owner('a')), false);
  assert.equal(await shared.head(name), null);
  assert.equal(await store(shared, 5, [1]), true);
  assert.deepEqual(await pagesOf(shared, 1), bothPages);
});

onBothEngines('two program versions each keep an index until disused', async ({ storage }) => {
  const shared = await begin(storage);
  await store(shared, 5, [1], { as: owner('old', 0) });
  await store(shared, 6, [2], { as: owner('new'), version: 'v2' });
  await shared.prune({ storeId, version: 'v2' }, { versionMs: hourMs, segmentMs: 0 });
  assert.equal((await shared.head(name))?.changeNumber, 5);
  assert.deepEqual(await pagesOf(shared, 1), bothPages);
  await shared.prune({ storeId, version: 'v2' }, ever);
  assert.equal(await shared.head(name), null);
  assert.equal(await pagesOf(shared, 1), null);
  assert.deepEqual(await pagesOf(shared, 2), bothPages);
});

onBothEngines('a discarded index goes, and its successor stays', async ({ storage }) => {
  const shared = await begin(storage);
  await store(shared, 5, [1]);
  const first = (await shared.head(name)) ?? assert.fail('nothing is stored');
  await store(shared, 6, [2]);
  await shared.discard(name, first);
  const second = (await shared.head(name)) ?? assert.fail('the successor is gone');
  assert.equal(second.changeNumber, 6);
  await shared.discard(name, { ...first, savedAt: second.savedAt });
  assert.notEqual(await shared.head(name), null, 'the same moment is not the same index');
  await shared.discard(name, second);
  assert.equal(await shared.find(name), null);
  assert.deepEqual(await shared.namedSegments(storeId, [2]), new Set());
  assert.equal(await store(shared, 5, [3]), true, 'one that goes less far may follow');
});

onBothEngines('a backup holds no shared indexes', async ({ storage }) => {
  const shared = await begin(storage);
  await store(shared, 5, [1]);
  const tables = await storage.snapshot(async ({ batches }) => {
    const names = new Set<string>();
    for await (const batch of batches()) names.add(batch.table);
    return names;
  });
  assert.ok(tables.has('stores'));
  assert.deepEqual(
    [...tables].filter((table) => table.startsWith('shared_')),
    [],
  );
});

/**
 * Goal: indexes whose large segments stay in PostgreSQL answer as those in memory do, whatever becomes of their pages.
 * Method: followers on one database, as nodes would be, whose stored pages are replaced, damaged, taken away and given back.
 */
import assert from 'node:assert/strict';
import { type Autocomplete, createAutocomplete } from '../../server/autocomplete/answering/autocomplete.ts';
import { PageFetching } from '../../server/autocomplete/answering/page-fetching.ts';
import { indexVersion } from '../../server/autocomplete/changes/to-document.ts';
import { type IndexIdentity, manifestVersion } from '../../server/index-files/index-manifest.ts';
import { createSharedIndexFiles } from '../../server/index-files/shared-index-files.ts';
import { missingPages } from '../../server/search/paged-segments.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createFairQueue } from '../../server/threads/fairness/fair-queue.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onPostgres } from '../support/engines.ts';
import {
  createNumberedStore,
  type FollowedStores,
  followStores,
  holdReads,
  lamps,
  titlesOf,
  writeProducts,
} from '../support/followed-stores.ts';
import { readRules } from '../support/read-rules.ts';
import { someTime } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const mebibyte = 1024 * 1024;

/** Enough for segments of which some pages are not always there. */
const lampCount = 3_000;

interface Node extends FollowedStores {
  readonly autocomplete: Autocomplete;
  /** Titles found, the pages for them fetched. */
  ask(storeId: string, query: string): Promise<string[]>;
  /** Bytes of the index in memory. */
  resident(): number;
}

/** A node, loaded. */
async function startNode(
  storage: Storage,
  owner: string,
  { memoryMaxBytes = 2 ** 30, ownMaxBytes = 2 ** 30 } = {},
): Promise<Node> {
  const paging = { segmentMinBytes: 128 * 1024, ownMaxBytes };
  const shared = createSharedIndexFiles(storage.sharedIndexes, owner, {
    pagedMinBytes: paging.segmentMinBytes,
  });
  const stores = followStores(storage, { folder: null, memoryMaxBytes, shared, paging });
  const pages = new PageFetching({
    fetch: (storeId, missing) => shared.fetch(storeId, missing),
    atOnce: 1,
    turns: createFairQueue(1),
    lost: (storeId, segmentId) => stores.follower.noteLostPages(storeId, segmentId),
  });
  const autocomplete = createAutocomplete(stores.registry, createDrivenClock(), { pages });
  await stores.round();
  return {
    ...stores,
    autocomplete,
    async ask(storeId, query) {
      const find = () => autocomplete.find({ storeId, query, limit: 20 });
      return titlesOf((await autocomplete.whole(storeId, find))?.result);
    },
    resident: () => stores.registry.size().bytes,
  };
}

/** What nodes answer is what an index in memory answers. */
async function assertAnswers(storage: Storage, storeId: string, nodes: readonly Node[]): Promise<void> {
  const memory = followStores(storage, { folder: null });
  await memory.round();
  for (const query of ['lamp', 'lamp 17', 'lamp 1999', 'chair', 'chair lamp', 'lanp 12', 'sofa 3']) {
    for (const node of nodes)
      assert.deepEqual(await node.ask(storeId, query), memory.titles(storeId, query), query);
  }
}

/** Stores what is due, and holds by pages what is stored. */
async function shareAndFollow(node: Node): Promise<void> {
  await node.share();
  await followStored(node);
}

async function followStored({ follower }: Node): Promise<void> {
  follower.followStored();
  await follower.settled();
}

/** Titles long enough that a few thousand of them are many pages; all begin with what they are and their number. */
function longLamps(from: number, count: number, title = 'Lamp') {
  const words = Array.from({ length: 300 }, (_, place) => `word${place.toString(36)}`);
  return lamps(from, count, title).map((lamp) => {
    const tail = Array.from(
      { length: 24 },
      (_, place) => words[(lamp.number * 7 + place * place) % words.length],
    );
    return { ...lamp, title: `${lamp.title} ${tail.join(' ')}` };
  });
}

function onLamps(title: string, run: (storage: Storage, storeId: string) => Promise<void>): void {
  onPostgres(title, async ({ storage }) => {
    const storeId = await createNumberedStore(storage, 1);
    await writeProducts(storage, storeId, longLamps(0, lampCount));
    await run(storage, storeId);
  });
}

onLamps('a stored index is paged in on demand and released', async (storage, storeId) => {
  const node = await startNode(storage, 'node');
  const whole = node.resident();
  await shareAndFollow(node);
  const bare = node.resident();
  assert.ok(bare * 2 < whole, `${bare} of ${whole} bytes`);
  const query = { storeId, query: 'lamp 17', limit: 5, explain: false };
  assert.equal(node.autocomplete.answerAtOnce(query), undefined);
  await assertAnswers(storage, storeId, [node]);
  assert.ok(node.resident() > bare);
  assert.notEqual(node.autocomplete.answerAtOnce(query), undefined);
  const small = await startNode(storage, 'small', { memoryMaxBytes: bare });
  assert.equal(small.resident(), bare);
  await fetchOnePage(storage, storeId, small);
  small.follower.keepBound();
  assert.ok(small.resident() > bare, 'a page is not worth a copy of the others');
  await assertAnswers(storage, storeId, [small]);
  small.follower.keepBound();
  assert.equal(small.resident(), bare);
  await assertAnswers(storage, storeId, [small]);
});

async function fetchOnePage(storage: Storage, storeId: string, { registry }: Node): Promise<void> {
  const [segment] = registry.find(storeId)?.segments ?? [];
  assert.ok(segment);
  const missing = missingPages(segment);
  const fetched = { ...missing, numbers: missing.numbers.slice(0, 1) };
  assert.equal(await createSharedIndexFiles(storage.sharedIndexes, 'other').fetch(storeId, fetched), null);
}

onLamps('the node that stores an index merges it, others follow', async (storage, storeId) => {
  const first = await startNode(storage, 'first');
  await shareAndFollow(first);
  const second = await startNode(storage, 'second');
  // More than half of the stored segment is dead: it is to be rewritten, by one of them.
  await writeProducts(storage, storeId, longLamps(0, lampCount - 500, 'Chair'));
  for (const node of [first, second]) await node.round();
  const segments = () => first.registry.find(storeId)?.segments ?? [];
  await waitUntil('the merge', () => segments().every(({ pages }) => pages === undefined));
  await assertAnswers(storage, storeId, [first, second]);
  await first.round();
  await shareAndFollow(first);
  await writeProducts(storage, storeId, [{ number: 3, title: 'Sofa 3' }]);
  assert.equal(second.events.length, 2);
  await followStored(second);
  assert.equal(second.events.length, 3, 'the rewritten segment took the place of the other one');
  for (const node of [first, second]) await node.round();
  assert.deepEqual(await second.ask(storeId, 'sofa'), ['Sofa 3']);
  await assertAnswers(storage, storeId, [first, second]);
  assert.deepEqual([...first.warnings, ...second.warnings], []);
});

onLamps('a node that holds much in memory takes a stored index', async (storage, storeId) => {
  const first = await startNode(storage, 'first');
  const second = await startNode(storage, 'second', { ownMaxBytes: mebibyte });
  const whole = second.resident();
  await followStored(second);
  assert.equal(second.resident(), whole);
  await shareAndFollow(first);
  await followStored(second);
  assert.equal(second.resident(), first.resident());
  await assertAnswers(storage, storeId, [second]);
});

onLamps('an index reopened during a read shows its products', async (storage, storeId) => {
  const first = await startNode(storage, 'first');
  const held = holdReads(storage, storeId);
  let lookUps = 0;
  const findStore = async (id: string) => {
    const store = await storage.directory.findStore(id);
    lookUps += 1;
    return store;
  };
  const directory = { ...storage.directory, findStore };
  const second = await startNode({ ...held.storage, directory }, 'second', { ownMaxBytes: mebibyte });
  await shareAndFollow(first);
  await writeProducts(storage, storeId, [{ number: 3, title: 'Sofa 3' }]);
  held.hold();
  const before = lookUps;
  const following = second.follower.follow(storeId);
  await waitUntil('the read', () => lookUps > before);
  second.follower.followStored();
  await waitUntil('the look at what is stored', () => lookUps > before + 1);
  held.letGo();
  await following;
  await second.follower.settled();
  assert.equal(second.registry.changes().get(storeId), 2);
  assert.ok(second.resident() < first.bytes());
  await assertAnswers(storage, storeId, [second]);
});

onLamps('pages count as memory after an index was reopened', async (storage, storeId) => {
  const first = await startNode(storage, 'first');
  await shareAndFollow(first);
  const second = await startNode(storage, 'second', { ownMaxBytes: 0 });
  const bare = second.resident();
  await assertAnswers(storage, storeId, [second]);
  const asked = second.resident();
  await writeProducts(storage, storeId, [{ number: lampCount, title: 'Sofa 3' }]);
  for (const node of [first, second]) await node.round();
  await shareAndFollow(first);
  await followStored(second);
  assert.equal(second.events.length, 3, 'it was begun anew');
  await assertAnswers(storage, storeId, [second]);
  assert.ok(bare < asked && asked <= second.resident(), `${bare}, ${asked}, ${second.resident()} bytes`);
});

onLamps('a reopened index knows the products that rules name', async (storage, storeId) => {
  const [first, second] = [
    await startNode(storage, 'first'),
    await startNode(storage, 'second', { ownMaxBytes: mebibyte }),
  ];
  const rules = readRules([{ query: 'lamp', match: 'exact', pins: [`p${lampCount}`] }], () => 'one');
  await storage.write(storeId, async (writer) => {
    const changeNumber = writer.store.changeNumber + 1;
    await writer.merchandising.replace({ rules, changeNumber, updatedAt: changeNumber });
    await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  });
  const pinned = () => second.registry.find(storeId)?.rules?.find('lamp', 0)?.pins.length;
  await second.round();
  assert.equal(pinned(), 0);
  await writeProducts(storage, storeId, [{ number: lampCount, title: 'Sofa 3' }]);
  await first.round();
  await shareAndFollow(first);
  await followStored(second);
  assert.equal(pinned(), 1);
});

onLamps('a damaged page fails once, and the index is renewed', async (storage, storeId) => {
  const node = await startNode(storage, 'node');
  const shared = createSharedIndexFiles(storage.sharedIndexes, 'other');
  await shareAndFollow(node);
  await damagePages(storage, storeId, node);
  await assert.rejects(node.ask(storeId, 'lamp 17'), { code: 'unavailable' });
  await node.follower.settled();
  assert.equal(await shared.head(identityOf(storeId)), null);
  const told = /^pages of segment \d+ of the shared index of store \S+ are gone or damaged/;
  assert.match(node.warnings.splice(0).join('\n'), told);
  await assertAnswers(storage, storeId, [node]);
  await shareAndFollow(node);
  await damagePages(storage, storeId, node);
  await writeProducts(storage, storeId, longLamps(0, lampCount - 500, 'Chair'));
  await node.round();
  await waitUntil('the merge that fails', () => node.warnings.some((warning) => !told.test(warning)));
  await node.follower.settled();
  assert.equal(await shared.head(identityOf(storeId)), null);
  await assertAnswers(storage, storeId, [node]);
});

/** All pages of its segment. */
async function damagePages(storage: Storage, storeId: string, { registry }: Node): Promise<void> {
  const [segment] = registry.find(storeId)?.segments ?? [];
  assert.ok(segment?.pages);
  const pages = Array.from(new Uint8Array(segment.pages.there).keys(), (number) => ({
    number,
    content: Buffer.from('damaged'),
  }));
  const name = { storeId, version: manifestVersion(identityOf(storeId)) };
  await storage.sharedIndexes.writePages(name, segment.id, pages);
}

function identityOf(storeId: string): IndexIdentity {
  return { storeId, createdAt: someTime, locale: 'en', currency: 'USD', version: indexVersion };
}

onLamps('one node rebuilds an abandoned index while others go on', async (storage, storeId) => {
  const first = await startNode(storage, 'first');
  await shareAndFollow(first);
  const second = await startNode(storage, 'second');
  const shared = createSharedIndexFiles(storage.sharedIndexes, 'third');
  await shared.find(identityOf(storeId));
  await shared.discard(storeId);
  for (const node of [first, second]) await followStored(node);
  const isPaged = ({ registry }: Node) =>
    registry.find(storeId)?.segments.every(({ pages }) => pages !== undefined);
  assert.deepEqual([first, second].map(isPaged), [false, true]);
  await assertAnswers(storage, storeId, [second]);
  second.clock.advanceMs(8 * 60_000);
  await followStored(second);
  assert.equal(isPaged(second), false);
});

onLamps('an index paged during its save is not saved again', async (storage, storeId) => {
  let save = Promise.withResolvers<void>();
  save.resolve();
  let saves = 0;
  const publish: Storage['sharedIndexes']['publish'] = async (...index) => {
    saves += 1;
    await save.promise;
    return await storage.sharedIndexes.publish(...index);
  };
  const sharedIndexes = { ...storage.sharedIndexes, publish };
  const node = await startNode({ ...storage, sharedIndexes }, 'node');
  await node.share();
  await writeProducts(storage, storeId, [{ number: 3, title: 'Sofa 3' }]);
  await node.round();
  save = Promise.withResolvers();
  const sharing = node.share();
  await waitUntil('the second save', () => saves === 2);
  const whole = node.resident();
  await followStored(node);
  assert.ok(node.resident() < whole);
  save.resolve();
  await sharing;
  await node.share();
  assert.equal(saves, 2);
});

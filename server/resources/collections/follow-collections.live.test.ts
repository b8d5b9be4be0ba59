/**
 * Goal: after any sequence of writes, new rules and restarts, the members of every collection are those that a plain
 * filter over the products finds. Method: random worlds on both databases, each compared after its follower came to the
 * end, and followers that work at the same time.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import type { CollectionRules, CollectionSort } from '../../../contract/words/collections.ts';
import { callCollections } from '../../../test/support/call-operation.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { type EngineContext, onAnyEngine, onBothEngines } from '../../../test/support/engines.ts';
import { type IngestShop, openIngestShop } from '../../../test/support/ingest-shop.ts';
import { makeProduct } from '../../../test/support/make-product.ts';
import {
  byStockAndPrice,
  collectionRules,
  isMember,
  rowFields,
} from '../../../test/support/naive-collections.ts';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import { dayMs } from '../../clock.ts';
import type { CollectionMember, MemberPlace } from '../../storage/collections/tables.ts';
import type { Storage } from '../../storage/storage.ts';
import { updateSettings } from '../../stores/update-settings.ts';
import { findAnswering, readState } from './collection-state.ts';
import { followCollections } from './follow-collections.ts';

const none: CollectionRules = {
  match: 'all',
  conditions: [{ field: 'title', op: 'contains', value: 'nothing holds this' }],
};
const all: CollectionRules = { match: 'any', conditions: [{ field: 'age_days', op: 'at_least', value: 0 }] };

interface World {
  readonly storage: Storage;
  readonly shop: IngestShop;
  readonly changes: ReturnType<typeof callCollections>;
  /** Runs one round; true if nothing was left to do. */
  round(storage?: Storage): Promise<boolean>;
  follow(): Promise<void>;
}

async function openWorld(
  { storage }: Pick<EngineContext, 'storage'>,
  productsPerStep: number = limits.collectionProductsPerStep,
): Promise<World> {
  const shop = await openIngestShop(storage);
  const changes = callCollections(storage, shop.environment);
  const dependencies = {
    clock: shop.clock,
    productsPerStep,
    inTurn: <R>(_: string, task: () => Promise<R>) => task(),
  };
  async function round(via = storage): Promise<boolean> {
    const [due] = await via.directory.storesToCollect();
    return due === undefined || (await followCollections(via, due, dependencies));
  }
  return {
    ...{ storage, shop, changes, round },
    async follow() {
      for (let rounds = 0; !(await round()); rounds += 1)
        assert.ok(rounds < 1_000, 'it never comes to the end');
      assert.deepEqual(await storage.directory.storesToCollect(), []);
    },
  };
}

async function membersOf(
  { storage, shop }: World,
  slug: string,
  sort: CollectionSort = 'title',
  pageSize = 3,
): Promise<CollectionMember[]> {
  const reader = storage.reader(shop.storeId);
  const collection = await reader.collections.find(slug);
  assert.ok(collection !== null);
  const generation = findAnswering(await reader.collections.generations(collection.id));
  assert.ok(generation !== null);
  const now = shop.clock.nowMicros();
  const members: CollectionMember[] = [];
  for (let after: MemberPlace | null = null; ; ) {
    const about = { generation: generation.number, memberCount: generation.memberCount, sort, now };
    const page: CollectionMember[] = await reader.collections.members({ ...about, after, limit: pageSize });
    members.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return members;
    after = last.place;
  }
}

async function assertMembers(world: World): Promise<number> {
  const { storage, shop } = world;
  const reader = storage.reader(shop.storeId);
  const { products } = await reader.products.page({ after: null, limit: 500 });
  const { currency: storeCurrency } = await shop.store();
  let count = 0;
  for (const collection of (await reader.collections.list()).values) {
    const members = await membersOf(world, collection.slug);
    const now = shop.clock.nowMicros();
    const expected = products.filter((product) =>
      isMember(collection.rules, product, { storeCurrency, now }),
    );
    assert.deepEqual(
      members.map(({ product }) => product.externalId).toSorted(),
      expected.map(({ externalId }) => externalId).toSorted(),
      JSON.stringify(collection.rules),
    );
    const dearest = await membersOf(world, collection.slug, 'price_desc');
    const prices = dearest.map(({ product: { inStock, price } }) => [inStock, Number(price)] as const);
    assert.deepEqual(
      prices,
      prices.toSorted(byStockAndPrice),
      'members stand where their prices of now belong',
    );
    const state = await readState(reader, collection, now);
    assert.deepEqual([state.productCount, state.isBuilding], [expected.length, false]);
    count += expected.length;
  }
  const generations = await reader.collections.generations();
  assert.ok(generations.every(({ state }) => state === 'live'));
  return count;
}

const ids = Array.from({ length: 14 }, (_, number) => `p${number}`);
const slugs = ['a', 'b', 'c'];
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      put: fc.array(fc.tuple(fc.constantFrom(...ids), rowFields), { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ remove: fc.constantFrom(...ids) }) },
  { weight: 3, arbitrary: fc.record({ rules: collectionRules, of: fc.constantFrom(...slugs) }) },
  { weight: 1, arbitrary: fc.record({ drop: fc.constantFrom(...slugs) }) },
  { weight: 4, arbitrary: fc.record({ rounds: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ currency: fc.constantFrom('USD', 'EUR') }) },
  { weight: 1, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 2 }) }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

async function act(world: World, step: Action): Promise<void> {
  const { storage, shop, changes, round } = world;
  const place = { storeId: shop.storeId, actor: null };
  if ('put' in step) {
    const rows = new Map(step.put.map(([id, fields]) => [id, makeProduct(id, fields)]));
    await shop.importRows([...rows.values()]);
  } else if ('remove' in step) {
    if ((await storage.reader(shop.storeId).products.find(step.remove)) !== null)
      await shop.remove(step.remove);
  } else if ('rules' in step) {
    const body = { rules: step.rules };
    const isKnown = (await storage.reader(shop.storeId).collections.find(step.of)) !== null;
    if (isKnown) await changes('updateCollection', { ...place, params: { slug: step.of }, body });
    else await changes('createCollection', { ...place, body: { ...body, title: step.of, slug: step.of } });
  } else if ('drop' in step) {
    if ((await storage.reader(shop.storeId).collections.find(step.drop)) !== null)
      await changes('deleteCollection', { ...place, params: { slug: step.drop } });
  } else if ('currency' in step) {
    await updateSettings(storage, shop.clock, { ...place, currency: step.currency });
  } else if ('days' in step) {
    shop.clock.advanceMs(step.days * dayMs);
  } else {
    for (let left = step.rounds; left > 0; left -= 1) await round();
  }
}

onBothEngines('members match a plain filter after any writes and interruptions', async (context) => {
  const world = await openWorld(context, 3);
  // Of an empty catalog, few of the random rules would have members.
  await act(world, { put: ids.map((id) => [id, { title: 'Lamp', price: '5' }]) });
  let met = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      for (const step of actions) await act(world, step);
      await world.follow();
      met += await assertMembers(world);
      // The next one begins where this one ended: a store lives long.
    }),
    { numRuns: caseCount(40), endOnFailure: true },
  );
  assert.ok(met > 10, `only ${met} members were compared`);
});

onBothEngines('two followers at the same time do each step once', async (context) => {
  const world = await openWorld(context);
  const { storage, shop, changes } = world;
  const place = { storeId: shop.storeId, actor: null };
  for (const slug of slugs)
    await changes('createCollection', { ...place, body: { title: slug, slug, rules: all } });
  const count = limits.collectionProductsPerStep * 2 + 7;
  await shop.importRows(Array.from({ length: count }, (_, number) => makeProduct(`p${number}`)));
  const other = await context.openAnother();
  for (let isDone = false; !isDone; ) {
    const [mine, theirs] = await Promise.all([world.round(), world.round(other)]);
    isDone = mine && theirs;
  }
  for (const slug of slugs) {
    const members = await membersOf(world, slug, 'title', 400);
    assert.equal(new Set(members.map(({ product }) => product.id)).size, count);
    assert.equal(members.length, count);
  }
  const generations = await storage.reader(shop.storeId).collections.generations();
  assert.ok(generations.every(({ memberCount }) => memberCount === count));
});

onBothEngines('old rules answer until new ones have seen every product', async (context) => {
  const world = await openWorld(context);
  const { shop, changes } = world;
  const place = { storeId: shop.storeId, actor: null };
  const count = limits.collectionProductsPerStep * 2;
  await shop.importRows(Array.from({ length: count }, (_, number) => makeProduct(`p${number}`)));
  await changes('createCollection', { ...place, body: { title: 'A', slug: 'a', rules: all } });
  await world.follow();
  await changes('updateCollection', { ...place, params: { slug: 'a' }, body: { rules: none } });
  await shop.importRows([makeProduct('new')]);
  const seen: number[] = [];
  for (let isDone = false; !isDone; ) {
    isDone = await world.round();
    seen.push((await membersOf(world, 'a', 'title', 400)).length);
  }
  assert.ok(seen.length >= 3);
  // What came meanwhile is there at once, under the old rules; then all goes at the same moment.
  assert.deepEqual([...new Set(seen)], [count + 1, 0]);
  await assertMembers(world);
});

onAnyEngine('many collections are followed in as few steps as one', async (context) => {
  const world = await openWorld(context);
  const { shop, changes } = world;
  const place = { storeId: shop.storeId, actor: null };
  const of = (number: number) => ({
    match: 'all',
    conditions: [{ field: 'title', op: 'is', value: `Title of p${number}` }],
  });
  for (let number = 0; number < 100; number += 1)
    await changes('createCollection', { ...place, body: { title: `C ${number}`, rules: of(number) } });
  await world.follow();
  const count = limits.collectionProductsPerStep * 2 - 1;
  await shop.importRows(Array.from({ length: count }, (_, number) => makeProduct(`p${number}`)));
  let rounds = 1;
  while (!(await world.round())) rounds += 1;
  assert.equal(rounds, 2);
  assert.equal((await membersOf(world, 'c-99')).length, 1);
});

onAnyEngine('a step ends where it would write too many places', async (context) => {
  const world = await openWorld(context);
  const { storage, shop, changes } = world;
  const place = { storeId: shop.storeId, actor: null };
  const collections = limits.collectionsBuiltTogether - 1;
  const count = limits.collectionProductsPerStep - 1;
  await shop.importRows(Array.from({ length: count }, (_, number) => makeProduct(`p${number}`)));
  for (let number = 0; number < collections; number += 1)
    await changes('createCollection', { ...place, body: { title: `C ${number}`, rules: all } });
  const counts: number[] = [];
  for (let isDone = false; !isDone; ) {
    isDone = await world.round();
    const generations = await storage.reader(shop.storeId).collections.generations();
    counts.push(generations.reduce((sum, { memberCount }) => sum + memberCount, 0));
  }
  assert.equal(counts.at(-1), collections * count);
  for (const [index, sum] of counts.entries())
    assert.ok(sum - (counts[index - 1] ?? 0) < 2 * limits.collectionPlacesPerStep, counts.join());
  await assertMembers(world);
});

onBothEngines('the first collection made is ready first', async (context) => {
  const world = await openWorld(context, 10);
  const { storage, shop, changes } = world;
  const place = { storeId: shop.storeId, actor: null };
  const statesOf = async () =>
    (await storage.reader(shop.storeId).collections.generations()).map(({ state }) => state);
  await shop.importRows(Array.from({ length: 35 }, (_, number) => makeProduct(`p${number}`)));
  const make = (title: string) => changes('createCollection', { ...place, body: { title, rules: all } });
  await make('First');
  await world.round();
  for (let number = 0; number < limits.collectionsBuiltTogether + 2; number += 1) await make(`C ${number}`);
  const seen: number[] = [];
  for (let isDone = false; !isDone; ) {
    isDone = await world.round();
    await shop.put(`new${seen.length}`, makeProduct(`new${seen.length}`));
    seen.push((await statesOf()).filter((state) => state === 'live').length);
    if (seen.at(-1) === limits.collectionsBuiltTogether + 3) break;
  }
  assert.deepEqual(
    [...new Set(seen)].filter((count) => count > 0),
    [1, limits.collectionsBuiltTogether + 1, limits.collectionsBuiltTogether + 3],
  );
  await world.follow();
  await assertMembers(world);
});

onBothEngines('pages of every order hold members once, in stock first', async (context) => {
  const world = await openWorld(context);
  const { shop, changes } = world;
  const rows = Array.from({ length: 20 }, (_, number) =>
    makeProduct(`p${number}`, {
      title: `Lamp ${number % 4}`,
      price: `${(number * 7) % 5}.${number % 3}01`,
      in_stock: number % 3 !== 0,
    }),
  );
  for (let start = 0; start < rows.length; start += 5) await shop.importRows(rows.slice(start, start + 5));
  const body = { title: 'A', slug: 'a', rules: all };
  await changes('createCollection', { storeId: shop.storeId, body });
  await world.follow();
  const sorts = ['title', 'newest', 'price_asc', 'price_desc'] as const;
  for (const sort of sorts) {
    const members = await membersOf(world, 'a', sort);
    assert.equal(new Set(members.map(({ product }) => product.id)).size, 20);
    const keys = members.map(({ product, place: { key } }) => ({ inStock: product.inStock, key }));
    const way = sort === 'newest' || sort === 'price_desc' ? -1 : 1;
    for (const [index, { inStock, key }] of keys.entries()) {
      const before = keys[index - 1];
      if (before === undefined) continue;
      const isOrdered =
        before.inStock === inStock
          ? (key >= before.key ? 1 : -1) * way >= 0 || key === before.key
          : before.inStock;
      assert.ok(isOrdered, `${sort}: ${JSON.stringify(keys)}`);
    }
  }
});

onBothEngines('a page continues while members come and go', async (context) => {
  const world = await openWorld(context);
  const { storage, shop, changes } = world;
  const put = (id: string, title: string) => shop.put(id, { ...makeProduct(id, { title }) });
  for (const letter of 'bdfhj') await put(letter, `Lamp ${letter}`);
  const body = { title: 'A', slug: 'a', rules: all };
  await changes('createCollection', { storeId: shop.storeId, body });
  await world.follow();
  const reader = storage.reader(shop.storeId);
  const [generation] = await reader.collections.generations();
  assert.ok(generation !== undefined);
  const { number, memberCount } = generation;
  const about = { generation: number, memberCount, sort: 'title', limit: 2 } as const;
  const read = (after: MemberPlace | null) =>
    reader.collections.members({ ...about, after, now: shop.clock.nowMicros() });
  const first = await read(null);
  // Before the place, behind it, and the product of the place itself.
  await put('a', 'Lamp a');
  await put('e', 'Lamp e');
  await put('d', 'Lamp z');
  await world.follow();
  const second = await read(first.at(-1)?.place ?? null);
  const third = await read(second.at(-1)?.place ?? null);
  const idsOf = (page: readonly CollectionMember[]) => page.map(({ product }) => product.externalId);
  assert.deepEqual(
    [idsOf(first), idsOf(second), idsOf(third)],
    [
      ['b', 'd'],
      ['e', 'f'],
      ['h', 'j'],
    ],
  );
});

onBothEngines('a deleted collection leaves nothing behind, in small steps', async (context) => {
  const world = await openWorld(context);
  const { storage, shop, changes } = world;
  const place = { storeId: shop.storeId, actor: null };
  const count = limits.collectionProductsPerStep + 20;
  await shop.importRows(Array.from({ length: count }, (_, number) => makeProduct(`p${number}`)));
  await changes('createCollection', { ...place, body: { title: 'A', slug: 'a', rules: all } });
  await world.follow();
  await changes('deleteCollection', { ...place, params: { slug: 'a' } });
  const reader = storage.reader(shop.storeId);
  const products = (await reader.products.page({ after: null, limit: 500 })).products.map(({ id }) => id);
  assert.equal((await reader.collections.memberships(products)).length, 500);
  await world.round();
  assert.equal((await reader.collections.generations()).length, 1);
  await world.follow();
  assert.deepEqual(await reader.collections.generations(), []);
  assert.deepEqual(await reader.collections.memberships(products), []);
  assert.equal((await reader.products.page({ after: null, limit: 1 })).products[0]?.externalId, 'p0');
});

onBothEngines('members of one store are never those of another', async (context) => {
  const world = await openWorld(context);
  const { storage, shop, changes } = world;
  await shop.importRows([makeProduct('p')]);
  await changes('createCollection', {
    ...{ storeId: shop.storeId, actor: null },
    body: { title: 'A', slug: 'a', rules: all },
  });
  await world.follow();
  const stranger = storage.reader(uuidOf(2));
  assert.deepEqual((await stranger.collections.list()).values, []);
  assert.deepEqual(await stranger.collections.generations(), []);
  assert.equal(await stranger.collections.find('a'), null);
  const now = shop.clock.nowMicros();
  const page = { generation: 1, memberCount: 1, sort: 'title', after: null, limit: 5, now } as const;
  assert.deepEqual(await stranger.collections.members(page), []);
});

/**
 * Goal: pages of members are what sorting all members gives, and a page of a large collection reads few rows.
 * Method: random keys and places on both databases against a plain sort; statements and plans of single pages.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type CollectionSort, collectionSorts } from '../../contract/words/collections.ts';
import { placesOfMembers } from '../../server/storage/collections/member-places.ts';
import type { MemberKeys, MemberPlace, Membership } from '../../server/storage/collections/tables.ts';
import type { Query } from '../../server/storage/database.ts';
import { caseCount } from '../support/case-count.ts';
import { onBothEngines, onSqlite } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { withDatabase } from '../support/tenant-rows.ts';

const storeId = uuidOf(1);
const productCount = 900;
const now = 100;

/** Many share each key, so that products decide. */
function keysOf(number: number): MemberKeys {
  const mixed = (number * 7_919) % productCount;
  return {
    productId: uuidOf(1_000 + mixed),
    inStock: number % 5 !== 0,
    titleKey: `lamp ${number % 40}`,
    priceKey: number >> 2,
    createdAt: mixed >> 3,
  };
}

const allKeys = Array.from({ length: productCount }, (_, number) => keysOf(number));

/** The dear half, the cheap few, all, by chance, none, and one whose members come and go. */
const isIn: readonly ((number: number) => boolean)[] = [
  (number) => number > productCount / 2,
  (number) => number < 30,
  () => true,
  (number) => (number * 31) % 7 < 3,
  () => false,
  (number) => number % 2 === 0,
];
const timed = isIn.length - 1;

function placesOf(generation: number): (Membership & MemberKeys)[] {
  return allKeys.flatMap((keys, number) => {
    if (isIn[generation]?.(number) !== true) return [];
    const always = { fromAt: 0, untilAt: Number.MAX_SAFE_INTEGER };
    if (generation !== timed) return [{ ...keys, generation, ...always }];
    const stretches = [
      { fromAt: 0, untilAt: number % 3 === 0 ? now : now + 1 },
      { fromAt: now + 1, untilAt: now + 2 },
    ];
    return stretches.map((stretch) => ({ ...keys, generation, ...stretch }));
  });
}

const keyOf: Record<CollectionSort, (keys: MemberKeys) => string | number> = {
  title: ({ titleKey }) => titleKey,
  newest: ({ createdAt }) => createdAt,
  price_asc: ({ priceKey }) => priceKey,
  price_desc: ({ priceKey }) => priceKey,
};

/** All members now, as plainly as can be. */
function naive(generation: number, sort: CollectionSort, inStock: boolean): string[] {
  const way = sort === 'newest' || sort === 'price_desc' ? -1 : 1;
  const compare = <Value>(one: Value, other: Value) => (one < other ? -1 : one > other ? 1 : 0);
  return placesOf(generation)
    .filter((place) => place.inStock === inStock && place.fromAt <= now && place.untilAt > now)
    .sort(
      (one, other) =>
        way * (compare(keyOf[sort](one), keyOf[sort](other)) || compare(one.productId, other.productId)),
    )
    .map(({ productId }) => productId);
}

type Writing = Parameters<Parameters<typeof onBothEngines>[1]>[0];

async function fill({ storage }: Pick<Writing, 'storage'>): Promise<void> {
  await storage.directory.createStore(storeRow({ id: storeId }), []);
  await storage.writeMembers(storeId, async (writer) => {
    await writer.putMemberKeys(allKeys, 'replaced');
    for (const generation of isIn.keys()) await writer.putMemberships(placesOf(generation));
  });
}

onBothEngines('pages in every order are those of a plain sort', async ({ storage, target, engine }) => {
  await fill({ storage });
  await withDatabase(target, async (database) => {
    const read = placesOfMembers(
      database.builder,
      (query, planning) => database.read(storeId, query, planning),
      storeId,
    );
    const drawn = fc.record({
      generation: fc.nat(isIn.length - 1),
      sort: fc.constantFrom(...collectionSorts),
      inStock: fc.boolean(),
      limit: fc.constantFrom(7, 60, 1_000),
      // How it is looked for, not what is found: it may be out of date.
      believed: fc.constantFrom(null, 0, 250, 100_000),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ generation, sort, inStock, limit, believed }) => {
        const memberCount = believed ?? placesOf(generation).length;
        const found: string[] = [];
        for (let after: Omit<MemberPlace, 'inStock'> | null = null; ; ) {
          const page = { generation, memberCount, sort, now, after: null, limit };
          const places = await read(page, inStock, { after, limit });
          found.push(...places.map(({ productId }) => productId));
          const last = places.at(-1);
          if (last === undefined || places.length < limit) break;
          after = last;
        }
        assert.deepEqual(found, naive(generation, sort, inStock));
      }),
      { numRuns: caseCount(engine === 'sqlite' ? 120 : 50) },
    );
  });
});

/** The statements of one page, as they are sent. */
async function statementsOf(
  { target }: Pick<Writing, 'target'>,
  generation: number,
  sort: CollectionSort,
  memberCount = placesOf(generation).length,
): Promise<{ texts: string[]; plans: string[] }> {
  const [texts, plans]: [string[], string[]] = [[], []];
  await withDatabase(target, async (database) => {
    const query: Query = async (asked, planning) => {
      const { sql: text, parameters, query: node, queryId } = asked.compile();
      texts.push(text);
      if (database.engine === 'sqlite') {
        const explained = { sql: `explain query plan ${text}`, parameters, query: node, queryId };
        const steps = await database.read<{ detail?: string }>(storeId, { compile: () => explained });
        plans.push(steps.map(({ detail = '' }) => detail).join('\n'));
      }
      return await database.read(storeId, asked, planning);
    };
    const read = placesOfMembers(database.builder, query, storeId);
    const page = { generation, memberCount, sort, now, after: null, limit: 24 };
    assert.equal((await read(page, true, page)).length, 24);
  });
  return { texts, plans };
}

onBothEngines('a page of a large collection sorts no members', async (context) => {
  await fill(context);
  for (const sort of collectionSorts) {
    const { texts, plans } = await statementsOf(context, 2, sort);
    assert.equal(texts.length, 2);
    assert.ok(texts.every((text) => !text.includes('materialized')));
    for (const plan of plans) {
      assert.doesNotMatch(plan, /TEMP B-TREE/);
      assert.match(plan, /keys USING COVERING INDEX member_keys_by_store_id_in_stock_/);
    }
  }
});

onSqlite('members are sorted where a walk would be longer', async (context) => {
  await fill(context);
  // Its cheapest member stands behind more products than a walk passes.
  const { plans } = await statementsOf(context, 0, 'price_asc', 250);
  const isSorted = plans.map((plan) => /MATERIALIZE found/.test(plan));
  assert.deepEqual(isSorted, [false, false, true]);
  assert.match(plans.at(-1) ?? '', /SEARCH keys USING INDEX sqlite_autoindex_member_keys_1/);
  // A small one takes one statement.
  assert.equal((await statementsOf(context, 1, 'price_desc')).plans.length, 1);
});

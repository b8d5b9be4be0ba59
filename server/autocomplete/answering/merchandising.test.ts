/** Goal: rules do to answers what they say, and nothing else. Method: a naive arrangement of the whole ranking beside it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import type { Boost, MerchandisingRule } from '../../../contract/words/merchandising.ts';
import { productDocument } from '../../../test/search/documents.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import type { SearchAnswer } from '../../../test/support/store-calls.ts';
import { candidateCount } from '../../merchandising/arrange-answer.ts';
import { compileRules } from '../../merchandising/compile-rules.ts';
import { NamedProducts } from '../../merchandising/named-products.ts';
import { rulesPerQuery } from '../../merchandising/rule-set.ts';
import { noSignals, type ProductHit } from '../../search/engine.ts';
import { openIndex } from '../../search/index-reader.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { stepsOf } from '../../search/step-budget.ts';
import { usualRanking } from '../following/followed-ranking.ts';
import { createAutocomplete } from './autocomplete.ts';
import { createIndexRegistry } from './index-registry.ts';

const storeId = '01a1fe94-6404-7000-96f7-310b1d5194da';

interface Row {
  readonly externalId: string;
  readonly title: string;
  readonly brand: string | null;
  readonly category: string | null;
  readonly inStock: boolean;
}

const row = (externalId: string, fields: Partial<Row> = {}): Row => ({
  externalId,
  title: 'Lamp',
  brand: null,
  category: null,
  inStock: true,
  ...fields,
});

function rule(fields: Partial<MerchandisingRule>): MerchandisingRule {
  return {
    id: 'r',
    query: 'lamp',
    match: 'exact',
    is_active: true,
    starts_at: null,
    ends_at: null,
    pins: [],
    hides: [],
    boosts: [],
    redirect: null,
    ...fields,
  };
}

/** A shop of these products, which rules can be told to. */
function openShop(rows: readonly Row[]) {
  const writer = createIndexWriter({ locale: 'en' });
  const documents = rows.map(({ category, ...fields }) => {
    const categoryPath = category?.split('>').map((level) => level.trim()) ?? [];
    return productDocument(fields.externalId, { ...fields, categoryPath });
  });
  writer.apply(documents);
  const snapshot = writer.snapshot();
  const registry = createIndexRegistry();
  const clock = createDrivenClock();
  const autocomplete = createAutocomplete(registry, clock);
  registry.publish({ storeId, changeNumber: 1, snapshot, popularity: [], origin: 'products' });
  const products = rows.map((one, index) => ({ ...one, id: documents[index]?.productId ?? '' }));
  const idOf = new Map(products.map(({ id, externalId }) => [id, externalId]));
  const reader = openIndex(snapshot);
  return {
    clock,
    products,
    plain: (query: string): readonly ProductHit[] =>
      (query.trim() === '' ? reader.discover(1_000, noSignals) : reader.search(query, 1_000, noSignals))
        .products,
    announce(rules: readonly MerchandisingRule[]) {
      const named = new NamedProducts(rules);
      for (const product of products) named.take(product);
      const ranking = usualRanking;
      registry.announceRules({
        storeId,
        rules: compileRules(rules, named),
        blocks: null,
        locale: 'en',
        ranking,
      });
    },
    ask(query: string, limit = 5, explain = false) {
      const answer = autocomplete.answer({ storeId, query, limit, explain });
      assert.ok(answer);
      return JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8')) as SearchAnswer;
    },
    steps: (query: string) => autocomplete.answer({ storeId, query, limit: 5, explain: true })?.steps ?? 0,
    ids(query: string, limit = 5): string[] {
      return this.ask(query, limit, true).products.map(({ id }) => idOf.get(id) ?? '?');
    },
  };
}

/** Whether a boost names a product, said naively; texts of the test are small letters already. */
function isBoosted(product: Row, { field, value }: Boost): boolean {
  if (field === 'external_id') return product.externalId === value;
  if (field === 'brand') return product.brand === value;
  const levels = (text: string) => `|${text.split('>').join('|')}|`;
  return product.category !== null && levels(product.category).includes(levels(value));
}

test('rules cross threads unchanged with any products', () => {
  const rules = [rule({ pins: ['p1'], boosts: [{ field: 'brand', value: 'acme', weight: 3 }] })];
  const named = new NamedProducts(rules);
  const valuesIn = (productCount: number) => {
    for (let place = 0; place < productCount; place += 1) {
      named.take({ id: `id ${place}`, externalId: `p${place}`, brand: 'Acme', category: null });
    }
    const { heads, products } = compileRules(rules, named);
    assert.ok(products instanceof SharedArrayBuffer && products.byteLength > 4 * productCount);
    return JSON.stringify(heads).length;
  };
  assert.equal(valuesIn(2), valuesIn(2_000));
});

/** The answer by the words of docs/merchandising.md, over the whole ranking. */
function arrangeNaively(
  shop: ReturnType<typeof openShop>,
  rules: readonly MerchandisingRule[],
  query: string,
): string[] {
  const met = rules
    .map((one, place) => ({ one, place }))
    .filter(({ one }) => (one.match === 'exact' ? query === one.query : query.startsWith(one.query)))
    .filter(({ one }) => one.is_active)
    .sort((a, b) => {
      const isExact = (each: MerchandisingRule) => Number(each.match === 'exact');
      return isExact(b.one) - isExact(a.one) || b.one.query.length - a.one.query.length || a.place - b.place;
    })
    .map(({ one }) => one);
  const byId = new Map(shop.products.map((product) => [product.externalId, product]));
  const isHidden = (id: string) => met.some(({ hides }) => hides.includes(id));
  const pins = [...new Set(met.flatMap((one) => one.pins))].filter(
    (id) => byId.get(id)?.inStock === true && !isHidden(id),
  );
  const boost = (product: Row) =>
    Math.max(
      0,
      ...met.flatMap(({ boosts }) =>
        boosts.filter((one) => isBoosted(product, one)).map((one) => one.weight),
      ),
    );
  const ranked = shop.plain(query).flatMap(({ productId, tiers }) => {
    const product = shop.products.find(({ id }) => id === productId);
    return product === undefined ? [] : [{ product, tiers, boost: boost(product) }];
  });
  const rest = ranked
    .filter(({ product: { externalId } }) => !isHidden(externalId) && !pins.includes(externalId))
    .sort(
      (a, b) =>
        a.tiers.missingWords - b.tiers.missingWords ||
        Number(b.tiers.inStock) - Number(a.tiers.inStock) ||
        b.boost - a.boost,
    );
  return [...pins, ...rest.map(({ product }) => product.externalId)];
}

const word = fc.constantFrom('lamp', 'desk', 'red', 'oak', 'lampshade');
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const ids = fc.constantFrom(...Array.from({ length: 12 }, (_, number) => `p${number}`));
const brand = fc.constantFrom('nordkap', 'acme');
const category = fc.constantFrom('home', 'home>light', 'light', 'home>light>desk');
const rows = fc.array(
  fc.record({ title: words, brand: fc.option(brand), category: fc.option(category), inStock: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
);
const boost: fc.Arbitrary<Boost> = fc.oneof(
  fc.record({ field: fc.constant('brand'), value: brand, weight: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ field: fc.constant('category'), value: category, weight: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ field: fc.constant('external_id'), value: ids, weight: fc.integer({ min: 1, max: 3 }) }),
);
const query = fc.constantFrom('lamp', 'la', 'l', 'lamp red', 'desk lamp', 'oak', 'lampsh', 'red');
const anyRule = fc.record({
  query,
  match: fc.constantFrom('exact', 'prefix'),
  is_active: fc.boolean(),
  pins: fc.uniqueArray(ids, { maxLength: 4 }),
  hides: fc.uniqueArray(ids, { maxLength: 3 }),
  boosts: fc.array(boost, { maxLength: 2 }),
});

test('any rules place products as a naive arrangement does', () => {
  fc.assert(
    fc.property(
      rows,
      fc.array(anyRule, { maxLength: 5 }),
      query,
      fc.integer({ min: 1, max: 20 }),
      (given, some, asked, limit) => {
        const shop = openShop(given.map((fields, number) => row(`p${number}`, fields)));
        const rules = some.map((fields, number) => rule({ ...fields, id: `r${number}` }));
        shop.announce(rules);
        assert.deepEqual(shop.ids(asked, limit), arrangeNaively(shop, rules, asked).slice(0, limit));
      },
    ),
    { numRuns: caseCount(600) },
  );
});

test('§4.7 rules for other queries leave the order unchanged', () => {
  const shop = openShop(
    Array.from({ length: 30 }, (_, number) => row(`p${number}`, { title: `Lamp ${number}` })),
  );
  const before = shop.ask('lamp', 20);
  shop.announce([
    rule({ query: 'oak', pins: ['p9'] }),
    rule({ query: 'lamps', match: 'prefix', hides: ['p1'] }),
  ]);
  shop.clock.advanceMs(61_000);
  assert.deepEqual(shop.ask('lamp', 20), before);
});

test('a query meets its rule despite case, accents and trailing space', () => {
  const shop = openShop([row('a', { title: 'Crème lamp' }), row('b', { title: 'Creme lamp zwei' })]);
  shop.announce([rule({ query: 'CREME  Lamp', pins: ['b'] })]);
  assert.deepEqual(shop.ids(' crème lamp '), ['b', 'a']);
});

test('punctuation keeps no rule from a query and empties no box', () => {
  const shop = openShop([row('a', { title: 'Desk lamp' }), row('b', { title: 'Desk lamp 長靴下' })]);
  shop.announce([rule({ query: 'desk-lamp', pins: ['b'] })]);
  for (const query of ['Desk Lamp', 'desk/lamp', '"desk lamp!"'])
    assert.deepEqual(shop.ids(query), ['b', 'a']);
  shop.announce([
    rule({ query: 'desk la', match: 'prefix', pins: ['b'] }),
    rule({ query: '長靴', match: 'prefix', hides: ['b'] }),
    rule({ query: '', pins: ['b'] }),
  ]);
  assert.deepEqual(shop.ids('desk-lam'), ['b', 'a']);
  for (const query of ['desk', 'desk-l']) assert.deepEqual(shop.ids(query), ['a', 'b']);
  assert.deepEqual(shop.ids('長靴下'), []);
  assert.deepEqual(shop.ids('-'), []);
});

test('a pinned product needs no match and no stock', () => {
  const shop = openShop([row('a'), row('b', { inStock: false }), row('c', { title: 'Chair' })]);
  shop.announce([rule({ pins: ['b', 'nowhere', 'c'] })]);
  assert.deepEqual(shop.ids('lamp'), ['c', 'a', 'b']);
});

test('the first of many matching rules count', () => {
  const rows = Array.from({ length: 60 }, (_, number) => row(`p${number}`));
  const shop = openShop(rows);
  const texts = ['lamp', 'lam', 'la', 'l'];
  const all = Array.from({ length: 3 * rulesPerQuery }, (_, number) =>
    rule({ id: `r${number}`, match: 'prefix', query: texts[number % 4] ?? '', pins: [`p${number}`] }),
  );
  shop.announce(all);
  const first = texts.flatMap((text) => all.filter(({ query }) => query === text)).slice(0, rulesPerQuery);
  assert.deepEqual(
    shop.ids('lamp', 20),
    first.flatMap(({ pins }) => pins),
  );
  assert.equal(shop.ask('lamp', 20, true).meta.merchandising?.rules.length, rulesPerQuery);
});

test('products that rules name cost the store steps', () => {
  const rows = Array.from({ length: 3_000 }, (_, number) => row(`p${number}`, { brand: 'acme' }));
  const shop = openShop(rows);
  const stepsWith = (ruleCount: number, hidesEach: number) => {
    const boosts = [{ field: 'brand', value: 'acme', weight: 1 } as const];
    const rules = Array.from({ length: ruleCount }, (_, number) => {
      const named = rows.slice(number * hidesEach, (number + 1) * hidesEach);
      return rule({ id: `r${number}`, boosts, hides: named.map(({ externalId }) => externalId) });
    });
    shop.announce(rules);
    return shop.steps('lamp');
  };
  // With a boost the engine is asked for as many products, however many are hidden.
  const plain = stepsWith(1, 0);
  assert.equal(stepsWith(10, 50), plain + 500 * stepsOf.productNamed);
  assert.equal(stepsWith(2 * rulesPerQuery, 50), stepsWith(rulesPerQuery, 50));
});

test('the engine is asked for 1,000 products at most', () => {
  const hides = new Set(Array.from({ length: 5_000 }, (_, number) => `p${number}`));
  const effect = { ruleIds: [], pins: [], hides, hasBoosts: false, boostOf: () => 0, redirect: null };
  assert.equal(candidateCount(effect, 20, limits.placesLookedAt), limits.placesLookedAt);
});

test('rules for the empty box arrange discovery', () => {
  const shop = openShop([row('a'), row('b'), row('c')]);
  const [first = ''] = shop.ids('');
  shop.announce([rule({ query: '', hides: [first], pins: [shop.ids('')[2] ?? ''] })]);
  assert.deepEqual(shop.ids('').length, 2);
  assert.ok(!shop.ids('').includes(first));
  assert.deepEqual(shop.ids('lamp').length, 3);
});

test('rules of the corrected query hold where no other matches', () => {
  const shop = openShop([row('a', { title: 'Lampshade' }), row('b', { title: 'Lampshade red' })]);
  shop.announce([rule({ query: 'lampshade', pins: ['b'] })]);
  assert.equal(shop.ask('lampshode').meta.corrected_query, 'lampshade');
  assert.deepEqual(shop.ids('lampshode'), ['b', 'a']);
});

test('§2.5 a redirect is the first category, with address, within the limit', () => {
  const shop = openShop(
    ['Lamps', 'Lamp sale', 'Lamp parts'].map((category, number) => row(`p${number}`, { category })),
  );
  const redirect = { title: 'Lamps', url: 'https://shop.example/lamps?a="b"' };
  shop.announce([rule({ redirect })]);
  const { categories, meta } = shop.ask('lamp', 2);
  assert.deepEqual(categories, [redirect, { title: 'Lamp parts', url: null }]);
  assert.equal(meta.counts.categories, 2);
});

test('an explanation names rules and what they pinned, lifted or hid', () => {
  const shop = openShop([row('a'), row('b'), row('c', { brand: 'Acme' }), row('d')]);
  const [, , , last] = shop.products;
  shop.announce([
    rule({ id: 'one', pins: ['b'], hides: ['d'] }),
    rule({ id: 'two', match: 'prefix', boosts: [{ field: 'brand', value: 'ACME', weight: 4 }] }),
  ]);
  const { products, meta } = shop.ask('lamp', 5, true);
  assert.deepEqual(meta.merchandising, { rules: ['one', 'two'], hidden: [last?.id] });
  assert.deepEqual(
    products.map(({ explain }) => explain?.merchandising),
    [{ pin: 1, boost: null }, { pin: null, boost: 4 }, undefined],
  );
  assert.equal(shop.ask('lamp').meta.merchandising, undefined);
});

test('no cached answer outlives the start or end of a rule', () => {
  const shop = openShop([row('a'), row('b')]);
  const at = (seconds: number) => new Date(shop.clock.nowMicros() / 1_000 + seconds * 1_000).toISOString();
  shop.announce([rule({ pins: ['b'], starts_at: at(10), ends_at: at(20) })]);
  const first = () => shop.ask('lamp').products[0]?.id;
  const [a, b] = shop.products.map(({ id }) => id);
  assert.equal(first(), a);
  shop.clock.advanceMs(9_000);
  assert.deepEqual([first(), shop.ask('lamp').meta.cached], [a, true]);
  shop.clock.advanceMs(1_100);
  assert.equal(first(), b);
  shop.clock.advanceMs(9_000);
  assert.deepEqual([first(), shop.ask('lamp').meta.cached], [b, true]);
  shop.clock.advanceMs(1_000);
  assert.equal(first(), a);
});

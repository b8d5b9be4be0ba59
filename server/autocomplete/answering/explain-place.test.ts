import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalProduct, someTime, storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import type { CanonicalProduct } from '../../catalog/product.ts';
import { arrangeAnswer } from '../../merchandising/arrange-answer.ts';
import { openIndex } from '../../search/index-reader.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import type { StoredProduct } from '../../storage/records.ts';
import { toDocument } from '../changes/to-document.ts';
import type { FoundProducts } from './autocomplete.ts';
import { explainPlace, type Place } from './explain-place.ts';

function stored(number: number, fields: Partial<CanonicalProduct>): StoredProduct {
  return {
    ...canonicalProduct(`p${number}`, fields),
    id: uuidOf(number),
    suggestionPhrases: [],
    searchPhrases: [],
    type: null,
    createdAt: someTime,
    updatedAt: someTime,
    changeNumber: 1,
  };
}

const atOnce = <Result>(work: () => Result) => Promise.resolve(work());

interface Shop {
  find(query: string, limit: number): FoundProducts;
  ids(query: string, limit: number): string[];
  explain(query: string, product: StoredProduct, limit?: number): Promise<Place>;
}

function openShop(products: readonly StoredProduct[], changeNumber = 1): Shop {
  const store = storeRow();
  const writer = createIndexWriter({ locale: store.locale });
  writer.apply(products.map((product) => toDocument(product, store.currency, store.locale)));
  const index = openIndex(writer.snapshot());
  const noSignals = { products: new Map(), phrases: new Map() };
  const find = (query: string, limit: number): FoundProducts => ({
    result: query.trim() === '' ? index.discover(limit, noSignals) : index.search(query, limit, noSignals),
    changeNumber,
    synonyms: index.synonyms,
    isCut: false,
  });
  return {
    find,
    ids: (query, limit) => find(query, limit).result.products.map(({ productId }) => productId),
    explain: (query, product, limit = 5) =>
      explainPlace({ query, limit, product, store }, (most) => find(query, most), atOnce),
  };
}

const word = fc.constantFrom('lamp', 'lamps', 'red', 'desk', 'chair', 'oak');
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const fields = fc.record(
  { title: text, brand: text, category: text, inStock: fc.boolean() },
  { requiredKeys: ['title'] },
);
const query = fc.oneof(text, fc.constantFrom('', 'la', 'red la', 'xyz', 'chaur', '!'));

test('a place is the answer’s own, other places are absent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 30 }), query, async (rows, asked) => {
      const products = rows.map((row, index) => stored(index, row));
      const shop = openShop(products);
      const ids = shop.ids(asked, 1_000);
      for (const product of products) {
        const { rank, reason, tiers, above } = await shop.explain(asked, product);
        const place = ids.indexOf(product.id);
        assert.equal(rank, place === -1 ? null : place + 1);
        assert.equal(tiers === null, rank === null);
        assert.equal(above === null, rank === null || rank === 1);
        if (rank === null)
          assert.ok(['not_matching', 'out_of_stock_last'].includes(reason.code), reason.code);
        else if (rank <= 5) assert.equal(reason.code, 'shown');
        else assert.equal(reason.code, product.inStock ? 'below_limit' : 'out_of_stock_last');
      }
    }),
  );
});

test('a product changed after the index is not explained', async () => {
  const product = stored(1, { title: 'Lamp' });
  assert.equal((await openShop([product], 0).explain('lamp', product)).reason.code, 'index_behind');
  assert.equal((await openShop([product], 1).explain('lamp', product)).reason.code, 'shown');
});

test('matches beyond the places read are still marked', async () => {
  const lamps = Array.from({ length: 1_010 }, (_, index) =>
    stored(index, { title: `Lamp ${String(index).padStart(4, '0')}` }),
  );
  const [soldOut, chair] = [
    stored(2_000, { title: 'Aa lamp', inStock: false }),
    stored(2_001, { title: 'Chair' }),
  ];
  const shop = openShop([...lamps, soldOut, chair]);
  const reasonOf = async (product: StoredProduct | undefined) => {
    assert.ok(product !== undefined);
    const { rank, reason } = await shop.explain('lamp', product);
    return [rank, reason.code];
  };
  assert.deepEqual(await reasonOf(lamps[999]), [1_000, 'below_limit']);
  assert.deepEqual(await reasonOf(lamps[1_005]), [null, 'below_limit']);
  assert.deepEqual(await reasonOf(soldOut), [null, 'out_of_stock_last']);
  assert.deepEqual(await reasonOf(chair), [null, 'not_matching']);
});

test('the first tier that separates two products is named', async () => {
  const products = [
    stored(1, { title: 'Lamp' }),
    stored(2, { title: 'Lamp shade' }),
    stored(3, { title: 'Desk lamp' }),
    stored(4, { title: 'Lamp', inStock: false }),
  ];
  const shop = openShop(products);
  const places = await Promise.all(products.map((product) => shop.explain('lamp', product)));
  const reasons = places.map(({ reason }) => /because (.*)\.$/.exec(reason.message)?.[1]);
  assert.deepEqual(reasons, [
    undefined,
    'its title is the query',
    'its title begins with the query',
    'it is in stock',
  ]);
});

test('only missing words are named, the last as a prefix', async () => {
  const product = stored(1, { title: 'Red chair', category: 'Home > Oak' });
  const shop = openShop([product, stored(2, { title: 'Blue lamps' })]);
  const { message } = (await shop.explain('blue la', product)).reason;
  assert.match(message, / is "blue", and none begins with "la"\. The description is not searched\.$/);
  assert.match((await shop.explain('lamp', product)).reason.message, /phrases begins with "lamp"\./);
});

test('no missing word is named beyond the steps for it', async () => {
  const product = stored(1, { title: 'Red chair' });
  const shop = openShop([stored(2, { title: 'Blue lamps' })]);
  const question = { query: 'blue la', limit: 5, product, store: storeRow() };
  const find = (limit: number) => shop.find(question.query, limit);
  const reasonOf = async (steps: number) => (await explainPlace(question, find, atOnce, steps)).reason;
  assert.match((await reasonOf(100_000)).message, /is "blue", and none begins with "la"/);
  const { code, message } = await reasonOf(1_000);
  assert.deepEqual([code, /not those of the query/.test(message)], ['not_matching', true], message);
});

test('each look for a place takes its own turn', async () => {
  const lamps = Array.from({ length: 1_010 }, (_, index) =>
    stored(index, { title: `Lamp ${String(index).padStart(4, '0')}` }),
  );
  const shop = openShop(lamps);
  const product = lamps.at(-1);
  assert.ok(product);
  const turns: number[][] = [];
  const find = (limit: number): FoundProducts => {
    turns.at(-1)?.push(limit);
    return shop.find('lamp', limit);
  };
  await explainPlace({ query: 'lamp', limit: 5, product, store: storeRow() }, find, (work) => {
    turns.push([]);
    return Promise.resolve(work());
  });
  assert.deepEqual(turns, [[20], [1_000], [], []]);
});

test('a shortened answer does not name missing words', async () => {
  const [product, other] = [stored(1, { title: 'Lamp' }), stored(2, { title: 'Lamp shade' })];
  const shop = openShop([other]);
  const question = { query: 'lamp', limit: 5, product, store: storeRow() };
  const reasonOf = async (isCut: boolean) =>
    (await explainPlace(question, (limit) => ({ ...shop.find('lamp', limit), isCut }), atOnce)).reason;
  assert.equal((await reasonOf(false)).code, 'not_matching');
  const { code, message } = await reasonOf(true);
  assert.equal(code, 'below_limit');
  assert.match(message, /not all of them are looked at/);
});

test('a place that rules decided names the rules', async () => {
  const products = [stored(1, { title: 'Lamp' }), stored(2, { title: 'Lamp' }), stored(3, { title: 'Lamp' })];
  const [first, second, third] = products;
  assert.ok(first && second && third);
  const store = storeRow();
  const writer = createIndexWriter({ locale: store.locale });
  writer.apply(products.map((product) => toDocument(product, store.currency, store.locale)));
  const { findProducts, search, synonyms } = openShopReader(writer.snapshot());
  const boosts = new Map([[second.id, 3]]);
  const effect = {
    ruleIds: ['r'],
    pins: [third.id],
    hides: new Set([first.id]),
    hasBoosts: true,
    redirect: null,
    boostOf: (id: string) => boosts.get(id) ?? 0,
  };
  const find = (hides: ReadonlySet<string>) => (limit: number) => ({
    result: arrangeAnswer(search('lamp', limit), { ...effect, hides }, findProducts([third.id]), limit),
    changeNumber: 1,
    synonyms,
    isCut: false,
  });
  const explain = async (product: StoredProduct, hides: ReadonlySet<string>) =>
    (await explainPlace({ query: 'lamp', limit: 5, product, store }, find(hides), atOnce)).reason;
  assert.equal((await explain(first, effect.hides)).code, 'hidden');
  assert.match((await explain(second, effect.hides)).message, /stands above it because it is pinned/);
  assert.match(
    (await explain(first, new Set())).message,
    /stands above it because it is boosted \(3 of 10\)/,
  );
});

function openShopReader(snapshot: Parameters<typeof openIndex>[0]) {
  const index = openIndex(snapshot);
  const noSignals = { products: new Map(), phrases: new Map() };
  return {
    search: (query: string, limit: number) => index.search(query, limit, noSignals),
    findProducts: (ids: readonly string[]) => index.findProducts(ids, noSignals),
    synonyms: index.synonyms,
  };
}

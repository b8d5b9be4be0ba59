import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryObjects } from 'node:v8';
import type { AutocompleteAnswer } from '../../contract/autocomplete.ts';
import { productDocument } from '../../test/search/documents.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { openIndex } from '../search/index-reader.ts';
import { createIndexWriter } from '../search/index-writer.ts';
import { createAutocomplete } from './autocomplete.ts';
import { createIndexRegistry } from './index-registry.ts';

const storeId = '01a1fe94-6404-7000-96f7-310b1d5194da';

/** A store whose index can be published anew, and answers over it. */
function createShop() {
  const registry = createIndexRegistry();
  const clock = createDrivenClock();
  const autocomplete = createAutocomplete(registry, clock);
  const writer = createIndexWriter({ locale: 'en' });
  let changeNumber = 0;
  return {
    registry,
    autocomplete,
    clock,
    /** Publishes the index anew with fewer segments. */
    merge() {
      assert.ok(writer.merge());
      registry.publish({ storeId, changeNumber, snapshot: writer.snapshot() });
    },
    publish(...titles: string[]) {
      writer.apply(titles.map((title) => productDocument(title, { title })));
      changeNumber += 1;
      registry.publish({ storeId, changeNumber, snapshot: writer.snapshot() });
    },
    ask(query: string) {
      const answer = autocomplete.answer({ storeId, query, limit: 5, explain: false });
      assert.ok(answer);
      const body = JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8')) as AutocompleteAnswer;
      assert.equal(body.meta.cached, answer.origin === 'cached');
      return body;
    },
  };
}

test('a cached answer does not keep the index that gave it', () => {
  const shop = createShop();
  const readerClass = openIndex(createIndexWriter({ locale: 'en' }).snapshot()).constructor;
  for (const title of ['Desk lamp', 'Floor lamp', 'Wall lamp']) {
    shop.publish(title);
    // Each index is asked what no later one is asked, so that its answer stays in the cache.
    for (const query of ['lamp', title]) assert.equal(shop.ask(query).meta.cached, false);
  }
  assert.equal(queryObjects(readerClass, { format: 'count' }), 1);
  assert.equal(shop.ask('lamp').meta.cached, true);
});

test('Contract §4 an answer of an older index is not used, also when the same question comes again', () => {
  const shop = createShop();
  shop.publish('Desk lamp');
  assert.equal(shop.ask('lamp').products.length, 1);
  assert.equal(shop.ask('lamp').meta.cached, true);
  shop.publish('Floor lamp');
  assert.equal(shop.ask('lamp').products.length, 2);
  shop.registry.drop(storeId);
  assert.equal(shop.autocomplete.isLoaded(storeId), false);
  assert.equal(
    shop.autocomplete.answer({ storeId, query: 'lamp', limit: 5, explain: false }),
    undefined,
    'not even from the cache: the store may have changed meanwhile',
  );
  shop.publish('Wall lamp');
  assert.equal(shop.ask('lamp').products.length, 3);
});

test('Contract §4 an answer stays cached over a merge, and for 60 seconds', () => {
  const shop = createShop();
  for (const title of ['Desk lamp', 'Floor lamp', 'Wall lamp', 'Oak lamp']) shop.publish(title);
  assert.equal(shop.ask('lamp').meta.cached, false);
  shop.merge();
  assert.equal(shop.ask('lamp').meta.cached, true);
  shop.clock.advanceMs(59_999);
  assert.equal(shop.ask('lamp').meta.cached, true);
  shop.clock.advanceMs(1);
  assert.equal(shop.ask('lamp').meta.cached, false);
});

test('Contract §7 the graph answers discovery and one word of up to four characters', () => {
  const shop = createShop();
  shop.publish('Desk lamp', 'Ölfilter', '手机壳');
  const sources = ['', ' ', 'l', 'LAMP', ' lamp ', 'öl', '手', 'lampx', 'desk lamp', 'd l', '!'].map(
    (query) => [query, shop.ask(query).meta.source],
  );
  assert.deepEqual(sources, [
    ['', 'graph'],
    [' ', 'graph'],
    ['l', 'graph'],
    ['LAMP', 'graph'],
    [' lamp ', 'graph'],
    ['öl', 'graph'],
    ['手', 'graph'],
    ['lampx', 'backend'],
    ['desk lamp', 'backend'],
    ['d l', 'backend'],
    ['!', 'backend'],
  ]);
});

test('new scores that come in parts make cached answers stale once, with the last of them', () => {
  const shop = createShop();
  shop.publish('Desk lamp', 'Wall lamp');
  const [first, second] = shop.ask('lamp').products.map(({ id }) => id);
  const part = { storeId, isWhole: false, phrases: [], queries: null };
  shop.registry.tellSignals({ ...part, isMore: true, products: [[second ?? '', 3]] });
  assert.equal(shop.ask('lamp').meta.cached, true);
  shop.registry.tellSignals({ ...part, isMore: false, products: [[first ?? '', 1]] });
  const { products, meta } = shop.ask('lamp');
  assert.deepEqual([products.map(({ id }) => id), meta.cached], [[second, first], false]);
});

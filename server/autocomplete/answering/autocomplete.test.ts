import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AutocompleteAnswer } from '../../../contract/autocomplete.ts';
import { productDocument } from '../../../test/search/documents.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
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
  function show(): void {
    const snapshot = writer.snapshot();
    registry.publish({ storeId, changeNumber, snapshot, popularity: [], origin: 'products' });
  }
  return {
    registry,
    autocomplete,
    clock,
    /** Publishes the index anew with fewer segments. */
    merge() {
      assert.ok(writer.merge());
      show();
    },
    publish(...titles: string[]) {
      writer.apply(titles.map((title) => productDocument(title, { title, suggestionPhrases: [title] })));
      changeNumber += 1;
      show();
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

test('Contract §4 a cached answer of an older index is never used', () => {
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

test('Contract §4 an answer stays cached over a merge, for 60 seconds', () => {
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

test('Contract §7 the graph answers discovery and short single words', () => {
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

test('new scores outdate cached answers and overlay earlier ones', () => {
  const shop = createShop();
  shop.publish('Desk lamp', 'Wall lamp');
  const ledBy = () => shop.ask('lam').suggestions.find((text) => text !== 'lamp');
  const notice = { storeId, isWhole: false, popularity: [], queries: null };
  assert.equal(ledBy(), 'Desk lamp');
  shop.registry.announceSignals({ ...notice, phrases: [['wall lamp', 1]] });
  assert.equal(shop.ask('lam').meta.cached, false);
  assert.equal(ledBy(), 'Wall lamp');
  shop.registry.announceSignals({ ...notice, phrases: [['desk lamp', 3]] });
  assert.equal(ledBy(), 'Desk lamp');
  shop.registry.announceSignals({ ...notice, phrases: [], isWhole: true });
  assert.equal(shop.ask('lam').meta.cached, false);
});

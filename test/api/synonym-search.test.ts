/**
 * What synonyms do to answers (Contract §10), through the API on both databases: products are found by them, from the
 * first letters on, and never before those that hold the typed words themselves.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, titlesFor } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

async function replace(store: TestStore, body: unknown): Promise<void> {
  const answer = await store.request('PUT', '/api/v1/synonyms', { body });
  assert.equal(answer.status, 200, answer.text);
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    /** A store with products of these titles, in a language that has no common synonyms. */
    async function createShop(titles: readonly string[], locale = 'th'): Promise<TestStore> {
      const store = await service.createStore({ locale });
      await importProducts(
        store,
        titles.map((title, index) => productInput(`p${index}`, { title })),
      );
      return store;
    }

    test('Contract §10 a two-way rule finds from both sides until removed', async () => {
      const store = await createShop(['Quorvex lamp', 'Zumble lamp', 'Desk']);
      assert.deepEqual(await titlesFor(store, 'quorvex'), ['Quorvex lamp']);
      await replace(store, { synonyms: [{ terms: ['quorvex', 'zumble'] }] });
      assert.deepEqual(await titlesFor(store, 'quorvex'), ['Quorvex lamp', 'Zumble lamp']);
      assert.deepEqual(await titlesFor(store, 'zumble'), ['Zumble lamp', 'Quorvex lamp']);
      await replace(store, { synonyms: [] });
      assert.deepEqual(await titlesFor(store, 'zumble'), ['Zumble lamp']);
    });

    test('Contract §10 a one-way rule finds one way', async () => {
      const store = await createShop(['Quorvex lamp', 'Zumble lamp']);
      await replace(store, { synonyms: [{ from: ['quorvex'], to: ['zumble'] }] });
      assert.deepEqual(await titlesFor(store, 'quorvex'), ['Quorvex lamp', 'Zumble lamp']);
      assert.deepEqual(await titlesFor(store, 'zumble'), ['Zumble lamp']);
    });

    test('Contract §10 terms of several words, and words that are only begun', async () => {
      const store = await createShop(['Zumble nook 5', 'Flat grint 7']);
      await replace(store, { synonyms: [{ terms: ['zumble', 'flat grint'] }] });
      for (const query of ['flat grint', 'flat gri', 'flat grint 5']) {
        assert.ok((await titlesFor(store, query)).includes('Zumble nook 5'), query);
      }
      assert.deepEqual(await titlesFor(store, 'zumb'), ['Zumble nook 5', 'Flat grint 7']);
    });

    test('Contract §10 a product with the word itself precedes a synonym’s', async () => {
      const store = await createShop(['Aaa zumble', 'Bbb quorvex', 'Ccc zumble', 'Ddd quorvex']);
      await replace(store, { synonyms: [{ terms: ['quorvex', 'zumble'] }] });
      assert.deepEqual(await titlesFor(store, 'quorvex'), [
        'Bbb quorvex',
        'Ddd quorvex',
        'Aaa zumble',
        'Ccc zumble',
      ]);
    });

    test('Contract §10 common synonyms of a language count until switched off', async () => {
      const store = await createShop(['Grey couch', 'Oak table'], 'en-GB');
      assert.deepEqual(await titlesFor(store, 'sofa'), ['Grey couch']);
      await replace(store, { synonyms: [], common: false });
      assert.deepEqual(await titlesFor(store, 'sofa'), []);
    });

    test('synonyms hold for later products and their store only', async () => {
      const [store, other] = [await createShop(['Zumble lamp']), await createShop(['Zumble lamp'])];
      await replace(store, { synonyms: [{ terms: ['quorvex', 'zumble'] }] });
      await importProducts(store, [productInput('later', { title: 'Zumble desk' })]);
      assert.deepEqual(await titlesFor(store, 'quorvex'), ['Zumble desk', 'Zumble lamp']);
      assert.deepEqual(await titlesFor(other, 'quorvex'), []);
    });
  });
}

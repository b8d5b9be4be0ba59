/**
 * The synonyms of a store through the API (Contract §10), on both databases: they are read and replaced as a whole,
 * belong to one store, and count as a change of it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SynonymRule } from '../../contract/synonyms.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, putProduct } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const path = '/api/v1/synonyms';
const tv = { terms: ['TV', 'Télévision', 'flat screen'] };
const phone = { from: ['cell phone'], to: ['smartphone', 'mobile phone'] };

interface SynonymsView {
  readonly synonyms: readonly SynonymRule[];
  readonly common: boolean;
  readonly updated_at: string | null;
  readonly next_cursor: null;
}

async function read(store: TestStore): Promise<SynonymsView> {
  const answer = await store.request('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<SynonymsView>();
}

async function replace(
  store: TestStore,
  body: unknown,
): Promise<SynonymsView & { readonly message: string }> {
  const answer = await store.request('PUT', path, { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<SynonymsView & { message: string }>();
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    async function changeNumber({ store }: TestStore): Promise<number | undefined> {
      return (await service.current().storage.directory.findStore(store.id))?.changeNumber;
    }

    test('Contract §10 a new store has only the common synonyms', async () => {
      const store = await service.createStore();
      assert.deepEqual(await read(store), {
        synonyms: [],
        common: true,
        updated_at: null,
        next_cursor: null,
      });
    });

    test('Contract §10 a set replaces the one before', async () => {
      const store = await service.createStore();
      const { message, ...first } = await replace(store, { synonyms: [tv, phone], common: false });
      assert.ok(message);
      assert.deepEqual([first.synonyms, first.common], [[tv, phone], false]);
      assert.match(first.updated_at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      assert.deepEqual(await read(store), first);
      await replace(store, { synonyms: [phone] });
      const { synonyms, common } = await read(store);
      assert.deepEqual([synonyms, common], [[phone], true]);
      await replace(store, { synonyms: [phone], common: false });
      assert.equal((await read(store)).common, false);
      await replace(store, { synonyms: [] });
      assert.deepEqual((await read(store)).synonyms, []);
    });

    test('an answer sent back unchanged changes nothing', async () => {
      const store = await service.createStore();
      await replace(store, { synonyms: [tv], common: false });
      const before = await read(store);
      const number = await changeNumber(store);
      await replace(store, before);
      assert.deepEqual(await read(store), before);
      assert.equal(await changeNumber(store), number);
    });

    test('a new set changes the store and invalidates cached answers', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a', { title: 'Samsung TV' });
      await ask(store, 'samsung');
      assert.equal((await ask(store, 'samsung')).meta.cached, true);
      const before = (await changeNumber(store)) ?? 0;
      await replace(store, { synonyms: [tv] });
      assert.equal(await changeNumber(store), before + 1);
      const { products, meta } = await ask(store, 'samsung');
      assert.deepEqual([products.length, meta.cached], [1, false]);
    });

    test('a set with a fault changes nothing and names every fault', async () => {
      const store = await service.createStore();
      await replace(store, { synonyms: [tv] });
      const before = await read(store);
      const body = { synonyms: [phone, { terms: ['alone'] }, { terms: ['a', 'A'] }], common: 1 };
      const errors = expectError(await store.request('PUT', path, { body }), 'validation_failed');
      assert.deepEqual(
        errors.map((error) => `${error.path} ${error.code}`),
        ['/synonyms/1/terms term_count_invalid', '/synonyms/2/terms/1 term_repeated', '/common type_invalid'],
      );
      expectError(await store.request('PUT', path, { body: [tv] }), 'validation_failed');
      expectError(await store.request('PUT', path, { body: '{"synonyms": [' }), 'malformed_json');
      assert.deepEqual(await read(store), before);
    });

    test('Contract §2 synonyms: a storefront key neither reads nor replaces', async () => {
      const store = await service.createStore();
      const key = store.keys.storefront;
      expectError(await store.request('GET', path, { key }), 'insufficient_scope');
      const replaced = await store.request('PUT', path, { key, body: { synonyms: [] } });
      expectError(replaced, 'insufficient_scope');
    });

    test('one store’s synonyms are not seen or replaced by another', async () => {
      const [owner, stranger] = [await service.createStore(), await service.createStore()];
      await replace(owner, { synonyms: [tv], common: false });
      assert.deepEqual(await read(stranger), {
        synonyms: [],
        common: true,
        updated_at: null,
        next_cursor: null,
      });
      await replace(stranger, { synonyms: [phone] });
      assert.deepEqual((await read(owner)).synonyms, [tv]);
    });

    test('one of the sets written at once stays whole', async () => {
      const store = await service.createStore();
      const sets = Array.from({ length: 8 }, (_, set) =>
        Array.from({ length: 20 }, (_rule, rule) => ({ terms: [`a${set} ${rule}`, `b${set} ${rule}`] })),
      );
      await Promise.all(sets.map((synonyms) => replace(store, { synonyms })));
      const { synonyms } = await read(store);
      assert.ok(sets.some((set) => JSON.stringify(set) === JSON.stringify(synonyms)));
      assert.equal(await changeNumber(store), sets.length);
    });
  });
}

/**
 * Two stores on one service (§4.3, §5.2; Contract §3), on both databases: nothing of one can be read, changed or
 * even guessed with the key of the other, and what is another's is answered exactly like what does not exist.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  createManagerKey,
  fillPath,
  isForManagers,
  type Operation,
  readOperations,
} from '../support/operations.ts';
import type { Answer, TestStore } from '../support/start-test-service.ts';
import {
  ask,
  getProduct,
  importProducts,
  productInput,
  productPath,
  putProduct,
  titlesFor,
} from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const unknownId = '019bf3a0-0000-7000-8000-000000000000';

/** The body of an error without what differs from call to call. */
function withoutRequestId(answer: Answer): object {
  const { request_id: _, ...rest } = answer.as<Record<string, unknown>>();
  return { status: answer.status, ...rest };
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    /** A store with a product `shared-id` and one import, and a stranger's store with nothing. */
    async function createPair(): Promise<{ owner: TestStore; stranger: TestStore; importId: string }> {
      const owner = await service.createStore({ name: 'Owner' });
      const stranger = await service.createStore({ name: 'Stranger' });
      const { id } = await importProducts(owner, [
        productInput('shared-id', { title: 'Owned lamp', category: 'Owned lamps', brand: 'Owned' }),
        productInput('bad', { price: -1 }),
      ]);
      return { owner, stranger, importId: id };
    }

    test('§4.3 tenant: another store’s id is answered like an unknown one', async () => {
      const { stranger, importId } = await createPair();
      const operations = (await readOperations(service)).filter(({ path }) => path.includes('{'));
      const answered = operations.filter(({ method }) => method !== 'PUT');
      assert.ok(answered.length >= 5);
      const manager = await createManagerKey(await sharedOperator(service.current()), stranger.store.id);
      const call = ({ method, path, hasBody }: Operation, id: string) => {
        const ofKeys = isForManagers(path);
        const body = ofKeys ? {} : { price: 2 };
        return stranger.request(method, fillPath(path, id), {
          ...(hasBody && { body }),
          ...(ofKeys && { key: manager }),
        });
      };
      for (const operation of answered) {
        const isImport = operation.path.includes('import');
        const theirs = await call(operation, isImport ? importId : 'shared-id');
        // Who is erased is named by a shopper's session, which no store has: nothing of it is there in either case.
        if (!operation.path.includes('{session_id}')) expectError(theirs, 'not_found');
        const unknown = await call(operation, isImport ? unknownId : 'no-such-id');
        assert.deepEqual(withoutRequestId(theirs), withoutRequestId(unknown), operation.path);
      }
    });

    test('a write with another store’s external_id leaves that alone', async () => {
      const { owner, stranger } = await createPair();
      const before = await getProduct(owner, 'shared-id');
      const theirs = await putProduct(stranger, 'shared-id', { title: 'Strange chair' });
      assert.notEqual(theirs.id, before.id);
      await stranger.request('PATCH', productPath('shared-id'), { body: { price: 99 } });
      await stranger.request('DELETE', productPath('shared-id'));
      assert.deepEqual(await getProduct(owner, 'shared-id'), before);
      assert.equal((await getProduct(stranger, 'shared-id')).price, '99.00');
    });

    test('autocomplete never shows anything of another store', async () => {
      const { owner, stranger } = await createPair();
      await putProduct(stranger, 'shared-id', { title: 'Strange lamp', category: 'Strange lamps' });
      for (const q of ['', 'lamp', 'owned', 'o', 'shared-id', 'owned lamps']) {
        for (let call = 0; call < 2; call += 1) {
          const { suggestions, categories, products } = await ask(stranger, q, { limit: 20 });
          const shown = JSON.stringify([suggestions, categories, products]).toLowerCase();
          assert.ok(!shown.includes('owned'), `${q}: ${shown}`);
        }
      }
      assert.deepEqual(await titlesFor(owner, 'lamp'), ['Owned lamp']);
    });

    test('a cached answer is never shown to another store', async () => {
      // Alike in all that a cached answer depends on, but for the store.
      const stores = [await service.createStore(), await service.createStore()];
      for (const [number, store] of stores.entries()) {
        await putProduct(store, 'same', { title: `Lamp of ${number}` });
      }
      for (let round = 0; round < 2; round += 1) {
        for (const [number, store] of stores.entries()) {
          assert.deepEqual(await titlesFor(store, 'lamp'), [`Lamp of ${number}`]);
        }
      }
    });

    test('lists, counts and health hold the own store only', async () => {
      const { owner, stranger } = await createPair();
      await putProduct(stranger, 'mine');
      const listed = (await stranger.request('GET', '/api/v1/products')).as<{
        products: { external_id: string }[];
      }>();
      assert.deepEqual(
        listed.products.map((product) => product.external_id),
        ['mine'],
      );
      const imports = (await stranger.request('GET', '/api/v1/product-imports')).as<{ imports: [] }>();
      assert.deepEqual(imports.imports, []);
      const health = (await stranger.request('GET', '/api/v1/health')).as<{
        products: { total: number };
        last_import: null;
      }>();
      assert.deepEqual([health.products.total, health.last_import], [1, null]);
      assert.equal(
        (await owner.request('GET', '/api/v1/product-imports')).text.includes(owner.store.id),
        false,
      );
    });

    test('a cursor of another store opens nothing', async () => {
      const [owner, stranger] = [await service.createStore(), await service.createStore()];
      for (const id of ['a', 'b', 'c']) await importProducts(owner, [productInput(id)]);
      for (const path of ['/api/v1/products', '/api/v1/product-imports']) {
        const { next_cursor } = (await owner.request('GET', `${path}?limit=1`)).as<{ next_cursor: string }>();
        const answer = await stranger.request('GET', `${path}?cursor=${next_cursor}`);
        const { next_cursor: _, ...list } = answer.as<Record<string, unknown>>();
        assert.deepEqual(Object.values(list), [[]]);
      }
    });

    test('many stores written at once keep their own products', async () => {
      const stores = await Promise.all(Array.from({ length: 6 }, () => service.createStore()));
      await Promise.all(
        stores.map(async (store, number) => {
          for (let round = 0; round < 4; round += 1) {
            await importProducts(store, [
              productInput('same', { title: `Thing of ${number}`, price: round }),
            ]);
          }
        }),
      );
      for (const [number, store] of stores.entries()) {
        assert.deepEqual(await titlesFor(store, 'thing'), [`Thing of ${number}`]);
        assert.equal((await getProduct(store, 'same')).price, '3.00');
      }
    });
  });
}

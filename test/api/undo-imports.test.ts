/**
 * Goal: undoing an import takes back what it did, once, in time, and for its own store only (Contract §10), and the answer is of what
 * can be searched. Histories of many runs are in undo-histories.test.ts.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileImportBody, UndoBody } from '../../contract/imports.ts';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import { joinAs, sharedOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  feedProducts,
  newAddress,
  privateFeeds,
  registerAndRun,
  runFeed,
  stockOf,
  useFeedServer,
} from '../support/feeds.ts';
import type { TestStore } from '../support/start-test-service.ts';
import {
  type Caller,
  getProduct,
  type ImportView,
  importProducts,
  productInput,
  productPath,
  putProduct,
  titlesFor,
} from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

interface UndoAnswer {
  readonly message: string;
  readonly undo: UndoBody;
}

const undoPath = (id: string) => `/api/v1/product-imports/${id}/undo`;

async function undo(store: Caller, id: string, query = ''): Promise<UndoAnswer> {
  const answer = await store.request('POST', `${undoPath(id)}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<UndoAnswer>();
}

async function showImport(store: Caller, id: string): Promise<ImportView> {
  return (await store.request('GET', `/api/v1/product-imports/${id}`)).as<ImportView>();
}

async function productTotals(store: Caller): Promise<readonly [total: number, inStock: number]> {
  const { products } = (await store.request('GET', '/api/v1/health')).as<{
    products: { total: number; in_stock: number };
  }>();
  return [products.total, products.in_stock];
}

const rowsOf = (count: number, fields: (number: number) => Readonly<Record<string, unknown>>) =>
  Array.from({ length: count }, (_, number) => productInput(`p${number}`, fields(number)));

for (const engine of engines) {
  describe(`undoing imports (${engine.name})`, () => {
    const service = useService(engine, { ...privateFeeds, FORETYPE_ENRICHMENT_PROVIDER: 'offline' });
    const server = useFeedServer();

    /** Lets the import have ended so long ago. */
    async function age(store: TestStore, id: string, days: number): Promise<void> {
      await service.current().storage.write(store.store.id, async (writer) => {
        const run = await writer.imports.find(id);
        assert.ok(run);
        await writer.imports.update({ ...run, updatedAt: run.updatedAt - days * 86_400_000_000 });
      });
    }

    test('Contract §10 undo: products are as before, and answers show it', async () => {
      const store = await service.createStore();
      await importProducts(store, [productInput('a', { title: 'Green lamp', price: 5, brand: 'Acme' })]);
      await putProduct(store, 'c', { title: 'Green chair' });
      const before = await getProduct(store, 'a');
      const run = await importProducts(store, [
        productInput('a', { title: 'Red lamp', price: 9 }),
        productInput('b', { title: 'Red table' }),
        productInput('c', { title: 'Red chair' }),
      ]);
      await store.request('PATCH', productPath('c'), { body: { price: 3 } });
      const expected = { restored: 1, removed: 1, changed_since: 1 };
      const preview = await undo(store, run.id, '?dry_run=true');
      assert.deepEqual(preview.undo, expected);
      assert.match(preview.message, /dry run/);
      assert.deepEqual((await getProduct(store, 'a')).title, 'Red lamp', 'nothing was written');
      assert.equal((await showImport(store, run.id)).undo, null);
      const done = await undo(store, run.id);
      assert.deepEqual(done, { message: 'The import has been undone.', undo: expected });
      assert.deepEqual(await titlesFor(store, 'green'), ['Green lamp']);
      assert.deepEqual(await titlesFor(store, 'red'), ['Red chair']);
      const restored = await getProduct(store, 'a');
      // Its phrases may be made in the meantime.
      const { updated_at, suggestion_phrases, search_phrases } = restored;
      assert.deepEqual(restored, { ...before, updated_at, suggestion_phrases, search_phrases });
      expectError(await store.request('GET', productPath('b')), 'not_found');
      assert.deepEqual(await productTotals(store), [2, 2]);
    });

    test('a second undo does nothing more and says so', async () => {
      const store = await service.createStore();
      const run = await importProducts(
        store,
        rowsOf(3, () => ({})),
      );
      await undo(store, run.id);
      await importProducts(
        store,
        rowsOf(3, () => ({ title: 'New lamp' })),
      );
      for (const query of ['', '?dry_run=true']) {
        const { message, undo: again } = await undo(store, run.id, query);
        assert.match(message, /undone before/);
        assert.deepEqual(again, { restored: 0, removed: 3, changed_since: 0 });
      }
      assert.deepEqual(await productTotals(store), [3, 3]);
      const shown = await showImport(store, run.id);
      assert.deepEqual([shown.undo?.removed, shown.undo_until], [3, null]);
      assert.ok(shown.undo?.undone_at);
      assert.equal(shown.undo?.by, 'First secret key');
    });

    test('Contract §10 undo_expired: seven days after its end nothing is undone', async () => {
      const store = await service.createStore();
      const [first, second] = [
        await importProducts(
          store,
          rowsOf(2, () => ({ title: 'Old lamp' })),
        ),
        await importProducts(
          store,
          rowsOf(2, () => ({ title: 'New lamp' })),
        ),
      ];
      await age(store, second.id, limits.undoDays + 0.01);
      for (const query of ['', '?dry_run=true']) {
        expectError(await store.request('POST', `${undoPath(second.id)}${query}`), 'undo_expired');
      }
      assert.equal((await getProduct(store, 'p0')).title, 'New lamp');
      await age(store, first.id, limits.undoDays - 0.01);
      assert.deepEqual((await undo(store, first.id)).undo, { restored: 0, removed: 0, changed_since: 2 });
    });

    test('an import of an earlier version kept nothing and is refused', async () => {
      const store = await service.createStore();
      const run = await importProducts(
        store,
        rowsOf(1, () => ({})),
      );
      await service.current().storage.write(store.store.id, async (writer) => {
        const found = await writer.imports.find(run.id);
        if (found !== null) await writer.imports.update({ ...found, keepsReplaced: false });
      });
      expectError(await store.request('POST', undoPath(run.id)), 'undo_expired');
      assert.equal((await showImport(store, run.id)).undo_until, null);
    });

    test("another store's import looks the same as an unknown one", async () => {
      const [store, other] = [await service.createStore(), await service.createStore()];
      const run = await importProducts(
        store,
        rowsOf(2, () => ({})),
      );
      const bodyOf = async (id: string, query = '') => {
        const answer = await other.request('POST', `${undoPath(id)}${query}`);
        const { request_id: __, ...body } = answer.as<{ request_id: string }>();
        return [answer.status, body];
      };
      for (const query of ['', '?dry_run=true']) {
        assert.deepEqual(await bodyOf(run.id, query), await bodyOf(newId(), query));
        assert.deepEqual(await bodyOf(run.id, query), await bodyOf('no-id', query));
      }
      expectError(await other.request('POST', undoPath(run.id)), 'not_found');
      assert.deepEqual(await productTotals(store), [2, 2]);
    });

    test('an undone run of a feed puts absent products back in stock', async () => {
      const store = await service.createStore();
      const { url, serveProducts } = newAddress(server.current());
      serveProducts(feedProducts(1, 4));
      const { feed } = await registerAndRun(store, url);
      serveProducts(feedProducts(1, 2, { price: 7 }));
      const run = await runFeed(store, feed.id);
      assert.deepEqual(await stockOf(store), { in: ['1', '2'], out: ['3', '4'] });
      const expected = { restored: 4, removed: 0, changed_since: 0 };
      assert.deepEqual((await undo(store, run.id, '?dry_run=true')).undo, expected);
      assert.deepEqual((await undo(store, run.id)).undo, expected);
      assert.deepEqual(await stockOf(store), { in: ['1', '2', '3', '4'], out: [] });
      assert.equal((await getProduct(store, '1')).price, '5.00');
      const { runs } = (await store.request('GET', `/api/v1/product-feeds/${feed.id}/runs`)).as<{
        runs: ImportView[];
      }>();
      assert.deepEqual(
        runs.map((one) => one.undo?.restored ?? null),
        [4, null],
      );
      const next = await runFeed(store, feed.id);
      assert.equal(next.removed_rows, 2, 'the next run takes the document in again');
    });

    test('undone titles keep phrases that fit and queue the others', async () => {
      const store = await service.createStore();
      const pause = (paused: boolean) => store.request('PATCH', '/api/v1/enrichment', { body: { paused } });
      const { enrichment, products } = service.current().storage.reader(store.store.id);
      const made = () => waitUntil('the phrases', async () => (await enrichment.countQueued()) === 0, 20_000);
      const lamp = [productInput('a', { title: 'Oak desk lamp', category: 'Lamps' })];
      const shelf = [productInput('a', { title: 'Pine wall shelf', category: 'Shelves' })];
      await importProducts(store, lamp);
      await made();
      const before = await products.find('a');
      await pause(true);
      const waiting = await importProducts(store, shelf);
      assert.equal(await enrichment.countQueued(), 1);
      await undo(store, waiting.id);
      assert.equal(await enrichment.countQueued(), 0, 'its phrases fit still, and nothing is asked for');
      const after = await products.find('a');
      assert.deepEqual([after?.suggestionPhrases, after?.type], [before?.suggestionPhrases, before?.type]);
      await pause(false);
      const replaced = await importProducts(store, shelf);
      await made();
      await pause(true);
      await undo(store, replaced.id);
      const [due] = await enrichment.fresh({ after: null, limit: 2 });
      assert.equal(due?.product.title, 'Oak desk lamp');
      assert.equal(due.jobHash, due.sourceHash, 'queued for the words before');
    });

    test('a large import is undone in slices with totals', async () => {
      const store = await service.createStore();
      await importProducts(
        store,
        rowsOf(700, (number) => ({ price: number + 1, in_stock: number % 2 === 0 })),
      );
      const run = await importProducts(
        store,
        rowsOf(1_300, () => ({ price: 5_000 })),
      );
      await putProduct(store, 'p3', { price: 7 });
      const expected = { restored: 699, removed: 600, changed_since: 1 };
      assert.deepEqual((await undo(store, run.id, '?dry_run=true')).undo, expected);
      const both = await Promise.all([undo(store, run.id), undo(store, run.id)]);
      for (const one of both) assert.deepEqual(one.undo, expected, 'two calls undo it once');
      assert.deepEqual(await productTotals(store), [700, 351]);
      assert.equal((await getProduct(store, 'p699')).price, '700.00');
      const { rows } = await service
        .current()
        .storage.reader(store.store.id)
        .replaced.page(run.id, { after: null, limit: 1 });
      assert.deepEqual(rows, [], 'what was undone is no longer kept');
    });

    test('a trial run and a run under way are not undone', async () => {
      const store = await service.createStore();
      const run = await importProducts(
        store,
        rowsOf(1, () => ({})),
      );
      const { storage } = service.current();
      const set = (fields: Readonly<Record<string, unknown>>) =>
        storage.write(store.store.id, async (writer) => {
          const found = await writer.imports.find(run.id);
          if (found !== null) await writer.imports.update({ ...found, ...fields });
        });
      await set({ status: 'processing' });
      expectError(await store.request('POST', undoPath(run.id)), 'conflict');
      await set({ status: 'completed', dryRun: true });
      expectError(await store.request('POST', undoPath(run.id)), 'conflict');
      assert.equal((await showImport(store, run.id)).undo_until, null);
    });

    test('an editor may undo, a viewer may not, and both see it', async () => {
      const store = await service.createStore();
      const storeId = store.store.id;
      const run = await importProducts(
        store,
        rowsOf(2, () => ({})),
      );
      const operator = await sharedOperator(service.current());
      const join = (name: string, role: string) =>
        joinAs(service.current(), operator, storeId, { email: `${name}-${storeId}@shop.example`, role });
      const [viewer, editor] = [await join('vic', 'viewer'), await join('eddy', 'editor')];
      const path = `/stores/${storeId}/product-imports/${run.id}`;
      for (const query of ['', '?dry_run=true']) {
        expectError(await viewer.call('POST', `${path}/undo${query}`), 'insufficient_role');
      }
      assert.equal((await editor.call('POST', `${path}/undo`)).status, 200);
      const shown = (await viewer.call('GET', path)).as<{ import: FileImportBody }>().import;
      assert.equal(shown.undo?.removed, 2);
      const audit = await operator.call('GET', `/stores/${storeId}/audit`);
      const { entries } = audit.as<{ entries: { action: string; subject: string }[] }>();
      assert.deepEqual(
        entries.flatMap(({ action, subject }) => (action === 'import.undone' ? [subject] : [])),
        ['api.json'],
      );
    });
  });
}

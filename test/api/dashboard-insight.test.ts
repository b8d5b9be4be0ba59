/**
 * Goal: the dashboard shows a merchant what their store holds, what happened to it and why the search answers as it
 * does. Method: the dashboard's own calls on a real service, by somebody who is signed in, on both databases.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { RequestHoursBody } from '../../contract/analytics.ts';
import { limits } from '../../contract/limits.ts';
import type { ProductBody } from '../../contract/products.ts';
import { joinAs, newVisitor, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import {
  ask,
  importProducts,
  productInput,
  productPath,
  putProduct,
  type SearchAnswer,
} from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Row {
  readonly external_id: string;
  readonly title: string;
  readonly in_stock: boolean;
}
interface ProductList {
  readonly products: readonly Row[];
  readonly next_cursor: string | null;
}
interface Change {
  readonly kind: string;
  readonly at: string;
  readonly run: { readonly id: string; readonly source: string; readonly filename: string } | null;
  readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}
interface ProductPage {
  readonly product: ProductBody;
  readonly raw: unknown;
  readonly history: readonly Change[];
  readonly next_cursor: string | null;
}
interface Overview {
  readonly health: Readonly<Record<string, unknown>>;
  readonly requests: {
    readonly bucket_seconds: number;
    readonly buckets: readonly Readonly<Record<string, number | string | null>>[];
  };
  readonly totals: Readonly<Record<string, number | null>>;
  readonly catalog: { readonly buckets: readonly Readonly<Record<string, unknown>>[] };
  readonly runs: readonly Readonly<Record<string, unknown>>[];
  readonly attention: readonly { readonly code: string; readonly link: string; readonly message: string }[];
}
interface Why {
  readonly found: boolean;
  readonly rank: number | null;
  readonly reason: { readonly code: string; readonly message: string };
  readonly product: Row | null;
  readonly explain: Readonly<Record<string, unknown>> | null;
  readonly above: { readonly title: string } | null;
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);
    let person: Visitor;
    before(async () => {
      person = await setUpOperator(service.current());
    });

    async function see<Body>(store: TestStore, path: string): Promise<Body> {
      const answer = await person.call('GET', `/stores/${store.store.id}${path}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.as<Body>();
    }
    const list = async (store: TestStore, query: string) => {
      const { products, next_cursor } = await see<ProductList>(store, `/products?${query}`);
      return [products.map((row) => row.external_id).join(' '), next_cursor] as const;
    };

    test('the overview of an empty store names the first step', async () => {
      const store = await service.createStore({ plan: 'free' });
      const { health, requests, totals, catalog, runs, attention } = await see<Overview>(store, '/overview');
      assert.deepEqual(health, {
        ...{ state: 'attention', index: health.index, products: 0, in_stock: 0, products_limit: 100 },
        ...{ enriched: 0, enriched_limit: 5, queued: 0 },
      });
      assert.deepEqual([requests.bucket_seconds, requests.buckets.length], [300, 288]);
      assert.deepEqual(totals, {
        ...{ requests: 0, errors: 0, p50_ms: null, p95_ms: null, cached_share: null, graph_share: null },
      });
      assert.equal(catalog.buckets.length, 1);
      assert.deepEqual(runs, []);
      const codes = attention.map(({ code }) => code).filter((code) => code !== 'index_loading');
      assert.deepEqual(codes, ['no_products', 'storefront_key_unused']);
      assert.equal(attention[0]?.link, `/stores/${store.store.id}/imports`);
    });

    test('the overview shows keystrokes and products as they come', async () => {
      const store = await service.createStore();
      const bad = productInput('bad', { price: -1 });
      const { id } = await importProducts(store, [
        productInput('a', { title: 'Desk lamp', image_url: 'https://shop.example/a.jpg', category: 'Light' }),
        productInput('b', { in_stock: false, category: 'Light' }),
        bad,
      ]);
      await ask(store, 'lam');
      await ask(store, 'lam');
      await ask(store, 'desk lamp');
      // Of another node they are known once it has written them down.
      const counted = async () => (await see<Overview>(store, '/overview')).totals.requests === 3;
      await waitUntil('the keystrokes to be counted', counted, 15_000);
      for (const range of ['24h', '7d', '30d']) {
        const overview = await see<Overview>(store, `/overview?range=${range}`);
        const { totals, requests, catalog, runs } = overview;
        assert.deepEqual([totals.requests, totals.errors], [3, 0]);
        assert.deepEqual([totals.cached_share, totals.graph_share], [1 / 3, 1 / 3]);
        assert.ok((totals.p50_ms ?? 0) > 0 && (totals.p95_ms ?? 0) >= (totals.p50_ms ?? 0));
        const sum = (name: string) =>
          requests.buckets.reduce((total, bucket) => total + Number(bucket[name]), 0);
        assert.deepEqual([sum('graph'), sum('backend'), sum('cached'), sum('errors')], [1, 1, 1, 0]);
        const { at, ...now } = catalog.buckets.at(-1) ?? {};
        assert.deepEqual(now, { in_stock: 1, out_of_stock: 1 });
        assert.equal(at, requests.buckets.at(-1)?.at);
        assert.deepEqual(
          runs.map((run) => [run.id, run.source, run.status, run.cancelled, run.valid_rows]),
          [[id, 'api', 'completed', false, 2]],
        );
      }
      const { attention, health } = await see<Overview>(store, '/overview');
      assert.equal(health.index, 'ready');
      assert.deepEqual(
        attention.map(({ code }) => code),
        ['last_import_rows_failed', 'storefront_key_unused', 'products_without_image'],
      );
      expectError(
        await person.call('GET', `/stores/${store.store.id}/overview?range=1y`),
        'validation_failed',
      );
    });

    test('keystrokes are counted by hour, for members of the store', async () => {
      const store = await service.createStore();
      const hours = (own = store) => see<RequestHoursBody>(own, '/analytics/hours');
      const sum = ({ requests }: RequestHoursBody) => requests.reduce((all, one) => all + one, 0);
      const empty = await hours();
      assert.deepEqual([empty.requests.length, sum(empty)], [672, 0]);
      const agoMs = Date.now() - Date.parse(empty.from);
      assert.ok(agoMs > 671 * 3_600_000 && agoMs < 673 * 3_600_000, empty.from);
      await putProduct(store, 'lamp');
      await ask(store, 'lam');
      await ask(store, 'lam');
      await waitUntil('the keystrokes to be written', async () => sum(await hours()) === 2, 20_000);
      assert.equal(sum(await hours(await service.createStore())), 0, 'of another store');
      const path = '/api/v1/analytics/hours';
      expectError(await store.request('GET', path), 'not_found');
    });

    test('products are listed page by page, and by gaps', async () => {
      const store = await service.createStore();
      const other = await service.createStore();
      await putProduct(other, 'x');
      await importProducts(store, [
        productInput('a', { category: 'Light', brand: 'Oak', image_url: 'https://shop.example/a.jpg' }),
        productInput('b', { in_stock: false, description: 'Fine.' }),
        productInput('c', { category: 'Light' }),
      ]);
      const [first, cursor] = await list(store, 'limit=2');
      assert.deepEqual([first, await list(store, `limit=2&cursor=${cursor}`)], ['a b', ['c', null]]);
      assert.deepEqual(await list(store, ''), ['a b c', null]);
      assert.deepEqual(await list(store, 'stock=out'), ['b', null]);
      assert.deepEqual(await list(store, 'stock=in&missing=image'), ['c', null]);
      assert.deepEqual(await list(store, 'missing=category'), ['b', null]);
      assert.deepEqual(await list(store, 'missing=brand&limit=1'), [
        'b',
        Buffer.from('b').toString('base64url'),
      ]);
      assert.deepEqual(await list(store, 'missing=description'), ['a c', null]);
      expectError(
        await person.call('GET', `/stores/${store.store.id}/products?stock=some&missing=all&cursor=!`),
        'validation_failed',
      );
    });

    test('a search lists the exact id first, then engine results', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        productInput('lamp', { title: 'Chair' }),
        productInput('b', { title: 'Desk lamp' }),
        productInput('c', { title: 'Lamp', in_stock: false }),
        productInput('d', { title: 'Lamp shade', brand: 'Oak' }),
      ]);
      const [all] = await list(store, 'q=lamp');
      assert.match(all, /^lamp d b c$|^lamp b d c$/);
      assert.deepEqual(await list(store, 'q=lamp&stock=out'), ['c', null]);
      assert.deepEqual(await list(store, 'q=lamp&limit=1'), ['lamp', null]);
      assert.deepEqual(await list(store, 'q=shade&missing=brand'), ['', null]);
      assert.deepEqual(await list(store, 'q=nothing-at-all'), ['', null]);
    });

    test('a product is shown with its raw form and its history', async () => {
      const store = await service.createStore();
      const { id: made } = await importProducts(store, [productInput('a/1', { price: 1, colour: 'red' })]);
      const { id: changed } = await importProducts(store, [productInput('a/1', { price: 2 })]);
      assert.equal((await store.request('DELETE', productPath('a/1'))).status, 200);
      const page = await see<ProductPage>(store, '/products/a%2F1');
      assert.deepEqual([page.product.price, page.product.in_stock], ['2.00', false]);
      assert.deepEqual(page.raw, productInput('a/1', { price: 2 }));
      assert.deepEqual(
        page.history.map(({ kind, run }) => [kind, run?.id ?? null]),
        [
          ['removed', null],
          ['updated', changed],
          ['created', made],
        ],
      );
      assert.deepEqual(page.history[1]?.fields, [
        { field: 'price', from: '1', to: '2' },
        { field: 'attributes.colour', from: 'red', to: null },
      ]);
      assert.deepEqual(page.history[1]?.run, { id: changed, source: 'api', filename: 'api.json' });
      const first = await see<ProductPage>(store, '/products/a%2F1?limit=1');
      assert.deepEqual([first.history.length, first.history[0]?.kind], [1, 'removed']);
      const rest = await see<ProductPage>(store, `/products/a%2F1?limit=1&cursor=${first.next_cursor}`);
      assert.deepEqual(rest.history, page.history.slice(1));
      assert.equal(rest.next_cursor, null);
      expectError(await person.call('GET', `/stores/${store.store.id}/products/x`), 'not_found');
    });

    test('the playground answers as the shop does, uncounted', async () => {
      const store = await service.createStore();
      await importProducts(store, [productInput('a', { title: 'Desk lamp' })]);
      const shop = await ask(store, 'lam');
      const { answer, time_ms } = await see<{ answer: SearchAnswer; time_ms: number }>(
        store,
        '/playground?q=lam',
      );
      assert.ok(time_ms >= 0);
      assert.equal(answer.meta.cached, false);
      assert.deepEqual(answer.products[0]?.explain?.missing_words, 0);
      assert.deepEqual(
        { ...answer, products: answer.products.map(({ explain: _explain, ...card }) => card) },
        shop,
      );
      assert.equal((await see<Overview>(store, '/overview')).totals.requests, 1);
      const long = 'x'.repeat(limits.queryMaxLength + 1);
      expectError(
        await person.call('GET', `/stores/${store.store.id}/playground?q=${long}&limit=21`),
        'validation_failed',
      );
    });

    test('the reason for a missing product is shown in words', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        ...Array.from({ length: 6 }, (_, index) => productInput(`p${index}`, { title: `Lamp ${index}` })),
        productInput('out', { title: 'Lamp', in_stock: false }),
        productInput('chair', { title: 'Red chair', description: 'Goes with a lamp.' }),
      ]);
      const why = (query: string, id: string) =>
        see<Why>(store, `/playground/why?q=${encodeURIComponent(query)}&external_id=${id}`);
      const codeOf = async (query: string, id: string) => (await why(query, id)).reason.code;
      const shown = await why('lamp', 'p0');
      assert.deepEqual([shown.found, shown.rank, shown.reason.code, shown.above], [true, 1, 'shown', null]);
      assert.equal(shown.explain?.title_prefix, true);
      const below = await why('lamp', 'p5');
      assert.deepEqual([below.found, below.rank, below.reason.code], [true, 6, 'below_limit']);
      assert.equal(below.above?.title, 'Lamp 4');
      assert.match(
        below.reason.message,
        /at place 6, and the box shows 5\. "Lamp 4" stands above it by the alphabet/,
      );
      const out = await why('lamp', 'out');
      assert.deepEqual([out.rank, out.reason.code], [7, 'out_of_stock_last']);
      assert.match(out.reason.message, /"Lamp 5" stands above it because it is in stock\.$/);
      const absent = await why('lamp', 'chair');
      assert.deepEqual([absent.found, absent.rank, absent.product?.title], [false, null, 'Red chair']);
      assert.equal(absent.reason.code, 'not_matching');
      assert.match(absent.reason.message, /^No word of its title, .* begins with "lamp"\. The description/);
      assert.match(
        (await why('green lamp', 'chair')).reason.message,
        /is "green", and none begins with "lamp"/,
      );
      assert.equal(await codeOf('lamp', 'unknown'), 'unknown_product');
      assert.equal(await codeOf('!', 'chair'), 'not_matching');
      assert.equal(await codeOf('', 'out'), 'out_of_stock_last');
      assert.equal(await codeOf('chaur', 'chair'), 'shown');
      expectError(
        await person.call('GET', `/stores/${store.store.id}/playground/why?q=lamp`),
        'validation_failed',
      );
    });

    test('a viewer sees only their own store', async () => {
      const [store, other] = [await service.createStore(), await service.createStore()];
      await putProduct(store, 'a');
      const invited = { email: 'vera@shop.example', role: 'viewer' };
      const viewer = await joinAs(service, person, store.store.id, invited);
      const stranger = newVisitor(service);
      const question = 'q=a&external_id=a';
      const paths = ['overview', 'analytics/hours', 'products', 'products/a', 'playground'];
      for (const path of [...paths, `playground/why?${question}`]) {
        assert.equal((await viewer.call('GET', `/stores/${store.store.id}/${path}`)).status, 200);
        expectError(await viewer.call('GET', `/stores/${other.store.id}/${path}`), 'not_found');
        expectError(await stranger.call('GET', `/stores/${store.store.id}/${path}`), 'signed_out');
      }
    });
  });
}

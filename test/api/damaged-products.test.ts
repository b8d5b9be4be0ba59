/**
 * Goal: a product whose row cannot be read is repaired by sending it again, is no obstacle to others, and is named
 * meanwhile. Method: values are overwritten past a running service on both databases; then it is called as merchants do.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runSql } from '../support/damage.ts';
import { quarantined, useDamageScene } from '../support/damage-scene.ts';
import { engines, onOneNode } from '../support/engines.ts';
import {
  endOfImport,
  importCsv,
  requestFileImport,
  showFileImport,
  uploadFile,
} from '../support/file-imports.ts';
import {
  getProduct,
  importProducts,
  productInput,
  productPath,
  putProduct,
  titlesFor,
} from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const lamp = productInput('a', {
  title: 'Lamp',
  attributes: { color: 'red' },
  images: ['https://shop.example/i'],
});

/** No phrases are written meanwhile, with which the index would read rows again. */
const settings = { FORETYPE_ENRICHMENT_PROVIDER: 'off', FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' };

const products = [lamp, productInput('b'), productInput('c')];
/** No column of text with a form takes it. */
const broken = "'{'";

const columns = [
  ...['attributes', 'image_urls', 'raw', 'suggestion_phrases', 'search_phrases'],
  ...['price', 'compare_at_price', 'currency'],
];

for (const each of engines) {
  const engine = onOneNode(each, 'each node names what it met');
  const titled = (name: string) => `${name} (${engine.name})`;
  describe(titled('damaged products'), () => {
    const withProducts = useDamageScene(engine, settings, products);

    test(titled('a product that cannot be read is written whole by PUT'), () =>
      withProducts(async ({ store, damage }) => {
        const before = await getProduct(store, 'a');
        for (const column of columns) {
          await damage(column, broken, 'a');
          await putProduct(store, 'a', { ...lamp });
          const answer = await store.request('GET', `${productPath('a')}?include=raw`);
          assert.equal(answer.status, 200, `${column}: ${answer.text}`);
          const { id, attributes, image_url: image } = answer.as<typeof before>();
          assert.deepEqual([id, attributes, image], [before.id, before.attributes, before.image_url]);
        }
        assert.equal((await titlesFor(store, 'lamp'))[0], 'Lamp');
        const health = (await store.request('GET', '/api/v1/health')).as<{ products: { total: number } }>();
        assert.equal(health.products.total, 3);
      }),
    );

    test(titled('a batch repairs its row and stores the others'), () =>
      withProducts(async ({ store, damage }) => {
        await damage('attributes', broken, 'a');
        const run = await importProducts(store, [lamp, productInput('b'), productInput('d')]);
        assert.deepEqual([run.updated_rows, run.unchanged_rows, run.created_rows], [1, 1, 1]);
        assert.equal((await getProduct(store, 'a')).attributes.color, 'red');
      }),
    );

    test(titled('a price that is no number is named, and repaired'), () =>
      withProducts(async ({ visitor, store, storeId, damage }) => {
        for (const column of ['price', 'compare_at_price', 'currency']) {
          await damage(column, broken, 'a');
          const shown = await store.request('GET', productPath('a'));
          assert.deepEqual([shown.status, shown.as<{ code: string }>().code], [503, 'store_unavailable']);
          assert.match(shown.text, new RegExp(`products a: ${column} is no .* Send the whole product again`));
          const list = await store.request('GET', '/api/v1/products');
          assert.equal(list.as<{ unreadable: { external_id: string }[] }>().unreadable[0]?.external_id, 'a');
          const catalog = await visitor.call('GET', `/stores/${storeId}/products`);
          assert.equal(catalog.status, 200, catalog.text);
          const run = await importProducts(store, [lamp, productInput('b')]);
          assert.deepEqual([run.updated_rows, run.unchanged_rows], [1, 1], column);
          assert.equal((await getProduct(store, 'a')).external_id, 'a');
        }
      }),
    );

    test(titled('a store whose currency cannot be used harms itself'), () =>
      withProducts(async ({ service, visitor, store, storeId, target }) => {
        const other = await service.createStore();
        for (const [column, sound] of [
          ['currency', 'USD'],
          ['locale', 'en'],
        ] as const) {
          const set = (value: string) =>
            runSql(target, storeId, `update stores set ${column} = '${value}' where id = '${storeId}'`);
          await set('e');
          const refused = await store.request('PUT', productPath('a'), { body: lamp });
          assert.deepEqual([refused.status, refused.as<{ code: string }>().code], [503, 'store_unavailable']);
          assert.match(refused.text, new RegExp(`stores ${storeId}: ${column} is no`));
          const named = (await quarantined(service)).find((one) => one.store === storeId);
          assert.match(named?.reason ?? '', new RegExp(`stores ${storeId}: ${column} is no`));
          assert.deepEqual(await titlesFor(store, 'lamp'), ['Lamp']);
          await putProduct(other, 'x');
          assert.equal((await visitor.call('GET', '/session')).status, 200);
          await set(sound);
          await putProduct(store, 'a', { ...lamp });
        }
      }),
    );

    test(titled('pages of a collection go on behind such a product'), () =>
      withProducts(async ({ store, damage }) => {
        const rules = { match: 'all', conditions: [{ field: 'price', op: 'at_least', value: '0' }] };
        const made = await store.request('POST', '/api/v1/collections', { body: { title: 'All', rules } });
        assert.equal(made.status, 200, made.text);
        const { slug } = made.as<{ collection: { slug: string } }>().collection;
        const readAll = async () => {
          const found: string[] = [];
          for (let cursor: string | null = ''; cursor !== null; ) {
            const query = `?limit=1${cursor && `&cursor=${cursor}`}`;
            const answer = await store.request('GET', `/api/v1/collections/${slug}/products${query}`);
            assert.equal(answer.status, 200, answer.text);
            const page: { products: { title: string }[]; next_cursor: string | null } = answer.as();
            found.push(...page.products.map(({ title }) => title));
            cursor = page.next_cursor;
          }
          return found;
        };
        let before: string[] = [];
        await waitUntil('the members', async () => {
          before = await readAll();
          return before.length === 3;
        });
        await damage('currency', broken, 'b');
        const left = await readAll();
        assert.equal(left.length, 2);
        assert.equal(left.at(-1), before.at(-1));
      }),
    );

    test(titled('a file repairs a row that it does not change'), () =>
      withProducts(async ({ visitor, store, storeId, damage }) => {
        const content =
          'external_id,title,price,url,attributes\nf,Fan,9,https://shop.example/f,color: blue\n';
        await importCsv(visitor, storeId, content);
        await damage('attributes', broken, 'f');
        const run = await importCsv(visitor, storeId, content);
        assert.deepEqual([run.status, run.updated_rows, run.unchanged_rows], ['completed', 1, 0]);
        assert.equal((await getProduct(store, 'f')).attributes.color, 'blue');
      }),
    );

    test(titled('a patch needs what the snapshot is made of'), () =>
      withProducts(async ({ store, damage }) => {
        await damage('search_phrases', broken, 'a');
        const patched = await store.request('PATCH', productPath('a'), { body: { price: 5 } });
        assert.equal(patched.status, 200, patched.text);
        assert.equal((await getProduct(store, 'a')).attributes.color, 'red');
        for (const column of ['attributes', 'price', 'raw']) {
          await damage(column, broken, 'a');
          const refused = await store.request('PATCH', productPath('a'), { body: { title: 'Lamp' } });
          assert.equal(refused.as<{ code: string }>().code, 'store_unavailable');
          const named = new RegExp(`products a: ${column} .* Send the whole product again`);
          assert.match(refused.as<{ message: string }>().message, named);
          await putProduct(store, 'a', { ...lamp });
        }
      }),
    );

    test(titled('a product that cannot be read is taken away by its key'), () =>
      withProducts(async ({ store, damage }) => {
        const phrases = { suggestion_phrases: ['red lamp'], search_phrases: ['light for desks'] };
        assert.equal(
          (await store.request('PUT', `${productPath('a')}/phrases`, { body: phrases })).status,
          200,
        );
        for (const column of ['attributes', 'raw']) await damage(column, broken, 'a');
        for (const query of ['', '?purge=true']) {
          const answer = await store.request('DELETE', `${productPath('a')}${query}`);
          assert.equal(answer.status, 200, answer.text);
          const { product } = answer.as<{ product: typeof phrases & { readonly attributes: object } }>();
          const { attributes, suggestion_phrases, search_phrases } = product;
          assert.deepEqual([attributes, { suggestion_phrases, search_phrases }], [{}, phrases], query);
        }
        assert.equal((await store.request('GET', productPath('a'))).status, 404);
      }),
    );

    test(titled('a list names the product that it leaves out'), () =>
      withProducts(async ({ store, damage }) => {
        await damage('image_urls', broken, 'b');
        interface List {
          readonly products: readonly { readonly external_id: string }[];
          readonly unreadable?: readonly { readonly external_id: string; readonly message: string }[];
          readonly next_cursor: string | null;
        }
        const found: string[] = [];
        const left: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const answer = await store.request(
            'GET',
            `/api/v1/products?limit=1${cursor && `&cursor=${cursor}`}`,
          );
          assert.equal(answer.status, 200, answer.text);
          const page: List = answer.as<List>();
          found.push(...page.products.map((product) => product.external_id));
          left.push(...(page.unreadable ?? []).map((product) => product.external_id));
          cursor = page.next_cursor;
        }
        assert.deepEqual([found, left], [['a', 'c'], ['b']]);
      }),
    );

    test(titled('a search names once the product that it leaves out'), () =>
      withProducts(async ({ visitor, storeId, damage }) => {
        await damage('attributes', broken, 'a');
        // What the index found, and what has this very id.
        for (const text of ['lamp', 'a']) {
          const answer = await visitor.call('GET', `/stores/${storeId}/products?q=${text}`);
          assert.equal(answer.status, 200, answer.text);
          const found = answer.as<Record<'products' | 'unreadable', { external_id: string }[]>>();
          const [shown, named] = [found.products, found.unreadable].map((list) =>
            list.map((product) => product.external_id),
          );
          assert.deepEqual([shown?.includes('a'), named], [false, ['a']], text);
        }
      }),
    );

    test(titled('phrases are shown beside a product that cannot be read'), () =>
      withProducts(async ({ store, visitor, storeId, damage }) => {
        const phrases = { suggestion_phrases: ['desk lamp'], search_phrases: ['light for desks'] };
        const path = `${productPath('b')}/phrases`;
        const edited = await store.request('PUT', path, { body: phrases });
        assert.equal(edited.status, 200, edited.text);
        await damage('attributes', broken, 'a');
        await damage('search_phrases', broken, 'b');
        assert.equal((await visitor.call('GET', `/stores/${storeId}/enrichment`)).status, 200);
        const list = await visitor.call('GET', `/stores/${storeId}/enrichment/products?state=edited`);
        assert.equal(list.status, 200, list.text);
        const { products } = list.as<{ products: { external_id: string; error: string | null }[] }>();
        assert.match(products.find(({ external_id: id }) => id === 'b')?.error ?? '', /search_phrases/);
        // What a person wrote comes back with the product.
        await putProduct(store, 'b');
        const after = (await store.request('GET', path)).as<{ phrases: typeof phrases }>().phrases;
        assert.deepEqual(after.search_phrases, phrases.search_phrases);
      }),
    );

    test(titled('a key that cannot be read is listed and revoked'), () =>
      withProducts(async ({ visitor, storeId, target }) => {
        await runSql(
          target,
          storeId,
          `update api_keys set allowed_origins = '{' where store_id = '${storeId}'`,
        );
        interface Keys {
          readonly keys: readonly {
            readonly id: string;
            readonly allowed_origins: readonly string[] | null;
          }[];
        }
        const { keys } = (await visitor.call('GET', `/stores/${storeId}/keys`)).as<Keys>();
        assert.deepEqual(
          keys.map((key) => key.allowed_origins),
          [null, null],
        );
        const revoked = await visitor.call('DELETE', `/stores/${storeId}/keys/${keys[0]?.id}`);
        assert.equal(revoked.status, 200, revoked.text);
      }),
    );

    test(titled('a key that cannot be read is named to operators'), () =>
      withProducts(async ({ service, storeId, target }) => {
        const { keys, store } = await service.createStore();
        assert.notEqual(store.id, storeId);
        const place = `where store_id = '${store.id}'`;
        await runSql(target, store.id, `update api_keys set allowed_origins = '{' ${place}`);
        const answer = await fetch(`${service.origin}/api/v1/autocomplete?q=lamp`, {
          headers: { 'x-api-key': keys.storefront },
        });
        assert.equal(answer.status, 503);
        await answer.body?.cancel();
        const named = (await quarantined(service)).find((one) => one.store === store.id);
        assert.equal(named?.work, 'calls');
        assert.match(named?.reason ?? '', /api_keys .*: allowed_origins is not valid JSON/);
      }),
    );

    test(titled('an import that has to wait says why'), () =>
      withProducts(async ({ visitor, store, storeId, target }) => {
        const body = { url: 'http://127.0.0.1:9/hook' };
        const made = await store.request('POST', '/api/v1/webhooks', { body });
        assert.ok(made.status < 300, made.text);
        const setEvents = (events: string) =>
          runSql(target, storeId, `update webhooks set events = '${events}' where store_id = '${storeId}'`);
        await setEvents('{');
        const content = 'external_id,title,price,url\nf,Fan,9,https://shop.example/f\n';
        const fileId = await uploadFile(visitor, storeId, content);
        const { id } = await requestFileImport(visitor, storeId, fileId);
        await waitUntil('the reason', async () => {
          const { status, error } = await showFileImport(visitor, storeId, id);
          return status === 'processing' && /waits.*webhooks .* events is not valid JSON/.test(error ?? '');
        });
        await setEvents('["import.completed"]');
        const ended = await endOfImport(visitor, storeId, id);
        assert.deepEqual([ended.status, ended.error], ['completed', null]);
      }),
    );

    test(titled('a row that a call meets is named until it is repaired'), () =>
      withProducts(async ({ service, store, storeId, damage }) => {
        await damage('attributes', broken, 'a');
        for (let count = 0; count < 2; count += 1) {
          assert.equal((await store.request('GET', productPath('a'))).status, 503);
        }
        const [named, ...others] = (await quarantined(service)).filter((one) => one.store === storeId);
        assert.deepEqual([named?.work, others], ['calls', []]);
        assert.match(named?.reason ?? '', /1 row cannot be read: products a: attributes is not valid JSON/);
        const metrics = await (await fetch(`${service.nodeOrigin}/metrics`)).text();
        assert.match(
          metrics,
          new RegExp(`foretype_store_quarantined{store="${storeId}",work="calls",cause="row"} 1`),
        );
        await putProduct(store, 'a', { ...lamp });
        await waitUntil('the end', async () =>
          (await quarantined(service)).every((one) => one.store !== storeId),
        );
      }),
    );

    test(titled('a row that a list leaves out is named too'), () =>
      withProducts(async ({ service, visitor, store, storeId, damage }) => {
        await damage('attributes', broken, 'a');
        await store.request('GET', '/api/v1/products');
        await damage('attributes', broken, 'b');
        await visitor.call('GET', `/stores/${storeId}/enrichment`);
        await waitUntil('both rows', async () => {
          const named = (await quarantined(service)).find((one) => one.store === storeId);
          return /products a: .*products b: /.test(named?.reason ?? '');
        });
      }),
    );
  });
}

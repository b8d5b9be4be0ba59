/**
 * One product at a time through the public API (§2.1, §3.1, §4.4, §4.5; Contract §4), on both databases: PUT, POST,
 * PATCH, GET, DELETE and the list. How each field is read is proved beside server/catalog; here it is what of it
 * reaches the surface.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProductBody } from '../../contract/products.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  getProduct,
  type ProductInput,
  productInput,
  productPath,
  putProduct,
  type UpsertAnswer,
} from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const products = '/api/v1/products';

interface ProductPage {
  readonly products: readonly ProductBody[];
  readonly next_cursor: string | null;
}

/** Every field of an input, each with a value that tells it from the others. */
const fullInput: ProductInput = {
  title: 'Espresso cup',
  description: '<p>Holds <b>80&nbsp;ml</b>.</p>',
  price: 19.9,
  compare_at_price: '24,90',
  currency: 'EUR',
  url: 'https://shop.example/cup',
  image_url: 'https://cdn.example/1.jpg',
  images: ['https://cdn.example/2.jpg', 'https://cdn.example/3.jpg'],
  category: 'Kitchen > Cups',
  brand: 'Acme',
  author: 'A. Potter',
  isbn: '9783161484100',
  gtin: '04006381333931',
  ean: '4006381333931',
  sku: 'CUP-1',
  mpn: 'M1',
  item_group_id: 'CUPS',
  stock_quantity: 3,
  in_stock: 'yes',
  attributes: { color: 'white' },
  glaze: 'matt',
};

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('§4.4 answer, §2.3 summary: a PUT answers message, short import and product', async () => {
      const store = await service.createStore();
      const answer = await store.request('PUT', `${products}/a`, { body: { ...fullInput } });
      assert.equal(answer.status, 200);
      const { message, import: run, product, ...rest } = answer.as<UpsertAnswer>();
      assert.deepEqual(rest, {});
      assert.equal(typeof message, 'string');
      assert.deepEqual(run, { status: 'completed', valid_rows: 1, failed_rows: 0, skipped_rows: 0 });
      assert.equal(product?.external_id, 'a');
    });

    test('§2.1 product, §2.1 optional: every listed field comes back normalized', async () => {
      const store = await service.createStore();
      const product = await putProduct(store, 'a', fullInput);
      const { id, created_at, updated_at, ...fields } = product;
      assert.match(id, /^[0-9a-f-]{36}$/);
      assert.equal(created_at, updated_at);
      assert.deepEqual(fields, {
        external_id: 'a',
        title: 'Espresso cup',
        description: 'Holds 80 ml.',
        category: 'Kitchen > Cups',
        category_path: ['Kitchen', 'Cups'],
        brand: 'Acme',
        author: 'A. Potter',
        isbn: '9783161484100',
        gtin: '04006381333931',
        ean: '4006381333931',
        sku: 'CUP-1',
        mpn: 'M1',
        item_group_id: 'CUPS',
        price: '19.90',
        compare_at_price: '24.90',
        currency: 'EUR',
        url: 'https://shop.example/cup',
        image_url: 'https://cdn.example/1.jpg',
        image_urls: ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg', 'https://cdn.example/3.jpg'],
        in_stock: true,
        stock_status: 'in_stock',
        stock_quantity: 3,
        attributes: { color: 'white', glaze: 'matt' },
        suggestion_phrases: [],
        search_phrases: [],
      });
    });

    test('§2.1 phrases: a product carries both lists before any were generated', async () => {
      const store = await service.createStore();
      const { suggestion_phrases, search_phrases } = await putProduct(store, 'a');
      assert.deepEqual([suggestion_phrases, search_phrases], [[], []]);
    });

    test('§2.1 raw: the snapshot is the object as received', async () => {
      const store = await service.createStore();
      const body = { ...fullInput, price: ' 19,90 ', nested: { deep: [1, null, { a: 'b' }] }, nothing: null };
      await store.request('PUT', `${products}/a`, { body });
      const answer = await store.request('GET', `${products}/a?include=raw`);
      const { raw, ...product } = answer.as<ProductBody>();
      assert.deepEqual(raw, { ...body, external_id: 'a' });
      assert.deepEqual(product, await getProduct(store, 'a'));
      assert.ok(!('raw' in (await getProduct(store, 'a'))));
    });

    test('§4.4 path: the id comes from the path, with any characters', async () => {
      const store = await service.createStore();
      for (const id of ['a/b', '100%', '%2F', 'ä ö', '😀', "it's", '../x', '0042', 'a?b#c', 'é', '+1']) {
        const { external_id: _, ...body } = productInput(id);
        const answer = await store.request('PUT', productPath(id), { body });
        assert.equal(answer.as<UpsertAnswer>().product?.external_id, id);
        assert.equal((await getProduct(store, id)).external_id, id);
      }
    });

    test('§4.4 validation: a PUT with faults lists them all and stores nothing', async () => {
      const store = await service.createStore();
      const body = {
        title: 'x'.repeat(256),
        price: -1,
        url: '/relative',
        in_stock: 'maybe',
        image_url: 'no',
      };
      const errors = expectError(await store.request('PUT', `${products}/a`, { body }), 'validation_failed');
      assert.deepEqual(
        errors.map(({ path, code }) => [path, code]),
        [
          ['/title', 'title_too_long'],
          ['/price', 'price_negative'],
          ['/url', 'url_invalid'],
          ['/image_url', 'image_url_invalid'],
          ['/in_stock', 'in_stock_invalid'],
        ],
      );
      expectError(await store.request('GET', `${products}/a`), 'not_found');
    });

    test('§2.1 title, §2.1 price, §2.1 url: each required field is missed', async () => {
      const store = await service.createStore();
      const errors = expectError(
        await store.request('PUT', `${products}/a`, { body: {} }),
        'validation_failed',
      );
      assert.deepEqual(
        errors.map(({ path, code }) => [path, code]),
        [
          ['/title', 'title_missing'],
          ['/price', 'price_missing'],
          ['/url', 'url_missing'],
        ],
      );
    });

    test('Contract §4 a body id that differs from the path is refused', async () => {
      const store = await service.createStore();
      const errors = expectError(
        await store.request('PUT', `${products}/a`, { body: productInput('b') }),
        'validation_failed',
      );
      assert.deepEqual(errors[0]?.path, '/external_id');
      const same = { ...productInput('7'), external_id: 7 };
      assert.equal((await store.request('PUT', `${products}/7`, { body: same })).status, 200);
    });

    test('Contract §4 a POST is the PUT with the id in its body', async () => {
      const store = await service.createStore();
      const posted = await store.request('POST', products, { body: productInput('a', fullInput) });
      const put = await store.request('PUT', `${products}/a`, { body: productInput('a', fullInput) });
      assert.equal(posted.status, 200);
      assert.deepEqual(posted.as(), put.as());
      const { external_id: _, ...nameless } = productInput('a');
      const errors = expectError(
        await store.request('POST', products, { body: nameless }),
        'validation_failed',
      );
      assert.deepEqual(errors[0]?.code, 'external_id_missing');
    });

    test('Contract §4 an omitted optional field is absent after an upsert', async () => {
      const store = await service.createStore();
      const before = await putProduct(store, 'a', fullInput);
      const after = await putProduct(store, 'a');
      assert.deepEqual([after.id, after.created_at], [before.id, before.created_at]);
      assert.ok(after.updated_at > before.updated_at);
      assert.deepEqual(
        [after.brand, after.category, after.image_urls, after.attributes],
        [null, null, [], {}],
      );
    });

    test('Contract §4 a PATCH merges, and null clears a field', async () => {
      const store = await service.createStore();
      const before = await putProduct(store, 'a', {
        ...fullInput,
        attributes: { color: 'white', size: 'S' },
      });
      const patch = { price: 5, brand: null, attributes: { color: null, origin: 'Kyoto' }, glaze: null };
      const answer = await store.request('PATCH', `${products}/a`, { body: patch });
      assert.equal(answer.status, 200, answer.text);
      const { product } = answer.as<UpsertAnswer>();
      assert.ok(product);
      assert.deepEqual(product, {
        ...before,
        price: '5.00',
        brand: null,
        attributes: { size: 'S', origin: 'Kyoto' },
        updated_at: product.updated_at,
      });
      const unread = await store.request('PATCH', `${products}/a`, { body: { stock_quantity: 'many' } });
      assert.equal(unread.as<UpsertAnswer>().product?.stock_quantity, null);
    });

    test('Contract §4 a PATCH that makes the product invalid changes nothing', async () => {
      const store = await service.createStore();
      const before = await putProduct(store, 'a');
      for (const body of [{ title: null }, { price: -1 }, { external_id: 'b' }]) {
        expectError(await store.request('PATCH', `${products}/a`, { body }), 'validation_failed');
      }
      assert.deepEqual(await getProduct(store, 'a'), before);
    });

    test('Contract §4 a PATCH or DELETE of an unknown product is not found', async () => {
      const store = await service.createStore();
      expectError(await store.request('PATCH', `${products}/a`, { body: { price: 1 } }), 'not_found');
      expectError(await store.request('DELETE', `${products}/a`), 'not_found');
      expectError(await store.request('GET', `${products}/a`), 'not_found');
      assert.deepEqual((await store.request('GET', products)).as<ProductPage>().products, []);
    });

    test('§4.5 answer, §2.1 removed: a removal answers exactly six fields', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a', fullInput);
      const answer = await store.request('DELETE', `${products}/a`);
      assert.equal(answer.status, 200);
      const { message, product } = answer.as<{ message: string; product: object }>();
      assert.equal(typeof message, 'string');
      assert.deepEqual(product, {
        external_id: 'a',
        in_stock: false,
        stock_status: 'out_of_stock',
        attributes: { color: 'white', glaze: 'matt' },
        suggestion_phrases: [],
        search_phrases: [],
      });
    });

    test('§4.5 out-of-stock, §3.1 delete: removing keeps the data and can be repeated', async () => {
      const store = await service.createStore();
      const before = await putProduct(store, 'a', fullInput);
      await store.request('DELETE', `${products}/a`);
      const after = await getProduct(store, 'a');
      assert.deepEqual(after, {
        ...before,
        in_stock: false,
        stock_status: 'out_of_stock',
        updated_at: after.updated_at,
      });
      assert.equal((await store.request('DELETE', `${products}/a`)).status, 200);
    });

    test('§3.1 omitted: the same PUT after a removal brings the product back', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a');
      await store.request('DELETE', `${products}/a`);
      assert.equal((await putProduct(store, 'a')).in_stock, true);
    });

    test('Contract §4 the list goes through all products by their ids', async () => {
      const store = await service.createStore();
      const ids = ['Z', 'a', 'b', 'ä', '10', '9', '\u{1F600}', '\uFFFD'];
      for (const id of ids) await putProduct(store, id);
      const listed: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path: string = `${products}?limit=3&cursor=${cursor}`;
        const page = (await store.request('GET', path)).as<ProductPage>();
        assert.ok(page.products.length > 0 && page.products.length <= 3);
        listed.push(...page.products.map((product) => product.external_id));
        cursor = page.next_cursor;
      }
      assert.deepEqual(listed, ['10', '9', 'Z', 'a', 'b', 'ä', '\uFFFD', '\u{1F600}']);
    });

    test('Contract §4 a list refuses a wrong limit, cursor or include', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a');
      const wrong = [
        '?limit=0',
        '?limit=201',
        '?limit=x',
        '?cursor=%25',
        '?limit=1&limit=2',
        '/a?include=all',
      ];
      for (const query of wrong) {
        const errors = expectError(await store.request('GET', `${products}${query}`), 'validation_failed');
        assert.equal(errors.length, 1, query);
      }
      const both = await store.request('GET', `${products}?limit=0&cursor=%25`);
      assert.deepEqual(
        expectError(both, 'validation_failed').map(({ path }) => path),
        ['cursor', 'limit'],
      );
    });
  });
}

/**
 * The fields of a product as they come back through the public API (§2.1; Contract §4), on both databases: what
 * every listed form of a price, a stock value, an image or an attribute is read as.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { getProduct, importProducts, productInput, putProduct } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const products = '/api/v1/products';

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('§2.1 price-text, §2.1 currency: prices are decimal text in their currency', async () => {
      const store = await service.createStore({ currency: 'JPY' });
      const cases = [
        [1200, undefined, '1200', 'JPY'],
        [19.9, 'USD', '19.90', 'USD'],
        ['12,90', 'EUR', '12.90', 'EUR'],
        ['1.299,00 EUR', undefined, '1299.00', 'EUR'],
        ['USD 12.90', undefined, '12.90', 'USD'],
        ['15,990', 'USD', '15990.00', 'USD'],
        ['6.195 NOK', undefined, '6195.00', 'NOK'],
        ["1'234.50", 'CHF', '1234.50', 'CHF'],
        [0.1, 'USD', '0.10', 'USD'],
        [123456789012.34, 'USD', '123456789012.34', 'USD'],
      ] as const;
      for (const [price, currency, text, stated] of cases) {
        const product = await putProduct(store, 'a', {
          price,
          ...(currency === undefined ? {} : { currency }),
        });
        assert.deepEqual([product.price, product.currency], [text, stated], `price ${price}`);
      }
    });

    test('codes of rows mean the documented thing', async () => {
      const store = await service.createStore();
      assert.equal((await putProduct(store, 'a', { title: 5 })).title, '5');
      const codeOf = async (title: unknown) => {
        const body = productInput('a', { title });
        const [fault, ...others] = expectError(
          await store.request('PUT', `${products}/a`, { body }),
          'validation_failed',
        );
        assert.deepEqual(others, []);
        return fault?.code;
      };
      for (const title of [true, ['Lamp']]) assert.equal(await codeOf(title), 'title_missing');
      assert.equal(await codeOf('x'.repeat(1_200_000)), 'title_too_long');
      const { warnings } = await importProducts(store, [productInput('a', { stock_quantity: 'many' })]);
      assert.deepEqual(
        warnings.map(({ path, code, value }) => [path, code, value]),
        [['/stock_quantity', 'row_malformed', 'many']],
      );
      assert.equal((await getProduct(store, 'a')).stock_quantity, null);
    });

    test('numbers keep the digits that were sent', async () => {
      const store = await service.createStore();
      const long =
        '{"serial":12345678901234567890,"share":0.1000000000000000055,"deep":{"x":[9007199254740993]}}';
      const attributes = {
        ...{ serial: '12345678901234567890', share: '0.1000000000000000055', 'deep.x': '9007199254740993' },
      };
      const given = productInput('a', { attributes: 0, sku: 1 });
      const text = JSON.stringify(given).replace('"attributes":0', `"attributes":${long}`);
      const body = Buffer.from(text.replace('"sku":1', '"sku":12345678901234567891'));
      const rawOf = async () => {
        const { raw } = (await store.request('GET', `${products}/a?include=raw`)).as<{
          raw: { attributes: { serial: unknown } };
        }>();
        return String(raw.attributes.serial);
      };
      const batch = Buffer.from(`{"products":[${body}]}`);
      for (const [method, path, sent] of [
        ['PUT', `${products}/a`, body],
        ['POST', products, body],
        ['POST', '/api/v1/product-imports', batch],
        ['PATCH', `${products}/a`, Buffer.from(`{"attributes":${long}}`)],
      ] as const) {
        const answer = await store.request(method, path, { body: sent });
        assert.ok([200, 201].includes(answer.status), answer.text);
        const product = await getProduct(store, 'a');
        assert.deepEqual([product.attributes, product.sku], [attributes, '12345678901234567891'], method);
        assert.equal(await rawOf(), attributes.serial);
      }
    });

    test('§4 price: a number of many digits is its nearest double', async () => {
      const store = await service.createStore();
      const numbers = [
        ['19.989999999999998436805981327779591083526611328125', '19.99'],
        ['1.9990000000000001e3', '1999.00'],
        ['12.0000000000000000000000000000000000000000000000000000000000000001', '12.00'],
        ['1e-400', '0.00'],
      ] as const;
      for (const [number, price] of numbers) {
        const given = JSON.stringify(productInput('a', { price: 0 })).replace(
          '"price":0',
          `"price":${number}`,
        );
        const answer = await store.request('PUT', `${products}/a`, { body: Buffer.from(given) });
        assert.ok(answer.status < 300, answer.text);
        assert.equal((await getProduct(store, 'a')).price, price);
      }
    });

    test('§2.1 category-path, §2.1 image-urls: absent ones are empty lists', async () => {
      const store = await service.createStore();
      const { category, category_path, image_url, image_urls } = await putProduct(store, 'a');
      assert.deepEqual([category, category_path, image_url, image_urls], [null, [], null, []]);
    });

    test('§2.1 image-url: it is optional and absolute, else the first image', async () => {
      const store = await service.createStore();
      const images = ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'];
      assert.equal((await putProduct(store, 'a', { images })).image_url, images[0]);
      assert.deepEqual((await putProduct(store, 'a', { images: images.join('|') })).image_urls, images);
      for (const image_url of [
        '/1.jpg',
        'cdn.example/1.jpg',
        'data:image/png;base64,AA',
        'javascript:x',
        7,
      ]) {
        const body = productInput('a', { image_url });
        const errors = expectError(
          await store.request('PUT', `${products}/a`, { body }),
          'validation_failed',
        );
        assert.deepEqual(
          errors.map(({ path, code }) => [path, code]),
          [['/image_url', 'image_url_invalid']],
        );
      }
    });

    test('§2.1 in-stock, §2.1 in-stock-blank, §2.1 stock-status: every listed word counts', async () => {
      const store = await service.createStore();
      const inStock = [true, '1', 'true', 'yes', 'YES', 1, '', null, 'in stock', 'preorder', 'on'];
      const outOfStock = [false, '0', 'false', 'no', 'No', 0, 'out of stock', 'out_of_stock', 'n', 'off'];
      for (const word of [...inStock, ...outOfStock]) {
        const product = await putProduct(store, 'a', { in_stock: word, stock_quantity: 0 });
        const expected = inStock.includes(word);
        assert.equal(product.in_stock, expected, `in_stock ${JSON.stringify(word)}`);
        assert.equal(product.stock_status, expected ? 'in_stock' : 'out_of_stock');
      }
    });

    test('§2.1 attributes-object, §2.1 attributes-text, §2.1 attributes-strings: all forms', async () => {
      const store = await service.createStore();
      const read = async (attributes: unknown) => (await putProduct(store, 'a', { attributes })).attributes;
      assert.deepEqual(await read({ size: 42, wide: true, sizes: ['S', 'M'], fit: { heel: 'low' } }), {
        size: '42',
        wide: 'true',
        sizes: 'S, M',
        'fit.heel': 'low',
      });
      assert.deepEqual(await read('color: red; size=M'), { color: 'red', size: 'M' });
      assert.deepEqual(await read('color: red\nsize: M'), { color: 'red', size: 'M' });
      assert.deepEqual(await read('{"color":"red","size":1}'), { color: 'red', size: '1' });
    });

    test('§2.1 extra-key: any other key becomes an attribute', async () => {
      const store = await service.createStore();
      const body = `{"title":"T","price":1,"url":"https://shop.example/p","__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d","name":"e"}`;
      const answer = await store.request('PUT', `${products}/a`, { body });
      assert.equal(answer.status, 200, answer.text);
      const attributes = Object.entries((await getProduct(store, 'a')).attributes);
      assert.deepEqual(attributes.sort(), [
        ['__proto__', 'a'],
        ['constructor', 'b'],
        ['hasOwnProperty', 'd'],
        ['name', 'e'],
        ['toString', 'c'],
      ]);
    });

    test('each row code is reported for a matching row', async () => {
      const store = await service.createStore();
      const long = 'x'.repeat(256);
      const wrong: Readonly<Record<string, object | string>> = {
        external_id_missing: { external_id: ' ' },
        external_id_invalid: { external_id: { a: 1 } },
        title_missing: { title: '' },
        title_too_long: { title: long },
        price_missing: { price: null },
        price_invalid: { price: 'cheap' },
        price_negative: { price: -1 },
        url_missing: { url: '' },
        url_invalid: { url: 'javascript:alert(1)' },
        category_too_long: { category: long },
        image_url_invalid: { image_url: 'data:image/png,x' },
        in_stock_invalid: { in_stock: 'perhaps' },
        currency_invalid: { currency: 'EURO' },
        attributes_invalid: { attributes: 7 },
        text_invalid: { title: 'a\u0000b' },
        row_malformed: 'a text',
      };
      const rows = Object.values(wrong).map((fields, row) =>
        typeof fields === 'string' ? fields : { ...productInput(`p${row}`), ...fields },
      );
      const run = await importProducts(store, rows as never);
      assert.deepEqual(
        run.failures.map(({ code }) => code),
        Object.keys(wrong),
      );
    });
  });
}

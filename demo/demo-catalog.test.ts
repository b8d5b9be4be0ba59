/**
 * What the demo catalog promises: that every product is valid under §2.1, and that the store is varied enough
 * to show the service at work. The pipeline's own rules are tested beside the pipeline.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { limits } from '../contract/limits.ts';
import { standardFields } from '../contract/words/product.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import { loadDemoCatalog, parseCatalogFile } from './demo-catalog.ts';

let products: readonly RawProduct[] = [];
before(async () => {
  products = await loadDemoCatalog();
});

const texts = (field: string): string[] =>
  products.map((product) => product[field]).filter((value) => typeof value === 'string');

/** GS1 General Specifications §7.9: from the right, weights 3 and 1 in turn; the whole sum ends in 0. */
function hasValidCheckDigit(code: string): boolean {
  const digits = Array.from(code, Number).reverse();
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

test('the demo catalog holds at least 320 products', () => {
  assert.ok(products.length >= 320, `${products.length} products`);
});

test('every demo product has the four required fields', () => {
  for (const product of products) {
    assert.match(String(product.external_id), /^[A-Z]{2}-\d{4}$/);
    assert.ok(typeof product.title === 'string' && product.title.trim() === product.title);
    assert.ok(typeof product.price === 'number' && product.price > 0, String(product.title));
    assert.equal(typeof product.url, 'string');
  }
});

test('every top-level key of a demo product is standard', () => {
  const known = new Set<string>(standardFields);
  for (const product of products) {
    for (const key of Object.keys(product)) assert.ok(known.has(key), key);
  }
});

test('external ids of the demo catalog are unique', () => {
  assert.equal(new Set(texts('external_id')).size, products.length);
});

test('every demo url is absolute, short and unique', () => {
  const urls = texts('url');
  assert.equal(new Set(urls).size, products.length);
  for (const url of urls) assert.match(url, /^https:\/\/demo\.foretype\.example\/p\/[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('titles and categories of the demo catalog keep their limits', () => {
  for (const title of texts('title')) assert.ok(Array.from(title).length <= limits.titleMaxLength, title);
  for (const category of texts('category')) {
    assert.ok(Array.from(category).length <= limits.categoryMaxLength, category);
  }
});

test('every demo product has two or more category levels', () => {
  const paths = texts('category');
  assert.equal(paths.length, products.length);
  for (const path of paths) assert.match(path, /^[^>]*[^> ] > [^> ]/);
  const departments = new Set(paths.map((path) => path.split(' > ')[0]));
  assert.ok(departments.size >= 12, `${departments.size} departments`);
  assert.ok(new Set(paths).size >= 40, `${new Set(paths).size} paths`);
});

test('titles of the demo catalog differ by more than a colour', () => {
  assert.equal(new Set(texts('title')).size, products.length);
  const stems = Map.groupBy(texts('title'), (title) => title.split(',')[0] ?? title);
  for (const [stem, titles] of stems) assert.ok(titles.length <= 4, `${stem}: ${titles.length} titles`);
});

test('the demo catalog speaks eight languages besides English', () => {
  const latin = /^[\p{Script=Latin}\p{Script=Common}]+$/u;
  const writing: Readonly<Record<string, RegExp>> = {
    AR: /^[\p{Script=Arabic}\p{Script=Common}]+$/u,
    DE: latin,
    ES: latin,
    FR: latin,
    GR: /\p{Script=Greek}{4}/u,
    JA: /[\p{Script=Han}\p{Script=Hiragana}]/u,
    TH: /\p{Script=Thai}{4}/u,
    TR: latin,
  };
  for (const [language, script] of Object.entries(writing)) {
    const own = products.filter((product) => String(product.external_id).startsWith(`${language}-`));
    assert.ok(own.length >= 5, `${language}: ${own.length} products`);
    for (const product of own) assert.match(String(product.title), script);
  }
});

test('4 to 8 percent of the demo products lack stock', () => {
  const share = products.filter((product) => product.in_stock === false).length / products.length;
  assert.ok(share >= 0.04 && share <= 0.08, `share ${share}`);
});

test('every demo gtin and isbn has a valid check digit', () => {
  const codes = [...texts('gtin'), ...texts('isbn')];
  assert.ok(codes.length >= 100, `${codes.length} codes`);
  for (const code of codes) {
    assert.match(code, /^\d{13}$/);
    assert.ok(hasValidCheckDigit(code), code);
  }
});

test('no demo gtin or isbn can be a real one', () => {
  // GS1 keeps 29 for use inside one shop; no ISBN agency holds the registration group 978-99999.
  for (const gtin of texts('gtin')) assert.ok(gtin.startsWith('29'), gtin);
  for (const isbn of texts('isbn')) assert.ok(isbn.startsWith('97899999'), isbn);
});

test('a compare-at price of the demo catalog is above its price', () => {
  const reduced = products.filter((product) => product.compare_at_price !== undefined);
  assert.ok(reduced.length >= 20, `${reduced.length} reduced products`);
  for (const product of reduced) assert.ok(Number(product.compare_at_price) > Number(product.price));
});

test('demo catalog attributes are short labels with short texts', () => {
  for (const product of products) {
    const attributes = Object.entries(product.attributes ?? {});
    assert.ok(attributes.length > 0, String(product.title));
    for (const [label, value] of attributes) {
      assert.ok(label.trim() === label && label.length <= limits.attributeLabelMaxLength, label);
      assert.ok(typeof value === 'string' && value.length <= limits.attributeValueMaxLength, label);
    }
  }
});

test('many demo products share each prefix that the page offers', () => {
  for (const prefix of ['head', 'shoe', 'coffee', 'running']) {
    const starts = new RegExp(`(?:^|[^a-z])${prefix}`, 'i');
    const count = products.filter((product) => starts.test(JSON.stringify(product))).length;
    assert.ok(count >= 6, `${prefix}: ${count} products`);
  }
});

test('a catalog file without a list of objects is refused', () => {
  assert.throws(() => parseCatalogFile('broken.json', '{"products": []}'), /demo\/catalog\/broken\.json/);
  assert.throws(() => parseCatalogFile('broken.json', '[["a"]]'), /demo\/catalog\/broken\.json/);
  assert.throws(() => parseCatalogFile('broken.json', '[null]'), /demo\/catalog\/broken\.json/);
});

/**
 * Goal: feeds that real shops publish, and other people's malformed documents, are read right or refused with the
 * reason. Method: the files that stand beside the project, where they are there, read from their bytes, whole and cut
 * at seeded places; every row is a product for the catalog or has a named problem.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { DocumentFormat } from '../../contract/words/feeds.ts';
import { parseProduct } from '../../server/catalog/parse-product.ts';
import type { CanonicalProduct } from '../../server/catalog/product.ts';
import { startCpuTime } from '../support/cpu-time.ts';
import { readDocument } from '../support/read-document.ts';
import { sharedDataOrSkip } from '../support/shared-data.ts';

function readBytes(t: TestContext, path: string): Uint8Array | null {
  const file = sharedDataOrSkip(t, path);
  if (file === null) return null;
  const bytes = readFileSync(file);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

interface RealFeed {
  readonly path: string;
  readonly format: DocumentFormat;
  readonly rowCount: number;
  /** Rows that are no product, by their first problem. */
  readonly problems: Readonly<Record<string, number>>;
  /** What must be read of the first product. */
  readonly first: Partial<CanonicalProduct>;
}

const xml = 'google_xml';
const feeds: readonly RealFeed[] = [
  // An address in it holds a character that is not seen.
  {
    path: 'gfeed-arabic-uae/google_feed.xml',
    format: xml,
    rowCount: 670,
    problems: { url_invalid: 1 },
    first: {
      externalId: '1',
      price: '240',
      compareAtPrice: '290',
      currency: 'AED',
      attributes: [['condition', 'new']],
    },
  },
  {
    path: 'gfeed-importpc-cz/google_feed.xml.gz',
    format: xml,
    rowCount: 1_255,
    problems: {},
    first: {
      price: '599',
      currency: 'CZK',
      brand: 'Movano',
      category: 'Elektronika > Počítače > Příslušenství > Nabíječky',
    },
  },
  {
    path: 'gfeed-opispot-es/google_feed.xml.gz',
    format: xml,
    rowCount: 486,
    problems: {},
    first: { price: '32.0', currency: 'USD', category: 'Accesorios > Fundas' },
  },
  {
    path: 'gfeed-pallmann-fr-atom/google-merchant-feed.xml',
    format: xml,
    rowCount: 305,
    problems: {},
    first: {
      price: '1.27',
      category: null,
      mpn: '041060',
      url: 'https://www.pallmann-store.com/boutique?product=disque-o150-carb-silicium-velcro-gr-80-x50',
      attributes: [['condition', 'new']],
    },
  },
  {
    path: 'gfeed-spec-sample/feed.xml',
    format: xml,
    rowCount: 4,
    problems: {},
    first: {
      externalId: 'TV_123456',
      price: '159.00',
      category: 'Consumer Electronics > TVs > Flat Panel TVs',
    },
  },
  {
    path: 'gfeed-swedish-fr/google-shopping.xml',
    format: xml,
    rowCount: 54,
    problems: {},
    first: { price: '4.89', category: 'Home & Garden > Kitchen & Dining > Tableware' },
  },
  {
    path: 'gfeed-vehicles-us/chevy_google_feed.xml',
    format: xml,
    rowCount: 135,
    problems: {},
    first: { externalId: 'KL77LHEP9TC139375', price: '26375.00' },
  },
  {
    path: 'gfeed-vehicles-us/google_feed.xml',
    format: xml,
    rowCount: 47,
    problems: {},
    first: { externalId: 'WA1ACBF76SD002840', brand: 'Audi' },
  },
  // Prices of four decimals beside a currency could be read in more than one way (Contract §4).
  {
    path: 'converted/turkish-dev.xml.gz',
    format: xml,
    rowCount: 399,
    problems: { price_invalid: 2 },
    first: { externalId: '82009', price: '14.44', gtin: '6760000001265' },
  },
  {
    path: 'converted/thai-dev.json.gz',
    format: 'json',
    rowCount: 8_629,
    problems: { price_missing: 2_016, title_too_long: 2, external_id_missing: 2_523, text_invalid: 39 },
    first: { externalId: '1261771', price: '2219', currency: 'THB' },
  },
  {
    path: 'converted/bestbuy.json.gz',
    format: 'json',
    rowCount: 3_291,
    problems: {},
    first: { externalId: '4984700', price: '49.99' },
  },
  {
    path: 'gfeed-arabic-uae/products.json.gz',
    format: 'json',
    rowCount: 908,
    problems: { url_missing: 908 },
    first: {},
  },
  // Shopify's own JSON has its prices in variants, and no addresses.
  {
    path: 'shopify-products-json-uy/shopify_products_raw.json.gz',
    format: 'json',
    rowCount: 74,
    problems: { price_missing: 74 },
    first: {},
  },
  {
    path: 'converted/history-dev-01.csv',
    format: 'csv',
    rowCount: 910,
    problems: {},
    first: { externalId: '56044', price: '81900' },
  },
  {
    path: 'converted/history-dev-05.csv',
    format: 'csv',
    rowCount: 906,
    problems: {},
    first: { externalId: '55990' },
  },
];

for (const { path, format, rowCount, problems, first } of feeds) {
  test(`the real feed ${path} is read to the row in any pieces`, (t) => {
    const bytes = readBytes(t, path);
    if (bytes === null) return;
    const whole = readDocument(format, bytes);
    assert.deepEqual([whole.fault, whole.rows.length], [null, rowCount]);
    const counts: Record<string, number> = {};
    const products: CanonicalProduct[] = [];
    for (const { value, fault, id } of whole.rows) {
      assert.equal(fault, null);
      const parsed = parseProduct(value, { currency: 'EUR', locale: 'en' });
      if (parsed.ok) {
        assert.equal(parsed.product.externalId, id);
        products.push(parsed.product);
      } else counts[parsed.problems[0].code] = (counts[parsed.problems[0].code] ?? 0) + 1;
    }
    assert.deepEqual(counts, problems);
    for (const [field, value] of Object.entries(first)) {
      assert.deepEqual(products[0]?.[field as keyof CanonicalProduct], value, field);
    }
    const cutting = fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { minLength: 1, maxLength: 40 });
    for (const cuts of fc.sample(cutting, { numRuns: 3, seed: 7 })) {
      const sorted = cuts.toSorted((a, b) => a - b);
      assert.deepEqual(readDocument(format, bytes, { cuts: sorted }), whole);
      // Whitespace after the last bracket or tag is not missed.
      const end = Math.min(sorted[0] ?? 1, bytes.length - 10);
      if (format !== 'csv')
        assert.equal(readDocument(format, bytes.subarray(0, end)).fault, 'document_truncated');
    }
  });
}

test('harmful XML, or XML that is no feed, is refused', (t) => {
  const folder = sharedDataOrSkip(t, 'malformed-xml-defused');
  if (folder === null) return;
  for (const name of readdirSync(folder)) {
    const bytes: Buffer = readFileSync(join(folder, name));
    const spentMs = startCpuTime();
    const { fault } = readDocument('google_xml', bytes);
    assert.ok(spentMs() < 1_000, name);
    const isWebPage = /<!DOCTYPE html/.test(bytes.toString());
    const isDtd = bytes.includes('<!DOCTYPE') && !isWebPage;
    assert.equal(fault, isDtd ? 'document_dtd' : 'document_type', name);
  }
  for (const path of ['gfeed-vehicles-us/facebook_feed.xml', 'turkish-homewares/urunler.xml.gz']) {
    const bytes = readBytes(t, path);
    if (bytes !== null) assert.equal(readDocument('google_xml', bytes).fault, 'document_type', path);
  }
});

test('invalid JSON is refused and valid lists are read', (t) => {
  const folder = sharedDataOrSkip(t, 'malformed-json');
  if (folder === null) return;
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    const { fault, rows } = readDocument('json', bytes);
    if (name.startsWith('n_')) assert.notEqual(fault, null, name);
    if (!name.startsWith('y_')) continue;
    const expected: unknown = JSON.parse(bytes.toString());
    const isList = Array.isArray(expected) && expected.length > 0;
    // An object by itself is one line of JSON lines, where it is a product.
    if (isList || fault === null) {
      assert.deepEqual([fault, rows.map(({ value }) => value)], [null, isList ? expected : [expected]], name);
    }
  }
  assert.ok(names.length > 250);
});

/**
 * Goal: files that real shops and other people's test suites wrote are read right, or refused with the reason.
 * Method: the files that stand beside the project, where they are there, read from their bytes; every row is a
 * product for the catalog or has a named problem.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createCsvReader } from '../../csv/csv-reader.ts';
import type { CsvRow } from '../../csv/csv-row.ts';
import { detectLayout, layoutHeadBytes } from '../../csv/detect-layout.ts';
import type { CsvSettings } from '../../csv/layout.ts';
import { parseProduct } from '../../server/catalog/parse-product.ts';
import type { CanonicalProduct } from '../../server/catalog/product.ts';
import { readCsvFile } from '../support/csv-files.ts';
import { sharedDataOrSkip } from '../support/shared-data.ts';

function readBytes(t: TestContext, path: string): Uint8Array | null {
  const file = sharedDataOrSkip(t, path);
  if (file === null) return null;
  const bytes = readFileSync(file);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

interface Parsed {
  readonly rows: readonly CsvRow[];
  readonly products: readonly CanonicalProduct[];
  /** `row: code path` of every row that is no product. */
  readonly problems: readonly string[];
}

function parse(bytes: Uint8Array, settings: CsvSettings): Parsed {
  const { rows } = readCsvFile(bytes, settings, Date.UTC(2026, 10, 21));
  const products: CanonicalProduct[] = [];
  const problems: string[] = [];
  for (const { row, value, fault, id } of rows) {
    if (fault !== null) {
      problems.push(`${row}: ${fault.code}`);
      continue;
    }
    const parsed = parseProduct(value, { currency: 'EUR', locale: 'en' });
    if (!parsed.ok) problems.push(...parsed.problems.map(({ code, path }) => `${row}: ${code} ${path}`));
    else {
      assert.equal(parsed.product.externalId, id);
      products.push(parsed.product);
    }
  }
  return { rows, products, problems };
}

interface RealFile {
  readonly path: string;
  readonly rowCount: number;
  readonly problems: readonly string[];
  /** What must be read of the product at each of these places. */
  readonly spots: Readonly<Record<number, Partial<CanonicalProduct>>>;
  readonly settings?: CsvSettings;
}

const shop = { shopUrl: 'https://shop.example' };
const realFiles: readonly RealFile[] = [
  {
    path: 'shopify-export-ar-en/products_export.csv',
    settings: shop,
    rowCount: 32,
    problems: [],
    spots: {
      0: { externalId: 'ems', price: '2000.00', url: 'https://shop.example/products/ems', inStock: true },
    },
  },
  {
    path: 'shopify-export-es/products_export.csv',
    settings: shop,
    rowCount: 27,
    problems: [],
    spots: {
      0: {
        externalId: 'blusa-3',
        title: 'Blusa con perlas',
        price: '99.00',
        compareAtPrice: null,
        sku: 'M-1202',
      },
    },
  },
  {
    path: 'shopify-partners-csv/apparel.csv',
    settings: shop,
    rowCount: 20,
    problems: [],
    spots: { 0: { externalId: 'ocean-blue-shirt', attributes: [['Tags', 'men']] } },
  },
  {
    path: 'shopify-partners-csv/home-and-garden.csv',
    settings: shop,
    rowCount: 20,
    problems: [],
    spots: {
      0: {
        price: '9.99',
        attributes: [
          ['Size', 'Regular, Large'],
          ['Tags', 'Pot, Plants'],
        ],
      },
    },
  },
  {
    path: 'shopify-partners-csv/jewelery.csv',
    settings: shop,
    rowCount: 20,
    problems: [],
    spots: { 1: { externalId: 'leather-anchor', price: '55', compareAtPrice: '85' } },
  },
  {
    path: 'woocommerce-sample/sample_products.csv',
    settings: shop,
    rowCount: 15,
    // A grouped product has no price of its own.
    problems: ['16: price_missing /price'],
    spots: {
      0: { externalId: '741', sku: 'cc-tee', price: '25', category: 'Clothing > Tshirts', inStock: true },
      1: { externalId: '742', price: '42', compareAtPrice: '45' },
    },
  },
  {
    path: 'merchant-tsv-petstore/merchant-feed.tsv',
    rowCount: 381,
    problems: [],
    spots: {
      0: { externalId: 'prod_001', price: '59500', currency: 'ARS', category: 'COLCHONETAS Y MOISES' },
    },
  },
  {
    path: 'feed-history-skoda-pl/skodacars_20210203-072510.csv',
    settings: { fields: { vehicle_id: 'external_id' } },
    rowCount: 910,
    problems: [],
    spots: {
      0: { externalId: '56044', title: 'ŠKODA SCALA', price: '81900', currency: 'PLN', inStock: true },
    },
  },
  {
    path: 'converted/icecat.csv.gz',
    rowCount: 19_406,
    problems: ['1769: title_too_long /title'],
    spots: {},
  },
  { path: 'converted/magento.csv.gz', rowCount: 1_994, problems: [], spots: {} },
  { path: 'converted/history-dev-01.csv', rowCount: 910, problems: [], spots: {} },
];

for (const { path, settings = {}, rowCount, problems, spots } of realFiles) {
  test(`${path} gives ${rowCount} rows, each product or named problem`, (t) => {
    const bytes = readBytes(t, path);
    if (bytes === null) return;
    const parsed = parse(bytes, settings);
    assert.equal(parsed.rows.length, rowCount);
    assert.deepEqual(parsed.problems, problems);
    for (const [at, spot] of Object.entries(spots)) {
      const product = parsed.products[Number(at)];
      assert.ok(product !== undefined);
      assert.deepEqual({ ...product, ...spot }, product);
    }
  });
}

const refusedFiles: readonly (readonly [path: string, message: RegExp])[] = [
  ['woocommerce-sample/importer_sample.csv', /no column url\..*Export the products again/],
  ['japanese-grocer-tsv/products.tsv', /no column external_id, title and url.*“product_code” is external_id/],
  ['magento-apparel/configurable_products.csv.gz', /no column external_id and url.*“sku” is external_id/],
  [
    'feed-history-skoda-pl/skodacars_20210203-072510.csv',
    /no column external_id\..*“vehicle_id” is external_id/,
  ],
  ['converted/icecat-ratings.dev.csv', /no column title, price and url/],
  ['malformed-csv-papaparse/sample-header.csv', /names “title”, “name”/],
  ['malformed-csv-papaparse/utf-8-bom-sample.csv', /names “A”, “B”, “C”/],
  ['malformed-csv-papaparse/long-sample.csv', /no column external_id, title, price and url/],
  ['gfeed-importpc-cz/google_feed.xml.gz', /XML/],
  ['converted/bestbuy.json.gz', /JSON/],
];

for (const [path, message] of refusedFiles) {
  test(`${path} is refused with the reason`, (t) => {
    const bytes = readBytes(t, path);
    if (bytes === null) return;
    const isWhole = bytes.length <= layoutHeadBytes;
    const result = detectLayout(bytes.subarray(0, layoutHeadBytes), shop, { isWhole });
    assert.ok(!result.ok);
    assert.match(result.message, message);
  });
}

/** The rows of any file with a header, whatever its columns mean. */
function readAnything(bytes: Uint8Array): CsvRow[] {
  const { layout } = detectLayout(bytes, {}, { isWhole: true });
  assert.ok(layout !== null);
  const reader = createCsvReader(layout);
  return [...reader.read(bytes), ...reader.end()];
}

const spectrum = [
  'comma_in_quotes',
  'empty',
  'empty_crlf',
  'escaped_quotes',
  'json',
  'newlines',
  'newlines_crlf',
  'quotes_and_newlines',
  'simple',
  'simple_crlf',
  'utf8',
];

for (const name of spectrum) {
  test(`csv-spectrum ${name} is read as its authors say`, (t) => {
    const bytes = readBytes(t, `malformed-csv-spectrum/csvs__${name}.csv`);
    const expected = readBytes(t, `malformed-csv-spectrum/json__${name}.json`);
    if (bytes === null || expected === null) return;
    // Copies of these files tend to lose the line breaks that they are about.
    const text = Buffer.from(bytes).toString('utf8');
    const file = name.endsWith('crlf') ? Buffer.from(text.replace(/\r?\n/g, '\r\n')) : bytes;
    const rows = readAnything(file).map(({ original }) => original);
    assert.deepEqual(rows, JSON.parse(Buffer.from(expected).toString('utf8')));
  });
}

test('csv-spectrum location_coordinates keeps its quotes inside an unquoted cell', (t) => {
  const bytes = readBytes(t, 'malformed-csv-spectrum/csvs__location_coordinates.csv');
  if (bytes === null) return;
  const [row] = readAnything(bytes);
  assert.match(String(row?.value['Location Coordinates']), /^37.+36'37\.8"N 121.+2'17\.9"W$/);
  assert.equal(row?.value.Counties, 'Stanislaus');
});

test('papaparse’s malformed file loses only its two broken rows', (t) => {
  const bytes = readBytes(t, 'malformed-csv-papaparse/malformed.tsv');
  if (bytes === null) return;
  const rows = readAnything(bytes);
  assert.deepEqual(
    rows.map(({ line, fault, value }) => [line, fault?.code ?? value.site]),
    [
      [2, '1V4'],
      [3, 'row_malformed'],
      [4, 'MVL'],
      [5, 'MPV'],
      [6, 'MSS'],
      [7, 'PBG'],
      [8, 'RUT'],
      [9, 'row_malformed'],
      [10, 'VSF'],
    ],
  );
});

test('papaparse’s long files are read to their last row', (t) => {
  const long = readBytes(t, 'malformed-csv-papaparse/verylong-sample.csv');
  if (long === null) return;
  const lineCount = Buffer.from(long).toString('utf8').trimEnd().split('\n').length;
  const rows = readAnything(long);
  assert.equal(rows.at(-1)?.line, lineCount);
  assert.equal(rows.length, lineCount - 1);
  assert.ok(rows.every(({ fault }) => fault === null));
});

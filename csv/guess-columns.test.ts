import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type StandardField, standardFields } from '../contract/words/product.ts';
import { readCsvFile, writeCsv } from '../test/support/csv-files.ts';
import { detectLayout } from './detect-layout.ts';
import { fieldsNamed } from './field-names.ts';
import { candidatesOf, type GuessedColumn, guessColumns, inOrder } from './guess-columns.ts';
import type { CsvSettings } from './layout.ts';
import { stockOf } from './stock-words.ts';

/** The guesses for a file, by column. */
function guessesOf(rows: readonly (readonly string[])[], settings: CsvSettings = {}) {
  const { layout } = detectLayout(Buffer.from(writeCsv(rows)), settings, { isWhole: true });
  return Object.fromEntries(
    (layout?.columns ?? []).flatMap(({ name, guess }) => (guess === undefined ? [] : [[name, guess.field]])),
  );
}

const files: readonly (readonly [
  language: string,
  rows: string[][],
  guesses: Record<string, StandardField>,
])[] = [
  [
    'German',
    [
      [
        'Artikel-Nr.',
        'Bezeichnung',
        'VK-Preis brutto',
        'Link',
        'Bild',
        'Lagerbestand',
        'Warengruppe',
        'Hersteller',
      ],
      ['A-1', 'Lampe', '12,90 €', 'https://x.example/1', 'https://x.example/1.jpg', '0', 'Licht', 'Lux'],
      ['A-2', 'Stuhl', '1.299,00 €', 'https://x.example/2', 'https://x.example/2.jpg', '7', 'Möbel', 'Holz'],
    ],
    {
      'Artikel-Nr.': 'external_id',
      Bezeichnung: 'title',
      'VK-Preis brutto': 'price',
      Bild: 'image_url',
      Lagerbestand: 'stock_quantity',
      Warengruppe: 'category',
      Hersteller: 'brand',
    },
  ],
  [
    'French',
    [
      ['Référence', 'Désignation', 'Prix TTC', 'Lien', 'Photo', 'Disponibilité', 'Prix barré'],
      ['1', 'Lampe', '12,90', 'https://x.example/1', 'https://x.example/a', 'en stock', '15,00'],
      ['2', 'Chaise', '9,00', 'https://x.example/2', 'https://x.example/b', 'épuisé', ''],
    ],
    {
      Référence: 'external_id',
      Désignation: 'title',
      'Prix TTC': 'price',
      Lien: 'url',
      Photo: 'image_url',
      Disponibilité: 'in_stock',
      'Prix barré': 'compare_at_price',
    },
  ],
  [
    'Turkish',
    [
      ['ÜRÜN KODU', 'Ürün Adı', 'Satış Fiyatı', 'Ürün Linki', 'Resim', 'Stok', 'Açıklama'],
      [
        'T1',
        'Çay bardağı',
        '49,90 TL',
        'https://x.example/1',
        'https://x.example/1.png',
        'var',
        'İnce belli',
      ],
      ['T2', 'Tabak', '89,90 TL', 'https://x.example/2', 'https://x.example/2.png', 'yok', 'Porselen'],
    ],
    {
      'ÜRÜN KODU': 'external_id',
      'Ürün Adı': 'title',
      'Satış Fiyatı': 'price',
      'Ürün Linki': 'url',
      Resim: 'image_url',
      Stok: 'in_stock',
      Açıklama: 'description',
    },
  ],
  [
    'Thai',
    [
      ['รหัสสินค้า', 'ชื่อสินค้า', 'ราคา', 'ลิงก์', 'รูปภาพ', 'คงเหลือ', 'หมวดหมู่'],
      ['1', 'ค้อน', '฿120', 'https://x.example/1', 'https://x.example/1.jpg', '3', 'เครื่องมือ'],
      ['2', 'ไขควง', '฿80', 'https://x.example/2', 'https://x.example/2.jpg', '0', 'เครื่องมือ'],
    ],
    {
      รหัสสินค้า: 'external_id',
      ชื่อสินค้า: 'title',
      ราคา: 'price',
      ลิงก์: 'url',
      รูปภาพ: 'image_url',
      คงเหลือ: 'stock_quantity',
      หมวดหมู่: 'category',
    },
  ],
  [
    'Spanish',
    [
      ['Código', 'Nombre del producto', 'Precio (EUR)', 'Enlace', 'Imagen', 'Existencias', 'Marca'],
      ['1', 'Lámpara', '12,90', 'https://x.example/1', 'https://x.example/1.jpg', '4', 'Luz'],
      ['2', 'Silla', '9', 'https://x.example/2', 'https://x.example/2.jpg', '0', 'Madera'],
    ],
    {
      Código: 'external_id',
      'Nombre del producto': 'title',
      'Precio (EUR)': 'price',
      Enlace: 'url',
      Imagen: 'image_url',
      Existencias: 'stock_quantity',
      Marca: 'brand',
    },
  ],
];

for (const [language, rows, guesses] of files) {
  test(`every column of a ${language} file is guessed`, () => {
    const found = guessesOf(rows);
    assert.deepEqual(found, guesses);
    const { rows: products } = readCsvFile(writeCsv(rows), { fields: found });
    const wanted = ['external_id', 'image_url', 'price', 'title', 'url'];
    // A link is an alias that maps without help, and keeps its key.
    const keys = Object.keys(products[0]?.value ?? {}).map((key) => (key === 'Link' ? 'url' : key));
    assert.deepEqual(keys.filter((key) => wanted.includes(key)).sort(), wanted);
  });
}

const required = ['external_id', 'title', 'price', 'url'];
const row = ['1', 'Lamp', '12.90', 'https://x.example/1'];

test('values that speak against a name prevent the guess', () => {
  const guesses = (name: string, ...values: string[]) =>
    guessesOf([[...required, name], ...values.map((value, at) => [String(at), ...row.slice(1), value])])[
      name
    ];
  assert.equal(guesses('Stock', 'yes', 'no'), 'in_stock');
  assert.equal(guesses('Stock', '0', '12'), 'stock_quantity');
  for (const name of [
    'Bestand',
    'Lagerbestand',
    'Menge auf Lager',
    'stock',
    'Existencias',
    'Giacenza',
    'Voorraad',
  ]) {
    assert.equal(guesses(name, '7', '0'), 'stock_quantity', name);
  }
  assert.equal(guesses('Stock', 'Hamburg', 'Berlin'), undefined);
  assert.equal(guesses('Image', 'lamp.jpg', 'chair.jpg'), undefined);
  assert.equal(guesses('Foto', 'https://x.example/1.jpg'), 'image_url');
  assert.equal(guesses('Spalte 7', 'https://x.example/1.jpg', 'https://x.example/2.jpg'), 'image_url');
  assert.equal(guesses('List price', 'on request', 'ask us'), undefined);
  assert.equal(guesses('Colour', 'red', 'blue'), undefined);
});

test('words say what is in stock before quantities do', () => {
  const rows = [
    [...required, 'Stock', 'Verfügbarkeit'],
    [...row, '4', 'ausverkauft'],
  ];
  assert.deepEqual(guessesOf(rows), { Stock: 'stock_quantity', Verfügbarkeit: 'in_stock' });
});

test('an article number stands in only for a missing id', () => {
  const rows = (...names: string[]) => [
    names,
    ...['1', '2'].map((id) => names.map((name) => `${name} ${id}`)),
  ];
  assert.equal(guessesOf(rows('SKU', 'title', 'price', 'url')).SKU, 'external_id');
  assert.equal(guessesOf(rows('SKU', 'id', 'title', 'price', 'url')).SKU, undefined);
  assert.equal(guessesOf(rows('SKU', 'Artikelnummer', 'title', 'price', 'url')).SKU, undefined);
});

test('exports of shop systems are left as they are', () => {
  assert.deepEqual(
    guessesOf([
      ['Handle', 'Title', 'Variant Price', 'Stock'],
      ['a', 'T', '1', 'no'],
    ]),
    {},
  );
});

test('an unmapped column that looks like stock is noted', () => {
  const rows = [
    [...required, 'Stock', 'Image', 'Colour'],
    [...row, 'no', 'https://x.example/1.jpg', 'red'],
  ];
  const notesOf = (settings: CsvSettings) => readCsvFile(writeCsv(rows), settings).layout.notes;
  const [stock = '', image = '', ...others] = notesOf({});
  assert.match(stock, /“Stock” became an attribute, but looks like in_stock\. .*sold-out/);
  assert.match(image, /“Image” became an attribute, but looks like image_url\./);
  assert.deepEqual(others, []);
  assert.deepEqual(notesOf({ fields: { Stock: 'in_stock', Image: 'attribute' } }), [], 'both were chosen');
});

test('a column chosen as stock may hold quantities and words', () => {
  const cells = ['0', '7', '-1', 'Ausverkauft', 'auf Lager', 'หมด', 'มีสินค้า', 'perhaps', ''];
  const rows = [[...required, 'Lager'], ...cells.map((cell, at) => [String(at), ...row.slice(1), cell])];
  const { rows: products } = readCsvFile(writeCsv(rows), { fields: { Lager: 'in_stock' } });
  assert.deepEqual(
    products.map(({ value }) => value.in_stock),
    ['0', '1', '0', '0', '1', '0', '1', 'perhaps', ''],
  );
});

test('quantities say what is sold out where nothing else does', () => {
  const cells = ['12', '0', '-1', '', '0.0'];
  const table = (...others: string[]) => [
    [...required, 'Bestand', ...others],
    ...cells.map((cell, at) => [String(at), ...row.slice(1), cell, ...others.map(() => 'yes')]),
  ];
  const stockOfRows = (rows: string[][], settings: CsvSettings) =>
    readCsvFile(writeCsv(rows), settings).rows.map(({ value }) => [value.stock_quantity, value.in_stock]);
  const chosen = { fields: { Bestand: 'stock_quantity' } } as const;
  assert.deepEqual(
    stockOfRows(table(), chosen),
    cells.map((cell, at) => [cell, ['yes', 'no', 'no', '', 'no'][at]]),
  );
  assert.deepEqual(
    stockOfRows(table('in_stock'), chosen),
    cells.map((cell) => [cell, 'yes']),
  );
  const named = table().with(0, [...required, 'stock_quantity']);
  assert.deepEqual(
    stockOfRows(named, {}),
    cells.map((cell) => [cell, undefined]),
    'the name of the API keeps its meaning',
  );
});

test('samples of a stock column show what means sold out', () => {
  const rows = [[...required, 'Bestand'], ...['5', '7', '9', '11', '0'].map((cell) => [...row, cell])];
  const samplesOf = () => readCsvFile(writeCsv(rows)).layout.columns.at(-1)?.sample;
  assert.deepEqual(samplesOf(), ['5', '7', '0']);
});

test('§2.1 a column named in_stock keeps its strict words', () => {
  const rows = [
    [...required, 'In Stock'],
    [...row, '7'],
  ];
  const { rows: products } = readCsvFile(writeCsv(rows));
  assert.equal(products[0]?.value.in_stock, '7');
});

test('quantities of any writing say what is in stock', () => {
  assert.deepEqual(['3', '+3', '0', '0.00', '2,5', '-4', '1000000000000', 'n', 'Y', ' yes '].map(stockOf), [
    ...[true, true, false, false, true, false, null, false, true, true],
  ]);
});

/** Columns of names that mean something and names that do not, with values of every kind. */
const arbitraryColumns = fc.uniqueArray(
  fc.record({
    name: fc.oneof(
      fc.constantFrom(
        'Stock',
        'Bestand',
        'Image',
        'Bild',
        'Foto',
        'Preis',
        'UVP',
        'VK',
        'Titel',
        'Name',
        'sku',
        'Ref',
      ),
      fc.constantFrom(
        'Link',
        'Lien',
        'Artikelnummer',
        'Kategorie',
        'Marke',
        'gtin',
        'title',
        'ราคา',
        'Menge',
        'x',
      ),
      fc.string({ maxLength: 6 }),
    ),
    values: fc.array(
      fc.constantFrom(
        '1',
        '0',
        '12,90 €',
        'yes',
        'no',
        'https://x.example/1',
        'https://x.example/a.jpg',
        'red',
        '4006381333931',
      ),
      { maxLength: 4 },
    ),
    field: fc.constantFrom(
      ...standardFields,
      ...Array.from({ length: 60 }, () => 'attribute' as const),
      null,
    ),
  }),
  { maxLength: 12, selector: ({ name }) => name },
) as fc.Arbitrary<GuessedColumn[]>;

test('guesses are those of picking the surest pair again', () => {
  fc.assert(
    fc.property(arbitraryColumns, (columns) => {
      const picked = new Map<string, unknown>();
      for (let rest = candidatesOf(columns); rest.length > 0; ) {
        const best = rest.reduce((one, other) => (inOrder(other, one) < 0 ? other : one));
        picked.set(best.name, best.guess);
        rest = rest.filter(({ name, guess }) => name !== best.name && guess.field !== best.guess.field);
      }
      assert.deepEqual(new Map([...guessColumns(columns)].sort()), new Map([...picked].sort()));
    }),
    { numRuns: 2_000 },
  );
});

test('no two columns get one field, and order is irrelevant', () => {
  fc.assert(
    fc.property(arbitraryColumns, fc.infiniteStream(fc.nat()), (columns, turns) => {
      const guesses = guessColumns(columns);
      const fields = [...guesses.values()].map(({ field }) => field);
      assert.equal(new Set(fields).size, fields.length);
      for (const { name, field } of columns) {
        const guess = guesses.get(name);
        if (guess === undefined || field === 'attribute') continue;
        assert.equal(guess.field, 'external_id', 'a column that maps without help keeps its field');
        assert.ok(columns.every((column) => column.field !== 'external_id'));
      }
      const supplied = columns.map(({ field }) => field);
      assert.ok(fields.every((field) => !supplied.includes(field)));
      const shuffled = columns
        .map((column) => [turns.next().value ?? 0, column] as const)
        .sort(([a], [b]) => a - b);
      assert.deepEqual(
        new Map([...guessColumns(shuffled.map(([, column]) => column))].sort()),
        new Map([...guesses].sort()),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('a name is read without accents, case, currency and product', () => {
  const first = (name: string) => fieldsNamed(name)[0]?.field;
  for (const name of ['Price', 'PRICE (USD)', 'price_eur', 'Product price', 'Preis in €', 'Fiyatı']) {
    assert.equal(first(name), 'price', name);
  }
  for (const name of ['ImageURL', 'image-url', 'Bild URL', 'Product Image']) {
    assert.equal(first(name), 'image_url', name);
  }
  for (const name of ['', 'EUR', 'constructor', '__proto__', 'x'.repeat(61), 'Cost', 'Einkaufspreis']) {
    assert.deepEqual(fieldsNamed(name), [], name);
  }
});

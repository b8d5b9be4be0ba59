import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { makeProduct, nestedJson } from '../../test/support/make-product.ts';
import { turnsOf } from '../../test/support/turns-of.ts';
import { prepareRows, prepareRowsInTurns, type RawRow } from './prepare-rows.ts';

const context = { currency: 'USD', locale: 'en' };

function rowsOf(...values: unknown[]): RawRow[] {
  return values.map((value, index) => ({ row: index + 1, line: null, value }));
}

test('§2.1 external-id: the last row of an id wins in first place', () => {
  const prepared = prepareRows(
    rowsOf(
      makeProduct('a', { title: 'First' }),
      makeProduct('b'),
      makeProduct('a', { title: 'Second' }),
      makeProduct('a', { title: 'Last' }),
    ),
    context,
  );
  assert.deepEqual(
    prepared.products.map(({ product, rowCount }) => [product.externalId, product.title, rowCount]),
    [
      ['a', 'Last', 3],
      ['b', 'Title of b', 1],
    ],
  );
  assert.equal(prepared.rowCount, 4);
  assert.deepEqual(prepared.failures, []);
});

test('a failed later row leaves the earlier one of its id', () => {
  const prepared = prepareRows(rowsOf(makeProduct('a'), makeProduct('a', { price: -1 })), context);
  assert.deepEqual(
    prepared.products.map(({ product, rowCount }) => [product.price, rowCount]),
    [['12.9', 1]],
  );
  assert.equal(prepared.failures[0]?.externalId, 'a');
});

test('ids that differ in outer white space are one product', () => {
  const prepared = prepareRows(rowsOf(makeProduct('a'), makeProduct(' a ')), context);
  assert.deepEqual(
    prepared.products.map(({ product, rowCount }) => [product.externalId, rowCount]),
    [['a', 2]],
  );
});

test('a row that holds forbidden characters anywhere fails', () => {
  for (const text of ['\b', '\f', '\u0000', '\u000b', '\u001f', '\ud83d', '\ude00b', '\\\b']) {
    for (const fields of [
      { title: `a ${text}` },
      { attributes: { size: [text] } },
      { [`color ${text}`]: 'red' },
    ]) {
      const { failures } = prepareRows(rowsOf(makeProduct('a', fields), makeProduct('b')), context);
      const codes = failures.map(({ row, problems }) => [row, problems[0].code]);
      assert.deepEqual(codes, [[1, 'text_invalid']], JSON.stringify(fields));
    }
  }
});

test('Contract §5 a failed row keeps its place and all its problems', () => {
  const [good, bad] = [makeProduct('good'), { external_id: 7, price: -1, url: 'javascript:alert(1)' }];
  const { failures, products } = prepareRows(
    [
      { row: 4, line: 9, value: good },
      { row: 5, line: 12, value: bad },
    ],
    context,
  );
  assert.equal(products.length, 1);
  assert.equal(failures.length, 1);
  const [failure] = failures;
  assert.deepEqual([failure?.row, failure?.line, failure?.externalId], [5, 12, '7']);
  assert.deepEqual(
    failure?.problems.map(({ path, code }) => [path, code]),
    [
      ['/title', 'title_missing'],
      ['/price', 'price_negative'],
      ['/url', 'url_invalid'],
    ],
  );
});

test('a row without a readable id fails without one', () => {
  const { failures } = prepareRows(rowsOf({ title: 'T' }), context);
  assert.equal(failures[0]?.externalId, null);
  assert.equal(failures[0]?.problems[0].code, 'external_id_missing');
});

test('a row that is no object fails alone', () => {
  const values = [null, true, 1, 'text', [], [makeProduct('a')]];
  const { failures, products } = prepareRows(rowsOf(...values, makeProduct('b')), context);
  assert.deepEqual(
    failures.map(({ row, problems }) => [row, problems.map(({ code }) => code)]),
    values.map((_, index) => [index + 1, ['row_malformed']]),
  );
  assert.equal(products.length, 1);
});

test('a row nested too deeply fails without a crash', () => {
  const deep: unknown = JSON.parse(nestedJson(200_000));
  const { failures, products } = prepareRows(
    rowsOf(deep, makeProduct('deep', { attributes: { x: deep } }), makeProduct('b')),
    context,
  );
  assert.deepEqual(
    failures.map(({ row, raw, problems }) => [row, raw, problems.map(({ code }) => code)]),
    [
      [1, null, ['row_malformed']],
      [2, null, ['row_malformed']],
    ],
  );
  assert.deepEqual(
    products.map(({ product }) => product.externalId),
    ['b'],
  );
});

test('Contract §5 a failed row keeps its text as received', () => {
  const values = [{ external_id: 'a', '<b>': '=1+1' }, 'text'];
  const { failures } = prepareRows(rowsOf(...values), context);
  assert.deepEqual(
    failures.map(({ raw }) => raw),
    ['{"external_id":"a","<b>":"=1+1"}', '"text"'],
  );
});

test('an overlong failed row is kept without its text', () => {
  const rowOfLength = (length: number) => {
    const empty = JSON.stringify({ note: '' }).length;
    return { note: 'x'.repeat(length - empty) };
  };
  const most = limits.failureRawMaxLength;
  const { failures } = prepareRows(rowsOf(rowOfLength(most), rowOfLength(most + 1)), context);
  assert.deepEqual(
    failures.map(({ raw }) => raw?.length ?? null),
    [most, null],
  );
});

test('Contract §4 a row cut to fit is a warning', () => {
  const { warnings, products } = prepareRows(
    rowsOf(makeProduct('a'), makeProduct('b', { attributes: { note: 'x'.repeat(1_001) } })),
    context,
  );
  assert.equal(products.length, 2);
  assert.deepEqual(
    warnings.map(({ row, line, externalId, problems }) => [row, line, externalId, problems.length]),
    [[2, null, 'b', 1]],
  );
});

test('§2.1 raw: the snapshot is the object as it was received', () => {
  const text =
    '{"title":" T ","external_id":"a","price":"1,50","url":"https://a.example/","__proto__":{"x":1},"constructor":"c"}';
  const [prepared] = prepareRows(rowsOf(JSON.parse(text)), context).products;
  assert.equal(prepared?.raw, text);
  assert.equal(prepared?.product.title, 'T');
});

test('Contract §4 a changed price moves the content hash only', () => {
  const [before, after] = [makeProduct('a'), makeProduct('a', { price: 13 })].map(
    (value) => prepareRows(rowsOf(value), context).products[0],
  );
  assert.notEqual(before?.contentHash, after?.contentHash);
  assert.equal(before?.sourceHash, after?.sourceHash);
});

test('§1.5 a changed category or attribute moves the source hash', () => {
  const hashes = [{}, { category: 'C' }, { attributes: { color: 'red' } }, { color: 'blue' }].map(
    (fields) => prepareRows(rowsOf(makeProduct('a', fields)), context).products[0]?.sourceHash,
  );
  assert.equal(new Set(hashes).size, 4);
});

test('the language of the store moves the source hash', () => {
  const [english, turkish] = ['en', 'tr'].map(
    (locale) => prepareRows(rowsOf(makeProduct('a')), { ...context, locale }).products[0]?.sourceHash,
  );
  assert.notEqual(english, turkish);
});

test('ids such as __proto__ are ordinary products', () => {
  const ids = ['__proto__', 'constructor', 'toString'];
  const { products } = prepareRows(rowsOf(...ids.map((id) => makeProduct(id))), context);
  assert.deepEqual(
    products.map(({ product }) => product.externalId),
    ids,
  );
});

test('an import without rows gives an empty result', () => {
  assert.deepEqual(prepareRows([], context), { rowCount: 0, products: [], failures: [], warnings: [] });
});

test('a product of too many words gets a warning', () => {
  const values = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, place) => [
        `k${place}`,
        Array.from({ length: 100 }, (_, word) => `w${place}x${word}`).join(' '),
      ]),
    );
  const { products, warnings } = prepareRows(
    rowsOf(
      makeProduct('full', { attributes: values(19) }),
      makeProduct('beyond', { attributes: values(21) }),
    ),
    context,
  );
  assert.deepEqual(
    products.map(({ product }) => product.attributes.length),
    [19, 21],
  );
  assert.deepEqual(
    warnings.map(({ externalId, problems }) => [externalId, problems.map(({ message }) => message)]),
    [
      [
        'beyond',
        [
          'Only the first 2,000 different words of the product are searched; the rest of its attributes are kept.',
        ],
      ],
    ],
  );
});

test('a product beyond a million characters fails from any source', () => {
  const around = JSON.stringify(makeProduct('a', { note: '' })).length;
  const noteOf = (length: number) => ({ note: 'x'.repeat(limits.itemMaxLength - around + length) });
  const { products, failures } = prepareRows(
    rowsOf(
      makeProduct('a', noteOf(0)),
      makeProduct('b', noteOf(1)),
      makeProduct('c', { ...noteOf(2), price: 'x' }),
    ),
    context,
  );
  assert.deepEqual(
    products.map(({ product }) => product.externalId),
    ['a'],
  );
  assert.deepEqual(
    failures.map(({ externalId, problems, raw }) => [externalId, problems.map(({ code }) => code), raw]),
    [
      ['b', ['row_malformed'], null],
      ['c', ['row_malformed'], null],
    ],
  );
});

test('a product that is too long is not looked into', () => {
  let reads = 0;
  const long = {
    ...makeProduct('a', { note: 'x'.repeat(limits.itemMaxLength) }),
    get description() {
      reads += 1;
      return 'Long';
    },
  };
  const { failures } = prepareRows(rowsOf(long), context);
  assert.equal(failures[0]?.externalId, 'a');
  assert.equal(reads, 1, 'its text is taken once');
});

/** Turns that others have while the rows are prepared, besides those that any work leaves them. */
async function turnsBetween(rows: readonly RawRow[]): Promise<number> {
  const ofNoRows = await turnsOf(() => prepareRowsInTurns([], context));
  return (await turnsOf(() => prepareRowsInTurns(rows, context))) - ofNoRows;
}

test('others have a turn with each 256 KiB of rows', async () => {
  // Three rows a slice.
  const rows = rowsOf(
    ...Array.from({ length: 40 }, (_, index) => makeProduct(`p${index}`, { x: 'a'.repeat(80_000) })),
  );
  assert.equal(await turnsBetween(rows), 13);
  assert.deepEqual(await prepareRowsInTurns(rows, context), prepareRows(rows, context));
});

test('others have a turn with each thousand small rows', async () => {
  assert.equal(await turnsBetween(rowsOf(...Array.from({ length: 10_000 }, () => ({})))), 9);
});

test('a row of too many values is not looked into', () => {
  const { valuesPerItem } = limits.jsonBounds;
  const row = makeProduct('many', { unread: Array.from({ length: valuesPerItem }, () => ({})) });
  const { failures, products } = prepareRows(rowsOf(row, makeProduct('few')), context);
  assert.deepEqual(
    products.map(({ product }) => product.externalId),
    ['few'],
  );
  const [failure] = failures;
  assert.equal(failure?.externalId, 'many');
  assert.match(failure.problems[0]?.message ?? '', /more than 20,000 values/);
});

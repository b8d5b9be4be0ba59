import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeProduct } from '../../test/support/make-product.ts';
import { prepareRows } from './prepare-rows.ts';

/** The paths and values of the notes on a batch, by row. */
function notesOn(...products: readonly Record<string, unknown>[]) {
  const rows = products.map((fields, at) => {
    const { in_stock: _, image_url: __, ...value } = makeProduct(`p${at}`);
    return { row: at + 1, line: null, value: { ...value, ...fields } };
  });
  const prepared = prepareRows(rows, { currency: 'USD', locale: 'en' });
  assert.deepEqual(prepared.failures, []);
  return prepared.warnings.map(({ row, problems }) => [
    row,
    ...problems.map(({ path, code, value }) => `${code} ${path} ${value}`),
  ]);
}

test('a sold-out product with unmapped stock is noted', () => {
  assert.deepEqual(
    notesOn({ Stock: 'no' }, { Stock: 'yes' }, { Lagerbestand: '0' }, { stok: 'yok' }, { Stock: false }),
    [
      [1, 'field_unmapped /Stock no'],
      [3, 'field_unmapped /Lagerbestand 0'],
      [4, 'field_unmapped /stok yok'],
      [5, 'field_unmapped /Stock false'],
    ],
  );
});

test('unmapped pictures are noted once in a batch', () => {
  const Image = 'https://x.example/1.jpg';
  assert.deepEqual(notesOn({ Image: 'lamp.jpg' }, { Image }, { Image }, { Bild: Image }), [
    [2, `field_unmapped /Image ${Image}`],
    [4, `field_unmapped /Bild ${Image}`],
  ]);
});

test('nothing is noted where stock and picture are given', () => {
  const image_url = 'https://x.example/1.jpg';
  assert.deepEqual(
    notesOn(
      { Stock: 'no', in_stock: 'yes', Image: image_url, image_url },
      { Stock: 'no', availability: 'in stock' },
      { Stock: 'no', in_stock: false },
      { Stock: ['no'], Image: { href: image_url } },
      { attributes: { Stock: 'no', Image: image_url } },
      { stock_quantity: 0 },
    ),
    [],
  );
});

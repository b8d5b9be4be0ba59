import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isActive, mappingOf, settingsOfLayout } from './imports.ts';

const layout = {
  encoding: 'windows-1252',
  separator: ';',
  format: 'columns',
  columns: [
    { name: 'Nr', field: 'external_id' },
    { name: 'Farbe', field: 'attribute' },
    { name: 'intern', field: null },
  ],
  shop_url: null,
  notes: [],
  missing: [],
} as const;

test('a file is read again exactly as its layout says', () => {
  assert.deepEqual(settingsOfLayout(layout), {
    encoding: 'windows-1252',
    separator: ';',
    format: 'columns',
    fields: { Nr: 'external_id', Farbe: 'attribute', intern: null },
  });
});

test('a corrected file keeps the mapping, not the byte layout', () => {
  const mapping = mappingOf({ ...layout, shop_url: 'https://shop.example' });
  assert.deepEqual(Object.keys(mapping).sort(), ['fields', 'format', 'shopUrl']);
});

test('an import is followed until it has ended', () => {
  assert.deepEqual(
    (['pending', 'processing', 'completed', 'failed'] as const).map((status) => isActive({ status })),
    [true, true, false, false],
  );
});

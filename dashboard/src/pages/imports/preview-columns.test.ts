import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewColumns } from './preview-columns.ts';

test('a preview names mapped fields, the required ones first', () => {
  const layout = {
    columns: [
      { name: 'Farbe', field: 'attribute' },
      { name: 'link', field: 'url' },
      { name: 'id', field: 'external_id' },
      { name: 'Produktname', field: 'title' },
    ],
  } as const;
  const rows = [{ value: { Farbe: 'rot', link: 'https://a.example', id: '1', title: 'Schuh' } }];
  assert.deepEqual(
    previewColumns(rows, layout).map(({ key, label }) => `${key} ${label}`),
    ['id Product id', 'title Title', 'link Link', 'Farbe Farbe'],
  );
});

test('a column called __proto__ is a column like any other', () => {
  const value = JSON.parse('{"__proto__":"x","id":"1"}') as Record<string, string>;
  const columns = previewColumns([{ value }], { columns: [{ name: '__proto__', field: 'attribute' }] });
  assert.deepEqual(
    columns.map(({ key }) => key),
    ['__proto__', 'id'],
  );
});

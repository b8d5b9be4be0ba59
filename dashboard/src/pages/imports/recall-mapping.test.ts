import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayoutBody } from '../../../../contract/imports.ts';
import { recallMapping } from './recall-mapping.ts';

function run(filename: string, names: readonly string[], missing: readonly string[] = []) {
  const columns = names.map((name) => ({ name, field: name === 'Bezeichnung' ? 'title' : null }) as const);
  const read = { encoding: 'utf-8', separator: ';', format: 'columns', shop_url: null, notes: [] } as const;
  const layout: LayoutBody = { ...read, columns, missing };
  return { filename, layout };
}

const columns = ['Nr', 'Bezeichnung', 'Preis', 'Link'];
const failedRows = ['_cell_5', '_row', '_error_code', '_error'];

test('a file with known columns gets the newest mapping', () => {
  const imports = [run('other.csv', ['Nr']), run('new.csv', columns), run('old.csv', columns)];
  assert.equal(recallMapping(columns, imports)?.filename, 'new.csv');
  assert.equal(recallMapping([...columns].reverse(), imports)?.filename, 'new.csv');
});

test('a corrected file and its original share one mapping', () => {
  const corrected = [...columns, ...failedRows];
  assert.equal(recallMapping(corrected, [run('shop.csv', columns)])?.filename, 'shop.csv');
  assert.equal(recallMapping(columns, [run('corrected.csv', corrected)])?.filename, 'corrected.csv');
});

test('other columns or an unusable mapping recall nothing', () => {
  const imports = [
    { filename: 'api', layout: null },
    run('unmapped.csv', columns, ['title']),
    run('more.csv', [...columns, 'Farbe']),
    run('less.csv', columns.slice(1)),
  ];
  assert.equal(recallMapping(columns, imports), null);
});

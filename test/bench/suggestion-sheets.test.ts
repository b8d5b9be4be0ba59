/**
 * Goal: measures of suggestions count what they say. Method: types and sheets written here, and the checked-in list of
 * beginnings held against the catalogs.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chooseCatalogs, measuredCatalogs } from '../../bench/measured-catalogs.ts';
import { parseBeginnings } from '../../bench/suggestions/beginnings.ts';
import { compareSheets, readSheet, sheetFile } from '../../bench/suggestions/marked-sheets.ts';
import { beginningsOfTypes, documentTypes, missingTypes } from '../../bench/suggestions/type-beginnings.ts';
import { AppError } from '../../server/errors.ts';
import { readRows } from '../../server/evaluation/read-rows.ts';

test('the checked-in beginnings are forty of each catalog', () => {
  const file = new URL('../../bench/suggestions/beginnings.txt', import.meta.url);
  assert.deepEqual(
    parseBeginnings(readFileSync(file, 'utf8')).map(({ catalog, beginnings }) => [
      catalog,
      beginnings.length,
    ]),
    measuredCatalogs.map(({ name }) => [name, 40]),
  );
});

test('a line under no catalog, or twice, is refused', () => {
  assert.deepEqual(parseBeginnings('# note\n[a]\n lap \n\n[b]\nlap'), [
    { catalog: 'a', beginnings: ['lap'] },
    { catalog: 'b', beginnings: ['lap'] },
  ]);
  assert.throws(() => parseBeginnings('lap\n[a]'), /"lap" stands under no catalog/);
  assert.throws(() => parseBeginnings('[a]\nlap\nlap'), /"lap" stands twice under a/);
});

test('catalogs whose data is not there are left out', () => {
  const named = (names: string[]) => chooseCatalogs(names, 'de').map(({ name, locale }) => [name, locale]);
  assert.deepEqual(named(['demo', 'absent.csv', 'package.json']), [
    ['demo', 'en'],
    ['package.json', 'de'],
  ]);
  assert.deepEqual(chooseCatalogs([], 'de').at(-1)?.name, 'demo');
});

const type = (name: string, productCount: number, ...others: string[]) => ({
  names: [name, ...others],
  productCount,
});

test('each beginning of three letters asks for a type', () => {
  const pairs = beginningsOfTypes([type('sim card', 2), type('tv', 9), type('bag', 1)]);
  assert.deepEqual(
    pairs.map(({ beginning }) => beginning),
    ['sim', 'sim c', 'sim ca', 'sim car', 'sim card', 'bag'],
  );
});

test('five types with the same beginning are asked for', () => {
  const types = ['chair', 'chain', 'charger', 'chalk', 'chart', 'chapel'].map((name, at) => type(name, at));
  const asked = beginningsOfTypes(types)
    .filter(({ beginning }) => beginning === 'cha')
    .map(({ type: { names } }) => names[0]);
  assert.deepEqual(asked, ['chapel', 'chart', 'chalk', 'charger', 'chain']);
});

test('a type is suggested by any name in any case', () => {
  const pairs = beginningsOfTypes([type('case', 3, 'Cases'), type('cable', 2)]);
  const suggest = (beginning: string) =>
    beginning.length === 3 ? ['CASES', 'black cable'] : ['case', 'Cable'];
  assert.deepEqual(
    missingTypes(pairs, suggest).map(({ beginning }) => beginning),
    ['cab'],
  );
});

const rows = ['case', 'phone, red', 'knif', 'cas'].map((suggestion, at) => ({
  catalog: 'shop',
  beginning: 'ca',
  place: at + 1,
  suggestion,
}));

/** The sheet as a reader gives it back. */
function marked(marks: readonly string[]) {
  const lines = sheetFile(rows).split('\n');
  const file = lines.map((line, at) => (at === 0 ? line : `${line}${marks[at - 1]}`)).join('\n');
  return readSheet(readRows(file, 'csv', 'sheet.csv'));
}

test('marked sheets give the share of bad suggestions and agreement', () => {
  const sheets = [marked(['0', '0', '1', '1']), marked(['0', '0', '1', '0']), marked(['0', '0', '1', '1'])];
  const { badShares, unanimousShare, kappa, badRows } = compareSheets(sheets);
  assert.deepEqual([badShares, unanimousShare], [[0.5, 0.25, 0.5], 0.75]);
  assert.deepEqual(badRows, ['shop: ca → knif', 'shop: ca → cas']);
  // Observed (1 + 1 + 1 + 1/3) / 4, by chance (5/12)² + (7/12)².
  assert.ok(Math.abs(kappa - (10 / 12 - 74 / 144) / (1 - 74 / 144)) < 1e-12, `${kappa}`);
});

test('a new sheet keeps marks of suggestions that stayed', () => {
  const before = marked(['0', '0', '1', '1']);
  const file = sheetFile([...rows.slice(2), { ...rows[0], suggestion: 'cap' } as (typeof rows)[0]], before);
  assert.deepEqual(
    file
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').slice(-2)),
    [
      ['knif', '1'],
      ['cas', '1'],
      ['cap', ''],
    ],
  );
});

test('types of documents are counted by their names in stock', () => {
  const document = (name: string | null, inStock = true, ...otherNames: string[]) => ({
    productId: '',
    externalId: '',
    title: '',
    categoryPath: [],
    brand: null,
    identifiers: [],
    attributes: [],
    suggestionPhrases: [],
    searchPhrases: [],
    createdAt: 0,
    card: [],
    inStock,
    type: name === null ? null : { name, otherNames },
  });
  const documents = [
    document('Lamp'),
    document('lamp', true, 'light'),
    document(null),
    document('desk', false),
  ];
  assert.deepEqual(documentTypes(documents), [{ names: ['Lamp', 'light'], productCount: 2 }]);
});

test('a suggestion without a mark is refused', () => {
  assert.throws(
    () => marked(['0', '', 'yes', '1']),
    (error) =>
      error instanceof AppError &&
      error.errors?.length === 2 &&
      /row 2: takes 0 or 1 in the column bad, got ""/.test(error.errors[0]?.message ?? ''),
  );
});

test('sheets of different suggestions are not compared', () => {
  const other = new Map([['shop: ca → case', false]]);
  assert.throws(() => compareSheets([marked(['0', '0', '0', '0']), other]), /copies of one/);
});

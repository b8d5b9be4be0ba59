/**
 * Goal: known-item tasks ask for what the catalog has, by names that the engine had no part in, and are the same on every
 * run. Method: a small shop written here, and slips held against a naive distance.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeTasks, type Task } from '../../bench/known-items/make-tasks.ts';
import { createProductReader } from '../../bench/known-items/read-product.ts';
import { shopWordsOf } from '../../bench/known-items/shop-words.ts';
import { taskFile } from '../../bench/known-items/task-lines.ts';
import { slipIn } from '../../bench/known-items/typing-error.ts';
import { createRandom } from '../../bench/random.ts';
import { catalogDocuments, prepareCatalog } from '../../server/cli/eval-files.ts';
import { parseJudgments } from '../../server/evaluation/judgments.ts';
import { readRows } from '../../server/evaluation/read-rows.ts';
import type { SearchDocument } from '../../server/search/document/document.ts';

type Row = readonly [id: string, title: string, category: string, fields?: Readonly<Record<string, unknown>>];

function documentsOf(rows: readonly Row[], locale = 'en'): SearchDocument[] {
  const context = { currency: 'EUR', locale };
  const products = rows.map(([id, title, category, fields = {}], at) => ({
    row: at + 1,
    line: null,
    value: { external_id: id, title, category, price: 1, url: `https://shop.example/${id}`, ...fields },
  }));
  return catalogDocuments(prepareCatalog(products, context).products, context);
}

const brand = 'Acme™';
const shop = documentsOf([
  ['case', 'Acme - Slim Case for Nokia Phones - Black', 'Phones > Cases & Clips', { brand }],
  ['phone', 'Acme - Model 5 Phone - Black', 'Phones > All Phones with Plans', { brand }],
  ['bundle', 'Acme Bundle with Phone', 'Phones > More & Others', { brand }],
  ['sim', 'Acme Starter', 'Phones > Sim Cards', { brand }],
  ['gone', 'Acme - Leather Belt', 'Wear > Belts', { brand, in_stock: false }],
  ['food', 'Cat Food, Salmon', 'Pets > Cats', { brand: '17670', attributes: { material: 'fish meal 20 %' } }],
  ['rest', 'Acme Thing', 'Phones > Other', { brand }],
  [
    'scarf',
    'Winter Scarf',
    'Wear > Scarves & Scarfs',
    { attributes: { color: 'Sky Blue, red', size: 'XL' } },
  ],
]);

function tasksOf(kind: Task['kind'], documents = shop, locale = 'en'): Map<string, readonly string[]> {
  const tasks = makeTasks(documents, { locale, perKind: 100, seed: 7 });
  return new Map(
    tasks.filter((task) => task.kind === kind).map(({ query, satisfying }) => [query, satisfying]),
  );
}

test('a brand and a thing ask for all such products', () => {
  const tasks = tasksOf('brand');
  assert.deepEqual([...tasks.keys()].sort(), ['acme cards', 'acme case', 'acme phone']);
  // The case is known to be one, though its title says phones; of the bundle nothing is known but its title.
  assert.deepEqual(tasks.get('acme phone'), ['phone', 'bundle']);
  assert.deepEqual(tasks.get('acme cards'), ['sim']);
});

test('a trait comes from a title or from an attribute', () => {
  const tasks = tasksOf('trait');
  assert.deepEqual([...tasks.keys()].sort(), [
    'black case',
    'black phone',
    'red scarf',
    'sky blue scarf',
    'xl scarf',
  ]);
  assert.deepEqual(tasks.get('black phone'), ['phone']);
});

test('misspelt title words ask for products with the right words', () => {
  const tasks = tasksOf('typo');
  assert.ok(tasks.size > 0);
  for (const [query, satisfying] of tasks) {
    const titles = shop.filter(({ externalId }) => satisfying.includes(externalId)).map(({ title }) => title);
    const wrong = query
      .split(' ')
      .filter((word) => !titles.join(' ').toLowerCase().split(/\W+/).includes(word));
    assert.equal(wrong.length, 1, `${query}: ${titles.join(', ')}`);
  }
});

test('the same catalog gives the same tasks', () => {
  const tasks = () => makeTasks(shop, { locale: 'en', perKind: 3, seed: 7 });
  assert.deepEqual(tasks(), tasks());
});

test('in Thai the first of several things is the thing', () => {
  const documents = documentsOf(
    [
      ['1', 'คีมตัดสายไฟ สีแดง', ''],
      ['2', 'สายไฟ 4 ตร.มม. สีแดง', ''],
    ],
    'th',
  );
  const tasks = tasksOf('trait', documents, 'th');
  assert.deepEqual([...tasks].sort(), [
    ['คีม สีแดง', ['1']],
    ['สายไฟ สีแดง', ['2']],
  ]);
});

test('a word that qualifies another one names no thing', () => {
  const read = createProductReader(shopWordsOf('en'), 'en');
  const things = (title: string, category: string) => [
    ...read(documentsOf([['1', title, category]])[0] ?? assert.fail('the row failed')).things,
  ];
  assert.deepEqual(things('Cat Food, Salmon', 'Pets > Cats'), []);
  assert.deepEqual(things('Phone Case for Cats', 'Phones > Cases & Clips'), [['cases', 'case']]);
  assert.deepEqual(things('Batteries (4-Pack)', 'Power > Battery'), [['battery', 'batteries']]);
  assert.deepEqual(things('Chaussures de course', 'Mode > Chaussures de sport'), [
    ['chaussures', 'chaussures'],
  ]);
});

test('a file of tasks is a file of judgments', () => {
  const tasks = makeTasks(shop, { locale: 'en', perKind: 3, seed: 7 });
  const judged = parseJudgments(readRows(taskFile(tasks), 'csv', 'tasks.csv'));
  assert.deepEqual(
    judged.map(({ text, ratings }) => [text, [...ratings.keys()], new Set(ratings.values())]),
    tasks.map(({ query, satisfying }) => [query, satisfying, new Set([3])]),
  );
});

/** Optimal string alignment, as it is defined: edits, and swaps of neighbours. */
function distance(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return one.length + other.length;
  const [first, second, ...rest] = one;
  const same = first === other[0] ? 0 : 1;
  const swapped =
    first === other[1] && second === other[0] && other.length > 1
      ? 1 + distance(rest, other.slice(2))
      : Number.POSITIVE_INFINITY;
  return Math.min(
    swapped,
    same + distance(one.slice(1), other.slice(1)),
    ...(same === 0 ? [] : [1 + distance(one.slice(1), other), 1 + distance(one, other.slice(1))]),
  );
}

test('a slip is one edit behind the first letter', () => {
  const alphabet = Array.from('abcdeé');
  const word = fc.array(fc.constantFrom(...alphabet), { minLength: 5, maxLength: 7 });
  fc.assert(
    fc.property(word, fc.integer(), (letters, seed) => {
      const slipped = Array.from(slipIn(letters.join(''), alphabet, createRandom(seed)));
      assert.equal(slipped[0], letters[0]);
      assert.ok(distance(letters, slipped) <= 1, slipped.join(''));
    }),
  );
});

/** Goal: what is kept of common words changes no answer. Method: questions that meet it in every state, and bounds of each kind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexReader } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { QueryBudget } from '../../server/search/step-budget.ts';
import { findIds, noSignals, productDocument } from './documents.ts';

/** Every word is common, and read by short ranges. */
const rule = {
  rareMax: 0,
  firstCount: 40,
  firstRange: 64,
  postingsPerLook: 16,
  shortListMax: 0,
  listLength: 32,
};
const allRare = { ...rule, rareMax: 1_000_000 };
const limit = 20;

const letters = Array.from('abcdefghijklmnopqrst');
const others = letters.map((letter) => `${letter}other`);

/** Most of the first products of a word are erased; those of another word stand far behind, and more of the first one behind them. */
function spreadReader() {
  const titles = (count: number, start: string, word: string) =>
    Array.from(
      { length: count },
      (_, number) => `${start}${letters[Math.floor(number / 20)]}${letters[number % 20]} ${word}`,
    );
  const all = [
    ...titles(40, 'aa', 'alpha'),
    ...others.flatMap((other) => titles(20, 'm', other)),
    ...titles(60, 'zm', 'zulu'),
    ...titles(60, 'zz', 'alpha'),
  ].map((title, number) => productDocument(`p${number}`, { title }));
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(all);
  writer.erase(all.slice(0, 25).map(({ productId }) => productId));
  return openIndex(writer.snapshot(), undefined, rule);
}

/** Pushes out what is kept of other words. */
function askOthers(reader: IndexReader): void {
  for (const [place, other] of others.entries())
    findIds(reader, `${other} ${others[(place + 1) % 20]}`, limit);
}

test('an answer is the same after its words were displaced', () => {
  const reader = spreadReader();
  const before = findIds(reader, 'alpha zulu', limit);
  askOthers(reader);
  assert.deepEqual(findIds(reader, 'alpha zulu', limit), before);
});

test('a budget does not depend on earlier questions', () => {
  const ask = (reader: IndexReader, steps: number) => {
    const budget = new QueryBudget(steps);
    const { products } = reader.search('alpha zulu', limit, noSignals, { budget, isBlocked: null });
    return { ids: products.map(({ productId }) => productId), spent: budget.spent };
  };
  for (let steps = 2_000; steps <= 12_000; steps += 500) {
    const [fresh, used, pushed] = [spreadReader(), spreadReader(), spreadReader()];
    for (const reader of [used, pushed]) ask(reader, Number.POSITIVE_INFINITY);
    askOthers(pushed);
    const expected = ask(fresh, steps);
    assert.deepEqual(ask(used, steps), expected, `${steps} steps`);
    assert.deepEqual(ask(pushed, steps), expected, `${steps} steps`);
  }
});

test('a synonym in a title hides no better code match', () => {
  const coded = (id: string, title: string, code: string) =>
    productDocument(id, { title, identifiers: [code] });
  const synonyms = { rules: [{ from: ['couch'], to: ['sofa'] }], common: false, version: 1 };
  const writer = createIndexWriter({ locale: 'en', synonyms });
  writer.apply([
    ...['z1', 'z2', 'z3', 'z4'].map((id, place) => coded(id, `zet${id}`, `qwe11${place}`)),
    productDocument('s1', { title: 'sofa one' }),
  ]);
  writer.apply([
    productDocument('s4', { title: 'sofa b' }),
    ...['a1', 'a2', 'a3'].map((id, place) => coded(id, `ah${id}`, `qwe12${place}`)),
  ]);
  const query = 'couch vvv www uuu xxx yyy zzz qwe1';
  const found = findIds(openIndex(writer.snapshot(), undefined, rule), query, 3);
  assert.deepEqual(found, findIds(openIndex(writer.snapshot(), undefined, allRare), query, 3));
  assert.deepEqual(found, ['a1', 'a2', 'a3']);
});

/** Titles of two words, each of which is worth more in a product that lacks the other; every word is common. */
function alikeReader() {
  const all = Array.from({ length: 3_000 }, (_, number) =>
    productDocument(`p${number}`, { title: `${letters[number % 20]}x alpha n${number} bravo` }),
  );
  const popular = Array.from({ length: 3_000 }, (_, number) =>
    productDocument(`q${number}`, { title: `${letters[number % 20]}y gamma n${number}` }),
  );
  const best = ['alpha', 'bravo'].map((word) =>
    productDocument(word, { title: `${word} ${word}`, categoryPath: [word] }),
  );
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([...all, ...popular, ...best]);
  return openIndex(writer.snapshot(), undefined, rule);
}

test('a walk that its budget ends is noted, and answers', () => {
  let cut = 0;
  for (let steps = 2_000; steps <= 12_000; steps += 250) {
    const budget = new QueryBudget(steps);
    const { products } = alikeReader().search('alpha bravo', limit, noSignals, { budget, isBlocked: null });
    assert.equal(products.length, limit, `${steps} steps`);
    assert.ok(
      products.every(({ tiers }) => tiers.missingWords === 0),
      `${steps} steps`,
    );
    cut += Number(budget.wasShort);
  }
  assert.ok(cut > 20, `${cut} answers are cut`);
});

test('popular products that lack the words cost no look', () => {
  const scores = Array.from({ length: 3_000 }, (_, number) => [`q${number}`, 1 + number] as const);
  const signals = { products: new Map(scores), phrases: new Map<string, number>() };
  const reader = alikeReader();
  // Finds the list of the walk.
  findIds(reader, 'alpha bravo', limit);
  const budget = new QueryBudget(1_000_000);
  const { products } = reader.search('alpha bravo', limit, signals, { budget, isBlocked: null });
  assert.equal(products.length, limit);
  assert.ok(budget.looks < 200, `${budget.looks} looks`);
});

test('a popular product without a word enters a pair’s list', () => {
  const graph = {
    minPostings: 0,
    minPairTitles: 0,
    pairsPerDocument: 100,
    listLength: 2,
    suggestionCount: 8,
  };
  const titles = ['red shirt', 'cup red', 'dot red', 'egg red', 'yak shirt', 'zoo red', 'win red'];
  const writer = createIndexWriter({ locale: 'en', graph });
  writer.apply(titles.map((title) => productDocument(title, { title })));
  const signals = { products: new Map([['zoo red', 1]]), phrases: new Map<string, number>() };
  assert.deepEqual(findIds(openIndex(writer.snapshot()), 'red shirt', 2, signals), ['red shirt', 'zoo red']);
});

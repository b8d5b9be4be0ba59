/**
 * Goal: no question of any kind costs more than its budget, and what a budget cuts is still an answer. Method: queries
 * of many short words over generated catalogs, with budgets of any size, and steps counted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import type { ProductHit, SearchResult } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { QueryBudget } from '../../server/search/step-budget.ts';
import { indexOf, noSignals, productDocument } from './documents.ts';

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
const colours = ['black', 'white', 'red', 'blue', 'green', 'silver'];

/** Titles of short words that many products share, so that every word of a query meets much. */
const documents = Array.from({ length: 3_000 }, (_, number) => {
  const words = letters.filter((_, place) => (number * 7 + place * place) % 5 === 0).slice(0, 6);
  const colour = colours[number % colours.length] ?? '';
  const title = `${colour} ${words.join(' ')} ${number % 10} ${words[0]}lamp`;
  return productDocument(`p${number}`, {
    title,
    categoryPath: [`${words[0]} things`],
    suggestionPhrases: [`${colour} ${words[0]}lamp ${number % 40}`],
    inStock: number % 9 !== 0,
  });
});
const reader = indexOf(documents);

function ask(query: string, steps: number, isBlocked: ((text: string) => boolean) | null = null) {
  const budget = new QueryBudget(steps);
  const answer = reader.search(query, 20, noSignals, { budget, isBlocked });
  return { answer, spent: budget.spent, wasShort: budget.wasShort };
}

/** The hundred letters that cost most before questions had budgets, by their kind. */
const worst = 'a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9 0 black red blue green';

const queries = fc
  .array(
    fc.constantFrom(...letters, ...colours, '1', '2', '77', 'lamp', 'alamp', 'blaxk', 'zzzz', 'things'),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((words) => words.join(' ').slice(0, 100));

/**
 * The steps that are done in any case: each of fifty words is looked up once, and the last document or suggestion is finished.
 */
const beyond = 100_000;
/** The same where corrections are tried: each part of the work that has begun is finished. 166,000 in 95,000 random questions. */
const beyondAtMost = 250_000;

test('the worst queries stay within their budget of steps', () => {
  const free = ask(worst, Number.POSITIVE_INFINITY);
  assert.ok(free.spent > 60_000, `${free.spent} steps without a bound`);
  for (const steps of [0, 20_000, 50_000]) {
    const { spent, wasShort, answer } = ask(worst, steps);
    assert.ok(spent <= steps + beyond, `${spent} of ${steps} steps`);
    assert.equal(wasShort, true);
    if (steps < 50_000) continue;
    assert.ok(answer.products.length > 0);
    // The words were looked up within the budget, so that only the last piece of work lies beyond it.
    assert.ok(spent <= steps + 5_000, `${spent} of ${steps} steps`);
  }
});

test('a look at many places stays within its budget', () => {
  const titled = Array.from({ length: 6_000 }, (_, number) => {
    const places = Array.from({ length: 8 }, (_, place) => {
      return (number * (2 * place + 3) + (number >> 3) * place * place + place) % letters.length;
    });
    return productDocument(`p${number}`, {
      title: `${places.map((place) => letters[place]).join(' ')} n${number}`,
    });
  });
  const budget = new QueryBudget(60_000);
  indexOf(titled).search('a b c d e f g h', 1_000, noSignals, { budget, isBlocked: null });
  assert.ok(budget.wasShort);
  // The last product that is looked at may lie beyond it.
  assert.ok(budget.spent <= 61_000, `${budget.spent} steps`);
});

test('an answer cut by its budget keeps the ranking order', () => {
  fc.assert(
    fc.property(queries, fc.integer({ min: 0, max: 120_000 }), (query, steps) => {
      const { answer, spent, wasShort } = ask(query, steps);
      assert.ok(spent <= steps + beyondAtMost, `${spent} of ${steps} steps`);
      assert.deepEqual(ask(query, steps).answer, answer, 'the same each time');
      assertWellFormed(answer);
      if (!wasShort) assert.deepEqual(answer, ask(query, Number.POSITIVE_INFINITY).answer);
    }),
    { numRuns: 60 },
  );
});

function assertWellFormed({ products, suggestions, categories }: SearchResult): void {
  for (const list of [products.map(({ productId }) => productId), suggestions, categories]) {
    assert.ok(list.length <= 20);
    assert.equal(new Set(list).size, list.length);
  }
  for (const [place, product] of products.entries()) {
    const before = products[place - 1];
    if (before !== undefined) assert.ok(compareTiers(before, product) <= 0, `${place}`);
  }
}

function compareTiers({ tiers: left }: ProductHit, { tiers: right }: ProductHit): number {
  return (
    left.missingWords - right.missingWords ||
    Number(right.inStock) - Number(left.inStock) ||
    Number(right.exactTitle) - Number(left.exactTitle) ||
    Number(right.titlePrefix) - Number(left.titlePrefix) ||
    right.intent - left.intent
  );
}

test('questions that share a budget stay within it together', () => {
  const budget = new QueryBudget(100_000);
  for (let count = 0; count < 50; count += 1) {
    reader.search(`${worst} ${count}`, 20, noSignals, { budget, isBlocked: null });
  }
  // Reading a query and a first look cost something each time.
  assert.ok(budget.spent <= 100_000 + beyond, `${budget.spent} steps`);
});

test('hundreds of blocked suggestions are passed over in one question', () => {
  const usual = ask('a', Number.POSITIVE_INFINITY);
  assert.equal(usual.answer.suggestions.length, 20);
  const kept = (text: string) => !/^(black|white|red|blue)/.test(text);
  const every = reader.search('a', 1_000, noSignals).suggestions.filter(kept).slice(0, 20);
  const blocked = ask('a', Number.POSITIVE_INFINITY, (text) => !kept(text));
  assert.deepEqual(blocked.answer.suggestions, every);
  const all = ask('a', 1_000_000, () => true);
  assert.deepEqual(all.answer.suggestions, []);
  assert.deepEqual(all.answer.products, usual.answer.products);
  assert.ok(all.spent <= 1_000_000 + beyond, `${all.spent} steps`);
});

test('suggestions are read as far as the budget goes', () => {
  const phrases = Array.from({ length: 3_000 }, (_, number) => {
    return productDocument(`s${number}`, {
      title: `lamp ${number}`,
      suggestionPhrases: [`alpha ${number % 1_500} lamp`],
    });
  });
  const many = indexOf(phrases);
  const spentOf = (steps: number) => {
    const budget = new QueryBudget(steps);
    const { suggestions } = many.search('al', 20, noSignals, { budget, isBlocked: () => true });
    assert.deepEqual(suggestions, []);
    return budget.spent;
  };
  assert.ok(spentOf(Number.POSITIVE_INFINITY) > 500_000);
  assert.ok(spentOf(20_000) <= 25_000);
});

test('a corrected query is not searched for missing words', () => {
  const spentWith = (count: number) => {
    const zebras = Array.from({ length: count }, (_, number) =>
      productDocument(`z${number}`, { title: `zebra ${number}` }),
    );
    const lamps = Array.from({ length: 20 }, (_, number) =>
      productDocument(`l${number}`, { title: `zebra lantern ${number}` }),
    );
    const budget = new QueryBudget(Number.POSITIVE_INFINITY);
    const answer = indexOf([...zebras, ...lamps]).search('zebra lamtern', 20, noSignals, {
      budget,
      isBlocked: null,
    });
    assert.equal(answer.correctedQuery, 'zebra lantern');
    assert.equal(answer.products.length, 20);
    return budget.spent;
  };
  // In search of missing words each further zebra would be passed over several times.
  const more = spentWith(4_000) - spentWith(500);
  assert.ok(more < 3_500, `${more} steps more`);
});

test('a product just written is found by its long title', () => {
  const kinds = ['original black', 'wireless', 'portable silver', 'compact'];
  const things = [
    'toner cartridge for laser printers',
    'headset with noise cancelling',
    'keyboard with number pad',
  ];
  const titleOf = (number: number) => `${kinds[number % 4]} ${things[number % 3]} model m${number % 97}`;
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(
    Array.from({ length: 2_000 }, (_, number) => productDocument(`p${number}`, { title: titleOf(number) })),
  );
  for (let number = 0; number < 40; number += 1) {
    const title = `${titleOf(number * 7)} w${10_000 + number}`;
    writer.apply([productDocument(`p${number}`, { title })]);
    // As the service does: small merges at once, so that some small segments are left.
    while (writer.merge());
    const budget = new QueryBudget(limits.querySteps);
    const { products } = openIndex(writer.snapshot()).search(title, 5, noSignals, {
      budget,
      isBlocked: null,
    });
    assert.equal(products[0]?.productId, `p${number}`, title);
  }
});

test('a correction that a budget cuts is noted', () => {
  const whole = ask('blaxk', Number.POSITIVE_INFINITY).answer;
  assert.notEqual(whole.correctedQuery, null);
  let cut = 0;
  for (let steps = 500; steps < 8_000; steps += 3) {
    const { answer, wasShort } = ask('blaxk', steps);
    if (answer.correctedQuery === null) cut += 1;
    if (!wasShort) assert.equal(answer.correctedQuery, whole.correctedQuery, `${steps} steps`);
  }
  assert.ok(cut > 10, `${cut} were cut`);
});

test('suggestions cost few steps after single writes', () => {
  const pairs = letters.flatMap((first) => letters.map((second) => `${first}${second}ood`));
  const chair = (id: string, words: string) =>
    productDocument(id, { title: `Chair ${words}`, categoryPath: ['Chairs'] });
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(pairs.map((word) => chair(word, word)));
  for (const word of pairs.slice(0, 12)) writer.apply([chair(`new ${word}`, `new ${word}`)]);
  const terms = { budget: new QueryBudget(10_000_000), isBlocked: null };
  const { suggestions } = openIndex(writer.snapshot()).search('cha', 20, noSignals, terms);
  assert.equal(suggestions[0], 'Chairs');
  assert.ok(terms.budget.spent < 400_000, `${terms.budget.spent} steps`);
});

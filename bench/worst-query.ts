/**
 * Answers the question what the worst query of 100 letters costs within the budget of steps that a question has (in microseconds), and
 * whether keystrokes ever meet that budget. It raises no limit of the engine. A missed goal is shown; an error of the engine throws.
 */
// Tests: none; `npm run bench` runs it.
import { limits } from '../contract/limits.ts';
import { noSignals } from '../server/search/engine.ts';
import { openIndex } from '../server/search/index-reader.ts';
import { QueryBudget } from '../server/search/step-budget.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { documentPages } from './catalog-documents.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { createIndexLoad, productsPerPage } from './index-load.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';
import { findCostliest } from './worst-query-search.ts';

/** The number of products, the goal in µs, and the number of queries that are tried. */
const sizes = [
  { count: 50_000, maxMicros: 2_000, tries: 2_000 },
  { count: 1_000_000, maxMicros: 10_000, tries: 500 },
] as const;
const sessionCount = 400;
const rounds = { search: 3, last: 30 };

export const worstQuery: Question = {
  name: 'worst-query',
  data: ['electronics', 'keystrokes'],
  title: 'The worst query: what a question may cost',
  reading:
    'A search by mutation finds the worst query. It combines words of one letter, colours, numbers, common words, ' +
    'beginnings and typing errors into 100 letters, and keeps and changes the slowest query. The shortest of 30 times ' +
    'counts. A step is a posting that is passed over (`server/search/step-budget.ts`). Recorded keystrokes should not ' +
    'exhaust the budget: the bench shows the share that does. With a million products the goal is missed, and ' +
    'keystrokes that end with a letter after a word of half the catalog (`with e`) exhaust the budget.',
  async run() {
    const figures: Figure[] = [];
    for (const size of sizes) figures.push(...(await measure(size)));
    return figures;
  },
};

async function measure({ count, maxMicros, tries }: (typeof sizes)[number]): Promise<Figure[]> {
  const seeds = await loadSeeds('electronics');
  const load = createIndexLoad();
  for (const page of documentPages(blownUpCatalog(seeds.products, count), productsPerPage)) load.add(page);
  const reader = openIndex(load.finish().snapshot);
  const steps = limits.querySteps + limits.queryStepsPerProduct * count;
  const ask = (text: string, most: number) => {
    const budget = new QueryBudget(most);
    const startedMs = performance.now();
    reader.search(text, limits.autocompleteLimitMax, noSignals, { budget, isBlocked: null });
    return { micros: (performance.now() - startedMs) * 1_000, ...pickSpent(budget) };
  };
  const least = (text: string, most: number, times: number) =>
    Math.min(...Array.from({ length: times }, () => ask(text, most).micros));
  const spent = typedKeystrokes(seeds.products, sessionCount).map(({ text }) => ({
    free: ask(text, Number.POSITIVE_INFINITY).spent,
    isShort: ask(text, steps).wasShort,
  }));
  const sorted = spent.map(({ free }) => free).sort((left, right) => left - right);
  const shortCount = spent.filter(({ isShort }) => isShort).length;
  const worst = findCostliest(seeds.products, tries, (text) => least(text, steps, rounds.search));
  const micros = least(worst.text, steps, rounds.last);
  progress(`${thousands(count)} products, worst query found: ${JSON.stringify(worst.text)}`);
  const name = `${thousands(count)} products`;
  return [
    {
      what: `${name}: worst query found, µs`,
      measured: thousands(micros),
      against: `${thousands(maxMicros)} limit`,
      ratio: (micros / maxMicros).toFixed(2),
      goal: '≤ 1',
    },
    {
      what: `${name}: the same query without a budget, µs`,
      measured: thousands(least(worst.text, Number.POSITIVE_INFINITY, rounds.search)),
      against: '',
      ratio: '',
      goal: '',
    },
    {
      what: `${name}: steps of keystrokes, p99.99`,
      measured: thousands(sorted[Math.ceil(sorted.length * 0.9999) - 1] ?? 0),
      against: `${thousands(steps)} budget`,
      ratio: ((sorted.at(-1) ?? 0) / steps).toFixed(2),
      goal: '< 1',
    },
    {
      what: `${name}: keystrokes whose question was cut`,
      measured: `${shortCount} of ${thousands(spent.length)}`,
      against: '',
      ratio: '',
      goal: '0',
    },
  ];
}

function pickSpent({ spent, wasShort }: QueryBudget) {
  return { spent, wasShort };
}

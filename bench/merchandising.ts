/**
 * Answers the question what rules of merchandising cost a keystroke: one that they meet, and all others. 20,000 products, 500 further
 * rules, the least of 8 rounds; times are milliseconds in, microseconds shown. There is no HTTP and no database: an error of the
 * engine throws.
 */
// Tests: none; `npm run bench` runs it.

import type { MerchandisingRule } from '../contract/words/merchandising.ts';
import { type Autocomplete, createAutocomplete } from '../server/autocomplete/answering/autocomplete.ts';
import { createIndexRegistry } from '../server/autocomplete/answering/index-registry.ts';
import { usualRanking } from '../server/autocomplete/following/followed-ranking.ts';
import { createSystemClock } from '../server/clock.ts';
import { compileRules } from '../server/merchandising/compile-rules.ts';
import { NamedProducts } from '../server/merchandising/named-products.ts';
import { createIndexWriter } from '../server/search/index-writer.ts';
import { readRules } from '../test/support/read-rules.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { documentPages } from './catalog-documents.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const productCount = 20_000;
const rounds = 8;
const sessionCount = 25;
const storeId = '01a1fe94-6404-7000-96f7-310b1d5194da';
const brand = { field: 'brand', value: 'acme', weight: 5 } as const;

/** A rule for each beginning that a query can have. */
const everywhere = (fields: object) =>
  Array.from('abcdefghijklmnopqrstuvwxyz0123456789', (query) => ({ query, match: 'prefix', ...fields }));
const otherRules = Array.from({ length: 500 }, (_, rule) => ({
  query: `zzz ${rule}`,
  match: 'prefix',
  pins: ['p1'],
}));

/** Rules by what they are called; the first are what the others are held against. */
const kinds: readonly (readonly [what: string, rules: readonly object[]])[] = [
  ['no rules', []],
  ['500 rules for other queries', otherRules],
  ['pins and hides for every query', everywhere({ pins: ['p1', 'p2'], hides: ['p3'] })],
  ['a boosted brand for every query', everywhere({ boosts: [brand] })],
];

export const merchandising: Question = {
  name: 'merchandising',
  data: ['electronics', 'keystrokes'],
  title: `Keystrokes over ${thousands(productCount)} products with merchandising rules`,
  reading:
    `One thread answers, and nothing is cached. The shortest time of each keystroke in ${rounds} rounds counts; in ` +
    'each round all kinds take turns. The figures are medians over keystrokes, and over their ratios to the same ' +
    'keystroke without rules. The boosted brand has a twentieth of the products.',
  async run() {
    const { products } = await loadSeeds('electronics');
    const writer = createIndexWriter({ locale: 'en' });
    const ids: string[] = [];
    progress('indexing');
    for (const page of documentPages(blownUpCatalog(products, productCount), 5_000)) {
      writer.apply(page);
      for (const { productId } of page) ids.push(productId);
    }
    while (writer.merge({ isAtRest: true }));
    const snapshot = writer.snapshot();
    const shops = kinds.map(([, said]) => {
      const registry = createIndexRegistry();
      let made = 0;
      const rules = readRules(said, () => `r${made++}`);
      const compiled = compileRules(rules, nameProducts(rules, ids));
      registry.announceRules({ storeId, rules: compiled, blocks: null, locale: 'en', ranking: usualRanking });
      registry.publish({ storeId, changeNumber: 1, snapshot, popularity: [], origin: 'products' });
      return createAutocomplete(registry, createSystemClock());
    });
    const queries = typedKeystrokes(products, sessionCount).map(({ text }) => text);
    const [plain = [], ...others] = takeLeastTimes(shops, queries);
    return others.map((times, place) => figureOf(kinds[place + 1]?.[0] ?? '', times, plain));
  },
};

function nameProducts(rules: readonly MerchandisingRule[], ids: readonly string[]): NamedProducts {
  const named = new NamedProducts(rules);
  for (const [place, id] of ids.entries()) {
    const externalId = place % 100 === 0 ? `p${place / 100 + 1}` : `other ${place}`;
    named.take({ id, externalId, brand: place % 20 === 0 ? brand.value : null, category: null });
  }
  return named;
}

/** Measures the least time in ms, for each shop and query. */
function takeLeastTimes(shops: readonly Autocomplete[], queries: readonly string[]): number[][] {
  const least = shops.map(() => queries.map(() => Number.POSITIVE_INFINITY));
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, query] of queries.entries()) {
      for (let turn = 0; turn < shops.length; turn += 1) {
        // Each is the first in its turn, whom cold memory costs more.
        const shop = (turn + round) % shops.length;
        const autocomplete = shops[shop];
        if (autocomplete === undefined) continue;
        const begun = performance.now();
        autocomplete.find({ storeId, query, limit: 5 });
        const times = least[shop] ?? [];
        times[place] = Math.min(times[place] ?? 0, performance.now() - begun);
      }
    }
  }
  return least;
}

function figureOf(what: string, times: readonly number[], plain: readonly number[]): Figure {
  const middle = (values: readonly number[]) =>
    values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
  return {
    what: `µs a keystroke, ${what}`,
    measured: (middle(times) * 1_000).toFixed(0),
    against: `${(middle(plain) * 1_000).toFixed(0)} without rules`,
    ratio: middle(times.map((value, place) => value / (plain[place] ?? 1))).toFixed(2),
    goal: what === kinds[1]?.[0] ? '1' : '',
  };
}

/** What rules of merchandising cost a keystroke: of those that they meet, and of all others. */
import { createAutocomplete } from '../server/autocomplete/autocomplete.ts';
import { createIndexRegistry } from '../server/autocomplete/index-registry.ts';
import { createSystemClock } from '../server/clock.ts';
import { parseMerchandising } from '../server/merchandising/parse-merchandising.ts';
import { nameOfBoost } from '../server/merchandising/product-names.ts';
import { createIndexWriter } from '../server/search/index-writer.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { catalogDocuments } from './catalog-documents.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const productCount = 50_000;
const rounds = 15;
const storeId = '01a1fe94-6404-7000-96f7-310b1d5194da';

export const merchandising: Question = {
  name: 'merchandising',
  title: `Keystrokes of ${thousands(productCount)} products with merchandising rules`,
  reading:
    'One thread, nothing cached, the least time of each keystroke in so many rounds, in which all kinds take turns; the median ' +
    'over keystrokes of what they cost against no rules. 500 rules that meet no query; one that pins and hides in every query; one that boosts a ' +
    'brand of a twentieth of the products in every query.',
  async run() {
    const { products } = await loadSeeds('electronics');
    const writer = createIndexWriter({ locale: 'en' });
    progress('indexing');
    const ids: string[] = [];
    for (const page of catalogDocuments([...blownUpCatalog(products, productCount)])) {
      writer.apply(page);
      ids.push(...page.map(({ productId }) => productId));
    }
    while (writer.merge());
    const snapshot = writer.snapshot();
    const texts = typedKeystrokes(products, 300).map(({ text }) => text);
    const brand = { field: 'brand', value: 'acme', weight: 5 } as const;
    const everywhere = (fields: object) =>
      [...'abcdefghijklmnopqrstuvwxyz0123456789'].map((query) => ({ query, match: 'prefix', ...fields }));
    const kinds = [
      { what: 'no rules', rules: [] },
      {
        what: '500 rules for other queries',
        rules: Array.from({ length: 500 }, (_, rule) => ({ query: `zzz ${rule}`, match: 'prefix', pins: ['p1'] })),
      },
      { what: 'pins and hides', rules: everywhere({ pins: ['p1', 'p2'], hides: ['p3'] }) },
      { what: 'boosts', rules: everywhere({ boosts: [brand] }) },
    ].map(({ what, rules: said }) => {
      const registry = createIndexRegistry();
      const rules = parseMerchandising({ rules: said }, () => `r${Math.random()}`);
      const named = new Map([
        ...['p1', 'p2', 'p3'].map((id, place) => [`id:${id}`, [ids[place * 100] ?? '']] as const),
        [nameOfBoost(brand), ids.filter((_, place) => place % 20 === 0)] as const,
      ]);
      registry.tellRules({ storeId, rules, products: named });
      registry.publish({ storeId, changeNumber: 1, snapshot });
      return { what, autocomplete: createAutocomplete(registry, createSystemClock()), least: texts.map(() => Infinity) };
    });
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, query] of texts.entries()) {
        for (const { autocomplete, least } of kinds) {
          const begun = performance.now();
          autocomplete.find({ storeId, query, limit: 5 });
          least[place] = Math.min(least[place] ?? Infinity, performance.now() - begun);
        }
      }
    }
    const [plain, ...others] = kinds;
    if (plain === undefined) return [];
    return others.map(({ what, least }) => figureOf(what, least, plain.least));
  },
};

function figureOf(what: string, least: readonly number[], plain: readonly number[]): Figure {
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const ratio = middle(least.map((value, place) => value / (plain[place] ?? 1)));
  return {
    what: `${what}, µs a keystroke`,
    measured: (middle(least) * 1_000).toFixed(0),
    against: `${(middle(plain) * 1_000).toFixed(0)} without rules`,
    ratio: ratio.toFixed(2),
    goal: what.startsWith('500') ? '1.0' : '',
  };
}

/**
 * Answers the question how fast phrases are made without a provider (microseconds a product, the quickest of 5 rounds over at least
 * 5,000 products), and what they take in the index (at most 300 bytes a product). It calls no language model; a missed limit is shown,
 * an error of the generator throws.
 */
// Tests: none; `npm run bench` runs it.
import { toDocument } from '../server/autocomplete/changes/to-document.ts';
import { parseProduct } from '../server/catalog/parse-product.ts';
import type { CanonicalProduct } from '../server/catalog/product.ts';
import { checkPhrases } from '../server/enrichment/check-phrases.ts';
import { buildCatalogProfile } from '../server/enrichment/generators/offline/catalog-profile.ts';
import { composePhrases } from '../server/enrichment/generators/offline/compose-phrases.ts';
import { offlineLanguage } from '../server/enrichment/generators/offline/title-reading.ts';
import {
  type PhraseProduct,
  type ProductPhrases,
  toPhraseProduct,
} from '../server/enrichment/phrase-generator.ts';
import { catalogKnowledge } from '../server/enrichment/store-knowledge.ts';
import { fold } from '../server/search/text/fold.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { buildOneSegment } from './index-load.ts';
import { loadSeeds, type SeedName } from './shop-seeds.ts';

const seedNames: readonly SeedName[] = ['long-cards', 'electronics'];
const context = { currency: 'EUR', locale: 'en' };
const productsMin = 5_000;
const memoryMaxBytes = 300;
const rounds = 5;

export const phrases: Question = {
  name: 'phrases',
  data: ['electronics', 'long-cards'],
  title: 'Phrases without a provider',
  reading:
    'One thread does the work; the best of five rounds counts. Making phrases is the generator alone. With the rules ' +
    'it is all that enrichment does with a product, except for reading and writing it. The profile is counted once ' +
    'for a whole catalog. Folding covers all texts that the generator may read: titles, categories, brands and ' +
    'attributes.',
  async run() {
    const figures: Figure[] = [];
    for (const name of seedNames) {
      const { title, products } = await loadSeeds(name);
      progress(title);
      const parsed = products.flatMap((raw) => {
        const result = parseProduct(raw, context);
        return result.ok ? [result.product] : [];
      });
      figures.push(...(await figuresOf(`${title}, ${thousands(parsed.length)}`, parsed)));
    }
    return figures;
  },
};

async function figuresOf(title: string, parsed: readonly CanonicalProduct[]): Promise<Figure[]> {
  const sources = parsed.map((product, index) => toPhraseProduct(String(index), product));
  const language = offlineLanguage(context.locale);
  const profile = await buildCatalogProfile(sources, context.locale);
  const rules = { locale: context.locale, blocklist: [], ...catalogKnowledge(profile), synonyms: null };
  const compose = (source: PhraseProduct) => composePhrases(source, profile, language);
  const folding = await leastMicros(sources, (source) => foldTexts(source));
  const making = await leastMicros(sources, compose);
  const checked = await leastMicros(sources, (source) => checkPhrases(source, compose(source), rules));
  const counting = await leastOf(
    async () => void (await buildCatalogProfile(sources, context.locale)),
    sources.length,
  );
  const speed = (what: string, micros: number, goal: string): Figure => ({
    what: `${title}: ${what}, products a second`,
    measured: thousands(1e6 / micros),
    against: `${thousands(1e6 / folding)} bare fold of the same texts`,
    ratio: (folding / micros).toFixed(2),
    goal,
  });
  const made = sources.map((source) => checkPhrases(source, compose(source), rules));
  const bytes = bytesOf(parsed, made) - bytesOf(parsed, []);
  return [
    speed('making phrases', making, ''),
    speed('making and checking', checked, `≥ ${thousands(productsMin)} a second`),
    speed('the profile', counting, ''),
    {
      what: `${title}: bytes of the index for phrases, a product`,
      measured: thousands(bytes),
      against: `${memoryMaxBytes} limit`,
      ratio: (bytes / memoryMaxBytes).toFixed(2),
      goal: '≤ 1',
    },
  ];
}

function leastMicros(
  sources: readonly PhraseProduct[],
  call: (source: PhraseProduct) => unknown,
): Promise<number> {
  return leastOf(() => {
    for (const source of sources) call(source);
  }, sources.length);
}

/** Microseconds a product of the quickest round. */
async function leastOf(run: () => void | Promise<void>, count: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await run();
    least = Math.min(least, ((performance.now() - start) * 1_000) / count);
  }
  return least;
}

function foldTexts({ title, category, brand, attributes }: PhraseProduct): number {
  let length = fold(title).length + fold(category ?? '').length + fold(brand ?? '').length;
  for (const [label, value] of attributes) length += fold(label).length + fold(value).length;
  return length;
}

function bytesOf(products: readonly CanonicalProduct[], made: readonly ProductPhrases[]): number {
  const documents = products.map((product, index) =>
    toDocument(
      {
        ...product,
        id: `0192a000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`,
        suggestionPhrases: made[index]?.suggestionPhrases ?? [],
        searchPhrases: made[index]?.searchPhrases ?? [],
        type: made[index]?.type ?? null,
        createdAt: index,
        updatedAt: index,
        changeNumber: 1,
      },
      context.currency,
      context.locale,
    ),
  );
  return buildOneSegment(documents, 1).bytes;
}

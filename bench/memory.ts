/**
 * Answers the question how much memory a product takes, with its card (at most 600 bytes), and what generated phrases add (at most
 * 300). Only bytes of segments are counted, never those of the process. A missed limit is shown and ends nothing; missing real data
 * are replaced by the demo catalog.
 */
// Tests: none; `npm run bench` runs it.
import type { RawProduct } from '../server/catalog/product.ts';
import type { SearchDocument } from '../server/search/document/document.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { documentPages } from './catalog-documents.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { buildOneSegment } from './index-load.ts';
import { loadSeeds, type SeedName } from './shop-seeds.ts';

const blownUpCount = 50_000;
const seedNames: readonly SeedName[] = ['long-cards', 'electronics'];
const productMaxBytes = 600;
const phrasesMaxBytes = 300;

export const memory: Question = {
  name: 'memory',
  data: ['electronics', 'long-cards'],
  title: 'Memory of an index, cards included',
  reading:
    'Figures are bytes of the single segment that contains the catalog, as it is and blown up. The goal is meant for ' +
    'catalogs like that of Best Buy. Phrases are eight a product, made of brand, category and attributes as ' +
    'enrichment would make them; the figure is the difference to the same catalog without phrases. Of the 786 bytes ' +
    'of Icecat blown up, 187 are postings and words of its 30 attributes, 133 the parts of cards that are not shared, ' +
    '121 postings and words of titles, and 61 titles.',
  async run() {
    const figures: Figure[] = [];
    for (const name of seedNames) {
      const { title, products } = await loadSeeds(name);
      progress(title);
      figures.push(...catalogFigures(`${title}, ${thousands(products.length)} as they are`, products));
      const blownUp = [...blownUpCatalog(products, blownUpCount)];
      figures.push(...catalogFigures(`${title}, blown up to ${thousands(blownUpCount)}`, blownUp));
    }
    return figures;
  },
};

function catalogFigures(title: string, products: readonly RawProduct[]): Figure[] {
  const plain = bytesOf(products, () => []);
  const withPhrases = bytesOf(products, phrasesOf);
  const figure = (what: string, bytes: number, limit: number): Figure => ({
    what: `${title}: ${what}`,
    measured: thousands(bytes),
    against: `${limit} limit`,
    ratio: (bytes / limit).toFixed(2),
    goal: '≤ 1',
  });
  return [
    figure('bytes a product', plain, productMaxBytes),
    figure('bytes more with phrases', withPhrases - plain, phrasesMaxBytes),
  ];
}

function bytesOf(
  products: readonly RawProduct[],
  phrases: typeof phrasesOf | (() => readonly string[]),
): number {
  const documents: SearchDocument[] = documentPages(products, products.length, phrases).next().value ?? [];
  return buildOneSegment(documents, 1).bytes;
}

/** Eight phrases: what it is, with its brand, attributes and uses. */
function phrasesOf({ brand, category, title, attributes }: RawProduct): string[] {
  const kind =
    String(category ?? '')
      .split(' > ')
      .at(-1)
      ?.toLowerCase() || 'product';
  const values = Object.values(attributes ?? {}).map((value) => String(value).toLowerCase().slice(0, 24));
  const words = String(title).toLowerCase().split(' ');
  const traits = [...values, ...words].slice(0, 6);
  return [
    `${String(brand ?? words[0]).toLowerCase()} ${kind}`,
    `${kind} for home`,
    ...traits.map((trait) => `${trait} ${kind}`),
  ];
}

/**
 * Answers of the engine as lines of text, to be kept and compared: the inside of the engine changes, answers stay the same.
 * The index has what a store's index has in use: several segments, dead documents, phrases, synonyms and popularity.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { blownUpCatalog } from '../../bench/blown-up-catalog.ts';
import { documentPages } from '../../bench/catalog-documents.ts';
import { loadSeeds } from '../../bench/shop-seeds.ts';
import { typedKeystrokes } from '../../bench/typed-keystrokes.ts';
import type { SynonymRule } from '../../contract/synonyms.ts';
import { loadDemoCatalog } from '../../demo/demo-catalog.ts';
import type { RawProduct } from '../../server/catalog/product.ts';
import type { IndexReader, SearchResult, SignalMaps } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { fold } from '../../server/search/text/fold.ts';
import { noSignals } from './documents.ts';

/** A catalog whose answers are kept in `test/fixtures/answers`. */
export interface RecordedCatalog {
  readonly name: string;
  /** Folder or file of the real data that it needs; null where it is part of the project. */
  readonly needs: string | null;
  readonly count: number;
  /** Sessions of typing, of each of two kinds. */
  readonly sessions: number;
  load(): Promise<readonly RawProduct[]>;
}

export const recordedCatalogs: readonly RecordedCatalog[] = [
  { name: 'demo', needs: null, count: 4_000, sessions: 100, load: loadDemoCatalog },
  {
    name: 'icecat',
    needs: 'converted/icecat.csv.gz',
    count: 20_000,
    sessions: 150,
    load: async () => (await loadSeeds('electronics')).products,
  },
];

/** Returns the file with the answers of a catalog: one line a keystroke, compressed. */
export function answersFile({ name }: RecordedCatalog): URL {
  return new URL(`../fixtures/answers/${name}.ndjson.gz`, import.meta.url);
}

/** The lines as they were recorded. */
export function recordedLines(catalog: RecordedCatalog): string[] {
  return gunzipSync(readFileSync(answersFile(catalog)))
    .toString()
    .split('\n');
}

const pageSize = 1_000;
const pagesPerMerge = 3;

/** The answers as the engine gives them now, a line for each keystroke. */
export async function answerLines(catalog: RecordedCatalog): Promise<string[]> {
  const seeds = await catalog.load();
  const reader = openCatalog(seeds, catalog.count);
  const popular = popularityOf(reader);
  const recorded = catalog.needs === null ? [] : undefined;
  return typedKeystrokes(seeds, catalog.sessions, recorded).map(({ text }, place) => {
    const signals = place % 2 === 0 ? noSignals : popular;
    return toLine(text, reader.search(text, place % 3 === 0 ? 5 : 20, signals));
  });
}

function openCatalog(seeds: readonly RawProduct[], count: number): IndexReader {
  const writer = createIndexWriter({ locale: 'en' });
  writer.setSynonyms({ rules: rulesOf(seeds), common: true, version: 1 });
  const phrasesOf = ({ title, category }: RawProduct) => {
    const words = String(title).split(' ');
    return [words.slice(0, 2).join(' '), `${String(category).split('>').at(-1)?.trim()} ${words[0]}`];
  };
  let pages = 0;
  for (const page of documentPages(blownUpCatalog(seeds, count), pageSize, phrasesOf)) {
    writer.apply(page);
    pages += 1;
    if (pages % pagesPerMerge === 0) while (writer.merge());
    // Some change, and some are gone.
    const changed = page.filter((_, place) => place % 9 === pages % 9);
    writer.apply(changed.map((document) => ({ ...document, inStock: !document.inStock })));
    writer.erase(page.filter((_, place) => place % 31 === 7).map(({ productId }) => productId));
  }
  return openIndex(writer.snapshot());
}

/** Rules between words of titles, so that queries meet them; every second one is a phrase. */
function rulesOf(seeds: readonly RawProduct[]): SynonymRule[] {
  return seeds
    .filter((_, place) => place % 97 === 0)
    .map(({ title }) => String(title).match(/\p{L}{4,}/gu) ?? [])
    .flatMap(([first, second, third]) => {
      if (first === undefined || second === undefined || third === undefined) return [];
      return [{ terms: [first, third] }, { from: [second], to: [`${first} ${third}`] }];
    });
}

/** Some products and suggestions are wanted, as far as a blank query shows them. */
function popularityOf(reader: IndexReader): SignalMaps {
  const { products, suggestions } = reader.discover(500, noSignals);
  return {
    products: new Map(products.map(({ productId }, place) => [productId, 1 + (place % 7)])),
    phrases: new Map(suggestions.slice(0, 200).map((phrase, place) => [fold(phrase), 1 + (place % 5)])),
  };
}

function toLine(text: string, { products, categories, suggestions, correctedQuery }: SearchResult): string {
  const hits = products.map(({ productId, tiers, card }) => {
    const { missingWords, inStock, exactTitle, titlePrefix, intent, popularity } = tiers;
    const flags = [inStock, exactTitle, titlePrefix].map(Number).join('');
    return `${Number.parseInt(productId.slice(-12), 16)} ${missingWords} ${flags} ${intent} ${popularity} ${card.length}`;
  });
  return JSON.stringify([text, hits, categories, suggestions, correctedQuery]);
}

/**
 * Counts a catalog in one pass over its products: runs of words in titles and where they end, brands, categories, and their
 * combinations. The counts distinguish nouns from names, and what is worth a phrase from what half of the catalog has. Memory is
 * limited for any catalog. It reads no database itself and judges no single product. A table has at most 120,000 entries, then the
 * rarest are forgotten; 60,000 titles are remembered for variants. A catalog without products gives an empty profile.
 */
// Tests: ./weak-phrases.test.ts, ./compose-phrases.test.ts.
import { fold } from '../../../search/text/fold.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { brandKey } from '../../phrase-rules/other-brands.ts';
import { leafNouns, leafOf } from './category-nouns.ts';
import {
  breaksBefore,
  breaksBehind,
  type OfflineLanguage,
  offlineLanguage,
  runsOf,
  type TitleReading,
  variantKey,
} from './title-reading.ts';
import { TypeLearner } from './types/learn-types.ts';
import { readTypeCues } from './types/read-type-cues.ts';
import { emptyTypes, type TypeModel } from './types/type-model.ts';

/** The uses of a run of words in the titles of a catalog. */
export interface RunCounts {
  /** The first spelling found, in lower case. */
  readonly text: string;
  /** Titles that contain it. */
  readonly count: number;
  /** Titles in which it starts a phrase, or ends one. */
  readonly breaksBefore: number;
  readonly breaksBehind: number;
  /** Whether several brands use it, or a product without a brand. */
  readonly isSpread: boolean;
  /** The one word that precedes it in all titles; null if there is none or several. */
  readonly onlyBefore: string | null;
}

/** Plain data, which crosses threads by structured clone. Made by {@link buildCatalogProfile}. */
export interface CatalogProfile {
  readonly productCount: number;
  /** Runs that occur in several titles, by their folded words. */
  readonly runs: ReadonlyMap<string, RunCounts>;
  /** The most frequent run by the stems of its words. */
  readonly runsByStems: ReadonlyMap<string, string>;
  /** Stems of the nouns that name categories. */
  readonly categoryNouns: ReadonlySet<string>;
  /** Brands by their key, without those that are ordinary words in titles of other products. */
  readonly brands: ReadonlySet<string>;
  /** Distinct brands. */
  readonly brandCount: number;
  /** The key of the brand of most products, which shoppers do not type in its own shop; null if there is none. */
  readonly houseBrand: string | null;
  /** The types that the catalog teaches. */
  readonly types: TypeModel;
  /** Products of a brand in a category, by {@link pairKey}; with an empty brand, products of the category. */
  readonly pairs: ReadonlyMap<string, number>;
}

/** The profile of an empty store. */
export const emptyProfile: CatalogProfile = {
  productCount: 0,
  runs: new Map(),
  runsByStems: new Map(),
  categoryNouns: new Set(),
  brands: new Set(),
  brandCount: 0,
  houseBrand: null,
  pairs: new Map(),
  types: emptyTypes,
};

/** A brand's key (or empty) and a category's leaf as one key. */
export function pairKey(folded: string, leaf: string): string {
  return `${folded}\n${leaf}`;
}

/** Entries of each table while counting; beyond it the rarest are forgotten (lossy counting). */
const tableMax = 120_000;

/** Titles remembered to recognise variants, which come close together. */
const namesMax = 60_000;

/** Counts the products of a store as they come. `locale` is the store's. */
export async function buildCatalogProfile(
  products: AsyncIterable<PhraseProduct> | Iterable<PhraseProduct>,
  locale: string,
): Promise<CatalogProfile> {
  const counter = new ProfileCounter(offlineLanguage(locale));
  for await (const product of products) counter.add(product);
  return counter.finish();
}

/** Counts of a run while titles are read. */
interface RunDraft {
  text: string;
  count: number;
  breaksBefore: number;
  breaksBehind: number;
  brand: string | null;
  isSpread: boolean;
  onlyBefore: string | null;
}

class ProfileCounter {
  readonly #language: OfflineLanguage;
  readonly #runs = new Map<string, RunDraft>();
  readonly #pairs = new Map<string, number>();
  readonly #brands = new Map<string, number>();
  readonly #nouns = new Set<string>();
  readonly #types = new TypeLearner();
  /** The plain words of titles that were counted. */
  readonly #names = new Set<string>();
  #productCount = 0;

  constructor(language: OfflineLanguage) {
    this.#language = language;
  }

  add(product: PhraseProduct): void {
    this.#productCount += 1;
    const brand = product.brand === null ? '' : brandKey(product.brand);
    const leaf = leafOf(product.category);
    if (brand !== '') countUp(this.#brands, brand);
    if (leaf !== '') countUp(this.#pairs, pairKey('', fold(leaf)));
    if (brand !== '' && leaf !== '') countUp(this.#pairs, pairKey(brand, fold(leaf)));
    for (const noun of leafNouns(leaf, this.#language))
      if (this.#nouns.size < tableMax) this.#nouns.add(noun);
    const read = readTypeCues(product, this.#language);
    this.#types.add(read);
    this.#countRuns(read.title, brand);
    forgetRarest(this.#pairs, (count) => count);
    forgetRarest(this.#brands, (count) => count);
    forgetRarest(this.#runs, ({ count }) => count);
  }

  /** Counts one of several variants. */
  #countRuns(reading: TitleReading, brand: string): void {
    const { words } = reading;
    const name = variantKey(words, brand);
    if (this.#names.has(name)) return;
    if (this.#names.size === namesMax) this.#names.clear();
    this.#names.add(name);
    for (const { start, last, key } of runsOf(reading)) {
      const before = breaksBefore(words, start) ? null : (words[start - 1]?.text ?? null);
      let run = this.#runs.get(key);
      if (run === undefined) {
        const text = words
          .slice(start, last + 1)
          .map((word) => word.text)
          .join(' ');
        const isSpread = brand === '';
        run = { text, count: 0, breaksBefore: 0, breaksBehind: 0, brand, isSpread, onlyBefore: before };
        this.#runs.set(key, run);
      }
      run.count += 1;
      if (before === null) run.breaksBefore += 1;
      if (run.onlyBefore !== before) run.onlyBefore = null;
      if (breaksBehind(words, last)) run.breaksBehind += 1;
      if (run.brand !== brand) run.isSpread = true;
    }
  }

  finish(): CatalogProfile {
    const runs = new Map<string, RunCounts>();
    const runsByStems = new Map<string, string>();
    for (const [key, { brand: _, ...run }] of this.#runs) {
      const { count } = run;
      if (count < 2) continue;
      runs.set(key, run);
      const stems = stemsOf(key, this.#language);
      const known = runs.get(runsByStems.get(stems) ?? '');
      if (known === undefined || known.count < count) runsByStems.set(stems, key);
    }
    return {
      productCount: this.#productCount,
      runs,
      runsByStems,
      categoryNouns: this.#nouns,
      brands: this.#distinctBrands(runs),
      brandCount: this.#brands.size,
      houseBrand: this.#houseBrand(),
      pairs: this.#pairs,
      types: this.#types.learn(),
    };
  }

  #houseBrand(): string | null {
    if (this.#productCount < houseBrandMinProducts) return null;
    for (const [brand, count] of this.#brands) if (count * 2 > this.#productCount) return brand;
    return null;
  }

  /** A brand that is an ordinary word in many titles of others (`switch`, `gap`) is allowed in any phrase. */
  #distinctBrands(runs: ReadonlyMap<string, RunCounts>): Set<string> {
    const distinct = new Set<string>();
    for (const [brand, count] of this.#brands) {
      const uses = runs.get(brand)?.count ?? 0;
      if (uses <= count && /\p{L}/u.test(brand)) distinct.add(brand);
    }
    return distinct;
  }
}

/**
 * The smallest catalog whose house brand is recognised: in a smaller one most products may be of one brand by chance.
 */
const houseBrandMinProducts = 20;

/** The stems of folded words, joined by spaces. */
export function stemsOf(folded: string, { stem }: OfflineLanguage): string {
  return folded.split(' ').map(stem).join(' ');
}

function countUp(table: Map<string, number>, key: string): void {
  table.set(key, (table.get(key) ?? 0) + 1);
}

function forgetRarest<Entry>(table: Map<string, Entry>, countOf: (entry: Entry) => number): void {
  for (let least = 1; table.size > tableMax; least *= 2) {
    for (const [key, entry] of table) if (countOf(entry) <= least) table.delete(key);
  }
}

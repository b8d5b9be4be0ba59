/**
 * Reads the real data of the simulated shop: Best Buy's products, their order of popularity, and queries typed there. Throws an Error
 * that names the missing file; the data are not part of the project. Popularity is relative (1 for the first), letters are characters.
 * It writes nothing, and takes rows as they are: only a missing file is an error.
 */
// Tests: none; its own run shows whether it works.
import { readFileSync } from 'node:fs';
import type { Random } from '../bench/random.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import { readRowsOfFile } from '../server/cli/eval-files.ts';
import { sharedData } from '../test/support/shared-data.ts';

/** The source of the queries. */
export const querySource = 'algolia_bestbuy';

/** A query, and how often it was typed. */
export interface TypedQuery {
  readonly query: string;
  readonly weight: number;
}

export function dataFile(name: string): string {
  const path = sharedData(`converted/${name}`);
  if (path === null) throw new Error(`The simulation needs ${name}; FORETYPE_TEST_DATA names its folder.`);
  return path;
}

/** Rows of a file of tabs, without its head. */
function readTable(name: string): string[][] {
  const lines = readFileSync(dataFile(name), 'utf8').split('\n').slice(1);
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

export function readProducts(): RawProduct[] {
  return readRowsOfFile(dataFile('bestbuy.json.gz')).map(({ value }) => value as RawProduct);
}

/**
 * Reads the popularity of products by external id: the one at place n of the order is wanted 1/n as often as the first (Zipf's
 * law).
 */
export function readPopularity(): Map<string, number> {
  return new Map(
    readTable('popularity.bestbuy.tsv')
      .map(([id = '', place]) => ({ id, place: Number(place) }))
      .sort((left, right) => right.place - left.place)
      .map(({ id }, index) => [id, 1 / (index + 1)]),
  );
}

export function readQueries(): TypedQuery[] {
  return readTable('queries.dev.tsv')
    .filter((row) => row[2] === querySource)
    .map(([query = '', weight]) => ({ query, weight: Number(weight) }));
}

/** Draws queries as often as they were typed. */
export function createDraw(queries: readonly TypedQuery[]): (random: Random) => string {
  const total = queries.reduce((sum, { weight }) => sum + weight, 0);
  return (random) => {
    let rest = random() * total;
    for (const { query, weight } of queries) {
      rest -= weight;
      if (rest < 0) return query;
    }
    return queries[0]?.query ?? '';
  };
}

/** A query that is never answered costs all its letters and one more. */
export function lettersOrMore(letters: number | null, query: string): number {
  return letters ?? Array.from(query).length + 1;
}

/** The mean, and half of the width of its interval of 95 %. */
export function summarize(values: readonly number[]): { readonly mean: number; readonly half: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, half: 1.96 * Math.sqrt(variance / values.length) };
}

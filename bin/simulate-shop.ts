/**
 * `npm run simulate:shop`: a month of a simulated shop in accelerated time. Writes docs/pictures/letters-typed.svg and prints
 * its figures. Shoppers of the shop type one half of the real queries; for the other half, which no traffic ever held, it is
 * measured how many letters show the wanted product. The popularity of the data is an order, taken as Zipf's law: what
 * stands at place n is wanted 1/n as often as the first. Each day asks the same questions; the band of the picture is the interval
 * of 95 % of what changed since day 0, question by question. Suggestions are measured in real typing sessions whose queries the
 * traffic may hold and the shop can suggest, since only what somebody selected can be suggested sooner.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom, type Random } from '../bench/random.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import { readRowsOfFile } from '../server/cli/eval-files.ts';
import { sharedData } from '../test/support/shared-data.ts';
import { drawLetters, type LettersCurve } from './letters-picture.ts';
import { drawWanted, SimulatedShop } from './simulated-shop.ts';

const days = 30;
const measuredDays = [0, 1, 2, 3, 5, 7, 10, 14, 18, 22, 26, 30];
const shoppersPerDay = 1_000;
/** Shoppers who want a product by each query that is measured. */
const shoppersPerQuery = 10;
const seed = 8;
const source = 'algolia_bestbuy';

function dataFile(name: string): string {
  const path = sharedData(`converted/${name}`);
  if (path === null) throw new Error(`The simulation needs ${name}; FORETYPE_TEST_DATA names its folder.`);
  return path;
}

/** Rows of a file of tabs, without its head. */
function readTable(name: string): string[][] {
  const lines = readFileSync(dataFile(name), 'utf8').split('\n').slice(1);
  return lines.filter((line) => line !== '').map((line) => line.split('\t'));
}

interface TypedQuery {
  readonly query: string;
  readonly weight: number;
}

/** Draws queries as often as they were typed. */
function createDraw(queries: readonly TypedQuery[]): (random: Random) => string {
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

/** Something that is measured again and again: letters, or null for what is never shown. */
type Measure = () => number | null;

/** A query that is never answered costs all its letters and one more. */
function lettersOrMore(letters: number | null, query: string): number {
  return letters ?? Array.from(query).length + 1;
}

function measuresOf(
  shop: SimulatedShop,
  unseen: readonly string[],
  sessions: readonly string[],
): { readonly products: Measure[]; readonly suggestions: Measure[] } {
  const random = createRandom(seed + 1);
  const products = unseen.flatMap((query) => {
    const wantable = shop.wantedBy(query);
    return Array.from({ length: shoppersPerQuery }, () => drawWanted(wantable, random))
      .filter((wanted) => wanted !== null)
      .map(
        ({ id }) =>
          () =>
            lettersOrMore(shop.lettersToProduct(query, id), query),
      );
  });
  const suggestions = sessions.map((query) => () => lettersOrMore(shop.lettersToSuggestion(query), query));
  return { products, suggestions };
}

/** The mean, and half of the width of its interval of 95 %. */
function summarize(values: readonly number[]): { readonly mean: number; readonly half: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, half: 1.96 * Math.sqrt(variance / values.length) };
}

const products = readRowsOfFile(dataFile('bestbuy.json.gz')).map(({ value }) => value as RawProduct);
const popularity = new Map(
  readTable('popularity.bestbuy.tsv')
    .map(([id = '', place]) => ({ id, place: Number(place) }))
    .sort((left, right) => right.place - left.place)
    .map(({ id }, index) => [id, 1 / (index + 1)]),
);
const shop = await SimulatedShop.open(products, popularity, seed);
const queries = readTable('queries.dev.tsv')
  .filter((row) => row[2] === source)
  .map(([query = '', weight]) => ({ query, weight: Number(weight) }))
  .filter(({ query }) => shop.wantedBy(query).some((wanted) => wanted.popularity > 0));
const split = createRandom(seed + 2);
const [typed, unseen] = [[] as TypedQuery[], [] as TypedQuery[]];
for (const query of queries) (split() < 0.5 ? typed : unseen).push(query);
const typedTexts = new Set(typed.map(({ query }) => query));
const sessions = gunzipSync(readFileSync(dataFile('keystrokes.dev.ndjson.gz')))
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as { readonly source: string; readonly query: string })
  .filter((session) => session.source === source && typedTexts.has(session.query))
  .map(({ query }) => query)
  .filter((query) => shop.isSuggestion(query));
const measures = measuresOf(
  shop,
  unseen.map(({ query }) => query),
  sessions,
);
const curves: LettersCurve[] = [
  { name: 'wanted product, query never seen', points: [] },
  { name: 'own query suggested, other sessions', points: [] },
].map((curve) => ({ ...curve, points: [] }));
const first: number[][] = [];
const draw = createDraw(typed);
for (let day = 0; day <= days; day += 1) {
  if (day > 0) await shop.passDay(shoppersPerDay, draw);
  if (!measuredDays.includes(day)) continue;
  const taken = [measures.products, measures.suggestions].map((group) =>
    group.map((measure) => measure() ?? 0),
  );
  const cells = taken.map((values, index) => {
    first[index] ??= values;
    const saved = summarize(values.map((value, place) => (first[index]?.[place] ?? 0) - value));
    const { mean, half } = summarize(values);
    curves[index]?.points.push({ day, mean, half: saved.half });
    return `${mean.toFixed(2)} ± ${half.toFixed(2)} (saved ${saved.mean.toFixed(2)} ± ${saved.half.toFixed(2)})`;
  });
  console.log(`day ${day}: product ${cells[0]}, suggestion ${cells[1]}`);
}
const { products: moved, difference } = await shop.checkFormula();
console.log(
  `${typed.length} queries typed, ${unseen.length} unseen, ${measures.products.length} + ${sessions.length} measured`,
);
console.log(`scores of ${moved} products: at most ${difference.toExponential(1)} off the plain sum`);
writeFileSync(new URL('../docs/pictures/letters-typed.svg', import.meta.url), drawLetters(curves, days));
await shop.close();
if (difference > 1e-6) throw new Error('The scores are not what the formula says.');

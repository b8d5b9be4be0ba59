/**
 * `npm run simulate:shop`: a month of a simulated shop in accelerated time. Writes docs/pictures/letters-typed.svg and prints its
 * figures. Shoppers of the shop type one half of the real queries; for the other half, which no traffic ever held, it is measured how
 * many letters show the wanted product. The popularity of the data is an order, taken as Zipf's law: what stands at place n is wanted
 * 1/n as often as the first. Each day asks the same questions; the band of the picture is the interval of 95 % of what changed since
 * day 0, question by question. Suggestions are measured in real typing sessions whose queries the traffic may hold and the shop can
 * suggest, since only what somebody selected can be suggested sooner. Behind it: simulate-sessions.ts. It takes minutes and the real
 * data, without which it throws and writes nothing. Times are days; a score that differs from the formula by more than a millionth
 * throws.
 */
// Tests: none; its own run shows whether it works.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom } from '../bench/random.ts';
import { drawLetters, type LettersCurve } from './letters-picture.ts';
import {
  createDraw,
  dataFile,
  lettersOrMore,
  querySource,
  readPopularity,
  readProducts,
  readQueries,
  summarize,
  type TypedQuery,
} from './shop-data.ts';
import { simulateSessions } from './simulate-sessions.ts';
import { drawWanted, SimulatedShop } from './simulated-shop.ts';

const days = 30;
const measuredDays = [0, 1, 2, 3, 5, 7, 10, 14, 18, 22, 26, 30];
const shoppersPerDay = 1_000;
/** Shoppers who want a product by each query that is measured. */
const shoppersPerQuery = 10;
const seed = 8;

/** Something that is measured again and again: letters, or null for what is never shown. */
type Measure = () => number | null;

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

const shop = await SimulatedShop.open(readProducts(), readPopularity(), seed);
const queries = readQueries().filter(({ query }) =>
  shop.wantedBy(query).some((wanted) => wanted.popularity > 0),
);
const split = createRandom(seed + 2);
const [typed, unseen] = [[] as TypedQuery[], [] as TypedQuery[]];
for (const query of queries) (split() < 0.5 ? typed : unseen).push(query);
const typedTexts = new Set(typed.map(({ query }) => query));
const sessions = gunzipSync(readFileSync(dataFile('keystrokes.dev.ndjson.gz')))
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as { readonly source: string; readonly query: string })
  .filter((session) => session.source === querySource && typedTexts.has(session.query))
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
await simulateSessions();

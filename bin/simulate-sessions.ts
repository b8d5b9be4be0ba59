/**
 * How many letters the shoppers after the first 100, 1,000 and 10,000 sessions type, where popularity is that of products, and where
 * it is that for what was meant. Shoppers type until the wanted product is shown, and click then: what they leave is beginnings, which
 * count as what they were about to become. Both shops have the same shoppers, and are asked the same questions by others who come with
 * the queries of the traffic, as often as these were typed. Shoppers, seeds and steps are fixed, so that figures repeat. It needs the
 * real data and throws without them; it prints, and writes no file.
 */
// Tests: none; its own run shows whether it works.
import { createRandom } from '../bench/random.ts';
import {
  createDraw,
  lettersOrMore,
  readPopularity,
  readProducts,
  readQueries,
  summarize,
} from './shop-data.ts';
import { drawWanted, type ShopOptions, SimulatedShop } from './simulated-shop.ts';

const seed = 21;
const shoppersMeasured = 2_000;
/** Sessions so far, and how long the next ones take: a thousand a day. */
const steps = [0, 100, 1_000, 10_000];
const perDay = 1_000;
const tastes = [0, 1];

/** Letters that the measured shoppers type, after each of the steps. */
export async function measureShop(options: ShopOptions): Promise<number[][]> {
  const shop = await SimulatedShop.open(readProducts(), readPopularity(), seed, options);
  const queries = readQueries().filter(({ query }) =>
    shop.wantedBy(query).some((wanted) => wanted.popularity > 0),
  );
  const draw = createDraw(queries);
  const random = createRandom(seed + 1);
  const asked = Array.from({ length: shoppersMeasured }, () => draw(random)).flatMap((query) => {
    const wanted = drawWanted(shop.wantedBy(query), random);
    return wanted === null ? [] : [{ query, id: wanted.id }];
  });
  const taken: number[][] = [];
  let sessions = 0;
  for (const step of steps) {
    for (; sessions < step; sessions += Math.min(perDay, step - sessions)) {
      await shop.passDay(Math.min(perDay, step - sessions), draw, { clicksEarly: true });
    }
    taken.push(asked.map(({ query, id }) => lettersOrMore(shop.lettersToProduct(query, id), query)));
  }
  await shop.close();
  return taken;
}

/** Prints a row of docs/evaluation.md for each step. */
async function printTable(taste: number): Promise<void> {
  const own = await measureShop({ knowsIntents: false, taste });
  const meant = await measureShop({ knowsIntents: true, taste });
  const words = ({ mean, half }: { readonly mean: number; readonly half: number }) =>
    `${mean.toFixed(2)} ± ${half.toFixed(2)}`;
  console.log(
    '| sessions | letters by products | saved | letters by products and intents | saved | saved by intents alone |',
  );
  for (const [place, step] of steps.entries()) {
    const [ofProducts = [], ofIntents = []] = [own[place], meant[place]];
    const saved = (before: readonly number[] | undefined, now: readonly number[]) =>
      words(summarize(now.map((letters, at) => (before?.[at] ?? 0) - letters)));
    const cells = [
      ...[words(summarize(ofProducts)), saved(own[0], ofProducts)],
      ...[words(summarize(ofIntents)), saved(meant[0], ofIntents), saved(ofProducts, ofIntents)],
    ];
    console.log(`| ${step.toLocaleString('en')} | ${cells.join(' | ')} |`);
  }
}

/** Prints a table where all want what is popular, and one where those who ask for a thing have a taste of their own. */
export async function simulateSessions(): Promise<void> {
  for (const taste of tastes) {
    console.log(`\ntaste ${taste}`);
    await printTable(taste);
  }
}

if (import.meta.main) await simulateSessions();

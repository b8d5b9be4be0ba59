/**
 * The upper price that ends a query: `under 500` of `laptop under 500`, `500 tl altı`. No product says it, so products are
 * looked for without it. Lower bounds stay words: products say `over 50`.
 */

/** Phrases that stand before a price, folded. */
const beforePrices = new Set([
  ...'under,below,less than,cheaper than,up to,unter,bis,bis zu'.split(','),
  ...'moins de,menos de,hasta,bajo,meno di,fino a,sotto,onder,tot,ponizej'.split(','),
]);
/** The Turkish word that stands behind one. */
const behindPrice = 'alti';

const currencies = new Set(
  'eur euro euros usd dollar dollars gbp pound pounds tl try lira thb baht pln zl sek nok dkk kr chf'.split(
    ' ',
  ),
);

const amount = /^\p{N}+$/u;

/** Returns the place of the first folded word of the price; the number of words where there is no price, or nothing else. */
export function priceStart(words: readonly string[]): number {
  const hasBehind = words.at(-1) === behindPrice;
  let end = words.length - (hasBehind ? 1 : 0);
  if (currencies.has(words[end - 1] ?? '')) end -= 1;
  if (!amount.test(words[end - 1] ?? '')) return words.length;
  if (hasBehind) return end > 1 ? end - 1 : words.length;
  const starts = [end - 3, end - 2].filter((start) => start > 0);
  return starts.find((start) => beforePrices.has(words.slice(start, end - 1).join(' '))) ?? words.length;
}

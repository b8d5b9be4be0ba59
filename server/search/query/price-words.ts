/**
 * The price that ends a query: `under 500` of `laptop under 500`, `500 tl altı`. No product says it, so products are
 * looked for without it.
 */

/** Phrases that stand before a price, folded. */
const beforePrices = new Set([
  ...'under,below,over,above,less than,more than,cheaper than,up to,unter,bis,bis zu,ab,uber'.split(','),
  ...'moins de,plus de,menos de,mas de,hasta,bajo,meno di,fino a,sotto,onder,tot,boven,ponizej'.split(','),
]);
/** Words that stand behind one. */
const behindPrices = new Set(['alti', 'ustu']);

const currencies = new Set(
  'eur euro euros usd dollar dollars gbp pound pounds tl try lira thb baht pln zl sek nok dkk kr chf'.split(
    ' ',
  ),
);

const amount = /^\p{N}+$/u;

/** The place of the first folded word of a price that ends a query; their number where none does, or nothing else is there. */
export function priceStart(words: readonly string[]): number {
  const hasBehind = behindPrices.has(words.at(-1) ?? '');
  let end = words.length - (hasBehind ? 1 : 0);
  if (currencies.has(words[end - 1] ?? '')) end -= 1;
  if (!amount.test(words[end - 1] ?? '')) return words.length;
  if (hasBehind) return end > 1 ? end - 1 : words.length;
  const starts = [end - 3, end - 2].filter((start) => start > 0);
  return starts.find((start) => beforePrices.has(words.slice(start, end - 1).join(' '))) ?? words.length;
}

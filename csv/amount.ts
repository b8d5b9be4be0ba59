/**
 * Reads how much a price text is, only to compare prices of one product: which variant is the cheapest, whether a sale is lower. The
 * text itself goes on to the catalog, which alone decides whether it is a price. Null for text that is no amount; a sale price below a
 * twentieth of the price is refused with a reason. Amounts are numbers without a currency; they are never stored or shown.
 */
// Tests: ./amount.test.ts.

/** The number in a text such as `1.299,00 EUR`, read as the Contract reads prices (§4); null if there is none. */
export function amountOf(text: string): number | null {
  const [digits] = /\d[\d.,'’\s]*/.exec(text.slice(0, 64)) ?? [];
  if (digits === undefined) return null;
  const compact = digits.replace(/['’\s]/g, '').replace(/[.,]+$/, '');
  const isMarked = /[^\d.,'’\s]/.test(text);
  const decimalAt = decimalSignOf(compact, isMarked);
  const whole = (decimalAt === -1 ? compact : compact.slice(0, decimalAt)).replace(/[.,]/g, '');
  const fraction = decimalAt === -1 ? '' : compact.slice(decimalAt + 1);
  const amount = Number(`${whole}.${fraction}`);
  return Number.isFinite(amount) ? amount : null;
}

/** Returns the place of the decimal sign; -1 if all separators group thousands. */
function decimalSignOf(digits: string, isMarked: boolean): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1) return -1;
  const sign = digits.charAt(last);
  const other = sign === '.' ? ',' : '.';
  if (digits.includes(other)) return last;
  if (digits.indexOf(sign) !== last) return -1;
  const isGroup = digits.length - last - 1 === 3;
  return isGroup && (sign === ',' || isMarked) ? -1 : last;
}

/** A price with what it was before; `compareAt` is null where it was never higher. */
export interface SalePrice {
  readonly price: string;
  readonly compareAt: string | null;
  /** The reason why a sale price was not used; null if it was used, or there is none. */
  readonly refused: string | null;
}

/** A sale below a twentieth of the price is a slip of the pen (Contract §6). */
const saleMinShare = 1 / 20;

/** The price that counts (Contract §6): the sale's where it is lower than the usual one and not absurdly low. */
export function chooseSalePrice(usual: string, sale: string, isInForce: boolean): SalePrice {
  const none = { price: usual, compareAt: null, refused: null };
  if (sale.trim() === '' || !isInForce) return none;
  if (usual.trim() === '') return { ...none, price: sale };
  const [before, now] = [amountOf(usual), amountOf(sale)];
  if (before === null || now === null || now === before) return none;
  if (now > before)
    return { ...none, refused: `The sale price ${sale} is higher than the price ${usual} and was left out.` };
  if (now < before * saleMinShare) {
    return {
      ...none,
      refused: `The sale price ${sale} is below a twentieth of the price ${usual} and was left out.`,
    };
  }
  return { price: sale, compareAt: usual, refused: null };
}

/**
 * Currencies: ISO 4217 codes in use, as the runtime's Unicode data knows them (ECMA-402 §6.3). It converts nothing and knows no rates.
 * An unknown code is null when it is parsed; asking for the decimals (0 to 4) of one that was not parsed throws a RangeError.
 */
// Tests: ./currency.test.ts.

const codes = new Set(Intl.supportedValuesOf('currency'));
const symbolByCode = new Map<string, string>();
const decimalsByCode = new Map<string, number>();

/** The upper-case ISO 4217 code that a text names, in any case and with blanks around it; null if it names none. */
export function parseCurrency(text: string): string | null {
  const code = text.trim().toUpperCase();
  return codes.has(code) ? code : null;
}

/** Digits after the point that prices in a currency usually have: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDecimals(code: string): number {
  const known = decimalsByCode.get(code);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  decimalsByCode.set(code, decimals);
  return decimals;
}

/** Whether prices in a currency are written with a symbol that several currencies share: `$`, `¥`, `kr` or `Rs`. */
export function sharesMark(code: string, symbol: string): boolean {
  // Unicode's data have only the new sign of the rupee; many shops of India write the old one.
  return symbolOf(code) === symbol || (code === 'INR' && symbol === 'Rs');
}

/** The currency's short symbol, as people write it where it is the usual one: `$` for CAD. */
function symbolOf(code: string): string {
  const known = symbolByCode.get(code);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  symbolByCode.set(code, symbol);
  return symbol;
}

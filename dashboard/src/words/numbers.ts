/**
 * Formats counts, shares, sizes, milliseconds and prices in the language of the browser. Pure. A missing value is a
 * dash; a price stays decimal text and is never computed with.
 */
// Tests: ./numbers.test.ts.

import { pluralOf } from '../../../contract/plural.ts';

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const rough = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const smallShare = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** `12,345`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** `12.3K`, for axes and meters. */
export function formatShortCount(count: number): string {
  return short.format(count);
}

/** An estimate, rounded to its two reliable digits: `420,000`. */
export function formatRough(count: number): string {
  return rough.format(count);
}

/** `1 product`, `3 products`; the plural is the singular with an s unless given. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${pluralOf(count, singular, plural)}`;
}

/** A share from 0 to 1 as `37%`, a small one as `0.3%`; a dash where there is none. */
export function formatShare(part: number | null): string {
  if (part === null) return '–';
  return (part < 0.1 ? smallShare : share).format(part);
}

/** `0.8 ms`, `12 ms`, `1.4 s`; a dash where there is none. */
export function formatMs(ms: number | null): string {
  if (ms === null) return '–';
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 10 ? `${Number(ms.toFixed(1))} ms` : `${Math.round(ms)} ms`;
}

const sizes = ['kB', 'MB', 'GB'] as const;

/** `512 bytes`, `1.4 MB`; a kilobyte is 1,000 bytes, as file managers count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, 'byte');
  let value = bytes;
  let unit = -1;
  do {
    value /= 1_000;
    unit += 1;
  } while (value >= 999.5 && unit < sizes.length - 1);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${sizes[unit]}`;
}

/** A price with its currency as people write it; an unknown currency leaves the text as it is. */
export function formatPrice(price: string, currency: string): string {
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(
      price as Intl.StringNumericLiteral,
    );
  } catch {
    return `${price} ${currency}`;
  }
}

/**
 * What is wrong with a row, as a value: a row's problems are collected and kept, never thrown, so that one bad
 * row costs its batch nothing.
 */
import { limits } from '../../contract/limits.ts';
import type { RowCode } from '../../contract/product-import.ts';

/** One fault of one row. `path` is a JSON pointer into the row, `/price`; the empty path is the row itself. */
export interface Problem {
  readonly path: string;
  readonly code: RowCode;
  /** A sentence for the merchant: what was wrong and what would be right. */
  readonly message: string;
  /** The offending value as text, cut at 200 characters; null where there is none. */
  readonly value: string | null;
}

export function problem(path: string, code: RowCode, message: string, value: unknown): Problem {
  return { path, code, message, value: showValue(value) };
}

/** Text of any value for a failure record; broken Unicode and control characters are made visible and storable. */
function showValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const cut = Array.from(text.slice(0, limits.failureValueMaxLength * 2)).slice(
    0,
    limits.failureValueMaxLength,
  );
  return cut
    .join('')
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
}

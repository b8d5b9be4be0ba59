/**
 * Restores the merchant's object of a row, whichever form the row holds: the only way from the column `raw` to JSON text. It never
 * repairs: a packed text that its row does not complete gives null or a fault in words. Pure. Sizes are characters of JSON text.
 */
// Tests: test/storage/short-rows.test.ts.
import type { Attribute } from '../../catalog/product.ts';
import { jsonFault, object } from '../column.ts';
import { parsePacked } from './packed-json.ts';
import {
  isPackedRaw,
  isSoundPacked,
  packedRawColumns,
  type ReferredColumn,
  unpackRaw,
} from './packed-raw.ts';

/** The columns that {@link rawOf} reads. */
export const rawColumns = ['raw', ...packedRawColumns] as const;

const nullableColumns: readonly ReferredColumn[] = [
  'category',
  'brand',
  'image_url',
  'gtin',
  'mpn',
  'description',
  'author',
  'isbn',
  'ean',
  'sku',
  'compare_at_price',
  'currency',
];

/** A row with {@link rawColumns}. */
export interface RawRow extends Readonly<Record<ReferredColumn, string | null>> {
  readonly raw: string;
  readonly image_urls: string;
  readonly attributes: string;
}

/**
 * The JSON text, which is not looked at; null where it is packed and cannot be unpacked. `attributes`: those of the row, if the caller
 * has decoded them.
 */
export function rawOf(row: RawRow, attributes: readonly Attribute[] | null = null): string | null {
  if (!isPackedRaw(row.raw)) return row.raw;
  const decoded = attributes ?? attributesOf(row.attributes);
  return decoded === null ? null : unpackRaw(row.raw, { ...row, attributes: decoded });
}

/** SQL that says which of the columns that may be null are: one bit each. This is cheaper to read than the columns. */
export const emptyColumnsSql = nullableColumns
  .map((column, place) => `case when ${column} is null then ${1 << place} else 0 end`)
  .join(' + ');

/** The fault of a packed text that its row does not complete. */
export const packedFault = 'does not go with the rest of its row';

/**
 * Says what is wrong with the column of a row; null if nothing is. A packed text is sound if its row completes it, and
 * if it is JSON once the other columns are what they should be. The row may hold `empty_columns` instead of the columns
 * that the text refers to.
 */
export function rawFault(raw: unknown, row: Readonly<Record<string, unknown>>): string | null {
  if (typeof raw !== 'string' || !isPackedRaw(raw)) return jsonFault(raw, object());
  return isSoundRaw(raw, row) ? null : packedFault;
}

function isSoundRaw(raw: string, row: Readonly<Record<string, unknown>>): boolean {
  const { empty_columns: empty } = row;
  const isEmpty = (column: ReferredColumn) =>
    empty === undefined
      ? row[column] === null
      : (Number(empty) & (1 << nullableColumns.indexOf(column))) !== 0;
  return isSoundPacked(
    raw,
    isEmpty,
    attributesOf(String(row.attributes))?.length ?? Number.POSITIVE_INFINITY,
  );
}

/** The list of a row; null where it cannot be read. */
export function attributesOf(text: string): readonly Attribute[] | null {
  if (text === '[]') return [];
  const parsed = parsePacked(text);
  return Array.isArray(parsed) && parsed.every(isAttribute) ? parsed : null;
}

function isAttribute(value: unknown): value is Attribute {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

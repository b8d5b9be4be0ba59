/** The merchant's object of a row, in whichever form the row holds it: the only way from the column `raw` to JSON text. */
import { type Selectable, sql } from 'kysely';
import type { Attribute } from '../catalog/product.ts';
import { parsePacked } from './packed-json.ts';
import {
  isPackedRaw,
  isSoundPacked,
  packedRawColumns,
  type ReferredColumn,
  unpackRaw,
} from './packed-raw.ts';
import type { ProductsTable } from './schema.ts';

/** The columns that {@link rawOf} reads. */
export const rawColumns = ['raw', ...packedRawColumns] as const;

const nullableColumns: readonly ReferredColumn[] = [
  ...(['category', 'brand', 'image_url', 'gtin', 'mpn', 'description', 'author', 'isbn', 'ean'] as const),
  ...(['sku', 'compare_at_price', 'currency'] as const),
];

/** A row with {@link rawColumns}. */
export type RawRow = Pick<Selectable<ProductsTable>, (typeof rawColumns)[number]>;

/** The JSON text, which is not looked at; null where it is packed and cannot be unpacked. */
export function rawOf(row: RawRow): string | null {
  if (!isPackedRaw(row.raw)) return row.raw;
  const attributes = attributesOf(row.attributes);
  return attributes === null ? null : unpackRaw(row.raw, { ...row, attributes });
}

/** Of the columns that may be null which are: a bit each. To know that much is cheaper than to read them. */
export const emptyColumnsSql = nullableColumns
  .map((column, place) => `case when ${column} is null then ${1 << place} else 0 end`)
  .join(' + ');

/** {@link emptyColumnsSql} by its name. */
export const emptyColumns = sql<number>`${sql.raw(emptyColumnsSql)}`.as('empty_columns');

/**
 * Whether a packed text goes with its row, and is JSON where the other columns are what they should be. The row may hold
 * {@link emptyColumns} in the place of what it refers to.
 */
export function isSoundRaw(raw: string, row: Readonly<Record<string, unknown>>): boolean {
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

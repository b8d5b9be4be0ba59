/**
 * Reads what a batch must know of existing products: one statement reads it, and enough of each row to tell that it can be read. Long
 * rows are left to {@link ProductReader.damaged}, which takes them page by page. It writes nothing. Rows with more than 4,096
 * bytes of text are marked doubtful, never trusted; unknown ids are absent.
 */
// Tests: test/storage/known-products.test.ts, test/api/products.test.ts.
import { sql } from 'kysely';
import { emptyColumnsSql } from './row-raw.ts';
import { existingProductColumns } from './rows.ts';
import { type ExistingProduct, products } from './tables.ts';

/** {@link emptyColumnsSql} by its name. */
export const emptyColumns = sql<number>`${sql.raw(emptyColumnsSql)}`.as('empty_columns');

const lists = ['image_urls', 'suggestion_phrases', 'search_phrases'];
const texts = [...lists, 'attributes', 'raw'];
/** Bytes of a row's texts up to which they are read in the same statement. Chosen: a thousand such rows are a page. */
const textsMaxBytes = 4_096;

const bytes = texts.map((column) => `octet_length(${column})`).join(' + ');
const integers = ['change_number', 'in_stock', 'counts_as_enriched', 'created_at', 'updated_at'];
const safe = `between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;

/** The select list of the statement. `flags`: columns of truth values, which are no integers to this engine. */
export function knownProductList(existing: string, flags: readonly string[]): string {
  const numbers = integers.filter((column) => !flags.includes(column)).map((column) => `${column} ${safe}`);
  const isShort = [...numbers, `coalesce(stock_quantity, 0) ${safe}`, `${bytes} <= ${textsMaxBytes}`].join(
    ' and ',
  );
  // Null, and so doubtful, is what is long or holds no integer.
  const whole = `case when ${isShort} then ${emptyColumnsSql} end as empty_columns`;
  const short = texts.map((column) => {
    const value = lists.includes(column) ? `nullif(${column}, '[]')` : column;
    return `case when octet_length(${column}) <= ${textsMaxBytes} then ${value} end as ${column}`;
  });
  return [existing, 'price, compare_at_price, currency, type_details', whole, ...short].join(', ');
}

/** Values of a row of the statement, in the order of its list: objects of a driver take far longer to look into. */
export type KnownRow = readonly [
  ...existing: readonly [
    string,
    string,
    boolean | number,
    string,
    string,
    boolean | number,
    boolean | number,
  ],
  price: unknown,
  compareAtPrice: unknown,
  currency: unknown,
  typeDetails: unknown,
  emptyColumns: number | null,
  ...texts: readonly unknown[],
];

/** Converts a row to an entry: the external id and what is known of its product. */
export function toKnownProduct(row: KnownRow): [externalId: string, ExistingProduct] {
  const [externalId, id, inStock, contentHash, sourceHash, countsAsEnriched, isLocked] = row;
  const known = {
    id,
    inStock: Boolean(inStock),
    contentHash,
    sourceHash,
    countsAsEnriched: Boolean(countsAsEnriched),
    isLocked: Boolean(isLocked),
    isSound: isSound(row),
  };
  return [externalId, known];
}

function isSound(row: KnownRow): boolean {
  const [price, compare_at_price, currency, type_details, empty_columns, ...others] = row.slice(
    existingProductColumns.length,
  );
  if (empty_columns === null) return false;
  const [image_urls, suggestion_phrases, search_phrases, attributes, raw] = others;
  const columns = {
    price,
    compare_at_price,
    currency,
    type_details,
    image_urls,
    suggestion_phrases,
    search_phrases,
    attributes,
    raw,
    empty_columns,
  };
  return products.damageIn(columns).length === 0;
}

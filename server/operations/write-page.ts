/**
 * A page of a list as JSON, ready to be sent. It ends by count and by bytes: rows are merchants' values, and 200 of them can be 40 MB.
 * Rows are read a few at a time, so that what does not fit is hardly read. It runs where it keeps no keystroke waiting. A page has at
 * most 4 MiB (and as many rows as asked for, 200 at most); damaged rows are named, never shown. It writes to no database, and errors
 * of `read` reject.
 */
// Tests: ./write-page.test.ts.
import { limits } from '../../contract/limits.ts';
import { type DamagedRow, damagedRowError } from '../storage/damage/damage.ts';
import type { RowPage } from '../storage/records.ts';
import { encodeCursor } from './cursor.ts';

/** The list that a page is of. */
export interface PagedList<Row> {
  /** Its name in the answer. */
  readonly name: string;
  readonly limit: number;
  /**
   * Reads at most `limit` rows after the last one, or from the beginning of the page. Fewer rows are the end of the
   * list, unless the page says otherwise.
   */
  read(last: Row | null, limit: number): Promise<readonly Row[] | RowPage<Row>>;
  /** Null for a row that is shown in the other list. */
  show(row: Row): object | null;
  /** A list behind it, left out where it is empty. */
  readonly instead?: { readonly name: string; show(row: Row): object };
  /** Returns the place of a row for the cursor: the list goes on behind it. */
  placeOf(row: Row): string;
  /** The fields in front of the list. */
  readonly head?: object;
  readonly maxBytes?: number;
  /** Rows of the first read; each further read asks for twice as many, up to {@link rowsPerReadMax}. */
  readonly firstRows?: number;
}

/** Chosen: eight of the largest products have 5 MB. */
const usualFirstRows = 8;
/** Chosen: long rows may follow short ones, and 16 failed rows have 3 MB. */
const rowsPerReadMax = 16;

/** `{ …head, "<name>": […], "next_cursor": … }`. A row that is too large for a page is a page by itself. */
export async function writePage<Row>(list: PagedList<Row>): Promise<Uint8Array> {
  const { rows, isMore, texts, others } = await takeRows(list);
  const last = rows.at(-1);
  const cursor = isMore && last !== undefined ? encodeCursor(list.placeOf(last)) : null;
  const head = list.head === undefined ? '{' : `${JSON.stringify(list.head).slice(0, -1)},`;
  const behind = others.length === 0 ? '' : `"${list.instead?.name}":[${others.join()}],`;
  return toBytes(`${head}"${list.name}":[${texts.join()}],${behind}"next_cursor":${JSON.stringify(cursor)}}`);
}

async function takeRows<Row>(list: PagedList<Row>) {
  const { limit, read, show, instead, firstRows = usualFirstRows, maxBytes = limits.pageMaxBytes } = list;
  const rows: Row[] = [];
  const texts: string[] = [];
  const others: string[] = [];
  let bytes = 0;
  for (let wanted = firstRows; ; wanted = Math.min(wanted * 2, rowsPerReadMax)) {
    // One more than is shown tells whether there are more.
    const most = Math.min(wanted, limit + 1 - rows.length);
    const found = await read(rows.at(-1) ?? null, most);
    const page = 'rows' in found ? found : { rows: found, isMore: found.length === most };
    for (const row of page.rows) {
      if (rows.length === limit) return { rows, texts, others, isMore: true };
      const shown = show(row);
      const text = JSON.stringify(shown ?? instead?.show(row));
      bytes += Buffer.byteLength(text);
      if (bytes > maxBytes && rows.length > 0) return { rows, texts, others, isMore: true };
      rows.push(row);
      (shown === null ? others : texts).push(text);
    }
    if (!page.isMore) return { rows, texts, others, isMore: false };
  }
}

/** The fields of both objects with one more in between, whose value is JSON text and goes on as it is. */
export function writeAround(before: object, name: string, json: string, after: object = {}): Uint8Array {
  const fields = [
    JSON.stringify(before).slice(1, -1),
    `"${name}":${json}`,
    JSON.stringify(after).slice(1, -1),
  ];
  return toBytes(`{${fields.filter((text) => text !== '').join()}}`);
}

/**
 * The damaged rows that a complete list leaves out, by the field that names them in addresses. Gives no field if there are
 * none.
 */
export function presentUnreadable<Field extends 'id' | 'slug' = 'id'>(
  rows: readonly DamagedRow[],
  field?: Field,
): { readonly unreadable?: ({ readonly [Name in Field]: string } & { readonly message: string })[] } {
  if (rows.length === 0) return {};
  const name = field ?? 'id';
  const unreadable = rows.map((row) => ({ [name]: row.id, message: damagedRowError(row).message }));
  return {
    unreadable: unreadable as ({ readonly [Name in Field]: string } & { readonly message: string })[],
  };
}

/** A value as it is. */
export function writeJson(value: object): Uint8Array {
  return toBytes(JSON.stringify(value));
}

/** Encodes with memory of its own, so that the bytes can go to another thread without a copy. */
function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

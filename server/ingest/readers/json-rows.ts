/** Rows of JSON documents. */
import { parseExternalId } from '../../catalog/external-id.ts';
import type { RawProduct } from '../../catalog/product.ts';
import { Row } from '../../catalog/row.ts';
import type { DocumentRow } from './document-reader.ts';
import type { JsonIdFinder } from './json-id-finder.ts';
import { tooLarge } from './row-faults.ts';

/** A row of any JSON value. */
export function jsonRow(row: number, line: number, value: unknown): DocumentRow {
  return { row, line, value, fault: null, notes: [], id: isProduct(value) ? idOf(value) : null };
}

/** A row that was not held. */
export function tooLargeRow(row: number, line: number, ids: JsonIdFinder): DocumentRow {
  return { row, line, value: null, notes: [], ...tooLarge(idOf(ids.found)) };
}

function isProduct(value: unknown): value is RawProduct {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(value: RawProduct): string | null {
  const key = new Row(value).keyOf('external_id') ?? 'external_id';
  const parsed = parseExternalId(value[key]);
  return parsed.ok ? parsed.externalId : null;
}

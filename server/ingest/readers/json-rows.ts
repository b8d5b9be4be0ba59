/** Rows of JSON documents. */
import { limits } from '../../../contract/limits.ts';
import { parseExternalId } from '../../catalog/external-id.ts';
import type { RawProduct } from '../../catalog/product.ts';
import { Row } from '../../catalog/row.ts';
import type { DocumentRow } from './document-reader.ts';
import { tooLarge } from './row-faults.ts';

/** A row of any JSON value. */
export function jsonRow(row: number, line: number, value: unknown): DocumentRow {
  return { row, line, value, fault: null, notes: [], id: isProduct(value) ? idOf(value) : null };
}

/** A row of which only the beginning is there. */
export function tooLargeRow(
  row: number,
  { text, line }: { readonly text: string; readonly line: number },
): DocumentRow {
  return { row, line, value: null, fault: tooLarge(), notes: [], id: idInBeginning(text) };
}

function isProduct(value: unknown): value is RawProduct {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(value: RawProduct): string | null {
  const key = new Row(value).keyOf('external_id') ?? 'external_id';
  const parsed = parseExternalId(value[key]);
  return parsed.ok ? parsed.externalId : null;
}

/** The id where it stands before anything nested, so that a product that grew too large does not count as gone. */
function idInBeginning(text: string): string | null {
  const [flat = ''] =
    /^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^"{}[\],\s][^"{}[\],]*),\s*)+/s.exec(
      text.slice(0, limits.failureRawMaxLength),
    ) ?? [];
  if (flat === '') return null;
  try {
    const value: unknown = JSON.parse(`${flat.replace(/,\s*$/, '')}}`);
    return isProduct(value) ? idOf(value) : null;
  } catch {
    return null;
  }
}

/**
 * Parses generated phrases of products, given in a file: what a catalog would answer once it has been enriched. It checks shapes only,
 * no output rules, and reads no file. A row of another shape throws `validation_failed` with its place; there are no limits of
 * lengths.
 */
// Tests: ./phrases.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import type { ProductType } from '../catalog/product-type.ts';
import { type FileRow, refuseWrongRows, wrongRow } from './read-rows.ts';

/** The phrases of one product (§2.1). */
export interface ProductPhrases {
  readonly suggestionPhrases: readonly string[];
  readonly searchPhrases: readonly string[];
  /** The type of the product, if it is known. */
  readonly type?: ProductType | null;
}

/**
 * Rows of `{ external_id, suggestion_phrases, search_phrases }`, the phrases as arrays of text and either of them
 * absent where there are none; of two rows of one product the last one wins. Throws `validation_failed` naming rows
 * of another shape.
 */
export function parsePhrases(rows: readonly FileRow[]): Map<string, ProductPhrases> {
  const phrases = new Map<string, ProductPhrases>();
  const faults: FieldError[] = [];
  for (const row of rows) {
    const fields = new Map(Object.entries(row.value ?? {}));
    const externalId = fields.get('external_id');
    const suggestionPhrases = textsOf(fields.get('suggestion_phrases'));
    const searchPhrases = textsOf(fields.get('search_phrases'));
    if (typeof externalId !== 'string' || suggestionPhrases === null || searchPhrases === null) {
      const shape = 'takes "external_id" and lists of text "suggestion_phrases" and "search_phrases"';
      faults.push(wrongRow(row, shape));
    } else {
      phrases.set(externalId, { suggestionPhrases, searchPhrases });
    }
  }
  refuseWrongRows(faults);
  return phrases;
}

function textsOf(value: unknown): string[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const texts = value.filter((text) => typeof text === 'string');
  return texts.length === value.length ? texts : null;
}

/**
 * Judged queries: what people said of products for a query, 0 (irrelevant) to 3 (exact). A file that is wrong anywhere is refused as a
 * whole, since a silent gap would change every figure. Ratings are whole numbers; 2 and more count as relevant. It reads no file and
 * corrects no row.
 */
// Tests: ./judgments.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { type FileRow, refuseWrongRows, wrongRow } from './read-rows.ts';

/** The lowest rating of a product that is relevant: the shopper would be content with it. */
export const relevantRating = 2;

const ratingMax = 3;

/** A query and the ratings of its products by external id; an unrated product counts as irrelevant. */
export interface JudgedQuery {
  readonly text: string;
  readonly ratings: ReadonlyMap<string, number>;
}

/**
 * Rows of `query, external_id, rating`, grouped by query in the order in which they first appear. Throws
 * `validation_failed` naming rows that lack one of the three, have a rating other than 0 to 3, or rate a product of a
 * query twice and differently.
 */
export function parseJudgments(rows: readonly FileRow[]): JudgedQuery[] {
  const queries = new Map<string, Map<string, number>>();
  const faults: FieldError[] = [];
  for (const row of rows) {
    const fault = addJudgment(queries, row);
    if (fault !== null) faults.push(wrongRow(row, fault));
  }
  refuseWrongRows(faults);
  return Array.from(queries, ([text, ratings]) => ({ text, ratings }));
}

/** Adds one row, or says what is wrong with it. */
function addJudgment(queries: Map<string, Map<string, number>>, { value }: FileRow): string | null {
  const query = textOf(value, 'query');
  const externalId = textOf(value, 'external_id');
  const rating = textOf(value, 'rating');
  if (query === '' || externalId === '' || rating === '') {
    return 'takes the columns query, external_id and rating';
  }
  const grade = Number(rating);
  if (!Number.isInteger(grade) || grade < 0 || grade > ratingMax) {
    return `takes a rating from 0 to ${ratingMax}, got "${rating}"`;
  }
  const ratings = queries.get(query) ?? new Map<string, number>();
  const known = ratings.get(externalId);
  if (known !== undefined && known !== grade) {
    return `rates product "${externalId}" ${grade} for "${query}", and an earlier row ${known}`;
  }
  queries.set(query, ratings.set(externalId, grade));
  return null;
}

function textOf(value: unknown, key: string): string {
  const field =
    typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
  return typeof field === 'string' || typeof field === 'number' ? String(field).trim() : '';
}

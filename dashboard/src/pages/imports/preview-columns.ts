/**
 * Chooses the columns of a preview and their labels: the keys of the rows, under the names of the fields that they
 * become. Pure.
 */
// Tests: ./preview-columns.test.ts.
import { standardFields } from '../../../../contract/words/product.ts';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import type { CsvLayout } from '../../../../csv/layout.ts';

export interface PreviewColumn {
  /** The key in the values of the rows. */
  readonly key: string;
  /** The field that the key feeds, or the key itself for an attribute. */
  readonly label: string;
}

/** Fields that people look for are shown first; the others follow in the order of the file. */
const firstFields = ['external_id', 'title', 'price', 'url', 'category', 'image_url', 'in_stock'];

/**
 * The columns of some rows. A column such as `id`, which needs no renaming, keeps its key in the rows and is labelled
 * with its field.
 */
export function previewColumns(
  rows: readonly Pick<CsvRow, 'value'>[],
  layout: Pick<CsvLayout, 'columns'>,
): readonly PreviewColumn[] {
  const fieldOf = new Map(layout.columns.map(({ name, field }) => [name, field]));
  const keys = [...new Set(rows.flatMap(({ value }) => Object.keys(value)))];
  const columns = keys.map((key) => {
    const field = fieldOf.get(key);
    const isField = standardFields.some((name) => name === field);
    return { key, label: isField && typeof field === 'string' ? field : key };
  });
  const placeOf = ({ label }: PreviewColumn) =>
    firstFields.includes(label) ? firstFields.indexOf(label) : firstFields.length;
  return columns.sort((a, b) => placeOf(a) - placeOf(b));
}

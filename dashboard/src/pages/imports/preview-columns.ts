/**
 * Chooses the columns of a preview and their labels: the keys of the rows, under the names of the fields that they
 * become. Pure.
 */
// Tests: ./preview-columns.test.ts.
import { standardFields } from '../../../../contract/words/product.ts';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import { shortName } from '../../../../csv/header.ts';
import type { CsvLayout } from '../../../../csv/layout.ts';
import { wordsOfField } from '../../words/product-fields.ts';

export interface PreviewColumn {
  /** The key in the values of the rows. */
  readonly key: string;
  /** The field that the key feeds, or the key itself for an attribute. */
  readonly field: string;
  /** The name of the field as people read it. */
  readonly label: string;
}

/** Fields that people look for are shown first; the others follow in the order of the file. */
const firstFields = [
  ...['external_id', 'title', 'price', 'url', 'category', 'image_url', 'in_stock', 'stock_quantity'],
];

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
    const field = standardFields.find((name) => name === fieldOf.get(key)) ?? key;
    return { key, field, label: shortName(wordsOfField(field)) };
  });
  const placeOf = ({ field }: PreviewColumn) =>
    firstFields.includes(field) ? firstFields.indexOf(field) : firstFields.length;
  return columns.sort((a, b) => placeOf(a) - placeOf(b));
}

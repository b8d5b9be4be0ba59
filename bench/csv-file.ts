/**
 * Writes a CSV file of a blown-up real catalog, the same for everybody who reads it. Descriptions are cut to 120 characters, so that a
 * million rows are about 300 MB. It holds valid rows only and replaces a file that is there; an error of writing, such as a full disk,
 * ends the run.
 */
// Tests: none; `npm run bench` runs it.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { RawProduct } from '../server/catalog/product.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';

/** The columns in the order of the file. */
export const csvColumns: readonly string[] = [
  ...['external_id', 'title', 'price', 'url', 'category', 'brand', 'image_url', 'in_stock', 'gtin', 'mpn'],
  'description',
];

/** Cells are quoted where they must be, and descriptions hold commas as they do in shops. */
export async function writeCsvFile(path: string, seeds: readonly RawProduct[], rows: number): Promise<void> {
  const file = createWriteStream(path);
  let text = `${csvColumns.join(',')}\r\n`;
  for (const product of blownUpCatalog(seeds, rows)) {
    text += `${csvColumns.map((column) => cellOf(product[column])).join(',')}\r\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
}

/** Descriptions are cut, so that a million rows are about 300 MB. */
const cellMaxLength = 120;

function cellOf(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value).slice(0, cellMaxLength);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

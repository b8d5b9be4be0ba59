/** Rows of one document that share an id: of those only the last valid one counts (§2.2). */
import { limits } from '../../contract/limits.ts';
import { parseProduct } from '../catalog/parse-product.ts';
import type { CatalogContext } from '../catalog/product.ts';
import type { IdHashes } from './id-hashes.ts';
import type { Repeat } from './prepare-rows.ts';
import type { DocumentRow } from './readers/document-reader.ts';

/** Ids that stand in several rows, by the rows that were noted so far. */
export type Repeats = Map<string, Repeat>;

/** Notes a row of an id that comes again. Rows come in their order. */
export function noteRepeat(
  { row, id, value, fault }: DocumentRow,
  ids: IdHashes,
  context: CatalogContext,
  repeats: Repeats,
): void {
  if (id === null || (fault ?? null) !== null || !ids.isRepeated(id)) return;
  if (repeats.size > limits.repeatedIdsMax) return;
  const parsed = parseProduct(value, context);
  if (!parsed.ok) return;
  // A copy: the text may be a slice that would keep a whole chunk of the document in memory.
  const externalId = Buffer.from(parsed.product.externalId).toString();
  repeats.set(externalId, { lastRow: row, rowCount: (repeats.get(externalId)?.rowCount ?? 0) + 1 });
}

/** What is said of a document with too many of them; null where there are few enough. */
export function faultOfRepeats(repeats: Repeats): string | null {
  if (repeats.size <= limits.repeatedIdsMax) return null;
  const most = limits.repeatedIdsMax.toLocaleString('en');
  return `More than ${most} ids stand in several rows. Give each product an id of its own, or split the file.`;
}

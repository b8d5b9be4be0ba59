/**
 * The two modes of rows (Contract §10): `upsert` rows are whole products, prepared before their turn to write; `partial` rows change
 * stored products, so they become products under the store's lock only. Writes nothing.
 */
// Tests: ./patch-rows.live.test.ts.
import type { ImportMode } from '../../contract/words/product-import.ts';
import type { CatalogContext } from '../catalog/product.ts';
import { mergePatches, type PatchReader, readPatches } from './patch-rows.ts';
import { type PreparedRows, prepareSlices, type RawRow, type Repeat } from './prepare-rows.ts';

/** A batch of rows of either mode, read as far as it can be without the store's lock. */
export interface BatchRows {
  /** The ids that the rows name. */
  readonly externalIds: readonly string[];
  /** Returns the products and failures of the rows. To be called under the store's lock. */
  readonly underLock: (reader: PatchReader) => PreparedRows | Promise<PreparedRows>;
}

/**
 * Reads a batch slice by slice: others may have a turn between them. `repeats`: ids that occur again elsewhere in the file; rows that
 * change a product all count, so they are not looked at there.
 */
export function* batchSlices(
  mode: ImportMode,
  rows: Iterable<RawRow>,
  context: CatalogContext,
  repeats?: ReadonlyMap<string, Repeat>,
): Generator<undefined, BatchRows> {
  if (mode === 'upsert') return wholeRows(yield* prepareSlices(rows, context, repeats));
  const batch = readPatches(rows);
  return {
    externalIds: batch.patches.map(({ externalId }) => externalId),
    underLock: (reader) => mergePatches(reader, batch),
  };
}

/** Rows that are prepared already. */
export function wholeRows(prepared: PreparedRows): BatchRows {
  return {
    externalIds: prepared.products.map(({ product }) => product.externalId),
    underLock: () => prepared,
  };
}

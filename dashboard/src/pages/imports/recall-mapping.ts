/**
 * Finds the mapping that a merchant made for an earlier file with the same columns, so that the next file starts with
 * it. Pure.
 */
// Tests: ./recall-mapping.test.ts.
import type { FileImportBody, LayoutBody } from '../../../../contract/imports.ts';
import { isOurColumn } from '../../../../csv/failed-rows.ts';

/** The mapping of an earlier import. */
export interface Recalled {
  readonly filename: string;
  readonly layout: LayoutBody;
}

type Earlier = Pick<FileImportBody, 'filename' | 'layout'>;

/**
 * The mapping of the first import (newest first) that had these columns, in any order; columns that files of failed
 * rows add do not count. Null for none.
 */
export function recallMapping(names: readonly string[], imports: readonly Earlier[]): Recalled | null {
  const wanted = identify(names);
  for (const run of imports) {
    const recalled = toRecalled(run);
    if (recalled !== null && identify(recalled.layout.columns.map(({ name }) => name)) === wanted) {
      return recalled;
    }
  }
  return null;
}

/** The mapping of an import; null if it has no layout by which a CSV file can be read. */
export function toRecalled({ filename, layout }: Earlier): Recalled | null {
  return layout === null || layout.missing.length > 0 ? null : { filename, layout };
}

function identify(names: readonly string[]): string {
  return JSON.stringify(names.filter((name) => !isOurColumn(name)).sort());
}

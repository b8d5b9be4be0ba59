/** What a merchant has mapped once need not be mapped again: a file with the columns of an earlier import begins as that. */
import { isOurColumn } from '../../../../csv/failed-rows.ts';
import type { DashboardImport, Layout } from '../../api/answers.ts';

/** An earlier import whose columns become again what they became then. */
export interface Recalled {
  readonly filename: string;
  readonly layout: Layout;
}

type Earlier = Pick<DashboardImport, 'filename' | 'layout'>;

/** The first of the imports, newest first, that had these columns; in any order, those of failed rows left out. */
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

/** Null for an import without a layout that a file could be read by. */
export function toRecalled({ filename, layout }: Earlier): Recalled | null {
  return layout === null || layout.missing.length > 0 ? null : { filename, layout };
}

function identify(names: readonly string[]): string {
  return JSON.stringify(names.filter((name) => !isOurColumn(name)).sort());
}

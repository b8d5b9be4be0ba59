/**
 * The time since when rows of products are written in their short form (record 0051). Nodes of the version before cannot read it, and
 * may run for up to a day after the migration: until then new nodes write as they do. A missing or unreadable mark means that rows may
 * be short. It sets no mark and changes no row. Times are microseconds; a read that fails rejects, and so does the write that asked.
 */
// Tests: test/storage/short-rows.test.ts.
import type { Clock } from '../../clock.ts';
import type { Database, Query } from '../database.ts';

/** The mark with that time, in microseconds since the epoch. A migration sets it. */
export const shortRowsMark = 'short_rows_from';

/** Whether rows may be short by now; the mark is read once. */
export type RowForm = (query: Query) => Promise<boolean>;

/**
 * Creates the question whether rows may be written in their short form. It reads the mark at the first call and
 * compares it with the clock.
 */
export function createRowForm(
  { builder }: Pick<Database, 'builder'>,
  clock: Pick<Clock, 'nowMicros'>,
): RowForm {
  const mark = builder.selectFrom('marks').select('value').where('name', '=', shortRowsMark);
  let from: number | null = null;
  return async (query) => {
    // If the mark is lost, no old node is left that could have set it.
    from ??= Number((await query(mark))[0]?.value ?? 0) || 0;
    return from <= clock.nowMicros();
  };
}

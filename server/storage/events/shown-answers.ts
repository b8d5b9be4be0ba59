/**
 * Reads and writes the questions that each process answered, for the others (events.ts). Entries are bytes whose form is the caller's.
 * Writing a batch twice changes nothing. It interprets no bytes. Times are microseconds since 1970; at most the `limit` of batches is
 * read at once. Unknown processes have no entries; errors of the database reject.
 */
// Tests: test/api/events.test.ts.
import type { Database } from '../database.ts';
import { type ShownDirectory, shownAnswers } from './tables.ts';

/** Creates access to the batches of questions that nodes exchange. A batch that was written before is left as it is. */
export function shownDirectory({ builder, read, transaction }: Database): ShownDirectory {
  return {
    async addShown(batch) {
      const insert = builder
        .insertInto('shown_answers')
        .values(shownAnswers.encode(batch))
        // An earlier attempt wrote it, and only its answer was lost.
        .onConflict((conflict) => conflict.doNothing());
      await transaction(null, (open) => open.run(insert));
    },
    async shownSince({ since, except, after, limit }) {
      const recent = builder
        .selectFrom('shown_answers')
        .selectAll()
        .where('created_at', '>=', since)
        .where('node', '<>', except);
      const rest =
        after === null
          ? recent
          : recent.where(({ eb, refTuple, tuple }) =>
              eb(refTuple('node', 'number'), '>', tuple(after.node, after.number)),
            );
      const rows = await read(null, rest.orderBy('node').orderBy('number').limit(limit));
      return rows.map(shownAnswers.decode);
    },
    async deleteShownBefore(at) {
      const old = builder.deleteFrom('shown_answers').where('created_at', '<', at);
      await transaction(null, (open) => open.run(old));
    },
  };
}

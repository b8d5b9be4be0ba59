/**
 * Texts of answers whose ids were given out, so that every node finds them, also after a restart: until the day's salt is deleted, at
 * the end of the next day. A store has room for some in a day; the texts beyond it are known to the process that answered, as long as
 * it remembers them. Texts that look private never come here. A store that is gone rejects with `not_found`.
 */
// Tests: test/api/query-ids.test.ts, test/storage/answered-queries.test.ts.
import { limits } from '../../contract/limits.ts';
import type { AnsweredQuery } from '../storage/events/tables.ts';
import type { Storage } from '../storage/storage.ts';

/** Texts of one store. */
interface OfStore {
  readonly storeId: string;
  readonly queries: readonly AnsweredQuery[];
}

/** Writes texts, as many as the day has room for. */
export async function writeAnsweredQueries(storage: Storage, { storeId, queries }: OfStore): Promise<void> {
  await storage.write(storeId, async (writer) => {
    for (const [day, ofDay] of Map.groupBy(queries, (query) => query.day)) {
      const room = limits.answeredQueriesPerDay - (await writer.events.countAnswered(day));
      if (room > 0) await writer.events.recordAnswered(ofDay.slice(0, room));
    }
  });
}

/** Finds texts by their day and name; unknown ones are absent. */
export async function findAnsweredQueries(
  storage: Storage,
  { storeId, names }: { readonly storeId: string; readonly names: readonly Omit<AnsweredQuery, 'query'>[] },
): Promise<AnsweredQuery[]> {
  const { events } = storage.reader(storeId);
  const found: AnsweredQuery[] = [];
  for (const [day, ofDay] of Map.groupBy(names, (named) => named.day)) {
    found.push(
      ...(await events.answeredQueries(
        day,
        ofDay.map(({ name }) => name),
      )),
    );
  }
  return found;
}

/**
 * Finds the searches that carts and purchases name by the id of an answer. An id that this service did not make for the store, or that
 * is too old, names no search and is no error. The text of one that another node made, or this one before a restart, is asked of the
 * database, once for a request. It writes nothing; it rejects with `unavailable` where the database cannot be read.
 */
// Tests: test/api/query-ids.test.ts.
import type { ShopperEvent } from '../../events/parse-events.ts';
import type { OpenedId } from '../../threads/evidence/query-ids.ts';
import type { Services } from '../services.ts';

/** An event whose id was looked up. */
export interface NamedEvent extends Omit<ShopperEvent, 'queryId'> {
  /** Whether it has the id of an answer of this store. */
  readonly isNamed: boolean;
}

/** The parts that finding needs. */
interface FinderParts extends Pick<Services, 'queryIds'> {
  readonly pipeline: Pick<Services['pipeline'], 'findAnswered'>;
}

/** Creates the search for the events of one request. The text behind an id stands in the place of the query that an event names. */
export function createSearchFinder({ queryIds, pipeline }: FinderParts) {
  return async (events: readonly ShopperEvent[], storeId: string): Promise<NamedEvent[]> => {
    const opened = events.map(({ queryId }) => (queryId === null ? null : queryIds.open(storeId, queryId)));
    const unknown = opened.filter((id) => id !== null).filter(({ query }) => query === null);
    const names = unknown.map(({ day, name }) => ({ day, name }));
    const found = names.length === 0 ? [] : await pipeline.findAnswered({ storeId, names });
    const texts = new Map(found.map(({ day, name, query }) => [`${day}${name}`, query]));
    const textOf = ({ day, name, query }: OpenedId) => query ?? texts.get(`${day}${name}`) ?? null;
    return events.map(({ queryId: _, ...event }, place) => {
      const id = opened[place] ?? null;
      const text = id === null ? null : textOf(id);
      // No private text has a name.
      return { ...event, isNamed: id !== null, ...(text !== null && { typed: text, query: text }) };
    });
  };
}

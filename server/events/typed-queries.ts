/**
 * Queries that shoppers typed, on their way to being shown to others: only once three different sessions used one (Contract §7), from
 * three different networks: one person can make up any number of sessions. Until then it is known which sessions and networks did, by
 * their hashes; afterwards only how popular it is. A text of fewer than 3 or more than 60 characters, of more than 6 words, or that
 * looks private is never kept (null).
 */
// Tests: ./typed-queries.test.ts.
import { limits } from '../../contract/limits.ts';
import { normalForm } from '../../contract/normal-form.ts';
import { stripInvisible } from '../../contract/visible-text.ts';
import type { QuerySession } from '../storage/events/tables.ts';
import type { StoreReader } from '../storage/storage.ts';
import { looksPrivate } from './looks-private.ts';
import type { SessionHashes } from './sessions.ts';

/** Fewer characters, or more words, are no expression that others could use. Chosen. */
const charactersMin = 3;
const charactersMax = 60;
const wordsMax = 6;

/**
 * The form in which typed queries are the same, without what is not seen or turns the order of letters around; null for
 * what is never shown.
 */
export function queryKeyOf(query: string | null): string | null {
  if (query === null) return null;
  const key = stripInvisible(normalForm(query, 'NFC')).toLowerCase().trim().replace(/\s+/gu, ' ');
  const length = Array.from(key).length;
  if (length < charactersMin || length > charactersMax || key.split(' ').length > wordsMax) return null;
  return looksPrivate(key) ? null : key;
}

/** The session that used a query, and its network. */
export interface QueryUser {
  readonly session: SessionHashes;
  /** The network of the shopper; for a server that speaks for its shoppers, the session's own hashes. */
  readonly network: SessionHashes;
}

/** Queries that too few sessions used so far. */
export interface TypedQueries {
  /** Notes a use of the query; returns how many sessions used it, from as many networks. */
  use(key: string, by: QueryUser, nowMicros: number): number;
  /** The sessions that are to be remembered. */
  readonly newSessions: readonly QuerySession[];
}

/** `keys`: those that are not popular yet. */
export async function findTypedQueries(
  reader: Pick<StoreReader, 'events'>,
  keys: readonly string[],
): Promise<TypedQueries> {
  const known = Map.groupBy(await reader.events.querySessions(keys), ({ query }) => query);
  const newSessions: QuerySession[] = [];
  return {
    newSessions,
    use(key, { session, network }, nowMicros) {
      const users = known.get(key) ?? [];
      known.set(key, users);
      // Each one that counts brings a session and a network that none of the others is of.
      const isKnown = users.some(
        ({ sessionHash, networkHash }) => isOf(session, sessionHash) || isOf(network, networkHash),
      );
      if (!isKnown) {
        const user = { sessionHash: session.today, networkHash: network.today };
        const used: QuerySession = { ...user, query: key, createdAt: nowMicros };
        users.push(used);
        // The last one that is needed is counted at once, and need not be remembered.
        if (users.length < limits.querySessionsMin) newSessions.push(used);
      }
      return users.length;
    },
  };
}

function isOf({ today, yesterday }: SessionHashes, hash: string): boolean {
  return hash === today || hash === yesterday;
}

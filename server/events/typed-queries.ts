/**
 * Queries that shoppers typed, on their way to being shown to others: only once three different sessions used one
 * (Contract §7). Until then it is known which sessions did, by their hashes; afterwards only how popular it is.
 */
import { limits } from '../../contract/limits.ts';
import type { QuerySession } from '../storage/events.ts';
import type { StoreReader } from '../storage/storage.ts';
import { looksPrivate } from './looks-private.ts';
import type { SessionHashes } from './sessions.ts';

/** Fewer characters, or more words, are no expression that others could use. Chosen. */
const charactersMin = 3;
const charactersMax = 60;
const wordsMax = 6;

/** The form in which typed queries are the same; null for what is never shown. */
export function queryKeyOf(query: string | null): string | null {
  if (query === null) return null;
  const key = query.normalize('NFC').toLowerCase().trim().replace(/\s+/gu, ' ');
  const length = Array.from(key).length;
  if (length < charactersMin || length > charactersMax || key.split(' ').length > wordsMax) return null;
  return looksPrivate(key) ? null : key;
}

/** Queries that too few sessions used so far. */
export interface TypedQueries {
  /** Notes that a session used the query; returns how many sessions have. */
  use(key: string, session: SessionHashes, nowMicros: number): number;
  /** What is to be remembered. */
  readonly newSessions: readonly QuerySession[];
}

/** `keys`: those that are not popular yet. */
export async function findTypedQueries(
  reader: Pick<StoreReader, 'querySessions'>,
  keys: readonly string[],
): Promise<TypedQueries> {
  const sessionsByQuery = await reader.querySessions(keys);
  const newSessions: QuerySession[] = [];
  return {
    newSessions,
    use(key, { today, yesterday }, nowMicros) {
      const sessions = sessionsByQuery.get(key) ?? new Set<string>();
      sessionsByQuery.set(key, sessions);
      const isKnown = sessions.has(today) || (yesterday !== null && sessions.has(yesterday));
      if (!isKnown) {
        sessions.add(today);
        // The last one that is needed is counted at once, and need not be remembered.
        if (sessions.size < limits.querySessionsMin) {
          newSessions.push({ query: key, sessionHash: today, createdAt: nowMicros });
        }
      }
      return sessions.size;
    },
  };
}

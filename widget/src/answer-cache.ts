/** Recent answers by normal form of their query, in memory only: at most 100, for at most a minute (§4.9.7). */
import type { Answer } from './answer.ts';
import { readClock } from './clock.ts';
import { normalizeQuery } from './reducer.ts';

const answersMax = 100;
/** As long as the service itself remembers an answer (§8). */
const ttlMs = 60_000;

export interface AnswerCache {
  readonly recall: (query: string) => Answer | null;
  readonly remember: (answer: Answer) => void;
}

export function createAnswerCache(): AnswerCache {
  const entries = new Map<string, { readonly answer: Answer; readonly until: number }>();
  return {
    recall(query) {
      const entry = entries.get(normalizeQuery(query));
      return entry && readClock() < entry.until ? entry.answer : null;
    },
    remember(answer) {
      // Nobody comes back to the first of a hundred queries.
      if (entries.size >= answersMax) entries.clear();
      entries.set(normalizeQuery(answer.query), { answer, until: readClock() + ttlMs });
    },
  };
}

/**
 * Remembers recent answers by the normal form of their query, in memory only and for 60 seconds each (§4.9.7). A page
 * that is left forgets all. The number of entries is bounded by how much a shopper can type in a minute.
 */
// Tests: test/api/answer-cache.test.ts.
import type { Answer } from './answer.ts';
import { normalizeQuery } from './reducer.ts';

/** The same as in the service's own cache (§8). */
const ttlMs = 60_000;

export interface AnswerCache {
  readonly recall: (query: string) => Answer | null;
  readonly remember: (answer: Answer) => void;
}

/** Creates the memory of one page. */
export function createAnswerCache(): AnswerCache {
  const answers = new Map<string, Answer>();
  return {
    recall: (query) => answers.get(normalizeQuery(query)) || null,
    remember: (answer) => {
      const name = normalizeQuery(answer.query);
      answers.set(name, answer);
      setTimeout(() => answers.delete(name), ttlMs);
    },
  };
}

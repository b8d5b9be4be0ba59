/** Recent answers by normal form of their query, in memory only: at most 100, for at most a minute (§4.9.7). */
import type { Answer } from './answer.ts';
import { normalizeQuery } from './reducer.ts';

const answersMax = 100;
/** As long as the service itself remembers an answer (§8). */
const ttlMs = 60_000;

export interface AnswerCache {
  readonly recall: (query: string) => Answer | null;
  readonly remember: (answer: Answer) => void;
}

export function createAnswerCache(): AnswerCache {
  const answers = new Map<string, Answer>();
  return {
    recall: (query) => answers.get(normalizeQuery(query)) || null,
    remember(answer) {
      const name = normalizeQuery(answer.query);
      // Nobody comes back to the first of a hundred queries.
      if (answers.size >= answersMax) answers.clear();
      answers.set(name, answer);
      setTimeout(() => answers.delete(name), ttlMs);
    },
  };
}

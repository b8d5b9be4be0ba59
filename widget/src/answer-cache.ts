/** Recent answers by normal form of their query, in memory only: at most 100, for at most a minute (§4.9.7). */
import type { Answer } from './answer.ts';
import { readClock } from './clock.ts';
import { normalizeText } from './reducer.ts';

const answersMax = 100;
/** As long as the service itself remembers an answer (§8). */
const answerTtlMs = 60_000;

export interface Remembered {
  readonly answer: Answer;
  readonly ageMs: number;
}

export interface AnswerCache {
  readonly recall: (query: string) => Remembered | null;
  readonly remember: (answer: Answer) => void;
}

export function createAnswerCache(): AnswerCache {
  const entries = new Map<string, { answer: Answer; at: number }>();
  return {
    recall(query) {
      const entry = entries.get(normalizeText(query));
      const ageMs = entry ? readClock() - entry.at : answerTtlMs;
      return entry && ageMs < answerTtlMs ? { answer: entry.answer, ageMs } : null;
    },
    remember(answer) {
      const key = normalizeText(answer.query);
      entries.delete(key);
      entries.set(key, { answer, at: readClock() });
      for (const oldest of entries.keys()) if (entries.size > answersMax) entries.delete(oldest);
    },
  };
}

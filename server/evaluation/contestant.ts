/**
 * Asks each engine, whichever it is, the same questions in the same way, and records its answers. It does not judge them. Latencies
 * are microseconds; typing asks for 5 products. It never asks a timed text twice. An engine that throws ends
 * the run.
 */
// Tests: ./contestant.test.ts.
import type { JudgedQuery } from './judgments.ts';

/** An engine that can be asked. Errors of it pass through. */
export interface Contestant {
  /** The name in the report. */
  readonly name: string;
  /** External ids of at most `limit` products, best first. The text is as typed, its last word perhaps unfinished. */
  search(text: string, limit: number): readonly string[] | Promise<readonly string[]>;
}

/** The questions that every engine of one run is asked. Plain data, so that it can be sent to another process. */
export interface Questions {
  /** The judged queries, asked for {@link Questions.limit} products; no duplicates. */
  readonly queries: readonly string[];
  readonly limit: number;
  /** The beginnings of the queries as a shopper types them, asked for {@link typingLimit} products; no duplicates. */
  readonly beginnings: readonly string[];
  /** Texts whose answers are timed, asked for {@link typingLimit} products. */
  readonly timed: readonly string[];
}

/** The answers of one engine. Plain data, like {@link Questions}. */
export interface Recording {
  readonly name: string;
  /** External ids by query, best first. */
  readonly queries: ReadonlyMap<string, readonly string[]>;
  /** External ids by beginning, best first. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>;
  /** Microseconds an answer, in the order of {@link Questions.timed}. */
  readonly latenciesUs: readonly number[];
}

/** Products that a dropdown shows by default (§4.7 limit), and so what is asked while a shopper types. */
export const typingLimit = 5;

/** The beginnings of a text, letter by letter (code points), the whole last. */
export function beginningsOf(text: string): string[] {
  const letters = Array.from(text);
  return letters.map((_, index) => letters.slice(0, index + 1).join(''));
}

/**
 * The questions of a run; a query that several files judge is asked once. Without texts to time, the beginnings are timed. Of more
 * than `timedMax` texts so many are
 * taken, evenly spread, so that every engine is timed on the same ones.
 */
export function prepareQuestions(
  judged: readonly JudgedQuery[],
  typed: readonly string[],
  { limit, timedMax }: { readonly limit: number; readonly timedMax: number },
): Questions {
  const queries = [...new Set(judged.map(({ text }) => text))];
  const beginnings = queries.flatMap(beginningsOf).filter((text) => text.trim() !== '');
  return {
    queries,
    limit,
    beginnings: [...new Set(beginnings)],
    timed: spread(typed.length === 0 ? beginnings : typed, timedMax),
  };
}

/**
 * Asks everything. The judged questions come first and warm the engine up; the timed ones follow, one after the
 * other. `nowMs` is a clock that only grows, in milliseconds.
 */
export async function recordAnswers(
  contestant: Contestant,
  questions: Questions,
  nowMs: () => number,
): Promise<Recording> {
  const queries = await askAll(contestant, questions.queries, questions.limit);
  const beginnings = await askAll(contestant, questions.beginnings, typingLimit);
  const latenciesUs: number[] = [];
  for (const text of questions.timed) {
    const start = nowMs();
    const answer = contestant.search(text, typingLimit);
    // Waiting costs a turn of the event loop, which an engine that answers at once does not need.
    if (answer instanceof Promise) await answer;
    latenciesUs.push((nowMs() - start) * 1_000);
  }
  return { name: contestant.name, queries, beginnings, latenciesUs };
}

async function askAll(
  contestant: Contestant,
  texts: readonly string[],
  limit: number,
): Promise<Map<string, readonly string[]>> {
  const answers = new Map<string, readonly string[]>();
  for (const text of texts) answers.set(text, await contestant.search(text, limit));
  return answers;
}

function spread(texts: readonly string[], max: number): readonly string[] {
  if (texts.length <= max) return texts;
  return Array.from({ length: max }, (_, index) => texts[Math.floor((index * texts.length) / max)] ?? '');
}

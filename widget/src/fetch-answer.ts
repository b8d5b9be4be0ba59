/**
 * Requests answers from the service (§4.7), at most one for the empty box at a time. It retries nothing and paints
 * nothing. A refusal, an answer that is no JSON or a timeout of 4 seconds rejects; unknown fields of an answer are
 * dropped (answer.ts).
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import { type Answer, readAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { createSend } from './send.ts';
import type { Settings } from './settings.ts';

/** Milliseconds without an answer after which the service counts as unreachable. */
const timeoutMs = 4_000;
/** Milliseconds for which an answer to the empty box is reused. Chosen. */
const freshMs = 5_000;

export interface Question {
  /** Rejects with an error that has the status of a refusal; other errors have no status. */
  readonly answer: Promise<Answer>;
  readonly giveUp: () => void;
}

/** Fetches an answer, and waits for `labels`, so that it can be shown; calls `onSend` if a request is sent. */
export type Ask = (query: string, labels: Promise<void> | undefined, onSend: () => void) => Question;

export function createAsk(
  { answersUrl, storefrontKey, isKeyInQuery, hasQueryId, groupMax }: Settings,
  cache: AnswerCache,
): Ask {
  /** The last request for discovery: the focus reuses a prefetch. */
  let ahead: Question | null = null;
  const send = createSend(timeoutMs);

  async function load(
    query: string,
    labels: Promise<void> | undefined,
    controller: AbortController,
    onSend: () => void,
  ): Promise<Answer> {
    const address = new URL(answersUrl);
    const asked = address.searchParams;
    asked.set('q', query);
    asked.set('limit', `${groupMax}`);
    asked.set('compare_at_price', '1');
    if (hasQueryId) asked.set('query_id', '1');
    if (isKeyInQuery) asked.set('key', storefrontKey);
    const headers: HeadersInit = isKeyInQuery ? {} : { 'X-Api-Key': storefrontKey };
    const body = await send(address, { headers }, controller, onSend);
    await labels;
    const answer = readAnswer(JSON.parse(body), query, groupMax);
    if (!query || !answer.isNone) return answer;
    return { ...(cache.recall('') || answer), query, isNone: true };
  }

  const ask: Ask = (query, labels, onSend) => {
    if (ahead && !query) return ahead;
    const controller = new AbortController();
    const giveUp = () => {
      // An answer for discovery stays useful, so it is not aborted.
      if (query) controller.abort();
    };
    const question = { answer: load(query, labels, controller, onSend), giveUp };
    if (!query) ahead = question;
    const forget = () => {
      if (!query) ahead = null;
    };
    // The caller handles a failure; a prefetch has no caller.
    question.answer.then(cache.remember).then(() => setTimeout(forget, freshMs), forget);
    return question;
  };

  return ask;
}

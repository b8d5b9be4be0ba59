/** Asks the service (§4.7). */
import { type Answer, readAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { createSend } from './send.ts';
import type { Settings } from './settings.ts';

/** A service that says nothing for so long is taken for one that is away. */
const timeoutMs = 4_000;
/** Discovery is not asked for again so soon. */
const freshMs = 5_000;

export interface Question {
  /** Rejected with what the service refuses as an error of its status; what else goes wrong has none. */
  readonly answer: Promise<Answer>;
  readonly giveUp: () => void;
}

/** `onSend` hears of it where a request is sent. */
export type Ask = (query: string, onSend: () => void) => Question;

export function createAsk(
  { answersUrl, storefrontKey, isKeyInQuery, groupMax }: Settings,
  cache: AnswerCache,
): Ask {
  /** The question for discovery that was asked last: a prefetch is taken over by the focus that it came before. */
  let ahead: Question | null = null;
  const send = createSend(timeoutMs);

  async function load(query: string, controller: AbortController, onSend: () => void): Promise<Answer> {
    const address = new URL(answersUrl);
    const asked = address.searchParams;
    asked.set('q', query);
    asked.set('limit', `${groupMax}`);
    if (isKeyInQuery) asked.set('key', storefrontKey);
    const headers: HeadersInit = isKeyInQuery ? {} : { 'X-Api-Key': storefrontKey };
    const body = await send(address, { headers }, controller, onSend);
    const answer = readAnswer(JSON.parse(body), query, groupMax);
    if (!query || !answer.isNone) return answer;
    return { ...(cache.recall('') || answer), query, isNone: true };
  }

  function ask(query: string, onSend: () => void): Question {
    if (ahead && !query) return ahead;
    const controller = new AbortController();
    const giveUp = () => {
      // Discovery is of use later, whatever is asked for next.
      if (query) controller.abort();
    };
    const question = { answer: load(query, controller, onSend), giveUp };
    if (!query) ahead = question;
    const forget = () => {
      if (!query) ahead = null;
    };
    // A failure is handled by whoever asked; a prefetch has nobody.
    question.answer.then(cache.remember).then(() => setTimeout(forget, freshMs), forget);
    return question;
  }

  return ask;
}

/** Asks the service (§4.7). */
import { type Answer, readAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { createSend } from './send.ts';
import type { Settings } from './settings.ts';

/** A service that says nothing for so long is taken for one that is away. */
const timeoutMs = 4_000;

export interface Question {
  /** Rejected with what the service refuses as an error of its status; what else goes wrong has none. */
  readonly answer: Promise<Answer>;
  readonly abort: () => void;
}

export type Ask = (query: string) => Question;

export function createAsk(
  { answersUrl, storefrontKey, isKeyInQuery, groupMax }: Settings,
  cache: AnswerCache,
): Ask {
  /** The question for discovery that is under way: a prefetch is taken over by the focus that it came before. */
  let ahead: Question | null = null;
  const send = createSend(timeoutMs);

  async function load(query: string, controller: AbortController): Promise<Answer> {
    const asked = new URLSearchParams({ q: query, limit: `${groupMax}` });
    if (isKeyInQuery) asked.set('key', storefrontKey);
    const headers: HeadersInit = isKeyInQuery ? {} : { 'X-Api-Key': storefrontKey };
    const address = answersUrl + (answersUrl.includes('?') ? '&' : '?') + asked;
    const answer = readAnswer(JSON.parse(await send(address, { headers }, controller)), query, groupMax);
    if (!query || !answer.isNone) return answer;
    // Where nothing is found, what the shop has is shown below the sentence that says so, which waits for nothing.
    const shop = cache.recall('');
    if (!shop) ask('');
    return { ...(shop || answer), query, isNone: true };
  }

  function ask(query: string): Question {
    if (ahead && !query) return ahead;
    const controller = new AbortController();
    const abort = () => {
      // Discovery is of use later, whatever is asked for next.
      if (query) controller.abort();
    };
    const question = { answer: load(query, controller), abort };
    if (!query) ahead = question;
    const settle = () => {
      if (!query) ahead = null;
    };
    // A failure is handled by whoever asked; a prefetch has nobody.
    question.answer.then(cache.remember).then(settle, settle);
    return question;
  }

  return ask;
}

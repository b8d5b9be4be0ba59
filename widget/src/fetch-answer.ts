/** Asks the service (§4.7). */
import { type Answer, readAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Settings } from './settings.ts';

/** A service that says nothing for so long is taken for one that is away. */
const timeoutMs = 4_000;

export interface Question {
  /** Rejected with what the service refuses as an error of its status; what else goes wrong has none. */
  readonly answer: Promise<Answer>;
  readonly abort: () => void;
}

export type Ask = (query: string) => Question;

export function createAsk({ endpoint, apiKey, isKeyInQuery, limit }: Settings, cache: AnswerCache): Ask {
  /** The question for discovery that is under way: a prefetch is taken over by the focus that it came before. */
  let ahead: Question | null = null;

  async function load(query: string, signal: AbortSignal): Promise<Answer> {
    const asked = new URLSearchParams({ q: query, limit: `${limit}` });
    if (isKeyInQuery) asked.set('key', apiKey);
    const headers: HeadersInit = isKeyInQuery ? {} : { 'X-Api-Key': apiKey };
    const address = endpoint + (endpoint.includes('?') ? '&' : '?') + asked;
    const response = await fetch(address, { headers, signal, credentials: 'omit' });
    if (!response.ok) throw response;
    const answer = readAnswer(await response.json(), query, limit);
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
      controller.abort();
      if (ahead === question) ahead = null;
    };
    setTimeout(abort, timeoutMs);
    // Discovery is of use later, whatever is asked for next.
    const question = { answer: load(query, controller.signal), abort: query ? abort : () => {} };
    // Once it is settled there is nothing left to abort. A failure is handled by whoever asked; a prefetch has nobody.
    question.answer.then(cache.remember).then(abort, abort);
    if (!query) ahead = question;
    return question;
  }

  return ask;
}

/**
 * Asks the service (§4.7). A dead or busy service must not tax the shop: it is left alone for as long as it asks
 * (`Retry-After`), and after three failures in a row for ten seconds.
 */
import { type Answer, readAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { readClock } from './clock.ts';
import type { Settings } from './settings.ts';

/** Chosen: a shopper has typed on by then. */
const timeoutMs = 4_000;
const failuresMax = 3;
const pauseMs = 10_000;
/** The longest query that the service takes (§8). */
const queryMaxLength = 100;

/** What a question is rejected with. */
export interface AskFailure {
  /** 0 where no answer came. */
  readonly status: number;
  /** Nothing was sent, for the service is to be left alone. */
  readonly isHeld: boolean;
}

export interface Question {
  readonly answer: Promise<Answer>;
  readonly abort: () => void;
}

export type Ask = (query: string) => Question;

export function createAsk(settings: Settings, cache: AnswerCache): Ask {
  let failureCount = 0;
  let heldUntil = 0;
  /** The question for discovery that is under way: a prefetch is taken over by the focus that it came before. */
  let discovery: Question | null = null;

  /** What is wrong with the question itself says nothing about the service. */
  function countFailure(status: number, retryAfter: string | null): void {
    if (status && status < 500 && status !== 429) return;
    failureCount += 1;
    const waitMs = Number(retryAfter) * 1000 || (failureCount < failuresMax ? 0 : pauseMs);
    if (waitMs) heldUntil = readClock() + waitMs;
  }

  function addressOf(query: string): string {
    const url = new URL(settings.endpoint);
    url.searchParams.set('q', [...query].slice(0, queryMaxLength).join(''));
    url.searchParams.set('limit', String(settings.limit));
    if (settings.isKeyInQuery) url.searchParams.set('key', settings.apiKey);
    return url.href;
  }

  function start(query: string): Question {
    const controller = new AbortController();
    const headers: HeadersInit = settings.isKeyInQuery ? {} : { 'X-Api-Key': settings.apiKey };
    let isSuperseded = false;
    const load = async (): Promise<Answer> => {
      const failure = { status: 0, isHeld: readClock() < heldUntil };
      if (failure.isHeld) throw failure;
      const timer = setTimeout(() => controller.abort(), timeoutMs);
      let retryAfter: string | null = null;
      try {
        const response = await fetch(addressOf(query), {
          headers,
          signal: controller.signal,
          credentials: 'omit',
        });
        failure.status = response.status;
        retryAfter = response.headers.get('Retry-After');
        if (!response.ok) throw failure;
        const found = readAnswer(await response.json(), query, settings.limit);
        failureCount = 0;
        const whole = found.mode === 'none' ? await offerDiscovery(found) : found;
        cache.remember(whole);
        return whole;
      } catch {
        if (!isSuperseded) countFailure(failure.status, retryAfter);
        throw failure;
      } finally {
        clearTimeout(timer);
      }
    };
    const answer = load();
    // Whoever asked handles a failure; a prefetch has nobody.
    answer.catch(() => {});
    return {
      answer,
      abort() {
        isSuperseded = true;
        controller.abort();
      },
    };
  }

  /** Where nothing is found, what the shop has is shown below the sentence that says so. */
  async function offerDiscovery(found: Answer): Promise<Answer> {
    try {
      const shop = cache.recall('')?.answer ?? (await ask('').answer);
      return { ...found, choices: shop.choices };
    } catch {
      return found;
    }
  }

  function ask(query: string): Question {
    if (query) return start(query);
    if (discovery) return discovery;
    const question = start('');
    discovery = question;
    const end = () => {
      if (discovery === question) discovery = null;
    };
    question.answer.then(end, end);
    return { answer: question.answer, abort: () => (end(), question.abort()) };
  }

  return ask;
}

/**
 * The RPC client of the phrase thread, which runs only while it is needed: it starts with the first request and ends 30 s after the
 * last. A thread that ends rejects the requests under way; a store that made it end repeatedly is blamed, so that its job is given up
 * sooner. It never repeats a request: jobs do. Failures come as GeneratorError, with a pause in milliseconds where the provider named
 * one.
 */
// Tests: ./phrase-client.live.test.ts.
import { createSystemClock } from '../../clock.ts';
import type { CheckedAnswer, CheckedRequest } from '../../enrichment/generate-checked.ts';
import { GeneratorError } from '../../enrichment/phrase-generator.ts';
import type { StoreTask } from '../../jobs/quarantine.ts';
import { CrashBlame } from '../crashes/crash-blame.ts';
import { startThread, type Thread } from '../lifecycle/start-thread.ts';
import { niceness } from '../lifecycle/thread-priority.ts';
import type { PhraseMethods, PhraseThreadData } from './phrase-methods.ts';

/** Milliseconds that an idle thread waits for its next request. Chosen: its knowledge of catalogs costs seconds to read again. */
const usualIdleMs = 30_000;

/** Writes phrases in a thread of its own. */
export interface PhraseClient {
  /**
   * Rejects with a GeneratorError. If the thread ends meanwhile, its kind is `away`, or `unusable` if the store is blamed for the
   * end.
   */
  generate(request: CheckedRequest, signal: AbortSignal): Promise<CheckedAnswer>;
  /** Ends the thread, if there is one; the next request starts another. */
  close(): Promise<void>;
}

/** Creates the client; the thread starts with the first request. */
export function createPhraseClient(data: PhraseThreadData, idleMs = usualIdleMs): PhraseClient {
  const blame = new CrashBlame(createSystemClock());
  const underWay = new Map<number, string>();
  let thread: Thread<PhraseMethods> | null = null;
  let whyEnded: string | null = null;
  let lastId = 0;
  let ending: NodeJS.Timeout | undefined;

  function start(): Thread<PhraseMethods> {
    const listener = {
      onDeath(error: Error) {
        blame.note(Array.from(new Set(underWay.values()), taskOf), error);
        whyEnded = error.message;
        thread = null;
      },
    };
    const file = new URL('./phrase-thread.ts', import.meta.url);
    return startThread<PhraseMethods>(file, data, listener, { steps: niceness.merging });
  }

  async function close(): Promise<void> {
    clearTimeout(ending);
    const ended = thread;
    thread = null;
    await ended?.terminate();
  }

  async function ask(id: number, request: CheckedRequest, signal: AbortSignal): Promise<CheckedAnswer> {
    thread ??= start();
    const running = thread;
    const abortRun = () => void running.call('abortRun', id).catch(() => {});
    signal.addEventListener('abort', abortRun, { once: true });
    try {
      const response = await running.call('generate', { ...request, id });
      if ('answer' in response) return response.answer;
      const { kind, message, ...details } = response.failure;
      throw new GeneratorError(kind, message, details);
    } finally {
      signal.removeEventListener('abort', abortRun);
    }
  }

  return {
    async generate(request, signal) {
      signal.throwIfAborted();
      whyEnded = null;
      clearTimeout(ending);
      lastId += 1;
      const id = lastId;
      const { storeId } = request.batch;
      underWay.set(id, storeId);
      try {
        const answer = await ask(id, request, signal);
        blame.acquit(storeId, 'enrichment');
        return answer;
      } catch (error) {
        // The reason of the thread's end says more than the fact.
        if (whyEnded === null) throw error;
        // A store that is to blame is given up after fewer attempts than others.
        const kind = blame.held().some((held) => held.storeId === storeId) ? 'unusable' : 'away';
        throw new GeneratorError(kind, `The phrase thread ended: ${whyEnded}`, { cause: error });
      } finally {
        underWay.delete(id);
        if (underWay.size === 0 && thread !== null) ending = setTimeout(() => void close(), idleMs).unref();
      }
    },
    close,
  };
}

function taskOf(storeId: string): StoreTask {
  return { storeId, work: 'enrichment' };
}

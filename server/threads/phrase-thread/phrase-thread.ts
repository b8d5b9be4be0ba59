/**
 * The phrase thread: writes phrases, by rules on the processor or by asking a provider, and checks them against the output rules. It
 * reads catalogs to learn their words; it writes nothing to the database. A failure of the generator is answered as a value; any other
 * error rejects the call. Limits of phrases are those of the output rules, limits of requests the provider's (generators); it sets
 * none itself. It answers no keystroke.
 */
// Tests: ./phrase-client.live.test.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { createSystemClock } from '../../clock.ts';
import { createGenerator } from '../../enrichment/create-generator.ts';
import { generateChecked } from '../../enrichment/generate-checked.ts';
import { GeneratorError } from '../../enrichment/phrase-generator.ts';
import { createKnowledgeCache, createProfileCache } from '../../enrichment/store-knowledge.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { serveRpc } from '../lifecycle/rpc.ts';
import type { GeneratorFailure, PhraseMethods, PhraseThreadData } from './phrase-methods.ts';

if (parentPort === null) throw new Error('phrase-thread.ts runs as a worker thread');
const { target, ...settings } = workerData as PhraseThreadData;
const storage = await openStorage({ ...target, readOnly: true });
const clock = createSystemClock();
const profileOf = createProfileCache(storage, clock);
const knowledgeOf = createKnowledgeCache(storage, profileOf);
const generator = createGenerator(settings, clock, profileOf);
const underWay = new Map<number, AbortController>();

serveRpc<PhraseMethods>(parentPort, {
  async generate({ id, ...request }) {
    const breaking = new AbortController();
    underWay.set(id, breaking);
    try {
      const { storeId, locale } = request.batch;
      const knowledge = await knowledgeOf(storeId, locale);
      return { answer: await generateChecked(generator, { ...request, knowledge }, breaking.signal) };
    } catch (error) {
      if (error instanceof GeneratorError) return { failure: toFailure(error) };
      throw error;
    } finally {
      underWay.delete(id);
    }
  },
  async abortRun(id) {
    underWay.get(id)?.abort();
    return null;
  },
});

function toFailure(error: GeneratorError): GeneratorFailure {
  const { kind, message, retryAfterMs, inputTokens, outputTokens } = error;
  return { kind, message, retryAfterMs, inputTokens, outputTokens };
}

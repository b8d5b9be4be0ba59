/**
 * Phrases from a language model across the network: one request for several products, within a time, tried once. It returns what could
 * be read of the answer; the queue applies the output rules and retries. Without other settings a request takes 60 s at most and an
 * answer 16,000 tokens. It never stores or checks phrases; failures are GeneratorErrors without texts of the provider.
 */
// Tests: ./provider-generator.live.test.ts.
import type { Clock } from '../../../clock.ts';
import {
  GeneratorError,
  type PhraseAnswer,
  type PhraseBatch,
  type PhraseGenerator,
  providerOf,
} from '../../phrase-generator.ts';
import { phrases2 } from '../../prompts/phrases-2.ts';
import { estimateTextTokens } from '../../token-estimate.ts';
import { askModel, type ModelAnswer, type ModelRequest, type ModelServer } from './ask-model.ts';
import { blames, mapFailure } from './map-failure.ts';
import { readAnswer } from './read-answer.ts';
import { type RequestText, writeRequest } from './request-text.ts';

export interface ProviderSettings {
  readonly server: ModelServer;
  readonly productsPerRequest: number;
  /** Milliseconds that one request may take in all; 60 s if absent. */
  readonly timeoutMs?: number;
}

const prompt = phrases2;
const schemaTokens = estimateTextTokens(JSON.stringify(prompt.answerSchema));
const instructionTokens = estimateTextTokens(prompt.instructions);
/** Twice what is expected, and room for models that think before they answer (chosen). */
const spareOutputTokens = 2_000;
const outputMaxTokens = 16_000;
/** The words by which servers name the schema of an answer when they refuse it. */
const schemaNames = [
  'response_format',
  'json_schema',
  'output_config',
  'output_format',
  'output format',
  'structured output',
];

/** A generator that asks the server; nothing is loaded or connected before the first request. */
export function createProviderGenerator(settings: ProviderSettings, clock: Clock): PhraseGenerator {
  const { server, timeoutMs = 60_000 } = settings;
  const ask = createAsker(server);
  const provider = providerOf(server);
  return {
    name: server.name,
    model: server.model,
    promptVersion: prompt.version,
    productsPerRequest: settings.productsPerRequest,
    estimateTokens: (batch) => estimateTokens(batch, writeRequest(batch).data),
    async generate(batch, signal) {
      if (batch.products.length === 0) return { phrases: new Map(), inputTokens: 0, outputTokens: 0 };
      const request = writeRequest(batch);
      const expected = estimateTokens(batch, request.data);
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await ask({
          instructions: prompt.instructions,
          data: request.data,
          maxOutputTokens: Math.min(2 * expected.output + spareOutputTokens, outputMaxTokens),
          signal: AbortSignal.any([signal, timeout]),
        });
        return readPhrases(answer, request, provider, expected.input);
      } catch (error) {
        throw mapFailure(error, {
          provider,
          apiKey: server.apiKey,
          timeoutMs,
          wasCalledOff: signal.aborted,
          tookTooLong: timeout.aborted,
          nowMs: clock.nowMicros() / 1_000,
        });
      }
    },
  };
}

/**
 * Asks, and learns what the server does not take: some know no schemas, some know the bound on the answer by its
 * newer name only. Such a server says so once, with the first request, which is then sent in the other way.
 */
function createAsker(server: ModelServer) {
  let takesSchema = true;
  let namesCompletionTokens = false;
  return async function ask(
    request: Omit<ModelRequest, 'answerSchema' | 'namesCompletionTokens'>,
  ): Promise<ModelAnswer> {
    try {
      const answerSchema = takesSchema ? prompt.answerSchema : null;
      return await askModel(server, { ...request, answerSchema, namesCompletionTokens });
    } catch (error) {
      if (!namesCompletionTokens && blames(error, ['max_completion_tokens'])) namesCompletionTokens = true;
      else if (takesSchema && blames(error, schemaNames)) takesSchema = false;
      else throw error;
      return ask(request);
    }
  };
}

function readPhrases(
  answer: ModelAnswer,
  { idOf }: RequestText,
  provider: string,
  expectedInput: number,
): PhraseAnswer {
  // Servers that report no counts are assumed to have used what was expected.
  const inputTokens = answer.inputTokens ?? expectedInput;
  const outputTokens = answer.outputTokens ?? estimateTextTokens(answer.text);
  const phrases = readAnswer(answer.text, idOf);
  if (phrases.size === 0) {
    const what = answer.text.trim() === '' ? 'no text' : 'no phrases for any of the products';
    throw new GeneratorError('unusable', `${provider} answered with ${what}.`, { inputTokens, outputTokens });
  }
  return { phrases, inputTokens, outputTokens };
}

/**
 * Input is the text itself. Output is 440 characters of phrases and type a product, with as many tokens a character as its
 * title has, and JSON around them (chosen; twelve suggestions and search phrases on average).
 */
function estimateTokens(batch: PhraseBatch, data: string): { input: number; output: number } {
  const outputs = batch.products.map(({ title }) => {
    const density = estimateTextTokens(title) / Math.max(title.length, 1);
    return 100 + Math.round(440 * Math.min(Math.max(density, 0.2), 1));
  });
  return {
    input: instructionTokens + schemaTokens + estimateTextTokens(data),
    output: 20 + outputs.reduce((sum, output) => sum + output, 0),
  };
}

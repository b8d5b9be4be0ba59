/**
 * The only file that knows the AI SDK (record 0027). It is loaded with the first request, so that services without a
 * provider never do. Its retries are off, since the queue has the one policy; so are its warnings.
 */
// Tests: ./provider-generator.live.test.ts.
import type { LanguageModel } from 'ai';
import { AnswerTooLongError } from './map-failure.ts';

/** The server of a model. */
export interface ModelServer {
  readonly name: 'openai' | 'anthropic';
  readonly model: string;
  readonly baseUrl: string;
  /** Null where the server wants none, as local ones do. */
  readonly apiKey: string | null;
}

/** A request to a model. */
export interface ModelRequest {
  readonly instructions: string;
  readonly data: string;
  /** The server holds the answer to it; null leaves that to the instructions. */
  readonly answerSchema: Readonly<Record<string, unknown>> | null;
  readonly maxOutputTokens: number;
  /** The newer name of the bound, which some servers insist on and others do not know. */
  readonly namesCompletionTokens: boolean;
  readonly signal: AbortSignal;
}

export interface ModelAnswer {
  readonly text: string;
  /** Null if the server did not report it. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** Sends one request; rejects with errors of the SDK, which contain data that must not be shown (`map-failure.ts`). */
export async function askModel(server: ModelServer, request: ModelRequest): Promise<ModelAnswer> {
  const [{ generateText, jsonSchema, Output }, model] = await Promise.all([
    import('ai'),
    openModel(server, request),
  ]);
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { answerSchema } = request;
  const result = await generateText({
    model,
    instructions: request.instructions,
    prompt: request.data,
    // Only the form of the answer is asked for here: the SDK would throw away what it cannot parse.
    ...(answerSchema !== null && {
      output: { ...Output.object({ schema: jsonSchema(answerSchema) }), parseCompleteOutput: readNothing },
    }),
    maxOutputTokens: request.maxOutputTokens,
    maxRetries: 0,
    abortSignal: request.signal,
  });
  const { text, usage } = result;
  return { text, inputTokens: usage.inputTokens ?? null, outputTokens: usage.outputTokens ?? null };
}

async function readNothing(): Promise<null> {
  return null;
}

/** Key and address are always given: the SDK would look into the environment for what is missing. */
async function openModel(server: ModelServer, request: ModelRequest): Promise<LanguageModel> {
  const { model, baseUrl, apiKey } = server;
  if (server.name === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch: guardedFetch })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrl,
    ...(apiKey !== null && { apiKey }),
    supportsStructuredOutputs: true,
    transformRequestBody: ({ max_tokens: bound, ...body }) =>
      request.namesCompletionTokens
        ? { ...body, max_completion_tokens: bound }
        : { ...body, max_tokens: bound },
    fetch: guardedFetch,
  })(model);
}

/** More than the longest answer of a model, by far (chosen). */
const bodyMaxBytes = 4 * 1024 * 1024;

/**
 * `fetch` that follows no redirect, since a redirect could lead the key in the headers anywhere, and that limits the length of
 * answers.
 */
const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.body === null) return response;
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bodyMaxBytes) controller.error(new AnswerTooLongError('the body is too long'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
};

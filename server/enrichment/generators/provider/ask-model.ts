/**
 * Sends one request to the server of a language model and returns the model's text: OpenAI's chat completions, which local
 * and hosted servers speak too, or Anthropic's messages. It never retries, since the queue does, never follows a redirect,
 * since that could lead the key anywhere, and reads at most 4 MiB of an answer. Each failure is a `ModelError`, whose
 * status, headers and body must not be shown (`map-failure.ts`).
 */
// Tests: ./provider-generator.live.test.ts.

/** The server of a model. */
export interface ModelServer {
  readonly name: 'openai' | 'anthropic';
  readonly model: string;
  /** Ends before the path of the call, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Null where the server wants none, as local ones do. */
  readonly apiKey: string | null;
}

/** A request to a model. */
export interface ModelRequest {
  readonly instructions: string;
  readonly data: string;
  /** JSON schema that the server holds the answer to; null leaves the form to the instructions. */
  readonly answerSchema: Readonly<Record<string, unknown>> | null;
  readonly maxOutputTokens: number;
  /** Sends the bound on the answer by its newer name, which some servers insist on and others do not know. */
  readonly namesCompletionTokens: boolean;
  readonly signal: AbortSignal;
}

export interface ModelAnswer {
  readonly text: string;
  /** Null if the server did not report it. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** The step at which a request failed. */
export type ModelFailure =
  /** The key cannot be sent in a header; nothing was sent. */
  | { readonly at: 'key' }
  /** There was no connection, or it broke before the end of the answer. */
  | { readonly at: 'network' }
  /** The server refused the request. Header names are in lower case. */
  | {
      readonly at: 'status';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The answer is longer than any valid one. */
  | { readonly at: 'length' }
  /** The answer is not in the form of the API. */
  | { readonly at: 'form' };

/** A request that failed. Neither the failure's texts nor the cause may reach a log or a person. */
export class ModelError extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, cause?: unknown) {
    super(`The request to the model failed: ${failure.at}.`, { cause });
    this.failure = failure;
  }
}

/** The longest answer that is read, in bytes: far more than the longest text of a model (chosen). */
const bodyMaxBytes = 4 * 1024 * 1024;

/** Asks once. Rejects with a `ModelError`, or with the signal's reason. */
export async function askModel(server: ModelServer, request: ModelRequest): Promise<ModelAnswer> {
  const dialect = dialects[server.name];
  const headers = headersOf(dialect, server.apiKey);
  const { signal } = request;
  try {
    const response = await fetch(`${server.baseUrl.replace(/\/+$/, '')}${dialect.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(dialect.write(server.model, request)),
      redirect: 'manual',
      signal,
    });
    const body = await readBody(response);
    if (response.ok) return readAnswer(dialect, body);
    throw new ModelError({
      at: 'status',
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body,
    });
  } catch (error) {
    throw error instanceof ModelError || signal.aborted ? error : new ModelError({ at: 'network' }, error);
  }
}

function headersOf(dialect: Dialect, apiKey: string | null): Headers {
  try {
    return new Headers({
      'content-type': 'application/json',
      ...dialect.headers,
      ...(apiKey !== null && dialect.keyHeaders(apiKey)),
    });
  } catch {
    // The exception quotes the key, so it is not the cause.
    throw new ModelError({ at: 'key' });
  }
}

async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bodyMaxBytes) throw new ModelError({ at: 'length' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readAnswer(dialect: Dialect, body: string): ModelAnswer {
  try {
    const answer = dialect.read(JSON.parse(body));
    if (typeof answer.text === 'string') return { ...answer, text: answer.text };
  } catch {
    // A page of a proxy, or an answer of another API.
  }
  throw new ModelError({ at: 'form' });
}

/** The parts in which the two APIs differ. */
interface Dialect {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  keyHeaders(apiKey: string): Readonly<Record<string, string>>;
  write(model: string, request: ModelRequest): unknown;
  /** Reads a body of status 2xx; throws, or returns another text than a string, if it has another form. */
  read(body: unknown): { text: unknown; inputTokens: number | null; outputTokens: number | null };
}

/** https://platform.openai.com/docs/api-reference/chat */
const openai: Dialect = {
  path: '/chat/completions',
  headers: {},
  keyHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  write: (model, { instructions, data, answerSchema, maxOutputTokens, namesCompletionTokens }) => ({
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: data },
    ],
    [namesCompletionTokens ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
    ...(answerSchema !== null && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'phrases', strict: true, schema: answerSchema },
      },
    }),
  }),
  read(body) {
    const { choices, usage } = body as {
      choices: readonly [{ message: { content: unknown } }];
      usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
    };
    return {
      // A model that only thought or declined has no content.
      text: choices[0].message.content ?? '',
      inputTokens: countOf(usage?.prompt_tokens),
      outputTokens: countOf(usage?.completion_tokens),
    };
  },
};

/** https://platform.claude.com/docs/en/api/messages */
const anthropic: Dialect = {
  path: '/messages',
  headers: { 'anthropic-version': '2023-06-01' },
  keyHeaders: (apiKey) => ({ 'x-api-key': apiKey }),
  write: (model, { instructions, data, answerSchema, maxOutputTokens }) => ({
    model,
    system: instructions,
    messages: [{ role: 'user', content: data }],
    max_tokens: maxOutputTokens,
    ...(answerSchema !== null && {
      output_config: { format: { type: 'json_schema', schema: answerSchema } },
    }),
  }),
  read(body) {
    const { content, usage } = body as {
      content: readonly { type: string; text?: unknown }[];
      usage?: { input_tokens?: unknown; output_tokens?: unknown };
    };
    const texts = content.filter(({ type }) => type === 'text').map(({ text }) => String(text));
    return {
      text: texts.join(''),
      inputTokens: countOf(usage?.input_tokens),
      outputTokens: countOf(usage?.output_tokens),
    };
  },
};

const dialects: Readonly<Record<ModelServer['name'], Dialect>> = { openai, anthropic };

/** A count of tokens; null for anything else. */
function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/**
 * A server of a language model that behaves as it is told, step by step, over real HTTP. The parts of one API alone stand in
 * `fake-openai-server.ts` and `fake-anthropic-server.ts`. Each request takes the next step of the script; when the script is at its
 * end, requests are answered well. It keeps no secret and never leaves this machine. Another path is answered 404; delays are
 * milliseconds, sizes bytes, tokens a rough count.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A product as the model was shown it. */
export interface ShownProduct {
  /** The token of this request, not the product's id. */
  readonly id: string;
  readonly title: string;
  readonly [field: string]: unknown;
}

/** Phrases as a model writes them. */
export interface WrittenPhrases {
  readonly type?: unknown;
  readonly type_synonyms?: unknown;
  readonly suggestion_phrases: readonly string[];
  readonly search_phrases: readonly string[];
}

/** One request, taken apart. */
export interface AiRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** The instructions to the model. */
  readonly instructions: string;
  /** The data part as it was sent. */
  readonly data: string;
  readonly products: readonly ShownProduct[];
}

/**
 * The course of one request.
 *
 * | step | is answered |
 * | --- | --- |
 * | `well` | two suggestions and one search phrase a product, made of its title's words |
 * | `hang` / `stall` | nothing at all / half of a body, then nothing |
 * | `reset` / `cut` | the connection is reset before / in the midst of the body |
 * | `page` | 200 with an HTML page, as a proxy does |
 * | `garbage` / `empty` | words that are no JSON / no words |
 * | `half_json` | JSON that ends within its first product |
 * | `wrong_shape` / `no_phrases` | JSON about something else / every product with empty lists |
 * | `fenced` | well, in a code fence with prose around it |
 * | `other_language` | Russian phrases whatever the product's language |
 * | `doubled` / `unknown` / `missing` | the first product twice / under an id of no product / not at all |
 * | `leak` | the instructions, in the prose and as phrases |
 * | `{ slowMs }` | well, that late |
 * | `{ busy }` | 429 with this Retry-After; null sends none |
 * | `{ status, code?, message?, headers? }` | an error of the API |
 * | `{ hugeBytes }` | that much text |
 * | `{ phrases }` | what the function writes for each product; null leaves it out |
 * | `{ content }` | these words |
 * | `{ by }` | as the step that the function gives for the request |
 */
export type AiStep =
  | (typeof plainSteps)[number]
  | { readonly slowMs: number }
  | { readonly busy: string | null }
  | {
      readonly status: number;
      readonly code?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly hugeBytes: number }
  | { readonly phrases: (product: ShownProduct) => WrittenPhrases | null }
  | { readonly content: string | ((request: AiRequest) => string) }
  | { readonly by: (request: AiRequest) => AiStep };

/** Every step that is one word. */
export const plainSteps = [
  'well',
  'hang',
  'stall',
  'reset',
  'cut',
  'page',
  'garbage',
  'empty',
  'half_json',
  'wrong_shape',
  'no_phrases',
  'fenced',
  'other_language',
  'doubled',
  'unknown',
  'missing',
  'leak',
] as const;

export interface FakeAiServer {
  /** The base URL for the service's settings. */
  readonly url: string;
  /** Oldest first. */
  readonly requests: readonly AiRequest[];
  /** Adds steps for the next requests, one each, behind those that are still to come. */
  script(...steps: readonly AiStep[]): void;
  /** Sets the step for requests after the script's end; `well` to begin with. */
  otherwise(step: AiStep): void;
  /** Steps that nobody has asked for yet. */
  stepsLeft(): number;
  /** Connections whose answer is still under way. */
  underWay(): number;
  /** Ends every connection, such as those that hang. */
  dropConnections(): void;
  /** The most answers that were under way at a time. */
  mostUnderWay(): number;
  close(): Promise<void>;
}

/** The differences between one API and another. */
export interface AiDialect {
  /** Path of the base URL. */
  readonly basePath: string;
  /** Path of the requests. */
  readonly path: string;
  read(body: Record<string, unknown>): { readonly instructions: string; readonly data: string };
  present(content: string, whole: boolean, request: AiRequest): unknown;
  presentError(status: number, code: string, message: string): unknown;
}

/** A test's own end, at which the server closes. */
export interface TestEnd {
  after(close: () => Promise<void>): void;
}

/** Listens on a free port. */
export async function startFakeAi(dialect: AiDialect, test?: TestEnd): Promise<FakeAiServer> {
  const requests: AiRequest[] = [];
  const steps: AiStep[] = [];
  const sockets = new Set<Socket>();
  let otherwise: AiStep = 'well';
  let underWay = 0;
  let mostUnderWay = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      response.on('close', () => {
        underWay -= 1;
      });
      if (incoming.url !== dialect.path) return response.writeHead(404).end('no such path');
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      const { instructions, data } = dialect.read(body);
      const { products } = JSON.parse(data) as { products: ShownProduct[] };
      const request = { path: incoming.url, headers: incoming.headers, body, instructions, data, products };
      requests.push(request);
      return takeStep(dialect, steps.shift() ?? otherwise, request, response);
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  // One that a failed test leaves open must not keep the tests from ending.
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  test?.after(close);
  return {
    url: `http://127.0.0.1:${port}${dialect.basePath}`,
    requests,
    script: (...more) => steps.push(...more),
    otherwise(step) {
      otherwise = step;
    },
    stepsLeft: () => steps.length,
    underWay: () => underWay,
    mostUnderWay: () => mostUnderWay,
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
    close,
  };
}

/** Answers one request as the step says. */
async function takeStep(
  dialect: AiDialect,
  step: AiStep,
  request: AiRequest,
  response: ServerResponse,
): Promise<void> {
  const send = (content: string, whole = true) => {
    sendJson(response, 200, dialect.present(content, whole, request));
  };
  if (typeof step === 'object') {
    if ('by' in step) return await takeStep(dialect, step.by(request), request, response);
    if ('busy' in step) {
      const headers = step.busy === null ? {} : { 'retry-after': step.busy };
      return sendJson(response, 429, dialect.presentError(429, 'rate_limit_exceeded', 'Slow down.'), headers);
    }
    if ('status' in step) {
      const { status, code = 'server_error', message = 'It broke.', headers } = step;
      return sendJson(response, status, dialect.presentError(status, code, message), headers);
    }
    if ('slowMs' in step) await pause(step.slowMs, undefined, { ref: false });
    if ('hugeBytes' in step) return send('x'.repeat(step.hugeBytes));
    if ('phrases' in step) return send(writeAnswer(request, step.phrases));
    if ('content' in step)
      return send(typeof step.content === 'string' ? step.content : step.content(request));
    return send(writeAnswer(request, phrasesOfTitle));
  }
  if (step === 'hang') return;
  if (step === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (step === 'page') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Welcome</h1></html>');
    return;
  }
  if (step === 'stall' || step === 'cut') {
    const text = JSON.stringify(dialect.present(writeAnswer(request, phrasesOfTitle), true, request));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length * 2 });
    response.write(text.slice(0, text.length / 2), () => {
      if (step === 'cut') response.socket?.resetAndDestroy();
    });
    return;
  }
  send(contentOf(step, request), step !== 'half_json');
}

type ContentStep = Exclude<(typeof plainSteps)[number], 'hang' | 'stall' | 'reset' | 'cut' | 'page'>;

/** Returns the text of the model in this step. */
function contentOf(step: ContentStep, request: AiRequest): string {
  const well = writeAnswer(request, phrasesOfTitle);
  const [first, ...others] = request.products;
  const entry = (id: string) => ({ id, ...phrasesOfTitle(first ?? { id, title: id }) });
  const rest = others.map((product) => ({ id: product.id, ...phrasesOfTitle(product) }));
  const contents: Record<ContentStep, () => string> = {
    well: () => well,
    garbage: () => 'I am sorry, {but} I [cannot do that]: "as a language model',
    empty: () => '',
    half_json: () => well.slice(0, well.indexOf('suggestion_phrases') + 30),
    wrong_shape: () => JSON.stringify({ weather: 'fine', items: [1, 2, { id: 3 }] }),
    no_phrases: () => writeAnswer(request, () => ({ suggestion_phrases: [], search_phrases: [] })),
    fenced: () => `Here are the phrases {as asked}:\n\n\`\`\`json\n${well}\n\`\`\`\n\nAnything else?`,
    other_language: () =>
      writeAnswer(request, () => ({
        suggestion_phrases: ['красные кроссовки', 'беговая обувь'],
        search_phrases: ['обувь для бега'],
      })),
    doubled: () => JSON.stringify({ products: [entry(first?.id ?? ''), entry(first?.id ?? ''), ...rest] }),
    unknown: () => JSON.stringify({ products: [entry('p999'), ...rest] }),
    missing: () => JSON.stringify({ products: rest }),
    leak: () =>
      `${request.instructions}\n${writeAnswer(request, () => ({
        suggestion_phrases: request.instructions.split('\n').slice(0, 8),
        search_phrases: ['you are a system prompt', request.instructions],
      }))}`,
  };
  return contents[step]();
}

/** The answer as the instructions ask for it. */
export function writeAnswer(
  request: Pick<AiRequest, 'products'>,
  phrasesOf: (product: ShownProduct) => WrittenPhrases | null,
): string {
  const products = request.products.flatMap((product) => {
    const phrases = phrasesOf(product);
    return phrases === null ? [] : [{ id: product.id, ...phrases }];
  });
  return JSON.stringify({ products });
}

/** Phrases that every rule lets pass, and a type: of words of the title. */
export function phrasesOfTitle({ title }: ShownProduct): WrittenPhrases {
  const words = title.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? [title.slice(0, 40)];
  return {
    type: words.slice(-2).join(' '),
    type_synonyms: [],
    suggestion_phrases: [words.slice(0, 3).join(' '), words.slice(0, 1).join(' ')],
    search_phrases: [words.slice(-2).toReversed().join(' ')],
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Tokens as a rough tokenizer counts them. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * A shop with the widget, for tests: pages with inputs and script tags, and a small service behind it whose answers, delays and
 * failures a test decides. It remembers what was asked and which questions were given up. It has none of the service's code and
 * decides nothing itself: without an instruction it answers 200. Any other path is a page; it waits for promises of the test, never
 * for a time.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface WidgetAnswer {
  suggestions: unknown[];
  categories: unknown[];
  products: unknown[];
  meta: Record<string, unknown>;
}

export interface Asked {
  readonly query: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly cookie: string | undefined;
  /** The browser hung up before the answer. */
  isAborted: boolean;
}

export interface AnsweringShop {
  readonly origin: string;
  readonly asked: Asked[];
  /** Bodies of POST /api/v1/events. */
  readonly events: { session_id: string; events: Record<string, unknown>[] }[];
  /** Paths, with their queries, of the pages that browsers fetched. */
  readonly visited: string[];
  /** The answer to a query; a number is a status. */
  answer: (query: string) => WidgetAnswer | number | string;
  /** Resolves when the answer may go. */
  hold: (query: string) => Promise<void>;
  /** The `Retry-After` of every refusal; empty for none. */
  retryAfter: string;
  /** The status of events; null hangs up. */
  eventsStatus: number | null;
  /** Resolves when the answer to events may go. */
  holdEvents: () => Promise<void>;
  /** The languages whose labels were asked for, the status of their answers, and a promise that these wait for. */
  readonly labels: string[];
  labelsStatus: number;
  holdLabels: () => Promise<void>;
  /** Puts a page at a path. */
  put(path: string, body: string, headers?: Record<string, string>): void;
  stop(): Promise<void>;
}

const built = fileURLToPath(new URL('../../widget/dist', import.meta.url));

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#b6c7e3"/></svg>';

/** A product card (§2.5). */
export function card(id: number, title: string, fields: Record<string, unknown> = {}) {
  return {
    id: `00000000-0000-4000-8000-00000000000${id}`,
    title,
    category: 'Shoes > Running',
    url: `/product-${id}`,
    image_url: '/picture.svg',
    price: '129.90',
    currency: 'EUR',
    in_stock: true,
    ...fields,
  };
}

/** Two of each kind, with the query in them. */
export function usualAnswer(query: string): WidgetAnswer {
  const name = query || 'running';
  return {
    suggestions: [`${name} shoes`, `${name} belt`],
    categories: [
      { title: 'Running', url: null },
      { title: 'Outdoor', url: null },
    ],
    products: [
      card(1, `${name} Cloudfoam 4`),
      card(2, `Trail ${name}`, { in_stock: false, image_url: null }),
    ],
    meta: { query, mode: query ? 'search' : 'discovery', cached: false, source: 'graph' },
  };
}

export const emptyAnswer: WidgetAnswer = { suggestions: [], categories: [], products: [], meta: {} };

/** A page with one input and one script tag. An attribute of `script` goes before the usual one: the first counts. */
export function shopPage(
  parts: { script?: string; body?: string; html?: string; head?: string } = {},
): string {
  const { script = '', html = 'lang="en"', head = '' } = parts;
  const body =
    parts.body ??
    '<header><form action="/searched"><input type="search" aria-label="Search" name="s"></form></header>';
  return `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Shop</title><meta name="viewport" content="width=device-width">${head}</head>
<body>${body}<main><h1>Shop</h1><p>Text</p></main><script src="/widget.js" data-api-key="ft_pk_test" ${script} data-debounce="20"></script></body></html>`;
}

/** A service that is well, which nobody has asked yet. */
function usualBehaviour(): Omit<AnsweringShop, 'put' | 'stop'> {
  return {
    origin: '',
    asked: [],
    events: [],
    visited: [],
    answer: usualAnswer,
    hold: async () => {},
    retryAfter: '',
    eventsStatus: 200,
    holdEvents: async () => {},
    labels: [],
    labelsStatus: 200,
    holdLabels: async () => {},
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function takeEvents(
  shop: AnsweringShop,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  if (shop.eventsStatus === null) return void response.destroy();
  shop.events.push(JSON.parse(Buffer.concat(chunks).toString()));
  await shop.holdEvents();
  response.statusCode = shop.eventsStatus;
  response.end('{}');
}

async function answerLabels(shop: AnsweringShop, language: string, response: ServerResponse): Promise<void> {
  await shop.holdLabels();
  shop.labels.push(language);
  response.setHeader('Content-Type', 'application/json');
  if (shop.labelsStatus === 200)
    return void response.end(readFileSync(join(built, `labels/${language}.json`)));
  response.statusCode = shop.labelsStatus;
  response.end('[]');
}

/** A shop that listens once `start` is called; `reset` makes the service well again. */
export function createAnsweringShop(): AnsweringShop & { start(): Promise<void>; reset(): void } {
  const pages = new Map<string, { body: string; headers: Record<string, string> }>();
  let widget = Buffer.alloc(0);
  const server = createServer((request, response) => void handle(request, response));
  const shop: AnsweringShop = {
    ...usualBehaviour(),
    put: (path, body, headers = {}) => void pages.set(path, { body, headers }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answerQuery(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = url.searchParams.get('q') ?? '';
    const { 'x-api-key': key, cookie } = request.headers;
    const asked: Asked = {
      query,
      path: url.pathname + url.search,
      key: key?.toString(),
      cookie,
      isAborted: false,
    };
    shop.asked.push(asked);
    response.on('close', () => {
      asked.isAborted = !response.writableFinished;
    });
    await shop.hold(query);
    const answer = shop.answer(query);
    if (typeof answer === 'number') response.statusCode = answer;
    if (typeof answer === 'number' && shop.retryAfter) response.setHeader('Retry-After', shop.retryAfter);
    response.setHeader('Content-Type', 'application/json');
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://shop');
    if (url.pathname === '/api/v1/autocomplete') return answerQuery(url, request, response);
    if (url.pathname === '/api/v1/events') return takeEvents(shop, request, response);
    if (/\/widget(\/\w{16})?\.js$/.test(url.pathname)) {
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
      return void response.end(widget);
    }
    const language = /\/widget\/([\w-]+)\.json$/.exec(url.pathname)?.[1];
    if (language !== undefined) return void answerLabels(shop, language, response);
    if (url.pathname === '/picture.svg') {
      response.setHeader('Content-Type', 'image/svg+xml');
      return void response.end(picture);
    }
    shop.visited.push(url.pathname + url.search);
    const page = pages.get(url.pathname) ?? { body: shopPage(), headers: {} };
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers });
    response.end(page.body);
  }

  return Object.assign(shop, {
    async start() {
      widget = readFileSync(join(built, 'widget.js'));
      Object.assign(shop, { origin: await listen(server) });
    },
    reset: () => void Object.assign(shop, { ...usualBehaviour(), origin: shop.origin }),
  });
}

/**
 * A server on this machine that speaks the API of a shop system for tests: it notes what it was asked, and answers as the system does
 * or as the test tells it to for the next requests. It refuses what the system refuses. A request that its system does not know is
 * answered 404, never by chance. It calls no real shop.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface ShopCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds since the server began. */
  readonly atMs: number;
}

/** The answer to one. A value is sent as JSON, text as it is. */
export interface ShopReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Breaks the connection in the middle of the body. */
  readonly isBroken?: boolean;
}

/** Decides whether a call is answered otherwise than by the system; undefined where it is not. */
export type Disturb = (call: ShopCall) => ShopReply | undefined;

/** A running server. */
export interface ShopServer {
  readonly origin: string;
  readonly calls: ShopCall[];
  /** Set by tests: looked at before the system answers. */
  disturb: Disturb;
  /** The clock of the shop in milliseconds, which its answers show and by which it stamps changes. Set by tests. */
  clockMs: () => number;
  close(): Promise<void>;
}

/** Starts a shop: a server of a system whose answers come from `lists`, which tests may change. */
export async function startShop<Lists extends object>(
  lists: Lists,
  answer: (call: ShopCall, shop: ShopServer & Lists) => ShopReply,
): Promise<ShopServer & Lists> {
  const server = await startShopServer((call) => answer(call, shop));
  const shop: ShopServer & Lists = Object.assign(server, lists);
  return shop;
}

/** Starts a server of a system; its `answer` is called for each request in turn. */
async function startShopServer(answer: (call: ShopCall) => ShopReply): Promise<ShopServer> {
  const began = performance.now();
  const calls: ShopCall[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const call: ShopCall = {
      ...{ method: request.method ?? '', url: new URL(request.url ?? '/', shop.origin) },
      ...{ headers: request.headers, body, atMs: performance.now() - began },
    };
    calls.push(call);
    const reply = shop.disturb(call) ?? answer(call);
    const isText = typeof reply.body === 'string' || reply.body instanceof Buffer;
    const text = isText ? (reply.body as string | Buffer) : JSON.stringify(reply.body);
    const contentType = isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
    response.writeHead(reply.status ?? 200, {
      ...{ 'content-type': contentType, 'content-length': Buffer.byteLength(text) },
      date: new Date(shop.clockMs()).toUTCString(),
      ...reply.headers,
    });
    if (reply.isBroken === true) response.write(text.slice(0, text.length / 2), () => response.destroy());
    else response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const shop: ShopServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    disturb: () => undefined,
    clockMs: Date.now,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return shop;
}

/** A time as shops stamp their items, in UTC to the second: `2026-11-29T01:00:00`. */
export function stampOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** The stamp of items that no test has changed. */
export const oldStamp = '2020-01-01T00:00:00';

/** Answers the next `count` calls that `isMeant` with the reply, and the others as the system does. */
export function nextCalls(isMeant: (call: ShopCall) => boolean, count: number, reply: ShopReply): Disturb {
  let left = count;
  return (call) => {
    if (left === 0 || !isMeant(call)) return undefined;
    left -= 1;
    return reply;
  };
}

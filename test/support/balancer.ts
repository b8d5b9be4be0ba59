/**
 * A balancer in front of several nodes, as deployments have one: requests of one key, or of one session of the
 * dashboard, go to one node; whatever has neither goes to the first. An answer to a write is held until it is shown by
 * all nodes, so that a test may ask any of them next.
 *
 * FORETYPE_TEST_SPREAD=turns sends each request to the next node instead, which finds what one key's node hides. Heads may have 256
 * KiB, more than a service takes. A node that is gone fails the request; it never retries, caches or changes a body.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly origin: string;
  close(): Promise<void>;
}

/** `origins` are asked for at each request: nodes may start later. `shown` rejects where a write does not show in time. */
export interface BalancedNodes {
  readonly origins: () => readonly string[];
  readonly shown: (write: IncomingMessage) => Promise<void>;
}

/** More than a service accepts: what is too long is its own to refuse. */
const headerMaxBytes = 256 * 1024;

export async function startBalancer(nodes: BalancedNodes): Promise<Balancer> {
  const choose = process.env.FORETYPE_TEST_SPREAD === 'turns' ? byTurns() : byCaller();
  const server = createServer({ maxHeaderSize: headerMaxBytes, requestTimeout: 0, headersTimeout: 0 });
  for (const event of ['request', 'checkContinue'] as const) {
    server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const origins = nodes.origins();
      const origin = origins[choose(incoming) % origins.length] ?? '';
      forward(incoming, outgoing, origin, nodes.shown);
    });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Choice = (incoming: IncomingMessage) => number;

/** Callers are given to nodes in the order of their first request, so that runs are alike. */
function byCaller(): Choice {
  const places = new Map<string, number>();
  return (incoming) => {
    const caller = callerOf(incoming);
    if (caller === null) return 0;
    const place = places.get(caller) ?? places.size;
    places.set(caller, place);
    return place;
  };
}

function byTurns(): Choice {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}

function callerOf({ headers, url = '' }: IncomingMessage): string | null {
  const { 'x-api-key': key, authorization, cookie } = headers;
  const inAddress = /[?&]key=([^&]*)/.exec(url)?.[1];
  const bearer = authorization?.replace(/^Bearer /i, '');
  const session = /\bft_session=[^;]+/.exec(cookie ?? '')?.[0];
  return (Array.isArray(key) ? key[0] : key) ?? bearer ?? inAddress ?? session ?? null;
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers and bodies pass as they are, in both directions. */
function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  shown: BalancedNodes['shown'],
): void {
  const { hostname, port } = new URL(origin);
  const { method = 'GET', url: path = '/', rawHeaders: headers } = incoming;
  let isAnswered = false;
  // No connection is used twice: the node may close an idle one just as a request sets out on it.
  const options = { hostname, port, method, path, headers, setHost: false, agent: false };
  const onward = request(options, (answer) => {
    isAnswered = true;
    // A node that answers before the end of a body wants no more of it.
    incoming.unpipe(onward);
    incoming.resume();
    const send = () => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      answer.pipe(outgoing);
    };
    if (reading.has(method) || (answer.statusCode ?? 500) >= 500) send();
    else shown(incoming).then(send, (error) => fail(outgoing, error));
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', () => {
    if (!isAnswered) outgoing.destroy();
  });
  outgoing.on('close', () => onward.destroy());
  // A caller who asks whether to send a body is told so by the node.
  if (incoming.headers.expect === undefined) {
    incoming.pipe(onward);
  } else {
    onward.on('continue', () => {
      outgoing.writeContinue();
      incoming.pipe(onward);
    });
  }
  // Not with the first piece of a body: the node may refuse it by its headers.
  onward.flushHeaders();
}

function fail(outgoing: ServerResponse, error: unknown): void {
  outgoing.writeHead(500, { 'content-type': 'text/plain' });
  outgoing.end(String(error));
}

/**
 * A balancer as deploy/haproxy.cfg has it: requests of one key go to one node, the next one where that is away; what only reads is
 * asked again of another node, and a write that was sent is the caller's to repeat. Where no node is ready, since all of them miss
 * their database, those that live go on answering. Checks come every 500 ms (200 ms while a node is away); two failures or 1,000 ms
 * count as away; an answer has 60 s. It never sends a write twice.
 */
import { createHash } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Balancer {
  readonly origin: string;
  /** Names of the nodes that get requests now. */
  ready(): readonly string[];
  close(): Promise<void>;
}

/** A node behind the balancer. */
export interface Backend {
  readonly name: string;
  readonly origin: string;
}

/** The header of an answer that names who gave it; the balancer itself where nobody did. */
export const servedBy = 'x-served-by';
/** The code of its own answer, where the node that got the request is gone. */
export const nodeGone = 'node_gone';

/** The same as in deploy/haproxy.cfg: `inter`, `fastinter`, `fall`. */
const check = { everyMs: 500, fastEveryMs: 200, falls: 2, timeoutMs: 1_000 };
/** `timeout server`: a node that has not answered by then does not. */
const answerLimitMs = 60_000;

interface Judged extends Backend {
  failures: number;
  isReady: boolean;
}

/** A request that came, read to its end. */
interface Asked {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}

// A connection for each request: whether a reused one was closed meanwhile need not be guessed.
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Starts on a free port; `backends` is asked for each request, so that nodes may come and go. */
export async function startBalancer(backends: readonly Backend[]): Promise<Balancer> {
  const nodes = backends.map((backend): Judged => ({ ...backend, failures: check.falls, isReady: false }));
  const closing = new AbortController();
  const watching = nodes.map((node) => watch(node, closing.signal));
  const server = createServer((incoming, response) => {
    void readBody(incoming).then(
      (body) => forward({ incoming, body }, response, order(nodes, keyOf(incoming))),
      () => response.destroy(),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    ready: () => nodes.filter(({ isReady }) => isReady).map(({ name }) => name),
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(watching);
    },
  };
}

async function watch(node: Judged, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(check.timeoutMs)]);
    const isWell = await fetch(`${node.origin}/readyz`, { signal }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    node.failures = isWell ? 0 : node.failures + 1;
    node.isReady = isWell || (node.isReady && node.failures < check.falls);
    const restMs = isWell ? check.everyMs : check.fastEveryMs;
    await pause(restMs, undefined, { signal: closing }).catch(() => {});
  }
}

/** Returns the nodes to ask, in order: the ready ones, or all if none is. */
function order(nodes: readonly Judged[], key: string): Backend[] {
  const ready = nodes.filter(({ isReady }) => isReady);
  const weights = new Map(nodes.map(({ name }) => [name, weigh(key, name)]));
  return [...(ready.length > 0 ? ready : nodes)].sort((left, right) =>
    (weights.get(left.name) ?? '') < (weights.get(right.name) ?? '') ? -1 : 1,
  );
}

/** Rendezvous hashing: a node that goes takes only its own keys along. */
function weigh(key: string, name: string): string {
  return createHash('md5').update(`${key} ${name}`).digest('hex');
}

function keyOf({ headers, url = '', socket }: IncomingMessage): string {
  const inAddress = new URL(url, 'http://balancer').searchParams.get('key');
  return String(headers['x-api-key'] ?? headers.authorization ?? inAddress ?? socket.remoteAddress);
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function forward(asked: Asked, response: ServerResponse, nodes: readonly Backend[]): Promise<void> {
  const isRead = asked.incoming.method === 'GET' || asked.incoming.method === 'HEAD';
  let last = 'none';
  for (const node of nodes) {
    last = node.name;
    try {
      const answer = await send(asked, node);
      const body = await readBody(answer);
      const { connection: _hop, 'transfer-encoding': _framing, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...headers, [servedBy]: node.name });
      response.end(body);
      return;
    } catch (error) {
      const isUnsent = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      if (!isRead && !isUnsent) break;
    }
  }
  response.writeHead(502, { 'content-type': 'application/json', [servedBy]: last });
  response.end(JSON.stringify({ message: 'The node is gone.', code: nodeGone }));
}

function send({ incoming, body }: Asked, node: Backend): Promise<IncomingMessage> {
  const { method, url: path, headers } = incoming;
  const { hostname, port } = new URL(node.origin);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, agent, headers }, resolve);
    outgoing.on('error', reject);
    outgoing.setTimeout(answerLimitMs, () => outgoing.destroy(new Error('no answer')));
    outgoing.end(body);
  });
}

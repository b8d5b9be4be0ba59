/**
 * Requests that `fetch` would not send as they are: odd paths, repeated headers, bodies on any method, bodies that never end. The path
 * goes to the server byte by byte. It checks no answer and follows no redirect; there is no time limit. A connection that breaks
 * rejects. 16 sockets stay open at most.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Answer } from './start-test-service.ts';

export interface RawRequest {
  readonly method: string;
  /** The path from the first `/` on, sent as it is; characters beyond Latin-1 must be percent-encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | null;
  /** The agent whose connections are used; by default at most 16 of all tests together. */
  readonly agent?: Agent;
}

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends it and reads the whole answer. */
export function sendRaw(
  origin: string,
  { method, path, headers = {}, body = null, agent = sharedAgent }: RawRequest,
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path, agent, headers: mutable(headers) },
      (response) => {
        collect(response).then(resolve, reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** Closes the sockets that are kept open for further requests. */
export function closeRawSockets(): void {
  sharedAgent.destroy();
}

/** Reads an answer of `node:http` to its end. */
export async function collect(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one);
  }
  return { status: response.statusCode ?? 0, headers, text, as: <Body>() => JSON.parse(text) as Body };
}

function mutable(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}

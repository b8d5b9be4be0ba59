/**
 * A webhook as merchants run them: keeps what it gets, answers as it is told, and checks signatures by its own reading of the
 * specification (Standard Webhooks), with nothing of the service's code. It listens on this machine only. A wrong signature is false,
 * never an error; a body that is no JSON throws. Times are seconds, as in the header.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that arrived. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown>;
  };
}

export interface WebhookReceiver {
  readonly url: string;
  /** The messages in the order of their arrival. */
  readonly messages: readonly ReceivedMessage[];
  /** Connections so far, whatever came of them. */
  connectionCount(): number;
  /** How messages are answered from now on; the default is 204. */
  answer(how: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** Listens on a free port. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  let answer = (response: ServerResponse) => {
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      messages.push({ headers: request.headers, text, body: JSON.parse(text) as ReceivedMessage['body'] });
      answer(response);
    });
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  // One that a failed test leaves open must not keep the tests from ending.
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    connectionCount: () => connections,
    answer(how) {
      answer = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Whether one of the message's signatures is good for the secret. */
export async function isSignedWith(secret: string, { headers, text }: ReceivedMessage): Promise<boolean> {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const raw = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signatures = String(headers['webhook-signature']).split(' ');
  const checks = signatures.map(async (signature) => {
    const [version, base64 = ''] = signature.split(',');
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return (
      version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(content)))
    );
  });
  return (await Promise.all(checks)).includes(true);
}

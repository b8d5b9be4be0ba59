/**
 * Checks that a message comes from the service, was not changed, and is not an old one sent again (Standard Webhooks). It works where
 * Web Crypto does: browsers, edge runtimes, Node. Signatures are compared by Web Crypto, in constant time. A message that fails rejects
 * with `webhook_invalid`, which says why. It remembers no ids: a message that arrives twice is for the caller to notice.
 */
// Tests: ./verify-webhook.test.ts, test/api/client-package.test.ts.
import type { Calls } from './calls.ts';
import { readClock } from './clock.ts';
import { ForetypeError } from './foretype-error.ts';

/** As the standard has it. */
const toleranceDefaultSeconds = 300;

type Headers =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A message of the service to a webhook. */
export interface WebhookMessage {
  readonly type: Calls['GET /webhooks/:id/deliveries']['answer']['deliveries'][number]['type'];
  /** ISO 8601: of two messages about one thing the newer one holds. */
  readonly timestamp: string;
  /** What happened, such as `{ import: {…} }`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message as it arrived. */
export interface SignedMessage {
  /** `whsec_…`, from the answer that created the webhook. Several while a secret is replaced: one that fits is enough. */
  readonly secret: string | readonly string[];
  /** The headers: those of a `Request`, or an object of names, in any case, to a value or several. */
  readonly headers: Headers;
  /** The body as it came, before any parsing. */
  readonly body: string | Uint8Array<ArrayBuffer> | ArrayBuffer;
  /** Seconds by which the time of the message may differ from the clock here; absent: 300. */
  readonly toleranceSeconds?: number;
}

/** Verifies a message and returns its content. */
export async function verifyWebhook(message: SignedMessage): Promise<WebhookMessage> {
  const { secret, headers, body, toleranceSeconds = toleranceDefaultSeconds } = message;
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw invalid('The headers webhook-id, webhook-timestamp and webhook-signature are needed.');
  const ageSeconds = readClock() / 1_000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw invalid('The time of the message is too far from the clock here.');
  const text = readText(body);
  const content = encode(`${id}.${timestamp}.${text}`);
  const given = signatures.split(' ').flatMap((signature) => /^v1,(.+)$/.exec(signature)?.[1] ?? []);
  // All are looked at, whichever fits.
  const checks = await Promise.all(
    [secret].flat().flatMap((one) => given.map((signature) => fits(one, signature, content))),
  );
  if (!checks.includes(true)) throw invalid('No signature of the message fits the secret.');
  return JSON.parse(text);
}

/** The value of a header; several are one text with spaces between them, as signatures are. */
function readHeader(headers: Headers, name: string): string | null {
  // A header may be named get.
  if (typeof headers.get === 'function') return headers.get(name);
  return Object.entries(headers)
    .flatMap(([key, value]) => (key.toLowerCase() === name ? value : []))
    .join(' ');
}

function readText(body: SignedMessage['body']): string {
  if (typeof body === 'string') return body;
  // Frameworks parse bodies unasked.
  if (!ArrayBuffer.isView(body) && !(body instanceof ArrayBuffer))
    throw invalid('The body is needed as it came: text or bytes, not parsed.');
  return new TextDecoder().decode(body);
}

async function fits(secret: string, signature: string, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [key, expected] = [decode(secret.replace(/^whsec_/, '')), decode(signature)];
  if (!key?.length || !expected) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', imported, expected, content);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Reads base64; null for what is none. */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function invalid(message: string): ForetypeError {
  return new ForetypeError({ code: 'webhook_invalid', message });
}

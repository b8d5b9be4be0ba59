/**
 * Sends one POST to a stranger's server, for webhooks. Any status is a valid answer; redirects are returned, not followed. At most 1
 * KiB of the answer is read. It does not retry. A call takes 15 s at most; a `Retry-After` counts up to 24 hours. An address that is
 * not allowed, a call that takes too long or breaks off rejects with an OutboundError.
 */
// Tests: ./send-post.live.test.ts.
import { limits } from '../../contract/limits.ts';
import { type Call, type Exchange, openExchange } from './exchange.ts';
import { type FetchSettings, userAgent } from './fetch-document.ts';
import { OutboundError, type PostAnswer, type PostRequest } from './outbound.ts';
import { checkOutboundUrl } from './url-rules.ts';

/** Sends the request and reads the start of the answer. */
export async function sendPost(
  request: PostRequest,
  { policy, clock, exchange: settings }: FetchSettings,
  call: Call,
): Promise<PostAnswer> {
  const check = checkOutboundUrl(request.url, policy);
  if (!check.ok) throw new OutboundError('url_not_allowed', check.message);
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent, ...request.headers };
  const exchange = await openExchange(
    { method: 'POST', url: check.url, headers, body: request.body },
    settings,
    call,
  );
  try {
    return {
      status: exchange.status,
      bodyStart: await readStart(exchange),
      retryAfterMs: parseRetryAfter(exchange.header('retry-after'), clock.nowMicros() / 1_000),
    };
  } finally {
    exchange.close();
  }
}

/** A body that breaks off or stalls does not spoil the answer, since the status has already arrived. */
async function readStart({ body }: Exchange): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limits.postAnswerShownBytes) break;
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
  }
  return Buffer.concat(chunks).subarray(0, limits.postAnswerShownBytes).toString('utf8');
}

/**
 * Parses the time that a server asks to wait (RFC 9110 §10.2.3), in milliseconds; null if the header is absent or not
 * valid.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : dateOf(text) - nowMs;
  if (Number.isNaN(waitMs)) return null;
  return Math.min(Math.max(0, Math.round(waitMs)), limits.outboundRetryAfterMaxMs);
}

/** `Sat, 21 Nov 2026 22:00:00 GMT`; NaN for anything else. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]+, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}

/** One POST to a stranger's server, for webhooks. Whatever is answered is an answer; redirects are not followed. */
import { limits } from '../../contract/limits.ts';
import type { Call } from './call.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { type FetchSettings, userAgent } from './fetch-document.ts';
import type { PostAnswer, PostRequest } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { parseRetryAfter } from './retry-after.ts';
import { checkOutboundUrl } from './url-rules.ts';

/** Sends it and reads the beginning of the answer. */
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

/** The status says it all; a body that breaks or stalls takes nothing from it. */
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

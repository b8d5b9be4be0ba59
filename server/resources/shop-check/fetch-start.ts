/**
 * Fetches the beginning of what an address of the shop answers, guarded and bounded as a feed is: public https addresses only, at most
 * 2 MiB. It judges nothing; a server that cannot be reached rejects with an OutboundError. Times are milliseconds.
 */
// Tests: ./check-shop.live.test.ts, ./find-feed.live.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { DocumentAnswer, Outbound } from '../../outbound/outbound.ts';

/** The beginning of a document, as it was received. */
export interface DocumentStart {
  /** The address at the end of all redirects, without the values of its query. */
  readonly url: URL;
  readonly bytes: Uint8Array;
  /** Whether there is more of it. */
  readonly isCut: boolean;
  readonly contentType: string | null;
  readonly header: (name: string) => string | null;
}

/** How to ask, and for how long. */
export interface StartOptions {
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Asks once, following redirects; rejects with an OutboundError. */
export async function fetchStart(
  url: URL,
  { outbound, signal, timeoutMs }: StartOptions,
): Promise<DocumentStart> {
  const answer = await outbound.fetchDocument(
    {
      url: url.href,
      credentials: null,
      validators: null,
      // What ends early is judged by what it has.
      endShownByDocument: true,
      limits: { totalTimeoutMs: timeoutMs },
    },
    signal,
  );
  if (answer.kind !== 'document') throw new Error('A document was not modified since never.');
  const { facts } = answer;
  return {
    url: new URL(facts.redirects.at(-1)?.url ?? `${url.origin}${url.pathname}`),
    ...(await readStart(answer.body)),
    contentType: facts.contentType,
    header: (name) => answer.header(name),
  };
}

async function readStart(body: Extract<DocumentAnswer, { kind: 'document' }>['body']) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limits.shopCheckMaxBytes) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, limits.shopCheckMaxBytes);
  return { bytes, isCut: length > limits.shopCheckMaxBytes };
}

/** The text, in the encoding that the header names; UTF-8 otherwise, in which all that is looked for can be read. */
export function decodeStart({ bytes, contentType }: Pick<DocumentStart, 'bytes' | 'contentType'>): string {
  const label = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

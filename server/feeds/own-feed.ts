/**
 * The feed of the demo shop: a document that this service makes itself, for its own address on this machine. It opens no connection, so
 * the guard of addresses has no exception: another server at that address is never asked, and a redirect to it is refused. Only exact addresses count, without credentials, queries or other paths. Errors of the source are passed on.
 */
// Tests: ./own-feed.test.ts, test/api/demo-feed.test.ts.
import { hash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { DocumentAnswer, DocumentRequest, HeadFacts, Outbound } from '../outbound/outbound.ts';

/** The path of the demo shop's feed. */
export const ownFeedPath = '/demo/feed.json';

/** Makes the document as the shop at `origin` has it. */
export type MakeFeed = (origin: string) => Promise<string>;

/** Whether the text is the address of the demo shop's feed on this machine. */
export function isOwnFeed(text: string): boolean {
  return (
    /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?\/demo\/feed\.json$/.test(text) && URL.canParse(text)
  );
}

/** The calls to strangers, but for that address, which is answered here. */
export function withOwnFeed(outbound: Outbound, makeFeed: MakeFeed, clock: Clock): Outbound {
  return {
    ...outbound,
    fetchDocument: async (request, signal) =>
      isOwnFeed(request.url)
        ? answerOwn(request, await makeFeed(new URL(request.url).origin), clock)
        : outbound.fetchDocument(request, signal),
  };
}

function answerOwn(request: DocumentRequest, text: string, clock: Clock): DocumentAnswer {
  const beganMs = clock.monotonicMs();
  const bytes = Buffer.from(text);
  const sha256 = hash('sha256', bytes, 'hex');
  const etag = `"${sha256.slice(0, 32)}"`;
  const isUnchanged = request.validators?.etag === etag;
  const facts: HeadFacts = {
    ...{ url: request.url, status: isUnchanged ? 304 : 200, redirects: [] },
    ...{ contentType: 'application/json; charset=utf-8', contentEncoding: null, etag, lastModified: null },
    ...{ remoteAddress: null, connectMs: 0, firstByteMs: 0 },
  };
  if (isUnchanged) return { kind: 'not-modified', facts: { ...facts, durationMs: 0 } };
  const sizes = { bytesReceived: bytes.length, bytesDecoded: bytes.length };
  const end = () => ({
    ...{ ...facts, ...sizes, archive: null, framed: true, sha256 },
    durationMs: clock.monotonicMs() - beganMs,
  });
  async function* body() {
    yield bytes;
    request.noteFacts?.(end());
  }
  return { kind: 'document', facts, header: () => null, body: body(), end };
}

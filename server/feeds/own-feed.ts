/**
 * The feed and the front page of the demo shop: documents that this service makes itself, for its own address on this machine. It opens no connection, so
 * the guard of addresses has no exception: another server at that address is never asked, and a redirect to it is refused. Only exact addresses count, without credentials, queries or other paths. Errors of the source are passed on.
 */
// Tests: ./own-feed.test.ts, test/api/demo-feed.test.ts.
import { hash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { DocumentAnswer, DocumentRequest, HeadFacts, Outbound } from '../outbound/outbound.ts';

/** The path of the demo shop's feed. */
export const ownFeedPath = '/demo/feed.json';

/** Makes a document as the shop at `origin` has it. */
type MakeDocument = (origin: string) => Promise<string>;

/** The documents of the demo shop. */
export interface OwnDocuments {
  readonly feed: MakeDocument;
  readonly page: MakeDocument;
  /** The headers of the page, by names in lower case. */
  readonly pageHeaders: Readonly<Record<string, string>>;
}

/** Whether the text is the address of the demo shop's feed on this machine. */
export function isOwnFeed(text: string): boolean {
  return isOwn(text, ownFeedPath);
}

/** Whether the text is the address of the demo shop's feed or front page on this machine. */
export function isOwnDocument(text: string): boolean {
  return isOwnFeed(text) || isOwn(text, '/demo');
}

function isOwn(text: string, path: string): boolean {
  const [, origin = ''] = /^(http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?)\//.exec(text) ?? [];
  return origin !== '' && text === `${origin}${path}` && URL.canParse(text);
}

/** The calls to strangers, but for these addresses, which are answered here. */
export function withOwnDocuments(outbound: Outbound, documents: OwnDocuments, clock: Clock): Outbound {
  return {
    ...outbound,
    fetchDocument: async (request, signal) => {
      if (!isOwnDocument(request.url)) return outbound.fetchDocument(request, signal);
      const { origin } = new URL(request.url);
      return isOwnFeed(request.url)
        ? answerOwn(request, await documents.feed(origin), feedHeaders, clock)
        : answerOwn(request, await documents.page(origin), documents.pageHeaders, clock);
    },
  };
}

const feedHeaders = { 'content-type': 'application/json; charset=utf-8' };

function answerOwn(
  request: DocumentRequest,
  text: string,
  headers: Readonly<Record<string, string>>,
  clock: Clock,
): DocumentAnswer {
  const beganMs = clock.monotonicMs();
  const bytes = Buffer.from(text);
  const sha256 = hash('sha256', bytes, 'hex');
  const etag = `"${sha256.slice(0, 32)}"`;
  const isUnchanged = request.validators?.etag === etag;
  const facts: HeadFacts = {
    ...{ url: request.url, status: isUnchanged ? 304 : 200, redirects: [] },
    ...{ contentType: headers['content-type'] ?? null, contentEncoding: null, etag, lastModified: null },
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
  return {
    kind: 'document',
    facts,
    header: (name) => headers[name.toLowerCase()] ?? null,
    body: body(),
    end,
  };
}

/**
 * Fetches one document from a stranger's server. Redirects are followed here (at most `redirectsMax`), each address is checked again,
 * and credentials go only to the origin that they were given for. An answer counts if it is a complete document or says that nothing
 * has changed; everything else throws an OutboundError. It parses no document. By default 5 redirects, 60 s for all heads together, 15
 * minutes in all; validators have at most 1,024 characters, longer ones are dropped. It stores nothing.
 */
// Tests: ./fetch-document.live.test.ts.
import { limits as bounds } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { acceptedCodings, parseContentCoding } from './content-coding.ts';
import { readDocument, tooLarge } from './document-body.ts';
import { type Call, type Exchange, type ExchangeSettings, openExchange } from './exchange.ts';
import {
  type Credentials,
  type DocumentAnswer,
  type DocumentFacts,
  type DocumentRequest,
  type HeadFacts,
  OutboundError,
  type OutboundLimits,
  type OutboundPolicy,
  type RedirectFact,
} from './outbound.ts';
import { isPublicAddress } from './public-address.ts';
import { checkOutboundUrl, presentUrl } from './url-rules.ts';

/** The user agent of all outbound requests. */
export const userAgent = 'Foretype';

/** Characters of a header that are shown on the page of a run; the rest is cut off. Chosen. */
const shownMaxLength = 200;

/** The settings of a fetch. */
export interface FetchSettings {
  readonly policy: OutboundPolicy;
  readonly clock: Clock;
  readonly exchange: ExchangeSettings;
  readonly limits: OutboundLimits;
}

/** Fetches the head; the caller reads the body within the same call. */
export async function fetchDocument(
  request: DocumentRequest,
  settings: FetchSettings,
  call: Call,
): Promise<DocumentAnswer> {
  const beganMs = settings.clock.monotonicMs();
  const tookMs = () => settings.clock.monotonicMs() - beganMs;
  const first = parseUrl(request.url, settings.policy);
  const way: Way = { redirects: [], exchange: null };
  try {
    const arrival = await followRedirects(first, way, { request, settings, call });
    const { exchange } = arrival;
    const facts = presentHead(first, way);
    if (exchange.status === 304 && request.validators !== null) {
      exchange.close();
      call.finish();
      return { kind: 'not-modified', facts: { ...facts, durationMs: tookMs() } };
    }
    if (request.takesAnyStatus !== true) checkStatus(arrival);
    return openDocument(facts, exchange, { request, settings, call, tookMs });
  } catch (error) {
    const { exchange } = way;
    exchange?.close();
    const facts = presentHead(first, way);
    request.noteFacts?.(exchange === null ? facts : { ...facts, durationMs: tookMs() });
    throw error;
  }
}

/** The redirects followed so far. */
interface Way {
  readonly redirects: RedirectFact[];
  /** The last answer; null while waiting for one. */
  exchange: Exchange | null;
}

/** The answer at which the redirects ended. */
interface Arrival {
  readonly exchange: Exchange;
  readonly hasDroppedCredentials: boolean;
}

interface WayParts {
  readonly request: DocumentRequest;
  readonly settings: FetchSettings;
  readonly call: Call;
}

async function followRedirects(
  first: URL,
  way: Way,
  { request, settings, call }: WayParts,
): Promise<Arrival> {
  const { redirects } = way;
  let url = first;
  let credentials = request.credentials;
  let { headTimeoutMs } = settings.exchange;
  for (;;) {
    const headers = { ...requestHeaders(request), ...credentialHeaders(credentials) };
    way.exchange = null;
    const body = request.body?.text ?? null;
    const hop = { method: body === null ? 'GET' : 'POST', url, headers, body } as const;
    const exchange = await openExchange(hop, { ...settings.exchange, headTimeoutMs }, call);
    way.exchange = exchange;
    headTimeoutMs -= exchange.firstByteMs - exchange.connectMs;
    // What is sent by POST goes to the address that was named, and nowhere else.
    if (body !== null || ![301, 302, 303, 307, 308].includes(exchange.status)) {
      return { exchange, hasDroppedCredentials: request.credentials !== null && credentials === null };
    }
    exchange.close();
    if (redirects.length === settings.limits.redirectsMax) throw tooManyRedirects(redirects.length);
    const next = parseLocation(exchange.header('location'), url, settings.policy);
    redirects.push({ status: exchange.status, url: presentUrl(next) });
    // Permanently: a server along the way could redirect back to a path of its choice.
    if (next.origin !== url.origin) credentials = null;
    url = next;
  }
}

function parseUrl(text: string, policy: OutboundPolicy): URL {
  const check = checkOutboundUrl(text, policy);
  if (!check.ok) throw new OutboundError('url_not_allowed', check.message);
  return check.url;
}

function parseLocation(location: string | null, base: URL, policy: OutboundPolicy): URL {
  if (location === null || !URL.canParse(location, base.href)) {
    throw new OutboundError('redirects', 'The server redirects without saying where to; check the address.');
  }
  const check = checkOutboundUrl(new URL(location, base.href).href, policy, bounds.redirectUrlMaxLength);
  if (check.ok) return check.url;
  const message = `The server redirects to an address that is not allowed. ${check.message}`;
  throw new OutboundError('url_not_allowed', message);
}

function tooManyRedirects(count: number): OutboundError {
  const message = `The server redirects more than ${count} times; name the address where the document is.`;
  return new OutboundError('redirects', message);
}

function requestHeaders({ validators, body }: DocumentRequest): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'content-type': body.contentType }),
    accept: '*/*',
    'accept-encoding': acceptedCodings,
    'user-agent': userAgent,
    ...(validators?.etag == null ? {} : { 'if-none-match': validators.etag }),
    ...(validators?.lastModified == null ? {} : { 'if-modified-since': validators.lastModified }),
  };
}

function credentialHeaders(credentials: Credentials | null): Record<string, string> {
  if (credentials === null) return {};
  if (credentials.type === 'header') return { [credentials.name.toLowerCase()]: credentials.value };
  const pair = Buffer.from(`${credentials.user}:${credentials.password}`, 'utf8');
  return { authorization: `Basic ${pair.toString('base64')}` };
}

function checkStatus({ exchange, hasDroppedCredentials }: Arrival): void {
  const { status } = exchange;
  if (status === 200) return;
  throw new OutboundError('status', describeStatus(status, hasDroppedCredentials), { status });
}

function presentHead(first: URL, { exchange, redirects }: Way): HeadFacts {
  const header = (name: string) => exchange?.header(name) ?? null;
  const remoteAddress = exchange?.remoteAddress ?? '';
  return {
    url: presentUrl(first),
    status: exchange?.status ?? null,
    redirects,
    contentType: header('content-type')?.slice(0, shownMaxLength) ?? null,
    contentEncoding: header('content-encoding')?.slice(0, shownMaxLength) ?? null,
    etag: toValidator(header('etag')),
    lastModified: toValidator(header('last-modified')),
    remoteAddress: isPublicAddress(remoteAddress) ? remoteAddress : null,
    connectMs: exchange?.connectMs ?? null,
    firstByteMs: exchange?.firstByteMs ?? null,
  };
}

/** A validator is sent back unchanged or not at all: shortened or re-encoded, it would mean something else. */
function toValidator(header: string | null): string | null {
  return header !== null && /^[\x20-\x7E]+$/.test(header) && header.length <= bounds.validatorMaxLength
    ? header
    : null;
}

interface OpenDocument extends WayParts {
  /** Time since the start of the fetch. */
  readonly tookMs: () => number;
}

function openDocument(
  facts: HeadFacts,
  exchange: Exchange,
  { request, settings: { limits }, call, tookMs }: OpenDocument,
): DocumentAnswer {
  const coding = parseContentCoding(exchange.header('content-encoding'));
  const isFramed = checkFraming(exchange, limits);
  const counts = { received: 0, decoded: 0 };
  let ended: DocumentFacts | null = null;
  async function* readBody(): AsyncGenerator<Uint8Array> {
    const { body: received } = exchange;
    const { endShownByDocument } = request;
    try {
      const source = { received, coding, isFramed, endShownByDocument, limits, call, counts };
      yield* readDocument(source, (read) => {
        ended = { ...facts, ...read, durationMs: tookMs() };
      });
    } finally {
      const { received: bytesReceived, decoded: bytesDecoded } = counts;
      request.noteFacts?.(ended ?? { ...facts, bytesReceived, bytesDecoded, durationMs: tookMs() });
      exchange.close();
      call.finish();
    }
  }
  return {
    kind: 'document',
    facts,
    header: (name) => exchange.header(name),
    body: readBody(),
    end() {
      if (ended === null) throw new Error('the document was not read to its end');
      return ended;
    },
  };
}

/** Whether the transfer marks its own end, by length or by chunks (RFC 9112 §6.3). */
function checkFraming(exchange: Exchange, limits: OutboundLimits): boolean {
  const length = exchange.header('content-length');
  if (length !== null && Number(length) > limits.documentMaxBytes) throw tooLarge(limits.documentMaxBytes);
  const coding = exchange.header('transfer-encoding')?.trim().toLowerCase() ?? null;
  if (coding !== null && coding !== 'chunked') {
    const message = 'The server sends a Transfer-Encoding that is not read; let it send chunks, or none.';
    throw new OutboundError('encoding', message);
  }
  return length !== null || coding !== null;
}

/** A sentence for a merchant about a status other than 200. `hasDroppedCredentials`: a redirect led to another origin. */
function describeStatus(status: number, hasDroppedCredentials: boolean): string {
  return `The server answered ${status}${meaningOf(status)}${
    hasDroppedCredentials && (status === 401 || status === 403)
      ? ' The address redirects to another host, which is not sent the credentials: register that address itself.'
      : ''
  }`;
}

function meaningOf(status: number): string {
  const words = statusWords.get(status);
  if (words !== undefined) return words;
  if (status >= 500) return ', a fault of its own. If it stays, ask the operator of that server.';
  if (status >= 300) return '. Check the address in a browser; it must answer 200 with the document.';
  return ', not 200. Let it answer 200 with the whole document.';
}

const statusWords = new Map([
  [204, ', which means without a document. Check what makes the feed.'],
  [206, ' with a part of the document only. Let it answer 200 with the whole.'],
  [304, ', unchanged, though it was not asked for changes. Let it answer 200 with the document.'],
  [401, ': it wants other credentials. Check auth_type and auth_secret.'],
  [403, ': it refuses. Check the credentials, and whether it blocks servers by their address.'],
  [404, ': there is nothing at this address. Check the address.'],
  [410, ': there is nothing at this address any more. Check the address.'],
  [429, ': it is asked too often. Choose a longer interval, or allow this service more requests.'],
  [503, ': it is overloaded or being worked on. If it stays, ask the operator of that server.'],
]);

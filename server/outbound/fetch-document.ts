/**
 * One document from a stranger's server: redirects followed by hand, each address checked anew, credentials only for
 * the origin that they were given for. An answer counts when it is a whole document, or says that nothing has changed.
 */
import { limits as bounds } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Call } from './call.ts';
import { acceptedCodings, parseContentCoding } from './content-coding.ts';
import { readDocument, tooLarge } from './document-body.ts';
import { type Exchange, type ExchangeSettings, openExchange } from './exchange.ts';
import type {
  Credentials,
  DocumentAnswer,
  DocumentFacts,
  DocumentRequest,
  HeadFacts,
  OutboundLimits,
  OutboundPolicy,
  RedirectFact,
} from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';
import { describeStatus } from './status-words.ts';
import { checkOutboundUrl, presentUrl } from './url-rules.ts';

/** Names the service to those it calls. */
export const userAgent = 'Foretype';

/** Characters of a header that is shown. */
const shownMaxLength = 200;

/** What a fetch is made with. */
export interface FetchSettings {
  readonly policy: OutboundPolicy;
  readonly clock: Clock;
  readonly exchange: ExchangeSettings;
  readonly limits: OutboundLimits;
}

/** Fetches the head; the body is read by the caller, within the same call. */
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
    checkStatus(arrival);
    return openDocument(facts, exchange, { request, settings, call, tookMs });
  } catch (error) {
    const { exchange } = way;
    exchange?.close();
    const facts = presentHead(first, way);
    request.noteFacts?.(exchange === null ? facts : { ...facts, durationMs: tookMs() });
    throw error;
  }
}

/** How far the redirects were followed. */
interface Way {
  readonly redirects: RedirectFact[];
  /** The last answer; null while one is waited for. */
  exchange: Exchange | null;
}

/** Where the redirects ended. */
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
    const hop = { method: 'GET', url, headers, body: null } as const;
    const exchange = await openExchange(hop, { ...settings.exchange, headTimeoutMs }, call);
    way.exchange = exchange;
    headTimeoutMs -= exchange.firstByteMs - exchange.connectMs;
    if (![301, 302, 303, 307, 308].includes(exchange.status)) {
      return { exchange, hasDroppedCredentials: request.credentials !== null && credentials === null };
    }
    exchange.close();
    if (redirects.length === settings.limits.redirectsMax) throw tooManyRedirects(redirects.length);
    const next = parseLocation(exchange.header('location'), url, settings.policy);
    redirects.push({ status: exchange.status, url: presentUrl(next) });
    // For good: whoever is on the way could send them back to a path of its own choice.
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

function requestHeaders({ validators }: DocumentRequest): Record<string, string> {
  return {
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

/** A validator goes back as it came, or not at all: shortened or re-encoded it would mean something else. */
function toValidator(header: string | null): string | null {
  return header !== null && /^[\x20-\x7E]+$/.test(header) && header.length <= bounds.validatorMaxLength
    ? header
    : null;
}

interface OpenDocument extends WayParts {
  /** So long so far. */
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
    body: readBody(),
    end() {
      if (ended === null) throw new Error('the document was not read to its end');
      return ended;
    },
  };
}

/** Whether the transfer shows its own end: by length or by chunks (RFC 9112 §6.3). */
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

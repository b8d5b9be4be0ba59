/**
 * The short way of a keystroke, in front of the framework: it answers what almost every request of a search box is from memory.
 * Anything out of the ordinary goes to the route untouched. So this file decides nothing: keys, parameters, limits and headers are
 * those of the route, by the same functions, and it never answers with an error. It never waits and never counts a request that it
 * leaves to the route.
 */
// Tests: ./keystroke.live.test.ts.
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { AutocompleteQuery } from '../../autocomplete/answering/autocomplete.ts';
import type { KeyGrant } from '../../stores/key-ring.ts';
import { findRefusal, keyOfHeader, keyOfQuery } from '../admission/authenticate.ts';
import { answeredOrigin, corsHeaders } from '../admission/cors.ts';
import type { RequestLimiter } from '../admission/request-limiter.ts';
import { safetyHeadersOf } from '../answers/safety-headers.ts';
import type { RequestNotes } from '../request-notes.ts';
import { answerHeaders } from '../routes/autocomplete.ts';
import type { Services } from '../services.ts';
import { autocompletePath, readKeystroke, readKeystrokeAddress } from './keystroke-query.ts';
import { bodyToSend } from './query-id.ts';

/** The parts of a request that the short way looks at: of Node's server, or read off a socket (keystroke-socket.ts). */
export interface PlainRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Names and values by turns, as they arrived. */
  readonly rawHeaders: readonly string[];
  readonly socket: Pick<Socket, 'writableLength' | 'remoteAddress'>;
}

/** An answer with status 200: headers as names and values by turns, those of the way beside them; the body a byte a character. */
export type SendAnswer = (headers: readonly string[], body: string) => void;

/** Answers what it can. */
export interface FastPath {
  /** Makes `send` send the answer, or returns false: then it has done nothing, and the request is for the framework. */
  readonly take: (request: PlainRequest, send: SendAnswer) => boolean;
  /** The headers that all answers have. */
  readonly headers: readonly string[];
}

/** The parts that the short way shares with the application. */
export interface SharedParts {
  readonly limiter: RequestLimiter;
  readonly notes: RequestNotes;
  readonly nextRequestId: () => string;
}

/** The short way into `services`. */
export function createFastPath(
  services: Pick<
    Services,
    | 'autocomplete'
    | 'clock'
    | 'config'
    | 'keyRing'
    | 'metrics'
    | 'queryIds'
    | 'requests'
    | 'searches'
    | 'shown'
    | 'state'
  >,
  { limiter, notes, nextRequestId }: SharedParts,
): FastPath {
  const { autocomplete, clock, config, keyRing, metrics, queryIds, requests, searches, shown, state } =
    services;
  const note = notes('GET', autocompletePath, 200);
  const take: FastPath['take'] = (request, send) => {
    if (request.method !== 'GET' || state() === 'stopping') return false;
    // Only for callers who read: waiting answers are counted by the framework's hooks.
    if (request.socket.writableLength > 0) return false;
    const startedMs = clock.monotonicMs();
    const keystroke = findKeystroke(request, keyRing);
    if (keystroke === null || !autocomplete.isLoaded(keystroke.query.storeId)) return false;
    // While others are being asked the question waits for its turn, in the route.
    if (autocomplete.mustWait(keystroke.query)) return false;
    // Last of all: from here on the request is counted, and answered, since its index is loaded.
    const address = limiter.takeKnown(request.socket.remoteAddress, keystroke.forwardedFor);
    const answer = address === null ? undefined : autocomplete.answer(keystroke.query);
    if (address === null || answer === undefined) return false;
    metrics.countAnswer(answer.origin === 'cached', answer.isCut);
    const requestId = nextRequestId();
    const body = bodyToSend(keystroke.query, answer, queryIds);
    const own = ['x-request-id', requestId, 'access-control-allow-origin', keystroke.origin];
    own.push('content-length', String(body.length));
    send(own, body);
    const tookMs = clock.monotonicMs() - startedMs;
    const { storeId, query } = keystroke.query;
    requests.countAnswer(storeId, answer.origin, tookMs);
    searches.countQuery({ storeId, address, agent: keystroke.agent }, query, answer.found);
    shown.note(storeId, address, answer.asked);
    note(requestId, tookMs);
    return true;
  };
  return { take, headers: fixedHeadersOf(config) };
}

function fixedHeadersOf(config: Services['config']): readonly string[] {
  return Object.entries({ ...safetyHeadersOf(config), ...corsHeaders, ...answerHeaders })
    .filter(([name]) => name !== 'access-control-allow-origin')
    .flat();
}

/** The short way for requests of Node's server; what it leaves goes to `others`. */
export function inFrontOf(fastPath: FastPath, others: RequestListener): RequestListener {
  return (request, response) => {
    const send: SendAnswer = (headers, body) =>
      response.writeHead(200, headers.concat(fastPath.headers)).end(body, 'latin1');
    if (!fastPath.take(request, send)) others(request, response);
  };
}

interface Keystroke {
  readonly query: AutocompleteQuery;
  /** The origin for `Access-Control-Allow-Origin`. */
  readonly origin: string;
  readonly forwardedFor: string | undefined;
  /** The browser's name for itself, its `User-Agent`. */
  readonly agent: string;
}

/** The keystroke that the request is, or null where anything about it is out of the ordinary. */
function findKeystroke(request: PlainRequest, keyRing: Services['keyRing']): Keystroke | null {
  const parameters = readKeystrokeAddress(request.url ?? '');
  const headers = parameters === null ? null : readKeystrokeHeaders(request.rawHeaders);
  if (parameters === null || headers === null) return null;
  const key = keyOfHeader(headers.key) ?? keyOfQuery(parameters.key);
  const grant = key === null ? null : keyRing.recall(key.text);
  if (key === null || grant === null || grant === undefined) return null;
  if (findRefusal(grant, key, 'storefront', headers.origin) !== null) return null;
  const query = readValid(parameters, grant);
  if (query === null) return null;
  const { forwardedFor, agent = '' } = headers;
  return { query, origin: answeredOrigin(headers.origin, grant), forwardedFor, agent };
}

function readValid(parameters: unknown, grant: KeyGrant): AutocompleteQuery | null {
  try {
    return readKeystroke(parameters, grant);
  } catch {
    // The route finds the same fault and says what it is.
    return null;
  }
}

/** The headers that count. */
interface KeystrokeHeaders {
  key: string | undefined;
  origin: string | undefined;
  forwardedFor: string | undefined;
  agent: string | undefined;
}

/**
 * Looks for them as they arrived, which spares the object of all headers. Null where one of them is repeated, for a
 * body, and for `Authorization`, by which servers call.
 */
function readKeystrokeHeaders(rawHeaders: readonly string[]): KeystrokeHeaders | null {
  const found: KeystrokeHeaders = {
    key: undefined,
    origin: undefined,
    forwardedFor: undefined,
    agent: undefined,
  };
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? '';
    // The length alone rules most names out.
    const field = fieldsByLength[name.length];
    if (field === undefined || field.name !== name.toLowerCase()) continue;
    if (field.property === null || found[field.property] !== undefined) return null;
    found[field.property] = rawHeaders[place + 1];
  }
  return found;
}

interface Field {
  readonly name: string;
  /** Null: requests with this header are out of the ordinary. */
  readonly property: keyof KeystrokeHeaders | null;
}

const fields: readonly Field[] = [
  { name: 'x-api-key', property: 'key' },
  { name: 'origin', property: 'origin' },
  { name: 'x-forwarded-for', property: 'forwardedFor' },
  { name: 'user-agent', property: 'agent' },
  { name: 'authorization', property: null },
  { name: 'content-length', property: null },
  { name: 'transfer-encoding', property: null },
];

/** No two names have the same length. */
const fieldsByLength: readonly (Field | undefined)[] = Array.from({ length: 18 }, (_, length) =>
  fields.find(({ name }) => name.length === length),
);

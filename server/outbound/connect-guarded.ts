/**
 * Opens connections to public addresses only. A name is resolved once, all of its addresses must be public, and exactly those
 * addresses are used: there is no second look-up between check and connection that could answer differently (DNS rebinding). Every
 * failure to connect has the same message, so that messages do not reveal the network of this service. It sends nothing. A look-up
 * takes at most 5 s, connecting 10 s. It never accepts a wrong certificate; no environment variable changes that.
 */
// Tests: ./connect-guarded.live.test.ts.
import type { LookupAddress } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { OutboundError } from './outbound.ts';
import { hostOf } from './url-rules.ts';

/** Finds all addresses of a name; rejects if there is no such name, and when the signal is aborted. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

/** Decides which addresses may be connected to. */
export interface AddressGuard {
  readonly resolve: Resolve;
  allows(address: string): boolean;
}

/** Milliseconds before the next address is tried in parallel. Chosen: Node's 500 ms is short for distant servers. */
const addressAttemptMs = 1_000;

/** A connection to the origin of an address, with TLS where it is https. Fails as `unreachable` or `tls`. */
export function connectGuarded(
  url: URL,
  guard: AddressGuard,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostOf(url);
  // Literal addresses are never looked up.
  if (isIP(host) !== 0 && !guard.allows(host)) {
    return Promise.reject(unreachable(new Error('a literal address is not public')));
  }
  const over = new AbortController();
  const socket = openSocket(url, host, guardLookup(guard, over.signal));
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const timer = setTimeout(() => socket.destroy(new Error('connecting takes too long')), timeoutMs);
  const abort = () => socket.destroy(new Error('the call is over'));
  signal.addEventListener('abort', abort);
  socket.once('connect', () => {
    // Before anything is sent.
    const isAllowed = guard.allows(socket.remoteAddress ?? '');
    if (!isAllowed) socket.destroy(new Error('the other end is not public'));
    else if (url.protocol === 'http:') resolve(socket);
  });
  socket.once('secureConnect', () => resolve(socket));
  socket.on('error', (error) => reject(toConnectError(error)));
  socket.once('close', () => reject(unreachable(new Error('closed while connecting'))));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    over.abort();
  });
}

function openSocket(url: URL, host: string, lookup: LookupFunction): Socket {
  const isTls = url.protocol === 'https:';
  const options = {
    host,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
  };
  if (!isTls) return connect(options);
  return connectTls({
    ...options,
    ...(isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}),
    ALPNProtocols: ['http/1.1'],
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
  });
}

function guardLookup({ resolve, allows }: AddressGuard, over: AbortSignal): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname, over).then(
      (addresses) => {
        const [first] = addresses;
        // All must be public, since Node picks the one to connect to.
        if (first === undefined || !addresses.every(({ address }) => allows(address))) {
          callback(new Error('a name without addresses, or with one that is not public'), '', 0);
        } else if (all === true) {
          callback(null, [...addresses]);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

function unreachable(cause: Error): OutboundError {
  return new OutboundError(
    'unreachable',
    'The server cannot be reached: its name is unknown or not of a public address, or nothing answers there. Check the address from outside of your network.',
    { cause },
  );
}

/** Faults of a certificate by the error code of OpenSSL or Node. */
const certificateWords = new Map([
  ['CERT_HAS_EXPIRED', 'has expired; renew it'],
  ['CERT_NOT_YET_VALID', 'is not valid yet; check its dates'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'belongs to another host name; use the name that it was made for'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is signed by itself; use one of a public authority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'comes from an authority that is not public; use a public one'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'cannot be traced to a public authority; let the server send the certificates between',
  ],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'cannot be traced to a public authority; let the server send the certificates between',
  ],
  ['CERT_REVOKED', 'was revoked; replace it'],
]);

/** The rest of OpenSSL's reasons. */
const certificateCode = /^(?:CERT_|CRL_|ERROR_IN_C|HOSTNAME_|INVALID_|PATH_LENGTH_|UNABLE_TO_)/;

function toConnectError(error: Error): OutboundError {
  const code = 'code' in error ? String(error.code) : '';
  const words =
    certificateWords.get(code) ?? (certificateCode.test(code) ? 'does not hold; renew it' : undefined);
  if (words !== undefined) {
    return new OutboundError('tls', `The server's certificate ${words}.`, { cause: error });
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    const message = 'The server does not speak TLS as it must; check that the address is one of https.';
    return new OutboundError('tls', message, { cause: error });
  }
  return unreachable(error);
}

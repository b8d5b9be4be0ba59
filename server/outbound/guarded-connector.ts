/**
 * Connections to public addresses only. A name is resolved once, every address that it has must be public, and exactly
 * those addresses are connected to: between the check and the connection there is no second look-up that could answer
 * differently (DNS rebinding). All reasons for there being no connection read the same, so that answers do not map the
 * network that this service stands in.
 */
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { OutboundError } from './outbound-error.ts';

/** All addresses of a name; rejects where there is no such name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Who may be connected to. */
export interface AddressGuard {
  readonly resolve: Resolve;
  allows(address: string): boolean;
}

/** How long one of several addresses is tried before the next one is tried beside it. Chosen; Node's 500 ms is short for TLS far away. */
const addressAttemptMs = 1_000;

/** A connector for one hop. Fails with an OutboundError, `unreachable` or `tls`. */
export function createGuardedConnector(guard: AddressGuard, timeoutMs: number): buildConnector.connector {
  const connectSocket = buildConnector({
    lookup: guardLookup(guard),
    timeout: timeoutMs,
    allowH2: false,
    // A session that is resumed is not checked again.
    maxCachedSessions: 0,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Literal addresses are never looked up.
    if (isIP(host) !== 0 && !guard.allows(host)) {
      callback(unreachable(new Error('a literal address is not public')), null);
      return;
    }
    connectSocket(options, (error, socket) => {
      if (error !== null) {
        callback(toConnectError(error), null);
      } else if (guard.allows(socket.remoteAddress ?? '')) {
        callback(null, socket);
      } else {
        socket.destroy();
        callback(unreachable(new Error('the other end is not public')), null);
      }
    });
  };
}

function guardLookup({ resolve, allows }: AddressGuard): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        // All or none: which one is connected to is not ours to choose.
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

/** What is wrong with a certificate, by the code of OpenSSL or Node. */
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

function toConnectError(error: Error): OutboundError {
  const code = 'code' in error ? String(error.code) : '';
  const words = certificateWords.get(code);
  if (words !== undefined) {
    return new OutboundError('tls', `The server's certificate ${words}.`, { cause: error });
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    const message = 'The server does not speak TLS as it must; check that the address is one of https.';
    return new OutboundError('tls', message, { cause: error });
  }
  return unreachable(error);
}

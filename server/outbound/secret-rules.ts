/**
 * Parses the credentials that merchants give for an address. A fault comes back as a sentence, which never repeats the secret. Nothing
 * is stored or sealed here. A secret has at most 4,096 characters. Pure.
 */
// Tests: ./secret-rules.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Credentials } from './outbound.ts';

/** The credentials, or a sentence that says what is wrong with them. */
export type CredentialsCheck =
  | { readonly ok: true; readonly credentials: Credentials }
  | { readonly ok: false; readonly message: string };

/** Headers that control how a request is framed, routed or answered: the service sets them itself. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);
const ownHeaderStart = /^(?:if-|proxy-|sec-|x-forwarded-)/;

/** `user:password` of `basic`, `Header-Name: value` of `header` (Contract §6). */
export function parseCredentials(type: 'basic' | 'header', secret: string): CredentialsCheck {
  if (secret.length > limits.outboundSecretMaxLength) {
    return refused(`The secret is longer than ${limits.outboundSecretMaxLength} characters; shorten it.`);
  }
  return type === 'basic' ? parseBasic(secret) : parseHeader(secret);
}

function parseBasic(secret: string): CredentialsCheck {
  const colon = secret.indexOf(':');
  // RFC 7617 §2: the first colon ends the user, no control characters.
  if (colon < 1 || /\p{Cc}/u.test(secret) || !secret.isWellFormed()) {
    return refused('Credentials of "basic" take the form user:password, without control characters.');
  }
  return {
    ok: true,
    credentials: { type: 'basic', user: secret.slice(0, colon), password: secret.slice(colon + 1) },
  };
}

function parseHeader(secret: string): CredentialsCheck {
  // A token of RFC 9110 §5.6.2 and a value of visible ASCII: nothing can start another header.
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?)[ \t]*$/.exec(
    secret,
  );
  if (match === null || secret.endsWith('\n')) {
    return refused(
      'Credentials of "header" take the form Header-Name: value, on one line of visible ASCII characters.',
    );
  }
  const [, name = '', value = ''] = match;
  if (ownHeaders.has(name.toLowerCase()) || ownHeaderStart.test(name.toLowerCase())) {
    return refused(
      `The header ${name.slice(0, 40)} is set by the service itself; use one such as Authorization or X-Api-Key.`,
    );
  }
  return { ok: true, credentials: { type: 'header', name, value } };
}

function refused(message: string): CredentialsCheck {
  return { ok: false, message };
}

/**
 * Checks the credentials of feeds, encrypts them, and decrypts them for a fetch. They are never logged, shown or stored as text. A
 * wrong secret is a sentence for the person, and a lost key another; nothing here throws. A secret has at most 4,096 characters.
 */
// Tests: test/api/feeds.test.ts.
import { limits } from '../../contract/limits.ts';
import type { AuthType } from '../../contract/words/feeds.ts';
import type { Credentials } from '../outbound/outbound.ts';
import { parseCredentials } from '../outbound/secret-rules.ts';
import type { Sealer, SecretPlace } from '../secrets/seal.ts';
import type { Feed } from '../storage/feeds/tables.ts';

/** Credentials of a feed: the encrypted text, and the header that is sent. */
export interface FeedSecret {
  readonly type: AuthType;
  readonly secret: string;
  readonly credentials: Credentials;
}

/** A parsed secret, or a sentence about what is wrong with it. */
export function readSecret(
  type: AuthType,
  secret: string,
): { readonly ok: true; readonly secret: FeedSecret } | { readonly ok: false; readonly message: string } {
  const check = parseCredentials(type, secret);
  if (!check.ok) return check;
  return { ok: true, secret: { type, secret, credentials: check.credentials } };
}

/** What is wrong with a secret for orders, in a sentence that never repeats it; null if it will do. */
export function findOrdersSecretFault(secret: unknown): string | null {
  const { ordersSecretMinLength: least, ordersSecretMaxLength: most } = limits;
  const fits =
    typeof secret === 'string' && secret.length >= least && secret.length <= most && !/\p{Cc}/u.test(secret);
  return fits ? null : `"orders_secret" takes a text of ${least} to ${most} characters.`;
}

/** The secret for orders, encrypted for its feed; null for a feed that takes none. */
export function sealOrdersSecret(sealer: Sealer, owner: Owner, secret: string | null): string | null {
  return secret === null ? null : sealer.seal(secret, ordersPlaceOf(owner));
}

/** The secret by which orders are signed; null where the service no longer has its key. */
export function openOrdersSecret(sealer: Sealer, owner: Owner, sealed: string): string | null {
  return sealer.open(sealed, ordersPlaceOf(owner));
}

type Owner = Pick<Feed, 'id' | 'storeId'>;

/** The secret encrypted for its feed; null for a feed without credentials. */
export function sealSecret(sealer: Sealer, owner: Owner, secret: FeedSecret | null): string | null {
  return secret === null ? null : sealer.seal(secret.secret, placeOf(owner));
}

/** The secret as it was given; null if the service no longer has its key. */
function openSecret(sealer: Sealer, feed: Feed): string | null {
  return feed.authSealed === null ? null : sealer.open(feed.authSealed, placeOf(feed));
}

/** The header for a fetch, null for a feed without credentials; or a sentence for the merchant if the service no longer has the key. */
export function openCredentials(
  sealer: Sealer,
  feed: Feed,
):
  | { readonly ok: true; readonly credentials: Credentials | null }
  | { readonly ok: false; readonly message: string } {
  if (feed.authType === null) return { ok: true, credentials: null };
  const secret = openSecret(sealer, feed);
  const read = secret === null ? null : readSecret(feed.authType, secret);
  return read?.ok === true
    ? { ok: true, credentials: read.secret.credentials }
    : { ok: false, message: lostSecret };
}

const lostSecret =
  'The credentials of the feed cannot be decrypted any more, since the key of the service has changed. Give auth_secret again.';

function ordersPlaceOf({ id, storeId }: Owner): SecretPlace {
  return { storeId, ownerId: id, field: 'feed_orders' };
}

function placeOf({ id, storeId }: Owner): SecretPlace {
  return { storeId, ownerId: id, field: 'feed_auth' };
}

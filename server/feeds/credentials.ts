/** The credentials of feeds: checked, sealed, opened again for a fetch. */
import type { AuthType } from '../../contract/feeds.ts';
import type { Credentials } from '../outbound/outbound.ts';
import { parseCredentials } from '../outbound/secret-rules.ts';
import type { Sealer, SecretPlace } from '../secrets/seal.ts';
import type { Feed } from '../storage/feeds.ts';

/** How an address is entered: what is sealed, and what is sent. */
export interface FeedSecret {
  readonly type: AuthType;
  readonly secret: string;
  readonly credentials: Credentials;
}

/** A secret with its meaning, or a sentence about what is wrong with it. */
export function readSecret(
  type: AuthType,
  secret: string,
): { readonly ok: true; readonly secret: FeedSecret } | { readonly ok: false; readonly message: string } {
  const check = parseCredentials(type, secret);
  if (!check.ok) return check;
  return { ok: true, secret: { type, secret, credentials: check.credentials } };
}

type Owner = Pick<Feed, 'id' | 'storeId'>;

export function sealSecret(sealer: Sealer, owner: Owner, secret: FeedSecret | null): string | null {
  return secret === null ? null : sealer.seal(secret.secret, placeOf(owner));
}

/** The secret as it was given, or null where no key opens it any more. */
export function openSecret(sealer: Sealer, feed: Feed): string | null {
  return feed.authSealed === null ? null : sealer.open(feed.authSealed, placeOf(feed));
}

function placeOf({ id, storeId }: Owner): SecretPlace {
  return { storeId, ownerId: id, field: 'feed_auth' };
}

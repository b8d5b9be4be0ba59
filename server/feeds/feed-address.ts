/**
 * Compares the addresses of feeds: no two feeds of a store may have the same one, and credentials must stay with their origin. It
 * calls no address. Addresses are trusted to be valid (parseUrl has checked them). A taken address rejects with `conflict`,
 * credentials for another origin throw `validation_failed`. At most the store's 100 feeds are compared.
 */
// Tests: test/api/feeds.test.ts.
import { AppError, validationFailed } from '../errors.ts';
import type { Feed } from '../storage/feeds/tables.ts';
import type { StoreReader } from '../storage/storage.ts';

/** Whether both name one document: the case of a host, a port that goes without saying and a fragment do not matter. */
export function isSameAddress(one: string, other: string): boolean {
  return documentOf(one) === documentOf(other);
}

/** Whether both feeds are asked for in the same way, and read alike. */
export function isSameSource(one: Feed, other: Feed): boolean {
  return one.url === other.url && one.format === other.format && one.authSealed === other.authSealed;
}

/** Rejects with `conflict` where another feed of the store has the address (Contract §3). */
export async function refuseTakenAddress(
  reader: Pick<StoreReader, 'feeds'>,
  url: string,
  ownId: string | null,
): Promise<void> {
  const twin = (await reader.feeds.list()).find((feed) => feed.id !== ownId && isSameAddress(feed.url, url));
  if (twin === undefined) return;
  const message = `The feed "${twin.name}" has this address already. Change that one, or delete it first.`;
  throw new AppError('conflict', message, {
    errors: [{ path: '/feed_url', code: 'feed_url_taken', message }],
  });
}

/** Throws `validation_failed` where credentials that were given for one origin would be sent to another. */
export function refuseOtherOrigin(before: Feed, url: string): void {
  const [known, next] = [new URL(before.url).origin, new URL(url).origin];
  if (before.authSealed === null || known === next) return;
  const message = `The credentials of the feed are for ${known}; send auth_secret again for ${next}, or null to send none.`;
  throw validationFailed([{ path: '/auth_secret', code: 'auth_secret_invalid', message }]);
}

function documentOf(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

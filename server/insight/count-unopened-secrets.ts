/**
 * Counts secrets that were sealed with another key: this node was given a key that the others do not have, or a key was lost. It opens
 * and prints no secret. The 100 stores used last are looked at. At most 20 owners are named, the rest is counted. A database error
 * rejects: a count in part would look complete.
 */
// Tests: ./count-unopened-secrets.test.ts.
import { basename } from 'node:path';
import type { Storage } from '../storage/storage.ts';

/** Stores that are looked at, at most, those used last. Chosen: a check, not an inventory. */
const storesMax = 100;
/** Feeds and webhooks that are named, at most; the rest is counted. Chosen. */
const namedMax = 20;

/** The number of credentials of feeds and secrets of webhooks, and the owners of those that no key opens. */
export interface SealedCount {
  readonly sealed: number;
  /** The store, and the feed or webhook of it, for people. */
  readonly unopened: readonly string[];
}

/** `isOurs`: whether a sealed secret names one of our keys. */
export async function countUnopenedSecrets(
  { directory, reader }: Pick<Storage, 'directory' | 'reader'>,
  isOurs: (sealed: string) => boolean,
): Promise<SealedCount> {
  let sealed = 0;
  const unopened: string[] = [];
  for (const storeId of (await directory.storeIdsByActivity()).slice(0, storesMax)) {
    const store = reader(storeId);
    const secrets = (await store.feeds.list()).flatMap(({ id, authSealed, ordersSealed }) =>
      [authSealed, ordersSealed].flatMap((secret) =>
        secret === null ? [] : [{ owner: `feed ${id}`, secret }],
      ),
    );
    const { values, damaged } = await store.webhooks.list();
    for (const { id } of [...values, ...damaged]) {
      const found = await store.webhooks.secrets(id);
      if (found !== null) secrets.push({ owner: `webhook ${id}`, secret: found.current });
    }
    sealed += secrets.length;
    const lost = secrets.filter(({ secret }) => !isOurs(secret));
    unopened.push(...lost.map(({ owner }) => `${owner} of store ${storeId}`));
  }
  return { sealed, unopened };
}

/**
 * A sentence for people who run the service; null where all open. `keyFile`: of a service whose key is not set, but in a file.
 */
export function sentenceOf({ sealed, unopened }: SealedCount, keyFile: string | null): string | null {
  if (unopened.length === 0) return null;
  const rest = unopened.length - namedMax;
  const named = [...unopened.slice(0, namedMax), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  const remedy =
    keyFile === null
      ? 'Is FORETYPE_SECRET_KEY the same on every node, and does it still name the key before after a rotation?'
      : `${howToCopyKey(keyFile)}.`;
  return `${unopened.length} of ${sealed} secrets of feeds and webhooks are sealed with another key: ${named}. ${remedy} Where that key is lost, or the secret is damaged, give the feed its credentials again, make a new secret for the webhook, or delete it`;
}

/** Says how to bring the key of another data folder to this one, without a full stop. */
export function howToCopyKey(keyFile: string): string {
  return `Before the next start, copy the file ${basename(keyFile)} from the old data folder to ${keyFile}, or set FORETYPE_SECRET_KEY to what it holds: a start without a key makes another one`;
}

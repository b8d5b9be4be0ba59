/** Secrets that were sealed with another key: this node was given one that the others do not have, or it was lost. */
import { basename } from 'node:path';
import type { Storage } from '../storage/storage.ts';

/** Stores that are looked at, those used last: a look, not an inventory. Chosen. */
const storesMax = 100;

/** How many credentials of feeds and secrets of webhooks there are, and how many of them no key opens. */
export interface SealedCount {
  readonly sealed: number;
  readonly unopened: number;
}

/** `isOurs`: whether a sealed secret names one of our keys. */
export async function countUnopenedSecrets(
  { directory, reader }: Pick<Storage, 'directory' | 'reader'>,
  isOurs: (sealed: string) => boolean,
): Promise<SealedCount> {
  let sealed = 0;
  let unopened = 0;
  for (const storeId of (await directory.storeIdsByActivity()).slice(0, storesMax)) {
    const store = reader(storeId);
    const secrets = (await store.feeds()).flatMap(({ authSealed }) => authSealed ?? []);
    const { values, damaged } = await store.webhooks();
    for (const { id } of [...values, ...damaged]) {
      const found = await store.webhookSecrets(id);
      if (found !== null) secrets.push(found.current);
    }
    sealed += secrets.length;
    unopened += secrets.filter((secret) => !isOurs(secret)).length;
  }
  return { sealed, unopened };
}

/** A sentence for people who run the service; null where all open. `keyFile`: of a service whose key is not set, but in a file. */
export function sentenceOf({ sealed, unopened }: SealedCount, keyFile: string | null): string | null {
  if (unopened === 0) return null;
  const remedy =
    keyFile === null
      ? 'Is FORETYPE_SECRET_KEY the same on every node, and does it still name the key before after a rotation?'
      : `${bringKey(keyFile)}.`;
  return `${unopened} of ${sealed} secrets of feeds and webhooks are sealed with another key. ${remedy} Where that key is lost, they must be given again`;
}

/** How the key of another data folder comes to this one, without a full stop. */
export function bringKey(keyFile: string): string {
  return `Before the next start, copy the file ${basename(keyFile)} from the old data folder to ${keyFile}, or set FORETYPE_SECRET_KEY to what it holds: a start without a key makes another one`;
}

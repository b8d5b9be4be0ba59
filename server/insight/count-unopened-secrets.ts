/** Secrets that were sealed with another key: this node was given one that the others do not have, or it was lost. */
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

/** A sentence for whoever runs the service; null where all open. */
export function sentenceOf({ sealed, unopened }: SealedCount): string | null {
  return unopened === 0
    ? null
    : `${unopened} of ${sealed} secrets of feeds and webhooks are sealed with another key. Is FORETYPE_SECRET_KEY the same on every node, and does it still name the key before after a rotation? Where that key is lost, they must be given again`;
}

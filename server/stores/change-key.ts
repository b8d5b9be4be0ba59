/**
 * Changes and revokes keys, with an entry in the store's audit log in the same transaction. A revoked key is never valid again. A name
 * takes 1 to 255 characters, a key at most 100 origins of 270 characters: others reject with `validation_failed`, an unknown key with
 * `not_found`, and nothing is changed then. A key's kind and text never change.
 */
// Tests: ./create-store.live.test.ts.
import type { Clock } from '../clock.ts';
import { notFound } from '../errors.ts';
import type { Actor } from '../storage/accounts/tables.ts';
import type { ListedKey } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from './audit-entry.ts';
import { checkKeySettings, type KeySettings, keySubject } from './create-store.ts';

/** The key to change, and the person who asks: null if none is signed in. */
export interface KeyChange {
  readonly storeId: string;
  readonly keyId: string;
  readonly actor: Actor | null;
}

/** The key as it is now. Revoking twice keeps the first time. Rejects with `not_found`. */
export async function revokeKey(storage: Storage, clock: Clock, change: KeyChange): Promise<ListedKey> {
  const { storeId, keyId, actor } = change;
  const key = await storage.directory.revokeApiKey(storeId, keyId, clock.nowMicros(), (revoked) =>
    createAuditEntry(clock, { actor, action: 'key.revoked', subject: keySubject(revoked) }),
  );
  if (key === null) throw notFound('key');
  return key;
}

/** The key with other words for people, or for pages of other origins. Rejects with `validation_failed` or `not_found`. */
export async function updateKey(
  storage: Storage,
  clock: Clock,
  { storeId, keyId, actor, ...fields }: KeyChange & Partial<Pick<KeySettings, 'name' | 'allowedOrigins'>>,
): Promise<ListedKey> {
  checkKeySettings({ name: fields.name ?? 'as it is', allowedOrigins: fields.allowedOrigins ?? [] });
  const key = await storage.directory.updateApiKey(storeId, keyId, fields, (updated) =>
    createAuditEntry(clock, {
      actor,
      action: 'key.changed',
      subject: keySubject(updated),
      details: { name: updated.name, allowed_origins: updated.allowedOrigins },
    }),
  );
  if (key === null) throw notFound('key');
  return key;
}

/**
 * Changes, rotates, ends and revokes keys, with an entry in the store's audit log in the same transaction. A key that was revoked or has
 * ended is never valid again. A name takes 1 to 255 characters, a key at most 100 origins of 270 characters: others reject with
 * `validation_failed`, an unknown key with `not_found`, a key that cannot be rotated with `conflict`, and nothing is changed then. A
 * key's kind, text and end never change, but for the end of a key that is replaced.
 */
// Tests: ./create-store.live.test.ts, test/api/keys.test.ts, test/storage/ending-keys.test.ts.
import { type Clock, formatTimestamp, hourMicros } from '../clock.ts';
import { AppError, notFound, validationFailed } from '../errors.ts';
import type { Actor } from '../storage/accounts/tables.ts';
import type { ListedKey } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from './audit-entry.ts';
import {
  type CreatedKey,
  checkKeySettings,
  detailsOfEnd,
  type KeySettings,
  keySubject,
  makeKey,
  originsFaultOfKind,
  roomFor,
  tooManyKeys,
  wayOf,
} from './create-key.ts';

/** The key to change, and the person or key that asks: null if none does, for the command line. */
export interface KeyChange {
  readonly storeId: string;
  readonly keyId: string;
  readonly actor: Actor | null;
}

/** The key as it is now. Revoking twice keeps the first time. Rejects with `not_found`. */
export async function revokeKey(storage: Storage, clock: Clock, change: KeyChange): Promise<ListedKey> {
  const { storeId, keyId, actor } = change;
  const key = await storage.directory.revokeApiKey(storeId, keyId, clock.nowMicros(), (revoked) =>
    createAuditEntry(clock, {
      actor,
      action: 'key.revoked',
      subject: keySubject(revoked),
      details: wayOf(actor),
    }),
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
  checkKeySettings({ name: fields.name ?? 'as it is', allowedOrigins: fields.allowedOrigins ?? [] }, clock);
  const key = await storage.directory.updateApiKey(storeId, keyId, fields, (updated) => {
    const fault = originsFaultOfKind(updated.kind, fields.allowedOrigins ?? []);
    // The transaction ends with it, so nothing is stored.
    if (fault !== null) throw validationFailed([fault]);
    return createAuditEntry(clock, {
      actor,
      action: 'key.changed',
      subject: keySubject(updated),
      details: { name: updated.name, allowed_origins: updated.allowedOrigins },
    });
  });
  if (key === null) throw notFound('key');
  return key;
}

/** A rotation. */
export interface KeyRotation extends KeyChange {
  /** Hours for which the old key works on, at least 0. */
  readonly overlapHours: number;
  /** Whether the caller is itself a key, which may not make keys that manage keys. */
  readonly isByKey: boolean;
}

/**
 * Puts a new key in the place of another, which ends after the overlap. The new one lasts as long as the old one was to last. Rejects
 * with `not_found`, `conflict` for a key that does not work any more or was rotated before, or `insufficient_scope`.
 */
export async function rotateKey(
  storage: Storage,
  clock: Clock,
  { storeId, keyId, actor, overlapHours, isByKey }: KeyRotation,
): Promise<CreatedKey> {
  const now = clock.nowMicros();
  let key = '';
  const decide = (old: ListedKey | null) => {
    if (old === null) throw notFound('key');
    const { kind, name, allowedOrigins, expiresAt } = old;
    const refusal = refusalOf(old, now, isByKey);
    if (refusal !== null || allowedOrigins === null) throw refusal ?? new AppError('conflict', cannotBeRead);
    const end = expiresAt === null ? null : now + (expiresAt - old.createdAt);
    const made = makeKey(clock, storeId, { kind, name, allowedOrigins, expiresAt: end });
    key = made.key;
    const oldEnd = Math.min(
      now + Math.round(overlapHours * hourMicros),
      expiresAt ?? Number.POSITIVE_INFINITY,
    );
    const details = {
      key: { from: old.hint, to: made.record.hint },
      old_key_ends_at: formatTimestamp(oldEnd),
      ...detailsOfEnd(end),
      ...wayOf(actor),
    };
    const subject = keySubject(made.record);
    return {
      successor: made.record,
      expiresAt: oldEnd,
      revokedAt: oldEnd <= now ? oldEnd : null,
      entry: createAuditEntry(clock, { actor, action: 'key.rotated', subject, details }),
    };
  };
  const { room } = roomFor(actor, clock);
  const record = await storage.directory.replaceApiKey(storeId, keyId, decide, room);
  if (record === null) throw tooManyKeys();
  return { key, record };
}

const cannotBeRead = 'The key cannot be read. Revoke it, and create another.';

/** Why a key cannot be rotated, or null. */
function refusalOf(key: ListedKey, now: number, isByKey: boolean): AppError | null {
  if (key.replacedBy !== null) {
    return new AppError('conflict', 'The key was rotated before. Rotate the key that took its place.');
  }
  if (key.revokedAt !== null && key.revokedAt !== key.expiresAt) {
    return new AppError('conflict', 'The key was revoked. Create a new key.');
  }
  if (key.expiresAt !== null && key.expiresAt <= now) {
    const at = formatTimestamp(key.expiresAt);
    return new AppError('conflict', `The key ended at ${at}. Create a new key.`);
  }
  if (key.kind !== 'manage' || !isByKey) return null;
  const message =
    'A key of the scope manage is rotated in the dashboard or on the command line, not by a key.';
  return new AppError('insufficient_scope', message);
}

/** Keys of one round. Chosen: a round is due every few seconds. */
const endsPerRound = 100;

/** Notes the keys that are past their end as revoked then, each with an entry of its store's audit log, once in all processes. */
export async function endKeys({ directory }: Storage, clock: Clock): Promise<void> {
  const now = clock.nowMicros();
  for (const ended of await directory.endedApiKeys(now, endsPerRound)) {
    await directory.endApiKey(ended, now, (key) =>
      createAuditEntry(clock, {
        actor: null,
        action: 'key.ended',
        subject: keySubject(key),
        details: detailsOfEnd(key.expiresAt),
      }),
    );
  }
}

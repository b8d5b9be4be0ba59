/**
 * Creates keys of a store, with an entry in its audit log in the same transaction. Only storefront keys are stored as text; of others
 * the hash is. Settings are checked here, and every wrong one is named. Limits: names of 255 characters, 200 keys that work (for people
 * and programs; the command line has no limit), 100 origins of 270 characters, an end within ten years. Beyond them:
 * `validation_failed`, or `conflict` for the number of keys; nothing is stored then.
 */
// Tests: ./create-store.live.test.ts, test/api/keys.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { secretKeyFault } from '../catalog/text.ts';
import { type Clock, dayMicros, formatTimestamp, parseTimestamp } from '../clock.ts';
import { AppError, validationFailed } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Actor } from '../storage/accounts/tables.ts';
import type { ApiKey, KeyKind } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { KeyRoom } from '../storage/stores/key-tables.ts';
import { createAuditEntry } from './audit-entry.ts';
import { generateKey, hashKey, keyHint } from './key-format.ts';

/** A new key in plain text, and what is stored of it. */
export interface CreatedKey {
  readonly key: string;
  readonly record: ApiKey;
}

/** The settings that people choose for a further key. */
export interface KeySettings {
  readonly kind: KeyKind;
  readonly name: string;
  /** Origins that browsers may call from, such as `https://shop.example`; empty means any. */
  readonly allowedOrigins: readonly string[];
  /** An ISO 8601 time with its zone, unchecked; absent or null: the key has no end. */
  readonly expiresAt?: string | null | undefined;
}

/**
 * A further key of a store that exists. Rejects with `validation_failed` for a wrong name, origin or end, and with `conflict`
 * where a person or a program asks for more than `keysMax`; the operator's command (no actor) takes any number (Contract §2).
 */
export async function createKey(
  storage: Storage,
  clock: Clock,
  storeId: string,
  settings: KeySettings,
  actor: Actor | null = null,
): Promise<CreatedKey> {
  const expiresAt = checkKeySettings(settings, clock);
  const created = makeKey(clock, storeId, { ...settings, expiresAt });
  const subject = keySubject(created.record);
  const details = { scope: settings.kind, ...detailsOfEnd(expiresAt), ...wayOf(actor) };
  const isStored = await storage.directory.insertApiKey(created.record, {
    entry: createAuditEntry(clock, { actor, action: 'key.created', subject, details }),
    ...roomFor(actor, clock),
  });
  if (!isStored) throw tooManyKeys();
  return created;
}

/** Stores a key again whose text is still known but whose record was lost. Rejects if a record of this text exists. */
export async function insertKnownKey(
  storage: Storage,
  clock: Clock,
  storeId: string,
  { key, ...settings }: Omit<KeySettings, 'expiresAt'> & { readonly key: string },
): Promise<void> {
  const { record } = makeKey(clock, storeId, { ...settings, expiresAt: null }, key);
  const subject = keySubject(record);
  const details = { scope: settings.kind };
  const entry = createAuditEntry(clock, { actor: null, action: 'key.created', subject, details });
  await storage.directory.insertApiKey(record, { entry });
}

/** A key as the audit log names it. */
export function keySubject({ name, hint }: Pick<ApiKey, 'name' | 'hint'>): string {
  return `${name} (${hint})`;
}

/** The end of a key in the details of an entry. */
export function detailsOfEnd(expiresAt: number | null) {
  return expiresAt === null ? {} : { ends_at: formatTimestamp(expiresAt) };
}

/** Without an actor it was the operator's command: the service itself does not call this. */
export function wayOf(actor: Actor | null) {
  return actor === null ? { made_by: 'the command line' } : {};
}

/** The room for further keys: none is counted for the operator's command. */
export function roomFor(actor: Actor | null, clock: Clock): { readonly room?: KeyRoom } {
  return actor === null ? {} : { room: { validMax: limits.keysMax, now: clock.nowMicros() } };
}

/** The refusal of a key beyond the limit. */
export function tooManyKeys(): AppError {
  return new AppError('conflict', `A store has at most ${limits.keysMax} keys. Revoke one first.`);
}

/** The end of the key in microseconds, or null. The origins of a key of unknown kind may be right. Throws `validation_failed` for every wrong setting. */
export function checkKeySettings(
  {
    kind,
    name,
    allowedOrigins,
    expiresAt = null,
  }: Omit<KeySettings, 'kind'> & Partial<Pick<KeySettings, 'kind'>>,
  clock: Clock,
): number | null {
  const end = expiresAt === null ? null : parseTimestamp(expiresAt);
  const faults = [
    nameFaultOf(name),
    originsFaultOf(allowedOrigins) ?? (kind === undefined ? null : originsFaultOfKind(kind, allowedOrigins)),
    expiresAt === null ? null : endFaultOf(end, clock.nowMicros()),
  ];
  const [first, ...rest] = faults.filter((fault) => fault !== null);
  if (first !== undefined) throw validationFailed([first, ...rest]);
  return end;
}

function originsFaultOf(allowedOrigins: readonly string[]): FieldError | null {
  const fault = { path: '/allowed_origins', code: 'origin_invalid' } as const;
  if (allowedOrigins.length > limits.originsPerKey) {
    const message = `A key takes at most ${limits.originsPerKey} origins, got ${allowedOrigins.length}.`;
    return { ...fault, message };
  }
  const wrong = allowedOrigins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return null;
  const message = `An origin takes a form such as https://shop.example, got "${wrong.slice(0, limits.originMaxLength)}".`;
  return { ...fault, message };
}

/** The fault of origins on a key that no page may hold, or null: they would protect nothing. */
export function originsFaultOfKind(kind: KeyKind, allowedOrigins: readonly string[]): FieldError | null {
  if (kind === 'storefront' || allowedOrigins.length === 0) return null;
  const message = `"allowed_origins" is for storefront keys: a key of the scope ${kind} belongs on a server, never in a page.`;
  return { path: '/allowed_origins', code: 'origin_invalid', message };
}

function endFaultOf(end: number | null, now: number): FieldError | null {
  const fault = { path: '/expires_at', code: 'expires_at_invalid' } as const;
  if (end === null) {
    const message = '"expires_at" takes a time with its zone, such as 2027-01-31T00:00:00Z, or null.';
    return { ...fault, message };
  }
  if (end <= now) {
    const message = `"expires_at" takes a time in the future; it is ${formatTimestamp(now)} now.`;
    return { ...fault, message };
  }
  if (end <= now + limits.keyEndMaxDays * dayMicros) return null;
  const message = `"expires_at" takes a time within ${limits.keyEndMaxDays / 365} years; leave it out for a key without an end.`;
  return { ...fault, message };
}

function isOrigin(text: string): boolean {
  return text.length <= limits.originMaxLength && URL.canParse(text) && new URL(text).origin === text;
}

/** A key and its record. Settings are checked before; `expiresAt` in microseconds. */
export function makeKey(
  clock: Clock,
  storeId: string,
  { kind, name, allowedOrigins, expiresAt }: Omit<KeySettings, 'expiresAt'> & Pick<ApiKey, 'expiresAt'>,
  key = generateKey(kind),
): CreatedKey {
  const record: ApiKey = {
    id: newId(),
    storeId,
    kind,
    name,
    hash: hashKey(key),
    hint: keyHint(key),
    allowedOrigins,
    createdAt: clock.nowMicros(),
    lastUsedAt: null,
    revokedAt: null,
    // It stands in public pages, so it may be shown again; no other key may.
    token: kind === 'storefront' ? key : null,
    expiresAt,
    replacedBy: null,
  };
  return { key, record };
}

/** The fault of the name of a store or key, or null. It never repeats a secret key. */
export function nameFaultOf(name: string): FieldError | null {
  const isOne = name.trim() !== '' && name.length <= limits.fieldMaxLength;
  const message = isOne ? secretKeyFault('The name', name) : 'The name takes 1 to 255 characters.';
  return message === null ? null : { path: '/name', code: 'name_invalid', message };
}

/**
 * Creates a store with its first two keys, and further keys. Secret keys are returned once and never stored. Settings are checked
 * here, and every wrong one is named. Limits: names of 255 characters, 200 valid keys a store (for people; the command line has no
 * limit), 100 origins of 270 characters a key. Beyond them: `validation_failed`, or `conflict` for keys; nothing is stored then.
 */
// Tests: ./create-store.live.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { limits, type PlanName, plans } from '../../contract/limits.ts';
import { parseCurrency } from '../catalog/currency.ts';
import { secretKeyFault } from '../catalog/text.ts';
import type { Clock } from '../clock.ts';
import { AppError, validationFailed } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Actor } from '../storage/accounts/tables.ts';
import type { ApiKey, KeyKind, Store } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from './audit-entry.ts';
import { generateKey, hashKey, keyHint } from './key-format.ts';

/** The settings that people choose for a new store, unchecked. */
export interface StoreSettings {
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly locale: string;
}

/** A new store and its keys in plain text. */
export interface CreatedStore {
  readonly store: Store;
  readonly keys: Readonly<Record<KeyKind, string>>;
}

/** Optional inputs of {@link createStore}. */
export interface CreateStoreOptions {
  /** The person who creates the store; null, the default, if none is signed in. */
  readonly actor?: Actor | null;
  /** Returns a mark, a name and a value, to save in the same transaction: a later start finds the store by it. */
  readonly remember?: (created: CreatedStore) => { readonly name: string; readonly value: string };
}

/** A store and its first keys. Rejects with `validation_failed` naming every wrong setting. */
export async function createStore(
  storage: Storage,
  clock: Clock,
  settings: StoreSettings,
  { actor = null, remember }: CreateStoreOptions = {},
): Promise<CreatedStore> {
  const { name, plan, currency, locale } = checkStoreSettings(settings);
  const store: Store = {
    id: newId(),
    name,
    plan,
    currency,
    locale,
    createdAt: clock.nowMicros(),
    changeNumber: 0,
    productCount: 0,
    inStockCount: 0,
    enrichmentCount: 0,
  };
  const secret = makeKey(clock, store.id, { kind: 'secret', name: 'First secret key', allowedOrigins: [] });
  const storefront = makeKey(clock, store.id, {
    kind: 'storefront',
    name: 'First storefront key',
    allowedOrigins: [],
  });
  const created = { store, keys: { secret: secret.key, storefront: storefront.key } };
  const entry = createAuditEntry(clock, { actor, action: 'store.created', subject: name });
  await storage.directory.createStore(store, [secret.record, storefront.record], {
    entry,
    mark: remember?.(created),
  });
  return created;
}

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
}

/**
 * A further key of a store that exists. Rejects with `validation_failed` for a wrong name or origin, and with `conflict`
 * where a person who is signed in asks for more than `keysMax`; the operator's command takes any number (Contract §2).
 */
export async function createKey(
  storage: Storage,
  clock: Clock,
  storeId: string,
  settings: KeySettings,
  actor: Actor | null = null,
): Promise<CreatedKey> {
  checkKeySettings(settings);
  const created = makeKey(clock, storeId, settings);
  const subject = keySubject(created.record);
  const details = { kind: settings.kind };
  const isStored = await storage.directory.insertApiKey(created.record, {
    entry: createAuditEntry(clock, { actor, action: 'key.created', subject, details }),
    ...(actor === null ? {} : { validMax: limits.keysMax }),
  });
  if (!isStored)
    throw new AppError('conflict', `A store has at most ${limits.keysMax} keys. Revoke one first.`);
  return created;
}

/** Stores a key again whose text is still known but whose record was lost. Rejects if a record of this text exists. */
export async function insertKnownKey(
  storage: Storage,
  clock: Clock,
  storeId: string,
  { key, ...settings }: KeySettings & { readonly key: string },
): Promise<void> {
  const { record } = makeKey(clock, storeId, settings, key);
  const subject = keySubject(record);
  const details = { kind: settings.kind };
  const entry = createAuditEntry(clock, { actor: null, action: 'key.created', subject, details });
  await storage.directory.insertApiKey(record, { entry });
}

/** A key as the audit log names it. */
export function keySubject({ name, hint }: Pick<ApiKey, 'name' | 'hint'>): string {
  return `${name} (${hint})`;
}

/** Throws `validation_failed` for a wrong name or origin. */
export function checkKeySettings({ name, allowedOrigins }: Omit<KeySettings, 'kind'>): void {
  const nameFault = nameFaultOf(name);
  if (nameFault !== null) throw validationFailed([nameFault]);
  if (allowedOrigins.length > limits.originsPerKey) {
    const message = `A key takes at most ${limits.originsPerKey} origins, got ${allowedOrigins.length}.`;
    throw validationFailed([{ path: '/allowed_origins', code: 'origin_invalid', message }]);
  }
  const wrong = allowedOrigins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined) {
    const message = `An origin takes a form such as https://shop.example, got "${wrong.slice(0, limits.originMaxLength)}".`;
    throw validationFailed([{ path: '/allowed_origins', code: 'origin_invalid', message }]);
  }
}

function isOrigin(text: string): boolean {
  return text.length <= limits.originMaxLength && URL.canParse(text) && new URL(text).origin === text;
}

function makeKey(
  clock: Clock,
  storeId: string,
  { kind, name, allowedOrigins }: KeySettings,
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
    // It stands in public pages, so it may be shown again; a secret key may not.
    token: kind === 'storefront' ? key : null,
  };
  return { key, record };
}

function nameFaultOf(name: string): FieldError | null {
  const isOne = name.trim() !== '' && name.length <= limits.fieldMaxLength;
  const message = isOne ? secretKeyFault('The name', name) : 'The name takes 1 to 255 characters.';
  return message === null ? null : { path: '/name', code: 'name_invalid', message };
}

/** The settings in their canonical forms. Throws `validation_failed` naming every wrong one. */
export function checkStoreSettings(settings: StoreSettings): {
  name: string;
  plan: PlanName;
  currency: string;
  locale: string;
} {
  const name = settings.name.trim();
  const plan = (Object.keys(plans) as PlanName[]).find((known) => known === settings.plan);
  const currency = parseCurrency(settings.currency);
  const locale = canonicalLocale(settings.locale);
  const errors: (FieldError | null)[] = [
    nameFaultOf(name),
    plan === undefined
      ? {
          path: '/plan',
          code: 'plan_invalid',
          message: `The plan takes ${Object.keys(plans).join(', ')}, got "${settings.plan}".`,
        }
      : null,
    currency === null
      ? {
          path: '/currency',
          code: 'currency_invalid',
          message: `The currency takes an ISO 4217 code such as USD, got "${settings.currency}".`,
        }
      : null,
    locale === null
      ? {
          path: '/locale',
          code: 'locale_invalid',
          message: `The locale takes a language tag such as en or de-AT, got "${settings.locale}".`,
        }
      : null,
  ];
  const [first, ...rest] = errors.filter((error) => error !== null);
  if (first !== undefined || plan === undefined || currency === null || locale === null) {
    throw first === undefined
      ? new Error('unreachable: a wrong setting has an error')
      : validationFailed([first, ...rest]);
  }
  return { name, plan, currency, locale };
}

function canonicalLocale(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Creates a store with its first two keys. The secret key is returned once and never stored. Settings are checked here, and every wrong
 * one is named with `validation_failed`; nothing is stored then. A name has at most 255 characters.
 */
// Tests: ./create-store.live.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { type PlanName, plans } from '../../contract/limits.ts';
import { parseCurrency } from '../catalog/currency.ts';
import type { Clock } from '../clock.ts';
import { validationFailed } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Actor } from '../storage/accounts/tables.ts';
import type { Store } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from './audit-entry.ts';
import { makeKey, nameFaultOf } from './create-key.ts';

/** The settings that people choose for a new store, unchecked. */
export interface StoreSettings {
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly locale: string;
  /** Whether the variants of a group take one place in an answer; absent: they do. */
  readonly groupVariants?: boolean;
}

/** A new store and its keys in plain text. */
export interface CreatedStore {
  readonly store: Store;
  readonly keys: Readonly<Record<'secret' | 'storefront', string>>;
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
  const { name, plan, currency, locale, groupVariants } = checkStoreSettings(settings);
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
    groupVariants,
  };
  const first = { allowedOrigins: [], expiresAt: null };
  const secret = makeKey(clock, store.id, { ...first, kind: 'secret', name: 'First secret key' });
  const storefront = makeKey(clock, store.id, { ...first, kind: 'storefront', name: 'First storefront key' });
  const created = { store, keys: { secret: secret.key, storefront: storefront.key } };
  const entry = createAuditEntry(clock, { actor, action: 'store.created', subject: name });
  await storage.directory.createStore(store, [secret.record, storefront.record], {
    entry,
    mark: remember?.(created),
  });
  return created;
}

/** The settings in their canonical forms. Throws `validation_failed` naming every wrong one. */
export function checkStoreSettings(settings: StoreSettings): {
  name: string;
  plan: PlanName;
  currency: string;
  locale: string;
  groupVariants: boolean;
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
  return { name, plan, currency, locale, groupVariants: settings.groupVariants ?? true };
}

function canonicalLocale(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

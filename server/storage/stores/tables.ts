/**
 * Tables of stores and their keys, and the facts and versions of the directory: everything that is read before the store of a call is
 * known. Of a secret key only the hash and a hint are stored. Times are microseconds since 1970, UTC. A value of another form is damage of
 * its row, and is named. Counts are products; the plan's limits are applied in server/ingest. It never holds a secret key in plain text.
 */
// Tests: test/storage/storage.test.ts.
import type { PlanName } from '../../../contract/limits.ts';
import type { KeyScope } from '../../../contract/words/keys.ts';
import {
  byDefault,
  flag,
  formedText,
  integer,
  isText,
  json,
  listOf,
  optional,
  text,
  time,
} from '../column.ts';
import { type RecordOf, table } from '../table.ts';

/** Whether a text is three capital letters. Which codes are in use changes with the runtime's data, so all of them pass. */
export const isCurrency = (value: string) => /^[A-Z]{3}$/.test(value);

function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

/** The stores of the service. The lock of a row orders the writers of its store. */
export const stores = table('stores', {
  key: ['id'],
  columns: {
    id: text(),
    name: text(),
    plan: text<PlanName>(),
    /** ISO 4217. */
    currency: formedText(isCurrency, 'is no currency code'),
    /** BCP 47. */
    locale: formedText(isLocale, 'is no language tag'),
    created_at: time(),
    /** Rises with every committed change of what is indexed; taken under the store's row lock, so none is skipped. */
    change_number: integer(),
    /** Every product row, in stock or not: what the plan's limit counts (Contract §2). */
    product_count: integer(),
    in_stock_count: integer(),
    /** Distinct products that were enriched or are queued for it (Contract §2). */
    enrichment_count: integer(),
    /** Whether the variants of a group take one place in an answer. */
    group_variants: byDefault(flag()),
    /** Bytes of the failed rows of its imports; corrected once an hour. */
    failure_bytes: byDefault(integer()),
    /** Products up to this external id are in their short form (short-rows.ts); null: none, or not known. */
    shortened_to: byDefault(optional(text())),
  },
});

/** The columns of {@link Store}. */
export const storeRecord = stores.omit('failure_bytes', 'shortened_to');

/** A store: the tenant to which every call, row and key belongs (§1.8). */
export type Store = RecordOf<typeof storeRecord>;

/** Changes to the store's own counters; `changeNumber` is set, the counts are added. */
export type StoreUpdate = Pick<Store, 'changeNumber' | 'productCount' | 'inStockCount' | 'enrichmentCount'>;

/** The kind of a key, which the API calls its scope. */
export type KeyKind = KeyScope;

/** Keys, looked up by their hash. */
export const apiKeys = table('api_keys', {
  key: ['id'],
  columns: {
    id: text(),
    store_id: text(),
    kind: text<KeyKind>(),
    name: text(),
    /** SHA-256 of the whole key, hex. */
    hash: text(),
    /** The first and last letters, `ft_sk_Ab3…9xZ`, by which people recognize a key. */
    hint: text(),
    /** Origins that browsers may call from; empty means any. */
    allowed_origins: json(listOf(isText)),
    created_at: time(),
    last_used_at: optional(time()),
    revoked_at: optional(time()),
    /** The whole key, only of a storefront key; null also for those made before it was stored. */
    token: byDefault(optional(text())),
    /** The end of the key: from then on it is refused, revoked or not. */
    expires_at: byDefault(optional(time())),
    /** The id of the key that a rotation put in its place. */
    replaced_by: byDefault(optional(text())),
  },
});

/** The stored fields of a key. A secret key itself is shown once and never stored. */
export type ApiKey = RecordOf<typeof apiKeys>;

/** A key in lists and changes of keys; it admits no call. */
export interface ListedKey extends Omit<ApiKey, 'allowedOrigins'> {
  /** Null if they cannot be read; the key then admits no one. */
  readonly allowedOrigins: readonly string[] | null;
}

/** Facts that are set once, such as "the demo store was made". */
export const marks = table('marks', { key: ['name'], columns: { name: text(), value: text() } });

/** Exactly one row, number 1, with the directory's version. */
export const directoryState = table('directory_state', {
  key: ['id'],
  columns: {
    id: integer(),
    version: integer(),
    /** `changes` holds every store that changed after this version, up to `changes_until`. */
    changes_since: byDefault(integer()),
    changes_until: byDefault(integer()),
    /** `version:store` of the last change of each store, newest first, separated by spaces. */
    changes: byDefault(text()),
  },
});

/** The migrations that were applied. */
export const migrations = table('migrations', {
  key: ['number'],
  columns: { number: integer(), name: text() },
});

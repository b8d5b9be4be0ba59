/**
 * Interface of the keys of all stores. Only hashes of keys are stored. No permission is checked here; an unknown hash or id gives
 * null. Times are microseconds since 1970. The key itself is never stored.
 */
// Tests: server/stores/known-grants.test.ts.
import type { AuditEntry } from '../accounts/tables.ts';
import type { ApiKey, ListedKey } from './tables.ts';

/** A key, and whose it is. */
export interface KeyName {
  readonly keyId: string;
  readonly storeId: string;
}

/** The keys of a store that may work at the time `now`. */
export interface KeyRoom {
  readonly validMax: number;
  readonly now: number;
}

/** The end of a key that is replaced, and what comes in its place. */
export interface KeyReplacement {
  readonly successor: ApiKey;
  readonly expiresAt: number;
  /** The time from which the old key is refused at once; null where it works on until its end. */
  readonly revokedAt: number | null;
  readonly entry: AuditEntry;
}

/** Keys of all stores: they are looked up before the store is known. */
export interface KeyDirectory {
  /** Revoked keys are found too. */
  findApiKey(hash: string): Promise<ApiKey | null>;
  /** Returns valid keys by creation time, then the keys that were revoked last. */
  listApiKeys(storeId: string): Promise<ListedKey[]>;
  /**
   * Changes of keys are written to the store's audit log in the same transaction, where an entry is given. False, and no
   * key, where the store has no room for it.
   */
  insertApiKey(
    key: ApiKey,
    options?: { readonly entry?: AuditEntry; readonly room?: KeyRoom },
  ): Promise<boolean>;
  /** Returns the key as it is now, or null if the store has no such key. */
  updateApiKey(
    storeId: string,
    keyId: string,
    fields: Partial<Pick<ApiKey, 'name' | 'allowedOrigins'>>,
    entryOf?: (key: ListedKey) => AuditEntry,
  ): Promise<ListedKey | null>;
  /** Returns the key as it is now, or null if the store has no such key. Revoking twice keeps the first time and entry. */
  revokeApiKey(
    storeId: string,
    keyId: string,
    revokedAt: number,
    entryOf?: (key: ListedKey) => AuditEntry,
  ): Promise<ListedKey | null>;
  /**
   * Puts a new key in the place of another. `decide` gets that key as it is, null if the store has none, and throws where it
   * cannot be replaced. Returns the new key; null, and nothing is changed, where the store has no room for it.
   */
  replaceApiKey(
    storeId: string,
    keyId: string,
    decide: (key: ListedKey | null) => KeyReplacement,
    room?: KeyRoom,
  ): Promise<ApiKey | null>;
  /** Returns keys that are past their end and not noted as revoked yet, at most `limit`. */
  endedApiKeys(now: number, limit: number): Promise<KeyName[]>;
  /** Notes a key that is past its end as revoked at that time, with an entry. False where it is not, or another was first. */
  endApiKey(key: KeyName, now: number, entryOf: (key: ListedKey) => AuditEntry): Promise<boolean>;
  /** Sets the last-used time (microseconds by key id); never moves it back. */
  touchApiKeys(lastUsed: ReadonlyMap<string, number>): Promise<void>;
  /** Returns the ids of those of these keys that were revoked, and of those of their stores that were deleted. */
  withdrawn(keys: readonly KeyName[]): Promise<ReadonlySet<string>>;
  /**
   * The directory's version, which rises with every change to a store's settings or keys, and the stores that changed
   * after the given one: null where that is not known, and any may have.
   */
  changesSince(
    version: number | null,
  ): Promise<{ readonly version: number; readonly stores: readonly string[] | null }>;
}

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

/** Keys of all stores: they are looked up before the store is known. */
export interface KeyDirectory {
  /** Revoked keys are found too. */
  findApiKey(hash: string): Promise<ApiKey | null>;
  /** Returns valid keys by creation time, then the keys that were revoked last. */
  listApiKeys(storeId: string): Promise<ListedKey[]>;
  /**
   * Changes of keys are written to the store's audit log in the same transaction, where an entry is given. False, and no
   * key, where the store has `validMax` valid ones.
   */
  insertApiKey(
    key: ApiKey,
    options?: { readonly entry?: AuditEntry; readonly validMax?: number },
  ): Promise<boolean>;
  /** Returns the key as it is now, or null if the store has no such key. */
  updateApiKey(
    storeId: string,
    keyId: string,
    fields: Partial<Pick<ApiKey, 'name' | 'allowedOrigins'>>,
    entryOf?: (key: ListedKey) => AuditEntry,
  ): Promise<ListedKey | null>;
  /** Returns the key as it is now, or null if the store has no such key. Revoking twice keeps the first time. */
  revokeApiKey(
    storeId: string,
    keyId: string,
    revokedAt: number,
    entryOf?: (key: ListedKey) => AuditEntry,
  ): Promise<ListedKey | null>;
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

/**
 * Remembers what keys open, as it was last read, by key and by store. A forgotten grant no longer counts but stays: it is used while
 * the key's row cannot be read, unless the key was revoked or its store deleted. The number of entries is bounded. Bound: 50,000 keys
 * (limits.apiKeyCacheEntries), beyond which those used longest ago go. It reads no database and never grants what was not granted
 * before.
 */
// Tests: ./known-grants.test.ts.
import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import type { KeyDirectory, KeyName } from '../storage/stores/key-tables.ts';
import { boundedByCount } from '../structures/bounded-by-count.ts';

/** Ids of the stores that changed; null where any store may have changed. */
export type ChangedStores = ReadonlySet<string> | null;

interface Known<Grant> {
  readonly grant: Grant;
  isCurrent: boolean;
}

/** The grants of keys. */
export class KnownGrants<Grant extends KeyName> {
  readonly #known = new LRUCache<string, Known<Grant>>({
    ...boundedByCount(limits.apiKeyCacheEntries),
    dispose: ({ grant }, key) => this.#unlist(grant, key),
  });
  /** Keys by the ids of their stores. */
  readonly #keys = new Map<string, Set<string>>();
  /** Keys forgotten since the last check for withdrawn ones. */
  #unchecked = new Set<string>();

  current(key: string): Grant | undefined {
    const known = this.#known.get(key);
    return known?.isCurrent === true ? known.grant : undefined;
  }

  /** The last grant of a key, forgotten or not. */
  lastGood(key: string): Grant | undefined {
    return this.#known.get(key)?.grant;
  }

  keep(key: string, grant: Grant): void {
    this.#known.set(key, { grant, isCurrent: true });
    const keys = this.#keys.get(grant.storeId);
    if (keys === undefined) this.#keys.set(grant.storeId, new Set([key]));
    else keys.add(key);
  }

  drop(key: string): void {
    this.#known.delete(key);
  }

  forget(stores: ChangedStores): void {
    for (const storeId of stores ?? this.#keys.keys()) {
      for (const key of this.#keys.get(storeId) ?? []) {
        const known = this.#known.peek(key);
        if (known === undefined) continue;
        known.isCurrent = false;
        this.#unchecked.add(key);
      }
    }
  }

  /** Drops forgotten grants whose key or store was withdrawn. If the database cannot be asked, the next call tries again. */
  async dropWithdrawn(directory: Pick<KeyDirectory, 'withdrawn'>): Promise<void> {
    const grants = new Map<string, Grant>();
    for (const key of this.#unchecked) {
      const known = this.#known.peek(key);
      if (known !== undefined) grants.set(key, known.grant);
    }
    this.#unchecked = new Set();
    if (grants.size === 0) return;
    try {
      const withdrawn = await directory.withdrawn([...grants.values()]);
      for (const [key, { keyId, storeId }] of grants) {
        if (withdrawn.has(keyId) || withdrawn.has(storeId)) this.drop(key);
      }
    } catch (error) {
      for (const key of grants.keys()) this.#unchecked.add(key);
      if (!(error instanceof AppError)) throw error;
    }
  }

  #unlist({ storeId }: Grant, key: string): void {
    const keys = this.#keys.get(storeId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(storeId);
  }
}

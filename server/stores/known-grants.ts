/**
 * What keys open, as it was read last, found by key and by store. What is forgotten does not count any more, but stays: it
 * is what counts while the key's row cannot be read, unless the key was revoked or its store deleted.
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import { boundedByCount } from '../bounded-by-count.ts';
import { AppError } from '../errors.ts';
import type { KeyDirectory, KeyName } from '../storage/keys.ts';
import { type ChangedStores, markOf } from './key-news.ts';

interface Known<Grant> {
  readonly grant: Grant;
  isCurrent: boolean;
}

/** See the head of the file. */
export class KnownGrants<Grant extends KeyName> {
  readonly #known = new LRUCache<string, Known<Grant>>({
    ...boundedByCount(limits.apiKeyCacheEntries),
    dispose: ({ grant }, key) => this.#unlist(grant, key),
  });
  /** By the marks of stores. */
  readonly #keys = new Map<number, Set<string>>();
  /** Forgotten since it was asked which were withdrawn. */
  #unchecked = new Set<string>();

  current(key: string): Grant | undefined {
    const known = this.#known.get(key);
    return known?.isCurrent === true ? known.grant : undefined;
  }

  /** Forgotten or not. */
  lastGood(key: string): Grant | undefined {
    return this.#known.get(key)?.grant;
  }

  keep(key: string, grant: Grant): void {
    this.#known.set(key, { grant, isCurrent: true });
    const mark = markOf(grant.storeId);
    const keys = this.#keys.get(mark);
    if (keys === undefined) this.#keys.set(mark, new Set([key]));
    else keys.add(key);
  }

  drop(key: string): void {
    this.#known.delete(key);
  }

  forget(stores: ChangedStores): void {
    for (const mark of stores ?? this.#keys.keys()) {
      for (const key of this.#keys.get(mark) ?? []) {
        const known = this.#known.peek(key);
        if (known === undefined) continue;
        known.isCurrent = false;
        this.#unchecked.add(key);
      }
    }
  }

  /** Asks about what was forgotten, and about nothing else. Where the database cannot tell, the next call tries again. */
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
    const mark = markOf(storeId);
    const keys = this.#keys.get(mark);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(mark);
  }
}

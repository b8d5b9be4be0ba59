/**
 * Which store a key opens, from memory. A key is looked up once; an unknown one costs a bounded lookup and is
 * remembered for seconds. Everything remembered is dropped as soon as any key or store changed, so that a revoked
 * key is refused within {@link limits.directoryPollMs}. Of keys that were good a copy stays: it is what counts while the
 * key's row cannot be read, unless the key was revoked or its store deleted.
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { DamageError } from '../storage/damage.ts';
import type { ApiKey, KeyKind } from '../storage/records.ts';
import type { Directory } from '../storage/storage.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';

/** What a valid key opens. */
export interface KeyGrant {
  readonly keyId: string;
  /** As people named the key. */
  readonly keyName: string;
  readonly storeId: string;
  readonly kind: KeyKind;
  /** Origins that browsers may call from; empty means any. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/** Remembers what keys open. */
export interface KeyRing {
  /** The grant of a key seen before; undefined when it must be looked up, null when it is refused. */
  recall(key: string): KeyGrant | null | undefined;
  /** Looks the key up. Null when it is malformed, unknown or revoked. */
  find(key: string): Promise<KeyGrant | null>;
  /** Drops what is remembered if a key or a store changed since; whether it did. */
  refresh(): Promise<boolean>;
  /** Drops what is remembered: another thread knows of a change. */
  forget(): void;
  /** The version of the directory that was seen last; null before the first look. */
  version(): number | null;
  /** Last-used times, microseconds by key id, since the last call. */
  takeLastUsed(): Map<string, number>;
}

/** Nothing is remembered at first; call `refresh` at an interval. */
export function createKeyRing(directory: Directory, clock: Clock): KeyRing {
  const grants = new LRUCache<string, KeyGrant>({ max: limits.apiKeyCacheEntries });
  const refused = new LRUCache<string, true>({
    max: limits.apiKeyCacheEntries,
    ttl: limits.unknownCredentialSeconds * 1_000,
    perf: { now: () => clock.monotonicMs() },
  });
  const copies = createGrantCopies(directory);
  /** Look-ups under way: a flood with one key asks the database once. */
  const pending = new Map<string, Promise<KeyGrant | null>>();
  let used = new Set<string>();
  let version: number | null = null;
  let forgottenCount = 0;

  async function lookUp(key: string): Promise<KeyGrant | null> {
    const before = forgottenCount;
    const grant = await copies.read(key);
    // What was read before a change must not be remembered after it.
    if (forgottenCount !== before) return grant;
    copies.keep(key, grant);
    if (grant === null) refused.set(key, true);
    else {
      grants.set(key, grant);
      used.add(grant.keyId);
    }
    return grant;
  }

  function forget(): void {
    forgottenCount += 1;
    grants.clear();
    refused.clear();
    // A look-up that began before the change must not answer one that begins after it.
    pending.clear();
  }

  return {
    recall(key) {
      const grant = grants.get(key);
      if (grant === undefined) return refused.has(key) || !isWellFormedKey(key) ? null : undefined;
      used.add(grant.keyId);
      return grant;
    },
    find(key) {
      const known = pending.get(key);
      if (known !== undefined) return known;
      const found = lookUp(key).finally(() => {
        if (pending.get(key) === found) pending.delete(key);
      });
      pending.set(key, found);
      return found;
    },
    async refresh() {
      const now = await directory.version();
      const isChanged = now !== version;
      version = now;
      if (isChanged) forget(); // First, so that no look-up of before leaves a copy behind.
      await copies.dropWithdrawn(isChanged);
      return isChanged;
    },
    forget,
    version: () => version,
    takeLastUsed() {
      const now = clock.nowMicros();
      const taken = new Map([...used].map((keyId) => [keyId, now]));
      used = new Set();
      return taken;
    },
  };
}

/** The last good grants. */
interface GrantCopies {
  /** Reads the key; its copy, where there is one, while its row cannot be read. Null when it is unknown or revoked. */
  read(key: string): Promise<KeyGrant | null>;
  /** Null when the key is refused. */
  keep(key: string, grant: KeyGrant | null): void;
  /** `isChanged`: a key or store changed since the last call. Where the database cannot tell, the next call tries again. */
  dropWithdrawn(isChanged: boolean): Promise<void>;
}

function createGrantCopies(directory: Directory): GrantCopies {
  const copies = new LRUCache<string, KeyGrant>({ max: limits.apiKeyCacheEntries });
  let isDue = false;
  return {
    async read(key) {
      try {
        const record = await directory.findApiKey(hashKey(key));
        return record === null || record.revokedAt !== null ? null : toGrant(record);
      } catch (error) {
        const copy = error instanceof DamageError ? copies.get(key) : undefined;
        if (copy === undefined) throw error;
        return copy;
      }
    },
    keep(key, grant) {
      if (grant === null) copies.delete(key);
      else copies.set(key, grant);
    },
    async dropWithdrawn(isChanged) {
      isDue ||= isChanged;
      if (!isDue) return;
      try {
        const withdrawn = await directory.withdrawn();
        for (const [key, { keyId, storeId }] of copies) {
          if (withdrawn.has(keyId) || withdrawn.has(storeId)) copies.delete(key);
        }
        isDue = false;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    },
  };
}

function toGrant(record: ApiKey): KeyGrant {
  const { id, name, storeId, kind, allowedOrigins } = record;
  return { keyId: id, keyName: name, storeId, kind, allowedOrigins: new Set(allowedOrigins) };
}

/**
 * The ring of one of several threads. `changes` is one 32-bit integer in shared memory: whoever finds a change raises it,
 * and everybody drops what is remembered before the next look.
 */
export function shareKeyRing(ring: KeyRing, changes: Int32Array): KeyRing {
  let seen = Atomics.load(changes, 0);
  function catchUp(): void {
    const now = Atomics.load(changes, 0);
    if (now === seen) return;
    seen = now;
    ring.forget();
  }
  return {
    ...ring,
    recall(key) {
      catchUp();
      return ring.recall(key);
    },
    find(key) {
      catchUp();
      return ring.find(key);
    },
    async refresh() {
      const isChanged = await ring.refresh();
      if (isChanged) Atomics.add(changes, 0, 1);
      return isChanged;
    },
  };
}

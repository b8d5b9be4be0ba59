/**
 * Finds the store that a key opens, from memory. A key is looked up once; an unknown one costs a bounded look-up and is remembered for
 * seconds. Entries of a store are dropped as soon as one of its keys, or the store, changed, so that a revoked key is refused within
 * {@link limits.directoryPollMs}; refusals are dropped with any change. A grant holds the end of its key, so that each node refuses the
 * key from that moment on, by its own clock. Keys are compared by hash. It holds at most 50,000 keys; refusals last 3 s, polls come every
 * 100 ms. An unknown, revoked or ended key gives null; where the row cannot be read, the grant that was read last counts, and without
 * one the error rejects. It never logs a key.
 */
// Tests: ./key-ring.live.test.ts.
import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { DamageError } from '../storage/damage/damage.ts';
import type { ApiKey, KeyKind } from '../storage/records.ts';
import type { Directory } from '../storage/storage.ts';
import { boundedByCount } from '../structures/bounded-by-count.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { type ChangedStores, KnownGrants } from './known-grants.ts';

/** The store that a valid key opens, and the key's own fields. */
export interface KeyGrant {
  readonly keyId: string;
  /** The name that people gave the key. */
  readonly keyName: string;
  /** Its first and last letters. */
  readonly hint: string;
  readonly storeId: string;
  readonly kind: KeyKind;
  /** Origins that browsers may call from; empty means any. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** The time in microseconds from which the key is refused; null for none. */
  readonly expiresAt: number | null;
}

/** Remembers what keys open. */
export interface KeyRing {
  /** The grant of a key seen before; undefined when it must be looked up, null when it is refused. */
  recall(key: string): KeyGrant | null | undefined;
  /** Looks the key up. Null when it is malformed, unknown, revoked or past its end. */
  find(key: string): Promise<KeyGrant | null>;
  /** Drops what is remembered of stores that changed since. */
  refresh(): Promise<void>;
  /** The version of the directory that was seen last; null before the first look. */
  version(): number | null;
  /** Last-used times, microseconds by key id, since the last call. */
  takeLastUsed(): Map<string, number>;
}

/** Creates a key ring, empty at first; call `refresh` at an interval. */
export function createKeyRing(directory: Directory, clock: Clock): KeyRing {
  const known = new KnownGrants<KeyGrant>();
  const refused = new LRUCache<string, true>({
    ...boundedByCount(limits.apiKeyCacheEntries),
    ttl: limits.unknownCredentialSeconds * 1_000,
    perf: { now: () => clock.monotonicMs() },
  });
  const lookUps = createLookUps((key) => readGrant(directory, known, key), { known, refused });
  let used = new Set<string>();
  let version: number | null = null;

  function forget(stores: ChangedStores): void {
    lookUps.forget(stores);
    known.forget(stores);
    refused.clear();
  }

  /** The grant, where its key is not past its end: only then it counts as used. */
  function use(grant: KeyGrant): KeyGrant | null {
    if (grant.expiresAt !== null && grant.expiresAt <= clock.nowMicros()) return null;
    used.add(grant.keyId);
    return grant;
  }

  return {
    recall(key) {
      const grant = known.current(key);
      if (grant === undefined) return refused.has(key) || !isWellFormedKey(key) ? null : undefined;
      return use(grant);
    },
    async find(key) {
      const grant = await lookUps.find(key);
      return grant === null ? null : use(grant);
    },
    async refresh() {
      const { version: now, stores } = await directory.changesSince(version);
      if (now !== version) {
        version = now;
        forget(stores && new Set(stores));
      }
      await known.dropWithdrawn(directory);
    },
    version: () => version,
    takeLastUsed() {
      const now = clock.nowMicros();
      const taken = new Map([...used].map((keyId) => [keyId, now]));
      used = new Set();
      return taken;
    },
  };
}

/** Look-ups under way. */
interface LookUps {
  /** A flood with one key asks the database once. */
  find(key: string): Promise<KeyGrant | null>;
  /** Forgets reads from before a change: they must not be remembered after it. */
  forget(stores: ChangedStores): void;
}

/** The caches of look-ups: found keys and refused ones. */
interface Remembered {
  readonly known: KnownGrants<KeyGrant>;
  readonly refused: LRUCache<string, true>;
}

/** A change, and what came after it. */
interface Change {
  readonly stores: ChangedStores;
  next: Change | null;
}

function createLookUps(
  read: (key: string) => Promise<KeyGrant | null>,
  { known, refused }: Remembered,
): LookUps {
  const pending = new Map<string, Promise<KeyGrant | null>>();
  let lastChange: Change = { stores: null, next: null };

  async function lookUp(key: string): Promise<KeyGrant | null> {
    const before = lastChange;
    const grant = await read(key);
    if (mayHaveChanged(grant, before)) return grant;
    if (grant !== null) known.keep(key, grant);
    else {
      known.drop(key);
      refused.set(key, true);
    }
    return grant;
  }

  return {
    find(key) {
      const asked = pending.get(key);
      if (asked !== undefined) return asked;
      const found = lookUp(key).finally(() => {
        if (pending.get(key) === found) pending.delete(key);
      });
      pending.set(key, found);
      return found;
    },
    forget(stores) {
      lastChange.next = { stores, next: null };
      lastChange = lastChange.next;
      // A look-up that began before the change must not answer one that begins after it.
      pending.clear();
    },
  };
}

/** Whether the result of a look-up may be outdated by changes since it began. A refused key may belong to any store. */
function mayHaveChanged(grant: KeyGrant | null, since: Change): boolean {
  for (let change = since.next; change !== null; change = change.next) {
    if (grant === null || change.stores === null || change.stores.has(grant.storeId)) return true;
  }
  return false;
}

/**
 * Reads a key's grant from its row, or as it was read last if the row cannot be read. Null when the key is unknown or
 * revoked.
 */
async function readGrant(
  directory: Directory,
  known: KnownGrants<KeyGrant>,
  key: string,
): Promise<KeyGrant | null> {
  try {
    const record = await directory.findApiKey(hashKey(key));
    return record === null || record.revokedAt !== null ? null : toGrant(record);
  } catch (error) {
    const copy = error instanceof DamageError ? known.lastGood(key) : undefined;
    if (copy === undefined) throw error;
    return copy;
  }
}

function toGrant(record: ApiKey): KeyGrant {
  const { id, name, hint, storeId, kind, allowedOrigins, expiresAt } = record;
  return {
    keyId: id,
    keyName: name,
    hint,
    storeId,
    kind,
    allowedOrigins: new Set(allowedOrigins),
    expiresAt,
  };
}

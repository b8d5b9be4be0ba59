/**
 * Ids of answers (Contract §10, `meta.query_id`), by which a cart or an order names the search that it came from. An id is one block of
 * AES under a key of the day's salt: a hash of store and query, a mark of the store and a number that makes each id another one. So it
 * says nothing to those who have it, nothing of who asked, and nobody can make up one of another store or query. Every node opens it,
 * also after a restart, until the salt is deleted at the end of the next day. The text behind the hash stands in a bounded memory, and
 * in the database as far as a day has room; a text that looks private, or found nothing, is kept nowhere. An id that cannot be opened
 * is null, never an error. Before the first day ids are made and cannot be opened.
 */
// Tests: ./query-ids.test.ts.
import { type Cipheriv, createCipheriv, createDecipheriv, type Decipheriv, hash } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { PartitionedCache } from '../../analytics/partitioned-cache.ts';
import { type CallerDay, type CallerDays, searchText } from '../../analytics/search-counter.ts';
import { type Bits64, keyedHash } from '../../events/keyed-hash.ts';
import { looksPrivate } from '../../events/looks-private.ts';
import { randomNumber, randomSecret } from '../../ids.ts';
import { writeEach } from '../../jobs/write-each.ts';
import type { AnsweredQuery } from '../../storage/events/tables.ts';

/** An answer, and what was asked. */
export interface NamedAnswer {
  readonly storeId: string;
  /** As it was typed. */
  readonly query: string;
  /** Whether it has a product. */
  readonly found: boolean;
}

/** An id that this service made for this store. */
export interface OpenedId {
  /** The day of its salt, and the name of its text on that day. */
  readonly day: string;
  readonly name: string;
  /** The query as analytics compare it; null if it is not known here. */
  readonly query: string | null;
}

/** Texts that are not in the database yet. */
export interface NamedQueries {
  readonly storeId: string;
  readonly queries: readonly AnsweredQuery[];
}

/** Makes and opens ids. */
export interface QueryIds {
  /** Returns a new id of 22 characters. */
  make(answer: NamedAnswer): string;
  open(storeId: string, id: string): OpenedId | null;
  /** Ids are of this day from now on; those of the day before can still be opened. */
  beginDay(days: CallerDays): void;
  /** Returns the new texts, which are then forgotten as new. */
  take(): NamedQueries[];
  /** Takes back what could not be written down. */
  restore(unwritten: NamedQueries): void;
}

/** Writes down the new texts, store by store. Rejects with the first error; what was not written is new still. */
export async function flushAnswered(
  ids: Pick<QueryIds, 'take' | 'restore'>,
  write: (named: NamedQueries) => Promise<unknown>,
): Promise<void> {
  await writeEach(ids.take(), write, (unwritten) => ids.restore(unwritten));
}

const idPattern = /^[A-Za-z0-9_-]{22}$/;

/** Creates the ids of one process. */
export function createQueryIds(): QueryIds {
  /** Texts by day and name; null for one that must not be kept. */
  const texts = new PartitionedCache<string | null>(limits.answeredQueriesRemembered);
  const block = Buffer.alloc(16);
  const text: Bits64 = { low: 0, high: 0 };
  let days: readonly DayKeys[] = [new DayKeys({ day: '', salt: randomSecret(32) })];
  let number = randomNumber() % 2 ** 32;
  const added = new NewTexts();

  function note({ storeId, query, found }: NamedAnswer, day: string, name: string): void {
    if (!found || query === '' || texts.get(storeId, `${day}${name}`) !== undefined) return;
    const mayKeep = !looksPrivate(query);
    texts.set(storeId, `${day}${name}`, mayKeep ? query : null);
    if (mayKeep && day !== '') added.add(storeId, { day, name, query });
  }

  return {
    make({ storeId, query, found }) {
      const asked = searchText(query);
      const [today] = days as readonly [DayKeys];
      const keys = today.keysOf(storeId);
      keyedHash(keys.hash, asked, null, text);
      number = (number + 1) % 2 ** 32;
      block.writeInt32LE(text.low, 0);
      block.writeInt32LE(text.high, 4);
      block.writeInt32LE(keys.mark, 8);
      block.writeUInt32LE(number, 12);
      note({ storeId, query: asked, found }, today.day, nameIn(block));
      return today.seal(block).toString('base64url');
    },
    open(storeId, id) {
      if (!idPattern.test(id)) return null;
      const sealed = Buffer.from(id, 'base64url');
      for (const day of days) {
        const opened = day.open(sealed);
        const keys = day.keysOf(storeId);
        if (opened.readInt32LE(8) !== keys.mark) continue;
        const name = nameIn(opened);
        keyedHash(keys.hash, '', null, text);
        const isBlank = opened.readInt32LE(0) === text.low && opened.readInt32LE(4) === text.high;
        return {
          ...{ day: day.day, name },
          query: isBlank ? '' : (texts.get(storeId, `${day.day}${name}`) ?? null),
        };
      }
      return null;
    },
    beginDay({ before, ...today }) {
      if (days[0]?.day === today.day) return;
      const [last] = days as readonly [DayKeys];
      const earlier = last.day === '' && before !== null ? new DayKeys(before) : last;
      days = [new DayKeys(today), earlier];
    },
    take: () => added.take(),
    restore({ storeId, queries }) {
      for (const answered of queries) added.add(storeId, answered);
    },
  };
}

/** The texts that are not in the database yet, as many as a store and this memory have room for. */
class NewTexts {
  #byStore = new Map<string, AnsweredQuery[]>();
  #count = 0;

  add(storeId: string, answered: AnsweredQuery): void {
    if (this.#count >= limits.answeredQueriesRemembered) return;
    const ofStore = this.#byStore.get(storeId) ?? [];
    if (ofStore.length >= limits.answeredQueriesPerDay) return;
    this.#byStore.set(storeId, ofStore);
    ofStore.push(answered);
    this.#count += 1;
  }

  take(): NamedQueries[] {
    const taken = Array.from(this.#byStore, ([storeId, queries]) => ({ storeId, queries }));
    this.#byStore = new Map();
    this.#count = 0;
    return taken;
  }
}

function nameIn(block: Buffer): string {
  return block.toString('base64url', 0, 8);
}

/** Stores whose keys are remembered; beyond it all are forgotten and made again. Chosen. */
const storesMax = 10_000;

/** The keys of one store on a day. */
interface StoreKeys {
  readonly hash: Bits64;
  /** Without the right one an id is of another store, or made up. */
  readonly mark: number;
}

/** The keys of one day. */
class DayKeys {
  readonly day: string;
  readonly #key: Bits64;
  readonly #cipher: Cipheriv;
  readonly #decipher: Decipheriv;
  readonly #byStore = new Map<string, StoreKeys>();

  constructor({ day, salt }: CallerDay) {
    this.day = day;
    const bytes = hash('sha256', `query ids ${salt}`, 'buffer');
    this.#key = { low: bytes.readInt32LE(16), high: bytes.readInt32LE(20) };
    // One block each, and no two alike: nothing is chained, so one cipher serves all.
    this.#cipher = createCipheriv('aes-128-ecb', bytes.subarray(0, 16), null).setAutoPadding(false);
    this.#decipher = createDecipheriv('aes-128-ecb', bytes.subarray(0, 16), null).setAutoPadding(false);
  }

  seal(block: Buffer): Buffer {
    return this.#cipher.update(block);
  }

  open(sealed: Buffer): Buffer {
    return this.#decipher.update(sealed);
  }

  keysOf(storeId: string): StoreKeys {
    const known = this.#byStore.get(storeId);
    if (known !== undefined) return known;
    if (this.#byStore.size >= storesMax) this.#byStore.clear();
    const ofStore: Bits64 = { low: 0, high: 0 };
    const ofMark: Bits64 = { low: 0, high: 0 };
    keyedHash(this.#key, storeId, null, ofStore);
    keyedHash(this.#key, 'mark', storeId, ofMark);
    const keys = { hash: ofStore, mark: ofMark.low };
    this.#byStore.set(storeId, keys);
    return keys;
  }
}

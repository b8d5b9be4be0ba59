/**
 * Notes and finds the questions that were answered lately: a store's question from a network, by a hash whose key is made of the day's
 * salt. So all nodes have the same hashes, and they cannot be computed once the salt is gone. It stores no address and no query. Every
 * keystroke passes here: it costs two hashes of short texts and a place in shared memory. Keys of 10,000 stores and networks of 20,000
 * addresses are remembered; beyond it all are forgotten and made again. Times are seconds. Before the first day's salt nothing is
 * noted or found, and no error comes of it.
 */
// Tests: ./shown-answers.test.ts.
import { hash } from 'node:crypto';
import type { CallerDay } from '../../analytics/search-counter.ts';
import type { Clock } from '../../clock.ts';
import type { ShownEvidence } from '../../events/event-batch.ts';
import { type Bits64, keyedHash } from '../../events/keyed-hash.ts';
import { fold } from '../../search/text/fold.ts';
import { networkPrefix } from '../../structures/network-prefix.ts';
import { markStore, type ShownMemory, ShownRing, ShownTable } from './shown-table.ts';

/** A question of a shopper. */
export interface ShownQuestion {
  readonly storeId: string;
  /** Address of the client; only its network counts. */
  readonly address: string;
  /** The query as it was typed. */
  readonly typed: string;
}

/** Remembers answered questions. */
export interface ShownAnswers {
  /** Whether other processes may have answered a question that is not known here. */
  readonly areSeveralNodes: boolean;
  /** Notes that the question was answered now. `asked`: the query, folded as the engine folds it. */
  note(storeId: string, address: string, asked: string): void;
  /** The evidence that the question was answered within the last 30 to 45 minutes, or null. */
  find(question: ShownQuestion): ShownEvidence | null;
  /** Makes questions known by this day's salt from now on; those of the day before are still found. */
  beginDay(day: CallerDay): void;
}

/** Stores whose keys are remembered; beyond it all are forgotten and made again. Chosen. */
const storesMax = 10_000;

/** Addresses whose network is remembered, likewise. Chosen: more than shoppers who type at the same time. */
const addressesMax = 20_000;

/** Nothing is noted before the first day. */
export function createShownAnswers(memory: ShownMemory, clock: Pick<Clock, 'monotonicMs'>): ShownAnswers {
  const table = new ShownTable(memory);
  const ring = memory.ring === null ? null : new ShownRing(memory.ring);
  const nowSeconds = () => Math.floor(clock.monotonicMs() / 1_000);
  const question: Bits64 = { low: 0, high: 0 };
  const networks = new Map<string, string>();
  let days: readonly DayKeys[] = [];

  /** Shoppers type many letters from one address, and to name the /64 of one takes longer than all else here. */
  function networkOf(address: string): string {
    const known = networks.get(address);
    if (known !== undefined) return known;
    if (networks.size >= addressesMax) networks.clear();
    const network = networkPrefix(address);
    networks.set(address, network);
    return network;
  }

  function hashQuestion(day: DayKeys, storeId: string, network: string, asked: string): void {
    const key = day.keyOf(storeId);
    keyedHash(key, network, asked, question);
    markStore(question, key);
  }

  return {
    areSeveralNodes: ring !== null,
    note(storeId, address, asked) {
      const today = days[0];
      if (today === undefined) return;
      hashQuestion(today, storeId, networkOf(address), asked);
      table.note(question, nowSeconds());
      ring?.put(question);
    },
    find({ storeId, address, typed }) {
      const network = networkOf(address);
      const asked = fold(typed);
      for (const day of days) {
        hashQuestion(day, storeId, network, asked);
        const shown = table.count(question, nowSeconds());
        if (shown > 0) return { name: nameOf(question), shown };
      }
      return null;
    },
    beginDay({ day, salt }) {
      const [today] = days;
      if (today?.day !== day) days = [new DayKeys(day, salt), ...days.slice(0, 1)];
    },
  };
}

/** The keys of one day, one for each store. */
class DayKeys {
  readonly day: string;
  readonly #key: Bits64;
  readonly #byStore = new Map<string, Bits64>();

  constructor(day: string, salt: string) {
    this.day = day;
    const bytes = hash('sha256', `shown answers ${salt}`, 'buffer');
    this.#key = { low: bytes.readInt32LE(0), high: bytes.readInt32LE(4) };
  }

  keyOf(storeId: string): Bits64 {
    const known = this.#byStore.get(storeId);
    if (known !== undefined) return known;
    if (this.#byStore.size >= storesMax) this.#byStore.clear();
    const key: Bits64 = { low: 0, high: 0 };
    keyedHash(this.#key, storeId, null, key);
    this.#byStore.set(storeId, key);
    return key;
  }
}

function nameOf({ low, high }: Bits64): string {
  return `${(high >>> 0).toString(16)}-${(low >>> 0).toString(16)}`;
}

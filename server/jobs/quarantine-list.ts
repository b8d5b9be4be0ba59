/**
 * Lists all stores in quarantine and damaged tables of a process, whichever thread met the fault, for the log, `/readyz` and
 * `/metrics`. It is kept in memory only. At most 100 rows of a store are listed, and it starts no work. A notice about an unknown
 * store adds it; times are microseconds since 1970.
 */
// Tests: ./quarantine-list.test.ts.
import { type DamagedRow, describeDamage } from '../storage/damage/damage.ts';
import type { DamagedTable } from './damaged-tables.ts';
import {
  type QuarantineNotice,
  type QuarantineState,
  rowsKept,
  type StoreTask,
  type StoreWork,
} from './quarantine.ts';

/** A store on which one kind of work fails. */
export interface QuarantinedStore extends QuarantineState {
  readonly storeId: string;
  readonly work: StoreWork;
}

/** Callbacks about changes of the list. */
export interface QuarantineListener {
  /** A store entered, or its reason changed; not called if only other rows cannot be read. */
  readonly entered: (store: QuarantinedStore) => void;
  /** A row of a store cannot be read; called once for each row while the store is listed, for at most 100 of them. */
  readonly met: (task: StoreTask, row: DamagedRow) => void;
  readonly left: (store: QuarantinedStore) => void;
  /** A table of all stores is damaged, or was. */
  readonly found: (table: DamagedTable) => void;
}

/** The stores and tables that cannot be read or worked on in a process, while the rest goes on. */
export interface ServiceFaults {
  readonly stores: readonly QuarantinedStore[];
  readonly tables: readonly DamagedTable[];
}

/** The list of one process. */
export class QuarantineList {
  readonly #listener: QuarantineListener;
  readonly #stores = new Map<string, QuarantinedStore>();
  /** Rows that were reported to the listener, by store. */
  readonly #met = new Map<string, Set<string>>();
  #tables: readonly DamagedTable[] = [];

  constructor(listener: QuarantineListener) {
    this.#listener = listener;
  }

  note({ storeId, work, state }: QuarantineNotice): void {
    if (work === null) {
      this.#forgetStore(storeId);
      return;
    }
    const key = `${work} ${storeId}`;
    const before = this.#stores.get(key);
    if (state !== null) {
      const store = { storeId, work, ...state };
      this.#stores.set(key, store);
      if (before === undefined || !isAboutRows(before) || !isAboutRows(store)) this.#listener.entered(store);
      this.#meet(store);
    } else if (this.#stores.delete(key) && before !== undefined) this.#leave(before);
  }

  #meet({ storeId, work, rows = [] }: QuarantinedStore): void {
    const met = this.#met.get(storeId) ?? new Set();
    for (const row of rows) {
      const name = describeDamage(row);
      if (met.has(name) || met.size >= rowsKept) continue;
      met.add(name);
      this.#listener.met({ storeId, work }, row);
    }
    if (met.size > 0) this.#met.set(storeId, met);
  }

  #leave(store: QuarantinedStore): void {
    this.#listener.left(store);
    const isHere = [...this.#stores.values()].some(({ storeId }) => storeId === store.storeId);
    if (!isHere) this.#met.delete(store.storeId);
  }

  /** Replaces the tables, but keeps those that were rebuilt before. Reports new and changed ones. */
  noteTables(tables: readonly DamagedTable[]): void {
    const before = new Set(this.#tables.map((one) => JSON.stringify(one)));
    const isRebuilt = (one: DamagedTable) =>
      one.isRebuilt && tables.every(({ table }) => table !== one.table);
    this.#tables = [...tables, ...this.#tables.filter(isRebuilt)];
    for (const one of tables) if (!before.has(JSON.stringify(one))) this.#listener.found(one);
  }

  #forgetStore(storeId: string): void {
    for (const [key, store] of this.#stores) {
      if (store.storeId !== storeId || store.work === 'deletion') continue;
      this.#stores.delete(key);
      this.#leave(store);
    }
  }

  /** The thread that does this work starts again, and will find out for itself. */
  forget(works: readonly StoreWork[]): void {
    for (const [key, { work }] of this.#stores) {
      if (works.includes(work)) this.#stores.delete(key);
    }
  }

  /** Returns all faults; stores in the order in which they entered. */
  list(): ServiceFaults {
    const stores = [...this.#stores.values()].sort((left, right) => left.since - right.since);
    return { stores, tables: this.#tables };
  }
}

function isAboutRows({ rows = [] }: QuarantinedStore): boolean {
  return rows.length > 0;
}

/** All stores in quarantine of a process, and damaged tables of all stores, whichever of its threads met the fault. */
import type { DamagedTable } from './damaged-tables.ts';
import type { QuarantineNotice, QuarantineState, StoreWork } from './quarantine.ts';

/** A store on which one kind of work fails. */
export interface QuarantinedStore extends QuarantineState {
  readonly storeId: string;
  readonly work: StoreWork;
}

/** Who is told as it happens. */
export interface QuarantineListener {
  /** A store entered, or the reason is another one. */
  readonly entered: (store: QuarantinedStore) => void;
  readonly left: (store: QuarantinedStore) => void;
  /** A table of all stores is damaged, or was. */
  readonly found: (table: DamagedTable) => void;
}

/** What cannot be read or done in a process, while the rest goes on. */
export interface ServiceFaults {
  readonly stores: readonly QuarantinedStore[];
  readonly tables: readonly DamagedTable[];
}

/** See the head of the file. */
export class QuarantineList {
  readonly #listener: QuarantineListener;
  readonly #stores = new Map<string, QuarantinedStore>();
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
      this.#listener.entered(store);
    } else if (this.#stores.delete(key) && before !== undefined) this.#listener.left(before);
  }

  /** All of them; the listener hears of those that are new or changed. */
  noteTables(tables: readonly DamagedTable[]): void {
    const before = new Set(this.#tables.map((one) => JSON.stringify(one)));
    this.#tables = tables;
    for (const one of tables) if (!before.has(JSON.stringify(one))) this.#listener.found(one);
  }

  #forgetStore(storeId: string): void {
    for (const [key, store] of this.#stores) {
      if (store.storeId !== storeId || store.work === 'deletion') continue;
      this.#stores.delete(key);
      this.#listener.left(store);
    }
  }

  /** The thread that does this work starts again, and will find out for itself. */
  forget(works: readonly StoreWork[]): void {
    for (const [key, { work }] of this.#stores) {
      if (works.includes(work)) this.#stores.delete(key);
    }
  }

  /** Stores that are here longest first. */
  list(): ServiceFaults {
    const stores = [...this.#stores.values()].sort((left, right) => left.since - right.since);
    return { stores, tables: this.#tables };
  }
}

/**
 * Notes damaged rows that reads met, by store, and reports them until they can be read again: while an index is saved, nothing else
 * looks at them. It repairs nothing. At most 100 rows of a store are noted; further ones are dropped. Rows of tables that nobody can
 * repair are reported for 10 minutes. It writes to no database.
 */
// Tests: ./damage-notes.live.test.ts.
import type { Clock } from '../clock.ts';
import { type DamagedRow, DamageError, productsByUuid, unreadablePage } from '../storage/damage/damage.ts';
import type { Storage, StoreReader } from '../storage/storage.ts';
import { isStoreFault, Quarantine } from './quarantine.ts';
import type { QuarantineList } from './quarantine-list.ts';

/** Reads by which rows are looked at again, for tables whose rows people of a store can replace or delete. */
const reads = new Map<string, (reader: StoreReader, id: string) => Promise<unknown>>([
  ['products', (reader, id) => reader.products.withRaw(id)],
  ['synonym_sets', (reader) => reader.synonyms.read()],
  ['merchandising_sets', (reader) => reader.merchandising.read()],
  ['ranking_sets', (reader) => reader.merchandising.ranking()],
  ['collections', (reader, slug) => reader.collections.find(slug)],
  ['collection_generations', (reader, number) => reader.collections.generation(Number(number))],
  ['webhooks', (reader, id) => reader.webhooks.find(id)],
]);

/** Milliseconds for which a row of any other table is reported. Chosen. */
const keptMs = 600_000;

/** Rows noted for a store, at most. Chosen: more than anybody reads. */
const rowsMax = 100;

interface NotesSettings {
  readonly storage: Pick<Storage, 'reader'>;
  readonly clock: Clock;
  readonly list: QuarantineList;
  /** External ids of products, by their UUIDs, as far as the index of the store knows them. */
  readonly externalIds: (storeId: string, productIds: readonly string[]) => ReadonlyMap<string, string>;
}

interface Met {
  readonly row: DamagedRow;
  /** The clock's monotonic time. */
  readonly atMs: number;
}

/** Damaged rows that reads met. */
export class DamageNotes {
  readonly #settings: NotesSettings;
  readonly #quarantine: Quarantine;
  readonly #stores = new Map<string, Map<string, Met>>();

  constructor(settings: NotesSettings) {
    const { clock, list } = settings;
    this.#settings = settings;
    this.#quarantine = new Quarantine({ work: 'calls', clock, notify: (notice) => list.note(notice) });
  }

  /** Notes rows of a store, except those that its index already reports as left out. */
  note(storeId: string, rows: readonly DamagedRow[]): void {
    const { clock, list, externalIds } = this.#settings;
    const unnamed = rows.filter(({ table }) => table === productsByUuid).map(({ id }) => id);
    const known = unnamed.length === 0 ? new Map<string, string>() : externalIds(storeId, unnamed);
    const named = list.list().stores.filter((store) => store.storeId === storeId && store.work === 'index');
    const isNamed = ({ table, id }: DamagedRow) =>
      named.some((store) =>
        store.rows?.some((row) =>
          // An index that lacks products of a damaged page does not know their UUIDs, and has named them.
          table === productsByUuid ? row.error === unreadablePage : row.table === table && row.id === id,
        ),
      );
    const met = this.#stores.get(storeId) ?? new Map<string, Met>();
    for (const found of rows) {
      const externalId = found.table === productsByUuid ? known.get(found.id) : undefined;
      const row = externalId === undefined ? found : { ...found, table: 'products', id: externalId };
      const key = `${row.table} ${row.id} ${row.column}`;
      if (!isNamed(row) && (met.size < rowsMax || met.has(key)))
        met.set(key, { row, atMs: clock.monotonicMs() });
    }
    this.#notify(storeId, met);
  }

  /**
   * Reads the noted rows again and removes those that can be read. Rejects at once if the database is away. A defect in the
   * rows of one store does not stop the others; it rejects with the first one at the end.
   */
  async lookAgain(): Promise<void> {
    let problem: unknown = null;
    for (const [storeId, met] of this.#stores) {
      try {
        for (const [key, one] of met) if (!(await this.#isStillDamaged(storeId, one))) met.delete(key);
      } catch (error) {
        if (!isStoreFault(error)) throw error;
        problem ??= error;
      }
      this.#notify(storeId, met);
    }
    if (problem !== null) throw problem;
  }

  #notify(storeId: string, met: Map<string, Met>): void {
    if (met.size === 0) this.#stores.delete(storeId);
    else this.#stores.set(storeId, met);
    this.#quarantine.leaveOut(
      storeId,
      [...met.values()].map(({ row }) => row),
    );
  }

  async #isStillDamaged(storeId: string, { row, atMs }: Met): Promise<boolean> {
    const { storage, clock } = this.#settings;
    const read = reads.get(row.table);
    if (read === undefined) return clock.monotonicMs() - atMs < keptMs;
    try {
      await read(storage.reader(storeId), row.id);
      return false;
    } catch (error) {
      if (error instanceof DamageError) return true;
      throw error;
    }
  }
}

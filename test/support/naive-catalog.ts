/**
 * A catalog in memory that knows all that ever happened to it, as the oracle of undoing: for each product the list of what it became
 * and by whom. Undoing a run takes its entries out of the lists. It knows nothing of how the service keeps what runs replaced.
 */

/** A row as a merchant sends it; `external_id` is its first key. */
export type Row = Readonly<Record<string, unknown>> & { readonly external_id: string };

/** What somebody does to the catalog. A run has a number, by which it may be undone. */
export type Deed =
  | { readonly kind: 'batch' | 'partial' | 'feed'; readonly run: number; readonly rows: readonly Row[] }
  | { readonly kind: 'put'; readonly row: Row }
  | { readonly kind: 'patch'; readonly row: Row }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'purge'; readonly id: string };

/** A product at a time. */
interface State {
  readonly row: Row;
  readonly inStock: boolean;
  /** The text of the row; empty once the product was taken out of stock, so that the same row is a change. */
  readonly text: string;
}

interface Entry {
  /** The run that wrote it; null for a single call. */
  readonly run: number | null;
  readonly state: State;
  /** It does not replace the whole product: what it leaves depends on what was there. */
  readonly isPartial: boolean;
}

/** The numbers of products that an undo names. */
export interface NaiveUndo {
  restored: number;
  removed: number;
  changed_since: number;
}

export class NaiveCatalog {
  readonly #products = new Map<string, Entry[]>();
  /** Products that a history without the undone runs need not leave as they are here, with the reason (record 0076). */
  readonly said = new Map<string, string>();

  /** The last state of each product, by id in order: title, both prices, the quantity and whether it is in stock. */
  states(): Record<string, readonly unknown[]> {
    const ids = [...this.#products.keys()].sort();
    return Object.fromEntries(
      ids.flatMap((id) => {
        const state = this.#last(id);
        if (state === null) return [];
        const { title, price, compare_at_price: comparePrice, stock_quantity: quantity } = state.row;
        return [[id, [title, price, comparePrice, quantity, state.inStock]]];
      }),
    );
  }

  do(deed: Deed): void {
    if (deed.kind === 'put') this.#write(null, deed.row);
    else if (deed.kind === 'patch') this.#patch(null, deed.row);
    else if (deed.kind === 'remove') this.#takeOut(null, deed.id);
    else if (deed.kind === 'purge') this.#products.delete(deed.id);
    else this.#run(deed.kind, deed.run, deed.rows);
  }

  #run(kind: 'batch' | 'partial' | 'feed', run: number, rows: readonly Row[]): void {
    for (const row of rows) {
      if (kind === 'partial') this.#patch(run, row);
      else this.#write(run, row);
    }
    if (kind !== 'feed') return;
    const present = new Set(rows.map((row) => row.external_id));
    for (const id of this.#products.keys()) if (!present.has(id)) this.#takeOut(run, id);
  }

  undo(run: number): NaiveUndo {
    const counts = { restored: 0, removed: 0, changed_since: 0 };
    for (const [id, entries] of this.#products) {
      const place = entries.findLastIndex((entry) => entry.run === run);
      if (place < 0) continue;
      const later = entries.slice(place + 1);
      const kept = entries.filter((entry) => entry.run !== run);
      if (later.length > 0) {
        counts.changed_since += 1;
        if (later.some(({ isPartial }) => isPartial)) this.said.set(id, 'a part of it was changed since');
      } else if (kept.length === 0) counts.removed += 1;
      else counts.restored += 1;
      if (kept.length === 0) this.#products.delete(id);
      else this.#products.set(id, kept);
    }
    return counts;
  }

  #last(id: string): State | null {
    return this.#products.get(id)?.at(-1)?.state ?? null;
  }

  #write(run: number | null, row: Row): void {
    const text = JSON.stringify(row);
    if (this.#last(row.external_id)?.text === text) {
      this.said.set(row.external_id, 'the same was sent once more');
      return;
    }
    const inStock = row.in_stock !== false && row.in_stock !== 'out of stock';
    this.#add(row.external_id, { run, state: { row, inStock, text }, isPartial: false });
  }

  #patch(run: number | null, patch: Row): void {
    const before = this.#last(patch.external_id);
    const merged: Row = { ...before?.row, ...patch };
    // One that was taken out of stock stays so, unless the patch names its stock.
    const inStock = 'in_stock' in patch ? patch.in_stock === true : before?.inStock === true;
    const row: Row = 'in_stock' in patch || inStock ? merged : { ...merged, in_stock: 'out of stock' };
    const text = JSON.stringify(row);
    if (before === null || text === before.text) this.#note(patch.external_id);
    else this.#add(patch.external_id, { run, state: { row, inStock, text }, isPartial: true });
  }

  #takeOut(run: number | null, id: string): void {
    const before = this.#last(id);
    if (before?.inStock) {
      this.#add(id, { run, state: { ...before, inStock: false, text: '' }, isPartial: true });
    } else this.#note(id);
  }

  #note(id: string): void {
    this.said.set(id, 'a call found nothing to change');
  }

  #add(id: string, entry: Entry): void {
    this.#products.set(id, [...(this.#products.get(id) ?? []), entry]);
  }
}

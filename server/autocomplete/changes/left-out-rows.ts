/**
 * Lists the rows of one store that its index lacks because they cannot be read, until they can be read again. One retry reads at most
 * 100 of them, one by one. It repairs no row. Rows that are still damaged stay in the list; any error other than damage rejects.
 */
// Tests: ./left-out-rows.live.test.ts.
import type { IndexIdentity } from '../../index-files/index-manifest.ts';
import type { SearchDocument } from '../../search/document/document.ts';
import { type DamagedRow, DamageError } from '../../storage/damage/damage.ts';
import type { IndexedProduct } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { toDocument } from './to-document.ts';

/** The maximum number of rows that one retry reads, one by one. Chosen. */
const readAgainMax = 100;

/** The settings by which products become documents. */
type Making = Pick<IndexIdentity, 'currency' | 'locale' | 'groupVariants'>;

/** Rows of one store that are left out. */
export class LeftOutRows {
  readonly #rows = new Map<string, DamagedRow>();

  get size(): number {
    return this.#rows.size;
  }

  list(): DamagedRow[] {
    return [...this.#rows.values()];
  }

  #products(): DamagedRow[] {
    return this.list().filter(({ table }) => table === 'products');
  }

  /** The product is gone. */
  #forgetProduct(externalId: string): void {
    this.#rows.delete(keyOf('products', externalId));
  }

  /** Adds rows that a read left out. */
  add(damaged: readonly DamagedRow[]): void {
    for (const row of damaged) this.#add(row);
  }

  /** The documents of the products that can be indexed; the others are left out. */
  documentsOf(
    products: readonly IndexedProduct[],
    { currency, locale, groupVariants }: Making,
  ): SearchDocument[] {
    const documents: SearchDocument[] = [];
    for (const product of products) {
      try {
        documents.push(toDocument(product, currency, locale, groupVariants));
        if (this.#rows.size > 0) this.#forgetProduct(product.externalId);
      } catch (error) {
        const what = error instanceof Error ? error.name : 'an error';
        this.#add({
          table: 'products',
          id: product.externalId,
          column: null,
          error: `cannot be indexed (${what})`,
        });
      }
    }
    return documents;
  }

  /** Documents of products that can be read again; products that still cannot be read move to the end, so each gets its turn. */
  async readAgain(reader: Pick<StoreReader, 'products'>, identity: Making): Promise<SearchDocument[]> {
    const products: IndexedProduct[] = [];
    for (const row of this.#products().slice(0, readAgainMax)) {
      try {
        const product = await reader.products.find(row.id);
        if (product === null) this.#forgetProduct(row.id);
        else products.push(product);
      } catch (error) {
        if (!(error instanceof DamageError) || error.code !== 'store_unavailable') throw error;
        this.#add(row);
      }
    }
    return this.documentsOf(products, identity);
  }

  /** Reads a table that has one row per store. If the row cannot be read, it is left out and the result is undefined. */
  async tolerate<Value>(table: string, storeId: string, read: () => Promise<Value>): Promise<Value | null> {
    const unknown: DamagedRow = {
      table,
      id: storeId,
      column: null,
      error: 'is on a page that cannot be read',
    };
    try {
      const value = await read();
      this.#rows.delete(keyOf(table, storeId));
      return value;
    } catch (error) {
      if (!(error instanceof DamageError) || error.code !== 'store_unavailable') throw error;
      this.#add({ ...(error.row ?? unknown), table, id: storeId });
      return null;
    }
  }

  /** Appends, even a row that is already listed. */
  #add(row: DamagedRow): void {
    const key = keyOf(row.table, row.id);
    this.#rows.delete(key);
    this.#rows.set(key, row);
  }
}

function keyOf(table: string, id: string): string {
  return `${table} ${id}`;
}

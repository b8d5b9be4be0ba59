/**
 * Pages of a store's products in the order of their ids. A row that does not decode, or lies on a page of the database
 * that cannot be read, is named in the place of its product, and the pages go on behind it.
 */
import type { Kysely } from 'kysely';
import { type DamagedRow, DamageError, decodeTolerantly, type OnDamage, unreadablePage } from './damage.ts';
import type { Query } from './database.ts';
import { storedProductColumns, toStoredProduct } from './product-rows.ts';
import type { StoredProduct } from './records.ts';
import type { Schema } from './schema.ts';
import type { StoreReader } from './storage.ts';

/** The product or why there is none, by its id. */
interface Place {
  readonly externalId: string;
  readonly values: readonly StoredProduct[];
  readonly damaged: readonly DamagedRow[];
}

export function productPages(
  builder: Kysely<Schema>,
  query: Query,
  { storeId, onDamage }: { readonly storeId: string; readonly onDamage: OnDamage },
): StoreReader['products'] {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  const whole = products.select(storedProductColumns);

  async function readAt(after: string | null, most: number): Promise<Place[]> {
    const rest = after === null ? whole : whole.where('external_id', '>', after);
    try {
      return (await query(rest.orderBy('external_id').limit(most))).map(toPlace);
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      return await readOneByOne(after, most);
    }
  }

  /**
   * Their ids stand in the index of the key, which is elsewhere than the rows. Goes on behind products that are deleted
   * meanwhile, so that fewer than asked for are the end of the list.
   */
  async function readOneByOne(after: string | null, most: number): Promise<Place[]> {
    const places: Place[] = [];
    let last = after;
    for (;;) {
      const wanted = most - places.length;
      const ids = await readIds(last, wanted);
      for (const externalId of ids) places.push(...(await readOne(externalId)));
      last = ids.at(-1) ?? last;
      if (ids.length < wanted || places.length === most) return places;
    }
  }

  async function readIds(after: string | null, most: number): Promise<string[]> {
    const ids = products.select('external_id');
    const rest = after === null ? ids : ids.where('external_id', '>', after);
    const rows = await query(rest.orderBy('external_id').limit(most));
    return rows.map(({ external_id: externalId }) => externalId);
  }

  /** None where it was deleted since its id was read. */
  async function readOne(externalId: string): Promise<Place[]> {
    try {
      return (await query(whole.where('external_id', '=', externalId))).map(toPlace);
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      const row = { table: 'products', id: externalId, column: null, error: unreadablePage };
      return [{ externalId, values: [], damaged: [row] }];
    }
  }

  return async ({ after, limit }) => {
    const places = await readAt(after, limit + 1);
    const page = places.slice(0, limit);
    const damaged = page.flatMap((place) => place.damaged);
    if (damaged.length > 0) onDamage(storeId, damaged);
    return {
      rows: page.flatMap((place) => [...place.values, ...place.damaged]),
      products: page.flatMap(({ values }) => values),
      damaged,
      next: places.length > limit ? (page.at(-1)?.externalId ?? null) : null,
    };
  };
}

function toPlace(row: Parameters<typeof toStoredProduct>[0]): Place {
  return { externalId: row.external_id, ...decodeTolerantly([row], toStoredProduct) };
}

/** Values of rows that are saved although they cannot be used: what is put in their place, where anything can be. */
import { timeOfId } from '../ids.ts';
import type { DamagedRow } from './damage.ts';
import { tableNamed } from './schema.ts';
import type { StoredValue } from './snapshot.ts';
import { largeIntegersIn } from './stored-integers.ts';
import type { Columns } from './table.ts';

type Row = Record<string, StoredValue>;
type RightValue = number | string | null;

const made = ({ id }: Readonly<Row>) => timeOfId(String(id)) ?? 0;
const zero = () => 0;
const none = () => null;

/** Counters are counted again, and a product of change 0 gets the next change of its store. */
const values: Readonly<Record<string, Readonly<Record<string, (row: Readonly<Row>) => RightValue>>>> = {
  stores: {
    currency: () => 'USD',
    locale: () => 'en',
    created_at: made,
    change_number: zero,
    product_count: zero,
    in_stock_count: zero,
    enrichment_count: zero,
    failure_bytes: zero,
  },
  products: {
    created_at: made,
    updated_at: made,
    change_number: zero,
    stock_quantity: none,
    phrase_change_number: none,
    catalog_change_number: none,
    type_details: none,
  },
  job_turns: { last_turn: zero },
};

/** What takes the place of the value; undefined where nothing can. */
export function rightValue(table: string, column: string, row: Readonly<Row>): RightValue | undefined {
  return values[table]?.[column]?.(row);
}

/**
 * Changes the row, which is as the driver gave it. Reports each column, and gives the first one for which there is no
 * value: such a row is lost.
 */
export function setRight(
  table: string,
  row: Row,
  notify: (damage: DamagedRow & { readonly isKept: true }) => void,
): DamagedRow | null {
  for (const damage of [...largeIntegersIn(table, row), ...replaceableTexts(table, row)]) {
    const column = damage.column ?? '';
    const value = rightValue(table, column, row);
    if (value === undefined) return damage;
    row[column] = value;
    notify({ ...damage, error: `${damage.error} (the rest of the row is kept)`, isKept: true });
  }
  return null;
}

/** Texts that cannot be used and for which there is a value. */
export function replaceableTexts(table: string, row: Readonly<Row>): DamagedRow[] {
  const known = tableNamed(table);
  if (known === undefined) return [];
  return Object.entries(known.columns).flatMap(([column, { fault }]: [string, Columns[string]]) => {
    const value = row[column] ?? null;
    const right = fault === undefined ? undefined : rightValue(table, column, row);
    if (right === undefined || right === value) return [];
    const error = fault?.(value, row) ?? null;
    return error === null ? [] : [known.nameRow(row, column, error)];
  });
}

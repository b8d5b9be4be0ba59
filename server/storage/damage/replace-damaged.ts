/**
 * Replaces values of saved rows that cannot be used, where a value is known that does no harm; a row with another damaged column is
 * lost. Rows are changed in place. It reads and writes no database. Unknown tables and columns have no replacement (undefined), and
 * their row counts as lost.
 */
// Tests: test/storage/repair.test.ts.
import { timeOfId } from '../../ids.ts';
import { tableNamed } from '../schema.ts';
import type { StoredValue } from '../snapshots/snapshot.ts';
import type { Columns } from '../table.ts';
import type { DamagedRow } from './damage.ts';
import { largeIntegersIn } from './stored-integers.ts';

type Row = Record<string, StoredValue>;
type Replacement = number | string | null;

const made = ({ id }: Readonly<Row>) => timeOfId(String(id)) ?? 0;
const zero = () => 0;
const none = () => null;

/** Values by table and column. Counters are recounted later, and a product of change 0 gets the next change of its store. */
const values: Readonly<Record<string, Readonly<Record<string, (row: Readonly<Row>) => Replacement>>>> = {
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

/** The value that replaces a damaged one; undefined if none is known. */
export function replacementFor(table: string, column: string, row: Readonly<Row>): Replacement | undefined {
  return values[table]?.[column]?.(row);
}

/**
 * Replaces the damaged values of a row from the driver and reports each column. Returns the first column without a known
 * value, which means that the row is lost, or null.
 */
export function replaceDamaged(
  table: string,
  row: Row,
  notify: (damage: DamagedRow & { readonly isKept: true }) => void,
): DamagedRow | null {
  for (const damage of [...largeIntegersIn(table, row), ...replaceableTexts(table, row)]) {
    const column = damage.column ?? '';
    const value = replacementFor(table, column, row);
    if (value === undefined) return damage;
    row[column] = value;
    notify({ ...damage, error: `${damage.error} (the rest of the row is kept)`, isKept: true });
  }
  return null;
}

/** The damaged texts of a row for which a value is known. */
export function replaceableTexts(table: string, row: Readonly<Row>): DamagedRow[] {
  const known = tableNamed(table);
  if (known === undefined) return [];
  return Object.entries(known.columns).flatMap(([column, { fault }]: [string, Columns[string]]) => {
    const value = row[column] ?? null;
    const right = fault === undefined ? undefined : replacementFor(table, column, row);
    if (right === undefined || right === value) return [];
    const error = fault?.(value, row) ?? null;
    return error === null ? [] : [known.nameRow(row, column, error)];
  });
}

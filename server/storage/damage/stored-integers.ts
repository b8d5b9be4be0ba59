/**
 * Handles integers of a database that are beyond a number's range (2^53). No column of ours has one, so their row is damaged: the row
 * is returned, but that column throws when it is read, so that readers of other columns are not concerned. The drivers notice such
 * integers by themselves, so that sound rows cost nothing. It never rounds: an integer beyond 2^53 throws a DamageError when its
 * column is read.
 */
// Tests: test/scenarios/damaged-integers.test.ts.

import { tableNamed } from '../schema.ts';
import { nameOf } from '../table.ts';
import { closeColumns, type DamagedRow, damagedRowError } from './damage.ts';

/** The place that a column of a result comes from. */
export interface ColumnOrigin {
  readonly table: string;
  readonly column: string;
}

/** Named as the table of a calculated value. */
export const calculated = 'a table';

const tooLarge = 'is an integer that is too large';

/** The error of such an integer in a row that cannot be named. */
export function unnamedIntegerError(cause: unknown): Error {
  return damagedRowError(
    { table: calculated, id: 'unknown', column: null, error: `holds what ${tooLarge}` },
    cause,
  );
}

/** The columns of a driver's row with a bigint beyond a number's range. */
export function largeIntegersIn(table: string, row: object): DamagedRow[] {
  const large = Object.entries(row).filter(([, value]) => isLarge(value));
  return large.map(([name]) => nameRow(table, row, name));
}

function isLarge(value: unknown): boolean {
  return typeof value === 'bigint' && !Number.isSafeInteger(Number(value));
}

/** Turns the bigints of a driver's row into numbers where they fit. */
export function toNumbers(row: object): void {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'bigint' && !isLarge(value)) Object.assign(row, { [name]: Number(value) });
  }
}

/** Converts as {@link toNumbers} does; columns whose value does not fit throw when they are read. */
export function guardIntegers(row: object, originOf: (name: string) => ColumnOrigin): void {
  toNumbers(row);
  const large = Object.entries(row).filter(([, value]) => isLarge(value));
  if (large.length === 0) return;
  const texts = large.map(([name, value]) => [name, String(value)]);
  const values = { ...row, ...Object.fromEntries(texts) };
  const damaged = large.map(([name]) => {
    const { table, column } = originOf(name);
    return [name, nameRow(table, values, column)] as const;
  });
  closeColumns(row, values, new Map(damaged));
}

function nameRow(table: string, row: object, column: string): DamagedRow {
  const known = tableNamed(table);
  if (known !== undefined) return known.nameRow(row, column, tooLarge);
  return { table, id: nameOf(row, [['id']]), column, error: tooLarge };
}

/**
 * Integers of a database that a number does not hold. No column of ours has one, so their row is damaged. It comes as it
 * is, but for that column, which throws once it is read: who does not ask for it is not concerned. The drivers notice
 * such integers by themselves, so that rows without any cost nothing.
 */
import { closeColumns, type DamagedRow, damagedRowError } from './damage.ts';
import { tableNamed } from './schema.ts';
import { nameOf } from './table.ts';

/** Where a column of a result comes from. */
export interface ColumnOrigin {
  readonly table: string;
  readonly column: string;
}

/** The table of a value that is calculated. */
export const calculated = 'a table';

const tooLarge = 'is an integer that is too large';

/** Of a row that nothing is known of. */
export function unnamedIntegerError(cause: unknown): Error {
  return damagedRowError(
    { table: calculated, id: 'unknown', column: null, error: `holds what ${tooLarge}` },
    cause,
  );
}

/** The columns of a row as a driver gave it that hold a bigint which is no number. */
export function largeIntegersIn(table: string, row: object): DamagedRow[] {
  const large = Object.entries(row).filter(([, value]) => isLarge(value));
  return large.map(([name]) => nameRow(table, row, name));
}

function isLarge(value: unknown): boolean {
  return typeof value === 'bigint' && !Number.isSafeInteger(Number(value));
}

/** Makes numbers of what a driver gave as bigint, where they are. */
export function toNumbers(row: object): void {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'bigint' && !isLarge(value)) Object.assign(row, { [name]: Number(value) });
  }
}

/** As {@link toNumbers}, and closes columns whose value is none. */
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

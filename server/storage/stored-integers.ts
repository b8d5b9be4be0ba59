/**
 * Integers of a database that a number does not hold. No column of ours has one, so their row is damaged. It comes as it
 * is, but for that column, which throws once it is read: who does not ask for it is not concerned. The drivers notice
 * such integers by themselves, so that rows without any cost nothing.
 */
import { damagedRowError } from './damage.ts';
import { type DamagedRow, nameRow } from './row-names.ts';

/** Where a column of a result comes from. */
export interface ColumnOrigin {
  readonly table: string;
  readonly column: string;
}

/** The table of a value that is calculated. */
export const calculated = 'a table';

const tooLarge = 'is an integer that is too large';

const damagedRows = new WeakMap<object, readonly DamagedRow[]>();

/** Of a row that nothing is known of. */
export function unnamedIntegerError(cause: unknown): Error {
  return damagedRowError(
    { table: calculated, id: 'unknown', column: null, error: `holds what ${tooLarge}` },
    cause,
  );
}

/** The columns of a row that {@link guardIntegers} closed, an entry each. */
export function closedColumns(row: object): readonly DamagedRow[] {
  return damagedRows.get(row) ?? [];
}

/** Makes numbers of what a driver gave as bigint, and closes columns whose value is none. */
export function guardIntegers(row: object, originOf: (name: string) => ColumnOrigin): void {
  const integers = Object.entries(row).filter(([, value]) => typeof value === 'bigint');
  const large = integers.filter(([, value]) => !Number.isSafeInteger(Number(value)));
  // Named while all of the row can be read.
  const damaged = large.map(([name]) => {
    const { table, column } = originOf(name);
    return nameRow(table, row, column, tooLarge);
  });
  for (const [name, value] of integers) Object.assign(row, { [name]: Number(value) });
  for (const [index, [name]] of large.entries()) {
    const one = damaged[index];
    const get = () => {
      throw one && damagedRowError(one);
    };
    Object.defineProperty(row, name, { get });
  }
  if (damaged.length > 0) damagedRows.set(row, damaged);
}

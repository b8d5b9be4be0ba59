/**
 * Reads around pages of the database that cannot be read. An index, which is stored elsewhere than the rows, says which rows exist;
 * they are asked for by their names, in halves, until only single lost rows are left. It repairs nothing. Errors other than damage are
 * rethrown. With n lost rows it needs about n times log2 of the names statements, so names come in pages.
 */
// Tests: test/storage/damage.test.ts.
import type { DamagedRow } from '../../errors.ts';
import { DamageError, damagedRowError, unreadablePage } from './damage.ts';

/** A row that was found, or the name of a row that is lost: it is on a page that cannot be read. */
export type FoundRow<Row, Name> = { readonly row: Row } | { readonly lost: Name };

/** Reads rows by name, in the order of the names as far as `read` keeps it. A name without a row is left out. */
export async function readAround<Row, Name>(
  names: readonly Name[],
  read: (names: readonly Name[]) => Promise<readonly Row[]>,
): Promise<FoundRow<Row, Name>[]> {
  if (names.length === 0) return [];
  try {
    return (await read(names)).map((row) => ({ row }));
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    if (names.length === 1) return names.map((lost) => ({ lost }));
  }
  const middle = names.length >> 1;
  return [
    ...(await readAround(names.slice(0, middle), read)),
    ...(await readAround(names.slice(middle), read)),
  ];
}

/**
 * Reads as {@link readAround} does, and returns one entry for each name: null if the row was deleted since its name was
 * read.
 */
export async function readEach<Row, Name>(
  names: readonly Name[],
  read: (names: readonly Name[]) => Promise<readonly Row[]>,
  nameOf: (row: Row) => Name,
): Promise<(FoundRow<Row, Name> | null)[]> {
  const found = await readAround(names, read);
  const byName = new Map(found.map((one) => ['lost' in one ? one.lost : nameOf(one.row), one]));
  return names.map((name) => byName.get(name) ?? null);
}

/** Makes of a decoder of rows one of found rows: for a lost row it throws the error of the row that `nameOf` describes. */
export function decodeOrThrow<Row, Name, Value>(
  decode: (row: Row) => Value,
  nameOf: (lost: Name) => DamagedRow,
): (found: FoundRow<Row, Name>) => Value {
  return (found) => {
    if ('lost' in found) throw damagedRowError(nameOf(found.lost));
    return decode(found.row);
  };
}

/** The damaged row of a product whose key alone is known. */
export function lostProduct(externalId: string): DamagedRow {
  return { table: 'products', id: externalId, column: null, error: unreadablePage };
}

/** A handler of errors that calls `read` after damage and rethrows every other error. */
export function aroundPages<Result>(read: () => Promise<Result>): (error: unknown) => Promise<Result> {
  return async (error) => {
    if (!(error instanceof DamageError)) throw error;
    return await read();
  };
}

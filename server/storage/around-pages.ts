/**
 * Reads around pages of the database that cannot be read. Which rows there are stands in an index, which lies elsewhere than
 * they do: they are asked for by their names, in halves, until single rows are left of what is lost.
 */
import type { DamagedRow } from '../errors.ts';
import { DamageError, damagedRowError, unreadablePage } from './damage.ts';

/** What was found of a row: its columns, or that it lies on such a page. */
export type FoundRow<Row, Name> = { readonly row: Row } | { readonly lost: Name };

/** In the order of the names, as far as `read` keeps to it. A name without a row gives nothing. */
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

/** As {@link readAround}, for each name in its place; null where its row was deleted since the name was read. */
export async function readEach<Row, Name>(
  names: readonly Name[],
  read: (names: readonly Name[]) => Promise<readonly Row[]>,
  nameOf: (row: Row) => Name,
): Promise<(FoundRow<Row, Name> | null)[]> {
  const found = await readAround(names, read);
  const byName = new Map(found.map((one) => ['lost' in one ? one.lost : nameOf(one.row), one]));
  return names.map((name) => byName.get(name) ?? null);
}

/** The decoder of rows as that of what was found: it throws for what is lost, by what `nameOf` makes of it. */
export function orLost<Row, Name, Value>(
  decode: (row: Row) => Value,
  nameOf: (lost: Name) => DamagedRow,
): (found: FoundRow<Row, Name>) => Value {
  return (found) => {
    if ('lost' in found) throw damagedRowError(nameOf(found.lost));
    return decode(found.row);
  };
}

/** A product known only by its key. */
export function lostProduct(externalId: string): DamagedRow {
  return { table: 'products', id: externalId, column: null, error: unreadablePage };
}

/** Takes the place of a page of rows that could not be read; any other error goes on. */
export function aroundPages<Result>(read: () => Promise<Result>): (error: unknown) => Promise<Result> {
  return async (error) => {
    if (!(error instanceof DamageError)) throw error;
    return await read();
  };
}

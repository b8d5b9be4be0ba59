/**
 * Makes the indexes of a table again of its rows. SQLite's own REINDEX first walks the old index to give its pages
 * back, and ends at the page that is damaged; so each index is made under another name, and its pages take the place of
 * the old ones, which stay unused until the file is repaired.
 */
import type { SqliteConnection } from './sqlite-connection.ts';

interface IndexEntry {
  readonly name: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
  /** Of an index that holds only some of the rows; else empty. */
  readonly condition: string;
}

/** Within a transaction that is under way. Throws where the rows cannot be read, or are none that the index takes. */
export function rebuildIndexes({ database }: SqliteConnection, table: string): void {
  const indexes = indexesOf(database, table);
  database.enableDefensive(false);
  database.exec('pragma writable_schema = on');
  try {
    for (const index of indexes) replaceIndex(database, table, index);
    // Other connections, and this one, read the schema again.
    const version = Number(database.prepare('pragma schema_version').get()?.schema_version);
    database.exec(`pragma schema_version = ${version + 1}`);
  } finally {
    database.exec('pragma writable_schema = reset');
    database.enableDefensive(true);
  }
}

type Connected = SqliteConnection['database'];

function indexesOf(database: Connected, table: string): IndexEntry[] {
  const list = database.prepare(`
    select list.name, list."unique" as is_unique, entry.sql
    from pragma_index_list(?) as list join sqlite_schema as entry on entry.name = list.name`);
  const columnsOf = database.prepare('select name from pragma_index_info(?) order by seqno');
  return list.all(table).map(({ name, is_unique: isUnique, sql }) => ({
    name: String(name),
    isUnique: isUnique === 1,
    columns: columnsOf.all(String(name)).map((column) => String(column.name)),
    condition: /\bwhere\b.*$/is.exec(String(sql ?? ''))?.[0] ?? '',
  }));
}

function replaceIndex(
  database: Connected,
  table: string,
  { name, isUnique, columns, condition }: IndexEntry,
): void {
  const fresh = `rebuilt_${name}`;
  const list = columns.map((column) => `"${column}"`).join(', ');
  database.exec(`create ${isUnique ? 'unique ' : ''}index "${fresh}" on "${table}" (${list}) ${condition}`);
  const take = database.prepare(`
    update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = ?) where name = ?`);
  take.run(fresh, name);
  database.prepare('delete from sqlite_schema where name = ?').run(fresh);
}

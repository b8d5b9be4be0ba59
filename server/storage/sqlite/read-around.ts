/**
 * Answers what the file cannot: a query that meets a damaged page in a table that all stores share is asked again of
 * copies of such tables, which hold every row that can be reached. They are temporary tables of a connection of their
 * own, so that the query finds them by the same names; they are made again after each change of the file.
 */
import type { Compilable } from 'kysely';
import type { DamageError } from '../damage.ts';
import { checkTable, sharedTables } from './check-table.ts';
import { type NumberedRow, RowNumbers, salvageRows } from './salvage-rows.ts';
import { type SqliteConnection, toSqliteValue } from './sqlite-connection.ts';

/** See the head of the file. */
export class ReadAround {
  readonly #open: () => SqliteConnection;
  #connection: SqliteConnection | null = null;
  #version: unknown = null;
  #copied: readonly string[] = [];
  #isSomeLost = false;

  /** The connection is opened once something cannot be read. */
  constructor(open: () => SqliteConnection) {
    this.#open = open;
  }

  /**
   * The rows that can be read. Throws the fault where no shared table is damaged, and where nothing is found: what was
   * asked for may be among what is lost.
   */
  all<Row>(query: Compilable<Row>, fault: DamageError): Row[] {
    const connection = this.#upToDate();
    if (this.#copied.length === 0) throw fault;
    const rows = connection.all(query);
    if (rows.length === 0 && this.#isSomeLost) throw fault;
    return rows;
  }

  close(): void {
    this.#connection?.close();
  }

  #upToDate(): SqliteConnection {
    const connection = this.#connection ?? this.#open();
    if (this.#connection === null) connection.database.exec('pragma foreign_keys = off');
    this.#connection = connection;
    const { database } = connection;
    const version = database.prepare('pragma data_version').get()?.data_version;
    if (version === this.#version) return connection;
    this.#copyAll(connection);
    this.#version = version;
    return connection;
  }

  #copyAll(connection: SqliteConnection): void {
    for (const table of this.#copied) connection.database.exec(`drop table if exists temp."${table}"`);
    this.#isSomeLost = false;
    this.#copied = sharedTables(connection).filter((table) => checkTable(connection, table) !== null);
    for (const table of this.#copied) this.#copy(connection, table);
  }

  #copy({ database }: SqliteConnection, table: string): void {
    const { sql } = database.prepare('select sql from main.sqlite_schema where name = ?').get(table) ?? {};
    database.exec(String(sql).replace(/^create table/i, 'create temp table'));
    const noteLoss = () => {
      this.#isSomeLost = true;
    };
    for (const row of salvageRows(database, table, new RowNumbers(), noteLoss)) insert(database, table, row);
  }
}

function insert(database: SqliteConnection['database'], table: string, row: NumberedRow): void {
  const { rowid_: _, ...values } = row;
  const names = Object.keys(values).map((name) => `"${name}"`);
  const places = names.map(() => '?').join(', ');
  const statement = database.prepare(
    `insert or ignore into temp."${table}" (${names.join(', ')}) values (${places})`,
  );
  statement.run(...Object.values(values).map(toSqliteValue));
}

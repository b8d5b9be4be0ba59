/**
 * Answers queries that the file cannot: one that meets a damaged page in a table that all stores share is asked again of copies of
 * such tables, which hold every row that can be reached. Copies are temporary tables of a connection of its own, found by the same
 * names; they are made again after each change of the file. Rows that may be lost never make an empty answer: the fault is thrown. It
 * never changes the file or repairs it. A table is checked at most once a second, since a check of 100,000 rows blocks the thread for
 * 130 ms.
 */
// Tests: ./read-around.test.ts.
import type { Compilable } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { DamageError } from '../damage/damage.ts';
import { checkTable, sharedTablesOf } from './check-table.ts';
import { type NumberedRow, RowNumbers, salvageRows } from './salvage-rows.ts';
import { type SqliteConnection, toSqliteValue } from './sqlite-connection.ts';
import { translateSqliteError } from './sqlite-errors.ts';

/** The last check of a table, and whether it was copied. */
interface Look {
  readonly checkedMs: number;
  readonly isDamaged: boolean;
  /** The state of the file that was checked or copied. */
  readonly version: number;
  readonly isSomeLost: boolean;
}

/** Milliseconds between two checks of a table. Measured: a check of 100,000 jobs blocks the thread for 130 ms. */
const checkEveryMs = 1_000;

/** Reads of tables that all stores share, around their damaged pages. */
export class ReadAround {
  readonly #open: () => SqliteConnection;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #connection: SqliteConnection | null = null;
  readonly #looks = new Map<string, Look>();

  /** The connection is opened once something in a shared table cannot be read. */
  constructor(open: () => SqliteConnection, clock: Pick<Clock, 'monotonicMs'>) {
    this.#open = open;
    this.#clock = clock;
  }

  /**
   * Returns the rows that can be read; `connection` met the fault. Rethrows the fault if no shared table that the query reads
   * is damaged, and if nothing is found although rows are lost: the wanted row may be one of them.
   */
  all<Row>(connection: SqliteConnection, query: Compilable<Row>, fault: DamageError): Row[] {
    try {
      const tables = sharedTablesOf(connection, query);
      if (tables.length === 0) throw fault;
      const own = this.#connect();
      const copied = tables.map((table) => this.#look(own, table)).filter(({ isDamaged }) => isDamaged);
      if (copied.length === 0) throw fault;
      const rows = own.all(query);
      if (rows.length === 0 && copied.some(({ isSomeLost }) => isSomeLost)) throw fault;
      return rows;
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  close(): void {
    this.#connection?.close();
  }

  #connect(): SqliteConnection {
    if (this.#connection !== null) return this.#connection;
    this.#connection = this.#open();
    this.#connection.database.exec('pragma foreign_keys = off');
    return this.#connection;
  }

  /** Copies a damaged table in its present state; whether it is damaged is checked at most once a second. */
  #look(connection: SqliteConnection, table: string): Look {
    const { database } = connection;
    const version = Number(database.prepare('pragma data_version').get()?.data_version);
    const last = this.#looks.get(table);
    if (last?.version === version) return last;
    const nowMs = this.#clock.monotonicMs();
    const isChecked = last !== undefined && nowMs - last.checkedMs < checkEveryMs;
    if (isChecked && !last.isDamaged) return last;
    this.#looks.delete(table);
    database.exec(`drop table if exists temp."${table}"`);
    const isDamaged = isChecked || checkTable(connection, table) !== null;
    const isSomeLost = isDamaged && copy(connection, table);
    const look = { checkedMs: isChecked ? last.checkedMs : nowMs, isDamaged, version, isSomeLost };
    this.#looks.set(table, look);
    return look;
  }
}

/** Copies the rows that can be reached. Returns whether rows are lost. */
function copy({ database }: SqliteConnection, table: string): boolean {
  const { sql } = database.prepare('select sql from main.sqlite_schema where name = ?').get(table) ?? {};
  database.exec(String(sql).replace(/^create table/i, 'create temp table'));
  let isSomeLost = false;
  const noteLoss = () => {
    isSomeLost = true;
  };
  for (const row of salvageRows(database, table, new RowNumbers(), noteLoss)) insert(database, table, row);
  return isSomeLost;
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

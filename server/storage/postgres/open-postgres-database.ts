/**
 * PostgreSQL under the queries: a pool of connections, transactions that set the store for row-level security, and
 * reads that do the same in one round trip. A connection that the server closes is replaced by the next call.
 */
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { escapeLiteral, Pool, type PoolClient } from 'pg';
import {
  type Database,
  readOnlyError,
  rolledBackError,
  type SnapshotReads,
  type Transaction,
} from '../database.ts';
import type { Schema } from '../schema.ts';
import { compiled } from '../table-shapes.ts';
import { describeTables } from './describe-tables.ts';
import { poolOptions } from './pool-options.ts';
import { translatePostgresError } from './postgres-errors.ts';
import { openTransaction, runQuery } from './postgres-transaction.ts';
import { settingFaults } from './setting-faults.ts';

/** Plain data. */
export interface PostgresTarget {
  readonly engine: 'postgres';
  readonly url: string;
  /** Connections at most; 10 by default. */
  readonly poolSize?: number;
  /** Writing calls throw, and reads run in read-only transactions in any case. */
  readonly readOnly?: boolean;
}

/** Held by the transaction that migrates: "foretype" in ASCII, cut to a 32-bit number. */
const migrationLock = 0x666f7265;

/** Connects on first use. `onError` hears of idle connections that broke; without a listener they would end the process. */
export function openPostgresDatabase(
  target: PostgresTarget,
  onError: (error: Error) => void = () => {},
): Database {
  const pool = new Pool(poolOptions(target.url, target.poolSize));
  pool.on('error', onError);
  // A connection that breaks while it is lent out rejects its query; the event only needs somebody to hear it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const transaction: Database['transaction'] = async (storeId, work) => {
    if (target.readOnly === true) throw readOnlyError();
    return await runTransaction(pool, `begin; ${setStore(storeId)}`, work);
  };
  return {
    engine: 'postgres',
    builder,
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`,
    async read(storeId, query) {
      const client = await connect(pool);
      return await lend(client, () =>
        storeId === null ? runQuery(client, query) : readAsStore(client, storeId, query),
      );
    },
    transaction,
    async exclusive(work) {
      if (target.readOnly === true) throw readOnlyError();
      const begin = `
        begin; set local lock_timeout = 0; set local statement_timeout = 0;
        select pg_advisory_xact_lock(${migrationLock})`;
      return await runTransaction(pool, begin, work);
    },
    async snapshot(work) {
      const client = await connect(pool);
      return await lend(client, () => readSnapshot(client, work));
    },
    describe: (query) => describeTables(builder, query),
    settingFaults: (query) => settingFaults(builder, query),
    async enterStore(query, storeId) {
      await query(compiled(builder, sql`select set_config('foretype.store', ${storeId}, true)`));
    },
    close: () => pool.end(),
  };
}

const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translatePostgresError(error);
  }
}

/** Gives the connection back; the pool closes one that broke. Its transaction has ended, or the connection has. */
async function lend<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translatePostgresError(error);
  } finally {
    client.release();
  }
}

/** For the transaction only, so that a pooled connection carries no store to its next user. */
function setStore(storeId: string | null): string {
  return `set local foretype.store = ${escapeLiteral(storeId ?? '')}`;
}

/**
 * A statement with its store in one round trip: the three parts go out together (the pool's connections pipeline)
 * and are answered together. Every answer is awaited, so that none fails unseen.
 */
async function readAsStore<Row>(
  client: PoolClient,
  storeId: string,
  query: Parameters<typeof runQuery<Row>>[1],
): Promise<Row[]> {
  const begun = client.query(`begin read only; ${setStore(storeId)}`);
  const answered = runQuery(client, query);
  const ended = client.query('commit');
  const [begin, answer, end] = await Promise.allSettled([begun, answered, ended]);
  for (const part of [begin, answer, end]) {
    if (part.status === 'rejected') throw part.reason;
  }
  return await answered;
}

async function runTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool);
  return await lend(client, async () => {
    await client.query(begin);
    const { transaction, end } = openTransaction(client, builder);
    try {
      const result = await work(transaction);
      await commit(client);
      return result;
    } catch (error) {
      await rollback(client);
      throw error;
    } finally {
      end();
    }
  });
}

/** Read by a cursor of SQL, which needs no session behind a pooler beyond its transaction. */
async function readSnapshot<Result>(
  client: PoolClient,
  work: (reads: SnapshotReads) => Promise<Result>,
): Promise<Result> {
  await client.query(`
    begin isolation level repeatable read read only; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; ${setStore(null)}`);
  try {
    return await work({
      query: async (query) => await runQuery(client, query),
      async *pages<Row>(query: Compilable<Row>, rowsPerPage: number) {
        const { sql: text, parameters } = query.compile();
        await client.query(`declare pages no scroll cursor for ${text}`, [...parameters]);
        for (;;) {
          const { rows } = await client.query<Row & object>(`fetch ${rowsPerPage} from pages`);
          if (rows.length > 0) yield rows;
          if (rows.length < rowsPerPage) break;
        }
        await client.query('close pages');
      },
    });
  } finally {
    await rollback(client);
  }
}

/** PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw rolledBackError();
}

/** The error that led here is the one to report. A rollback fails only with its connection, which ends it too. */
async function rollback(client: PoolClient): Promise<void> {
  await client.query('rollback').catch(() => {});
}

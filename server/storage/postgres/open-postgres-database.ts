/**
 * PostgreSQL behind the queries: a pool of connections, transactions that set the store for row-level security, and reads that do the
 * same in one round trip. A connection that the server closed is replaced by the next call. Errors of the network and of an overloaded
 * server become `unavailable`; every wait has a limit (pool-options.ts). It never lets a connection carry a store to its next user,
 * and never runs a migration itself.
 */
// Tests: test/storage/postgres.test.ts.
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { Client, type ClientBase, escapeLiteral, Pool, type PoolClient } from 'pg';
import { serversOf } from '../../settings/database-url.ts';
import { noteUsed } from '../connection-use.ts';
import { DamageError } from '../damage/damage.ts';
import {
  type Database,
  type Planning,
  readOnlyError,
  rolledBackError,
  type SnapshotReads,
  type Transaction,
} from '../database.ts';
import type { Schema } from '../schema.ts';
import { compiled } from '../snapshots/table-shapes.ts';
import { createAnnouncer, startListening } from './announcements.ts';
import { checkTable } from './check-table.ts';
import { describeTables } from './describe-tables.ts';
import { longTransactions } from './long-transactions.ts';
import {
  type ConnectionSettings,
  connectionOptions,
  poolOptions,
  transactionLimits,
} from './pool-options.ts';
import { translatePostgresError } from './postgres-errors.ts';
import { inIndexOrder, openTransaction, runQuery } from './postgres-transaction.ts';
import { readTable } from './read-table.ts';
import { isRetryableRead, isRetryableRun, pauseBeforeRun, type Stage } from './retries.ts';
import { assertWritable, createServerPools, type ServerPools } from './servers.ts';
import { settingFaults } from './setting-faults.ts';

/** The place of a PostgreSQL database; plain data. */
export interface PostgresTarget extends ConnectionSettings {
  readonly engine: 'postgres';
  /** The address of one server, or of several, one of which is asked ({@link serversOf}). */
  readonly url: string;
  /** Writing calls throw, and reads run in read-only transactions in any case. */
  readonly readOnly?: boolean;
  /** A server that follows the one of `url`, from which whole catalogs are read where it is far enough. */
  readonly warmUpUrl?: string;
  /** `url` names servers that only follow another one. */
  readonly isFollower?: boolean;
}

/** Held by the transaction that migrates: "foretype" in ASCII, cut to a 32-bit number. */
const migrationLock = 0x666f7265;

/** Connects on first use. `onError` hears of idle connections that broke; without a listener they would end the process. */
export function openPostgresDatabase(
  target: PostgresTarget,
  onError: (error: Error) => void = () => {},
): Database {
  const { urls, needsWritable: isWritableMeant } = serversOf(target.url);
  const needsWritable = isWritableMeant && target.isFollower !== true;
  const pools = createServerPools(
    urls.map((url) => openPool(url, target, needsWritable, onError)),
    target.use,
  );
  const limits = transactionLimits(target);
  const announcer = createAnnouncer(async (statement, values) => {
    await lend(pools, (client) => client.query(statement, values));
  });
  const reading: Reading = { pools, limits, isPooled: target.isPooled === true };
  return {
    engine: 'postgres',
    builder,
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`,
    read: (storeId, query, planning) => read(reading, storeId, query, planning),
    async transaction(storeId, work, { isRepeatable = false, ...planning } = {}) {
      if (target.readOnly === true) throw readOnlyError();
      const begin = `begin${limits}${setPlanning(planning)}; ${setStore(storeId)}`;
      const { result, news } = await runTransaction(pools, { begin, isRepeatable }, work);
      announcer.announce(news);
      return result;
    },
    async exclusive(work) {
      if (target.readOnly === true) throw readOnlyError();
      return await runAlone(urls[pools.current()] as string, work);
    },
    listen: (ear) =>
      target.isPooled === true
        ? notListening
        : startListening(() => connectionOptions(urls[pools.current()] as string), ear),
    async close() {
      await announcer.close();
      await pools.close();
    },
    async snapshot(work) {
      try {
        return await lend(pools, (client) => readSnapshot(client, work));
      } catch (error) {
        throw translatePostgresError(error);
      }
    },
    describe: (query) => describeTables(builder, query),
    isMadeBy: async () => false,
    rebuildIndexes: null,
    settingFaults: (query) => settingFaults(builder, query),
    longTransactions: (query) => longTransactions(builder, query),
    async enterStore(query, storeId) {
      await query(compiled(builder, sql`select set_config('foretype.store', ${storeId}, true)`));
    },
  };
}

/** A pooler of transactions does not allow listening: that needs a session of its own. */
const notListening = { isAlive: () => false, async close() {} };

function openPool(
  url: string,
  settings: ConnectionSettings,
  needsWritable: boolean,
  onError: (error: Error) => void,
): Pool {
  const check = needsWritable ? { onConnect: assertWritable } : {};
  const pool = new Pool({ ...poolOptions(url, settings), ...check });
  pool.on('error', onError);
  // A connection that breaks while it is lent out rejects its query; the event only needs somebody to hear it.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Migrations take as long as they take: by a connection of their own, without limits. */
async function runAlone<Result>(
  url: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connectionOptions(url));
  client.on('error', () => {});
  const begin = `
    begin; set local lock_timeout = 0; set local statement_timeout = 0;
    select pg_advisory_xact_lock(${migrationLock})`;
  try {
    await client.connect();
    return (await runOn(client, begin, work)).result;
  } catch (error) {
    throw translatePostgresError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * Gives the connection back; the pool closes one that broke. Its transaction has ended, or the connection has. One to
 * a server that lost its writes to another is closed too, so that the other one is looked for.
 */
async function lend<Result>(
  pools: ServerPools,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pools.connect();
  noteUsed(pools.use, 1);
  let isUseless = false;
  try {
    return await work(client);
  } catch (error) {
    isUseless = error instanceof Error && 'code' in error && error.code === readOnlyState;
    throw error;
  } finally {
    noteUsed(pools.use, -1);
    client.release(isUseless);
  }
}

const readOnlyState = '25006';

/** Sets the store for the transaction only, so that a pooled connection carries no store to its next user. */
function setStore(storeId: string | null): string {
  return `set local foretype.store = ${escapeLiteral(storeId ?? '')}`;
}

function setPlanning(planning: Planning): string {
  return planning.inIndexOrder === true ? `; ${inIndexOrder}` : '';
}

interface Reading {
  readonly pools: ServerPools;
  /** The settings that follow `begin`. */
  readonly limits: string;
  readonly isPooled: boolean;
}

/** Reads, and tries a second time after a lost connection or a deadlock: a read changes nothing. */
async function read<Row>(
  { pools, limits, isPooled }: Reading,
  storeId: string | null,
  query: Compilable<Row>,
  planning: Planning = {},
): Promise<Row[]> {
  const plans = setPlanning(planning);
  const readOnce = () =>
    lend(pools, (client) => {
      // Its limits are the session's where there is one.
      if (storeId === null && !isPooled && plans === '') return runQuery(client, query);
      return readInTransaction(client, `begin read only${limits}${plans}; ${setStore(storeId)}`, query);
    });
  try {
    return await readOnce().catch((error) => {
      if (isRetryableRead(error)) return readOnce();
      throw error;
    });
  } catch (error) {
    throw translatePostgresError(error);
  }
}

/**
 * A statement with its store in one round trip: the three parts go out together (the pool's connections pipeline)
 * and are answered together. Every answer is awaited, so that none fails unseen.
 */
async function readInTransaction<Row>(
  client: PoolClient,
  begin: string,
  query: Compilable<Row>,
): Promise<Row[]> {
  const begun = client.query(begin);
  const answered = runQuery(client, query);
  const ended = client.query('commit');
  const [first, answer, last] = await Promise.allSettled([begun, answered, ended]);
  for (const part of [first, answer, last]) {
    if (part.status === 'rejected') throw part.reason;
  }
  return await answered;
}

/** The result of a transaction, and the news to announce about it. */
interface Committed<Result> {
  readonly result: Result;
  readonly news: ReadonlySet<string>;
}

async function runTransaction<Result>(
  pools: ServerPools,
  { begin, isRepeatable }: { readonly begin: string; readonly isRepeatable: boolean },
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Committed<Result>> {
  for (let run = 1; ; run += 1) {
    let stage: Stage | 'connect' = 'connect';
    try {
      return await lend(pools, (client) =>
        runOn(client, begin, work, (reached) => {
          stage = reached;
        }),
      );
    } catch (error) {
      const reached = stage as Stage | 'connect';
      const isAgain = reached !== 'connect' && isRetryableRun(error, { stage: reached, run, isRepeatable });
      if (!isAgain) throw translatePostgresError(error);
      await pauseBeforeRun(run + 1);
    }
  }
}

async function runOn<Result>(
  client: ClientBase,
  begin: string,
  work: (transaction: Transaction) => Promise<Result>,
  reach: (stage: Stage) => void = () => {},
): Promise<Committed<Result>> {
  reach('begin');
  await client.query(begin);
  reach('work');
  const { transaction, news, end } = openTransaction(client, builder);
  try {
    const result = await work(transaction);
    reach('commit');
    await commit(client);
    return { result, news };
  } catch (error) {
    await rollback(client);
    throw error;
  } finally {
    end();
  }
}

/** Read by a cursor of SQL, which needs no session behind a pooler beyond its transaction. */
async function readSnapshot<Result>(
  client: ClientBase,
  work: (reads: SnapshotReads) => Promise<Result>,
): Promise<Result> {
  await client.query(`
    begin isolation level repeatable read read only; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; ${setStore(null)}; savepoint a_query`);
  try {
    return await work({
      query: async (query) => await queryTolerantly(client, query),
      rows: (shape, reading) => readTable(client, shape, reading),
      checkPages: async () => [],
      checkTable: (shape) => checkTable(client, shape),
    });
  } finally {
    await rollback(client);
  }
}

/** Runs a query; after damage the transaction can still be used. */
async function queryTolerantly<Row>(client: ClientBase, query: Compilable<Row>): Promise<Row[]> {
  try {
    return await runQuery(client, query);
  } catch (cause) {
    const error = translatePostgresError(cause);
    if (error instanceof DamageError) await client.query('rollback to savepoint a_query');
    throw error;
  }
}

/** PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error. */
async function commit(client: ClientBase): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw rolledBackError();
}

/** The error that led here is the one to report. A rollback fails only with its connection, which ends it too. */
async function rollback(client: ClientBase): Promise<void> {
  await client.query('rollback').catch(() => {});
}

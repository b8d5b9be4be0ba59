/**
 * Settings of PostgreSQL connections. Every wait has an end: beyond it the call is rejected as `unavailable`. Times are milliseconds:
 * 5 s to connect, 30 s for a statement, 10 s for a lock, 5 s for a transaction that hangs. It opens no connection.
 */
// Tests: test/storage/postgres.test.ts, test/storage/several-servers.test.ts.
import { type ClientConfig, type PoolConfig, types } from 'pg';
import type { ConnectionUse } from '../connection-use.ts';

/** Connections of a pool by default; beyond it calls wait for a free one. Chosen. */
const connectionsMax = 10;
/** Wait for a connection, from the pool or from the server. Chosen. */
const connectTimeoutMs = 5_000;
/** Time of one statement by default. Chosen: a batch of 1,000 products takes about 20 ms. */
const statementTimeoutDefaultMs = 30_000;
/** Wait for a lock, such as the store's row. Chosen: longer than a hanging transaction may hold one (5 s). */
const lockTimeoutMs = 10_000;
/** Extra wait beyond a statement's own limit, for a server that no longer answers. Chosen. */
const silenceMs = 5_000;
/** Time after which the server ends a transaction whose process hangs or is cut off. Chosen: as long as the lease of a job. */
const idleTransactionTimeoutMs = 5_000;

/** The fields of a target that decide about its connections. */
export interface ConnectionSettings {
  readonly poolSize?: number;
  /** Counts the connections in use. */
  readonly use?: ConnectionUse;
  /** Milliseconds that the server gives one statement; 30 s by default. */
  readonly statementTimeoutMs?: number;
  /** Connections go to a pooler that gives each transaction another one: nothing may be kept in a session. */
  readonly isPooled?: boolean;
}

/** Options of a single connection, without limits on statements. */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'foretype',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  };
}

export function poolOptions(url: string, settings: ConnectionSettings = {}): PoolConfig {
  const { poolSize = connectionsMax, statementTimeoutMs = statementTimeoutDefaultMs } = settings;
  return {
    ...connectionOptions(url),
    ...(settings.isPooled === true ? {} : timeoutsOf(settings)),
    max: poolSize,
    query_timeout: statementTimeoutMs + silenceMs,
    pipeline: true,
  };
}

/** Sent when a session begins; a pooler refuses them, or passes them on to the next client. */
function timeoutsOf({ statementTimeoutMs = statementTimeoutDefaultMs }: ConnectionSettings) {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  };
}

/** The same limits for one transaction, as statements that follow its `begin`. Empty where the session has them. */
export function transactionLimits(settings: ConnectionSettings): string {
  if (settings.isPooled !== true) return '';
  const limits = Object.entries(timeoutsOf(settings));
  return limits.map(([name, milliseconds]) => `; set local ${name} = ${milliseconds}`).join('');
}

/** int8, which the server sends as text, since it may exceed a number's range; ours does so only in a damaged row. */
const int8Oid = 20;

function parserOf(...[oid, format]: Parameters<typeof types.getTypeParser>) {
  return oid === int8Oid ? parseInteger : types.getTypeParser(oid, format);
}

let largeCount = 0;

/** Returns how many integers too large for a number this thread has parsed: rows are looked at if there was one. */
export function largeIntegersParsed(): number {
  return largeCount;
}

function parseInteger(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  largeCount += 1;
  return BigInt(text);
}

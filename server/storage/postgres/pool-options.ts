/** How connections are made and what they may not do for ever. Every wait has an end. */
import { type ClientConfig, type PoolConfig, types } from 'pg';
import type { ConnectionUse } from '../connection-use.ts';

/** A pool of connections; 10 by default. */
const connectionsMax = 10;
/** To get a connection, from the pool or from the server. */
const connectTimeoutMs = 5_000;
/** One statement; a batch of 1,000 products takes about 20 ms. */
const statementTimeoutDefaultMs = 30_000;
/** Waiting for a lock, such as the store's row behind another writer; longer than one that hangs may hold it. Chosen. */
const lockTimeoutMs = 10_000;
/** Beyond the statement's own limit, for a server that has gone silent. */
const silenceMs = 5_000;
/** A transaction whose process hangs, or is cut off, gives its locks back. As long as the lease of a job. */
const idleTransactionTimeoutMs = 5_000;

/** What of a target decides how its connections are. */
export interface ConnectionSettings {
  readonly poolSize?: number;
  /** Where it is counted how many are in use. */
  readonly use?: ConnectionUse;
  /** One statement, at the server; 30 s by default. */
  readonly statementTimeoutMs?: number;
  /** Connections go to a pooler that gives each transaction another one: nothing may be kept in a session. */
  readonly isPooled?: boolean;
}

/** Of a connection by itself, without limits on statements. */
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

/** int8 (oid 20) comes as text, since it may exceed what a number holds; ours never does, but in a damaged row. */
const int8Oid = 20;

function parserOf(...[oid, format]: Parameters<typeof types.getTypeParser>) {
  return oid === int8Oid ? parseInteger : types.getTypeParser(oid, format);
}

let largeCount = 0;

/** How many integers that no number holds this thread has parsed: rows are looked at where one came. */
export function largeIntegersParsed(): number {
  return largeCount;
}

function parseInteger(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  largeCount += 1;
  return BigInt(text);
}

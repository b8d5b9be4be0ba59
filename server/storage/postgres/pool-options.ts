/** How connections are made and what they may not do for ever. Every wait has an end. */
import { type PoolConfig, types } from 'pg';

const connectionsMax = 10;
/** To get a connection, from the pool or from the server. */
const connectTimeoutMs = 5_000;
/** One statement; a batch of 1,000 products takes about 20 ms. */
const statementTimeoutMs = 30_000;
/** Waiting for a lock, such as the store's row behind another writer: equal to SQLite's. */
const lockTimeoutMs = 5_000;
/** Beyond the statement's own limit, for a server that has gone silent. */
const silenceTimeoutMs = 35_000;
/** A transaction whose process hangs gives its locks back. */
const idleTransactionTimeoutMs = 60_000;

export function poolOptions(url: string, poolSize = connectionsMax): PoolConfig {
  return {
    connectionString: url,
    max: poolSize,
    application_name: 'foretype',
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    query_timeout: silenceTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: parserOf },
  };
}

/** int8 (oid 20) comes as text, since it may exceed what a number holds; ours never does. */
const int8Oid = 20;

function parserOf(...[oid, format]: Parameters<typeof types.getTypeParser>) {
  return oid === int8Oid ? parseSafeInteger : types.getTypeParser(oid, format);
}

export function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The database holds ${text}, which a number cannot.`);
  return value;
}

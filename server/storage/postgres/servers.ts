/**
 * Chooses among several PostgreSQL servers: the driver takes one host, so each has a pool here, and connections come from the first
 * server that answers and, where that is wanted, takes writes. A pool whose connections are all in use is no reason to ask another
 * server. It never asks two servers for one call at the same time; when none answers, the error of the last is passed on. Waits are
 * those of the pool's options, in milliseconds.
 */
// Tests: test/storage/postgres.test.ts, test/storage/storage.test.ts.
import type { ClientBase, Pool, PoolClient } from 'pg';
import { type ConnectionUse, createConnectionUse, noteWaiting } from '../connection-use.ts';

/** A server that only reads: another one may take writes. */
class ReadOnlyServer extends Error {
  /** The code with which PostgreSQL refuses a write. */
  readonly code = '25006';

  constructor() {
    super('The server only reads, and one that can be written to is wanted.');
  }
}

/** Refuses a connection to a server that does not take writes, when one that does is asked for. */
export async function assertWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer();
}

/** Connections to the server of several that is the right one now. */
export interface ServerPools {
  readonly use: ConnectionUse;
  connect(): Promise<PoolClient>;
  /** Returns the index of the server that is asked first. */
  current(): number;
  close(): Promise<void>;
}

/** The driver's message if its connections are all lent out: no reason to ask another server. */
const allLent = 'timeout exceeded when trying to connect';

/** Creates one pool for each server; the one that answered last is asked first. */
export function createServerPools(
  pools: readonly Pool[],
  use: ConnectionUse = createConnectionUse(),
): ServerPools {
  let current = 0;

  async function connect(): Promise<PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const tried = current;
      try {
        return await (pools[tried] as Pool).connect();
      } catch (error) {
        const isBusy = error instanceof Error && error.message === allLent;
        if (isBusy || tries >= pools.length) throw error;
        // If several calls fail at the same time, the first of them moves on to the next server.
        if (current === tried) current = (tried + 1) % pools.length;
      }
    }
  }
  return {
    use,
    async connect() {
      noteWaiting(use, 1);
      try {
        return await connect();
      } finally {
        noteWaiting(use, -1);
      }
    },
    current: () => current,
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

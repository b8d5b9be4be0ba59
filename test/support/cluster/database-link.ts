/**
 * The network between one node and the database: a proxy that forwards bytes, until a test takes the network away. `silent` swallows
 * everything as a cable that was pulled does: no side hears of it, and what was sent arrives late, once it is back. `reset` ends every
 * connection and refuses new ones. It never changes, reorders or drops a byte of a connection that goes on. Times are the test's;
 * without a server behind it, connections are refused.
 */
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** How a network is away. */
export type Partition = 'silent' | 'reset';

export interface DatabaseLink {
  /** `host:port`, as the node is to ask for it. */
  readonly address: string;
  cut(how: Partition): void;
  heal(): void;
  close(): Promise<void>;
}

/** A connection of the node, and the one to the server that stands for it; null until there is one. */
interface Pair {
  readonly outside: Socket;
  inside: Socket | null;
  /** Ends of connections that are passed on later, because the link is cut. */
  readonly late: (() => void)[];
}

/** `folderOf` tells where the server lies, anew for each connection. */
export async function startDatabaseLink(folderOf: () => string): Promise<DatabaseLink> {
  const pairs = new Set<Pair>();
  let state: 'whole' | Partition = 'whole';

  function reach(pair: Pair): void {
    const path = join(folderOf(), 'socket', '.s.PGSQL.5432');
    const inside = createConnection({ path, allowHalfOpen: true });
    pair.inside = inside;
    passEnd(inside, pair.outside, pair);
    connect(pair);
  }

  /** Ends the one side when the other has ended, as soon as the network lets that be known. */
  function passEnd(side: Socket, other: Socket | null, pair: Pair): void {
    side.on('error', () => {});
    side.on('close', (isBroken) => {
      const notify = () => {
        const rest = other ?? pair.inside;
        if (isBroken) rest?.destroy();
        else rest?.end();
        if (pair.outside.destroyed && pair.inside?.destroyed !== false) pairs.delete(pair);
      };
      if (state === 'silent') pair.late.push(notify);
      else notify();
    });
  }

  const server = createServer({ allowHalfOpen: true }, (outside) => {
    const pair: Pair = { outside, inside: null, late: [] };
    outside.on('error', () => {});
    if (state === 'reset') return void outside.resetAndDestroy();
    pairs.add(pair);
    passEnd(outside, null, pair);
    if (state === 'whole') reach(pair);
    else outside.pause();
  });
  const port = await listen(server);
  return {
    address: `127.0.0.1:${port}`,
    cut(how) {
      state = how;
      for (const pair of pairs) {
        if (how === 'silent') disconnect(pair);
        else {
          pair.outside.resetAndDestroy();
          pair.inside?.destroy();
        }
      }
    },
    heal() {
      state = 'whole';
      for (const pair of pairs) {
        if (pair.inside === null && !pair.outside.destroyed) reach(pair);
        else connect(pair);
        for (const notify of pair.late.splice(0)) notify();
      }
    },
    async close() {
      for (const { outside, inside } of pairs) {
        outside.destroy();
        inside?.destroy();
      }
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function connect({ outside, inside }: Pair): void {
  if (inside === null) return;
  outside.pipe(inside);
  inside.pipe(outside);
}

function disconnect({ outside, inside }: Pair): void {
  if (inside === null) return;
  outside.unpipe(inside).pause();
  inside.unpipe(outside).pause();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the link has no port');
  return address.port;
}

/**
 * A pooler as PgBouncer in transaction mode: a client keeps its connection, a server's connection is lent to it for one transaction
 * and goes to the end of the line after it. So the next transaction has another one, and what a statement left in a session is gone
 * for its client and met by somebody else. Speaks as much of PostgreSQL's protocol (version 3, trusted clients, no TLS) as that takes.
 * Four connections to each database. A message that it does not know ends the client's connection; it never changes a statement.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TransactionPooler {
  /** The same database by way of the pooler. */
  through(url: string): string;
  /** How often a client's transaction ran on another connection than its last one. */
  changes(): number;
  close(): Promise<void>;
}

/** A message with its type, a letter; the first one of a client has none. */
interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A connection to the server, for one database and role: those of one startup message. */
interface Backend {
  readonly socket: Socket;
  /** The server's messages before it was ready, for clients who come later. */
  readonly greeting: Buffer;
  /** The client that has it hears what the server says, and that it is gone. */
  receive: (message: Message) => void;
  lost: () => void;
}

/** So many connections that one is seldom met again soon. */
const backendsPerDatabase = 4;
const socketName = '.s.PGSQL.5432';

/** Its URLs lead to the server of the URL that was given last. */
export async function startTransactionPooler(): Promise<TransactionPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-pooler-'));
  const lines = new Map<string, BackendLine>();
  const clients = new Set<Socket>();
  let changes = 0;
  let target = '';
  const server = createServer((socket) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket)).on('error', () => socket.destroy());
    serve(socket, {
      lineOf(startup) {
        const key = startup.toString('latin1');
        const line = lines.get(key) ?? new BackendLine(target, startup);
        lines.set(key, line);
        return line;
      },
      changed() {
        changes += 1;
      },
    });
  });
  server.listen(join(folder, socketName));
  await once(server, 'listening');
  server.unref();
  return {
    through(url) {
      const own = new URL(url);
      target = join(own.searchParams.get('host') ?? '', socketName);
      own.searchParams.set('host', folder);
      return own.href;
    },
    changes: () => changes,
    async close() {
      for (const client of clients) client.destroy();
      for (const line of lines.values()) line.close();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Connections of one database: whoever was free longest is lent first. */
class BackendLine {
  readonly #free: Backend[] = [];
  readonly #waiting: ((backend: Backend) => void)[] = [];
  readonly #all = new Set<Socket>();

  readonly #path: string;
  readonly #startup: Buffer;

  constructor(path: string, startup: Buffer) {
    this.#path = path;
    this.#startup = startup;
  }

  async take(): Promise<Backend> {
    if (this.#all.size < backendsPerDatabase) return await this.#open();
    const backend = this.#free.shift();
    return backend ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
  }

  giveBack(backend: Backend): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(backend);
    else next(backend);
  }

  close(): void {
    for (const socket of this.#all) socket.destroy();
  }

  async #open(): Promise<Backend> {
    const socket = connect(this.#path);
    // Only its clients have something to wait for.
    socket.unref();
    this.#all.add(socket);
    const said: Buffer[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<Backend>();
    const backend: { -readonly [Field in keyof Backend]: Backend[Field] } = {
      socket,
      greeting: Buffer.alloc(0),
      lost() {},
      receive(message) {
        said.push(message.bytes);
        if (message.type !== 'Z') return;
        backend.greeting = Buffer.concat(said);
        resolve(backend);
      },
    };
    readMessages(socket, true, (message) => backend.receive(message));
    socket
      .on('error', () => socket.destroy())
      .on('close', () => {
        this.#all.delete(socket);
        const place = this.#free.indexOf(backend);
        if (place >= 0) this.#free.splice(place, 1);
        backend.lost();
        reject(new Error(`the server closed the connection: ${Buffer.concat(said).toString('latin1')}`));
        const next = this.#waiting.shift();
        if (next !== undefined) this.#open().then(next, () => {});
      });
    socket.write(this.#startup);
    return await promise;
  }
}

interface Lines {
  lineOf(startup: Buffer): BackendLine;
  changed(): void;
}

/** One client: its messages go to a connection from the first of a transaction to the server's word that it is over. */
function serve(client: Socket, lines: Lines): void {
  let line: BackendLine | null = null;
  let backend: Backend | null = null;
  let last: Backend | null = null;
  /** Answers that the server owes: one to each query and each end of a group. */
  let owed = 0;
  let turn: Promise<unknown> = Promise.resolve();

  function answer({ type, bytes }: Message): void {
    client.write(bytes);
    if (type !== 'Z') return;
    owed -= 1;
    const isIdle = bytes[5] === 'I'.charCodeAt(0);
    if (owed > 0 || !isIdle || backend === null) return;
    backend.lost = () => {};
    line?.giveBack(backend);
    backend = null;
  }

  async function pass({ type, bytes }: Message): Promise<void> {
    if (line === null) {
      line = lines.lineOf(bytes);
      const greeter = await line.take();
      client.write(greeter.greeting);
      line.giveBack(greeter);
      return;
    }
    if (type === 'X') return;
    if (backend === null) {
      backend = await line.take();
      if (last !== null && last !== backend) lines.changed();
      last = backend;
      backend.receive = answer;
      // In the middle of a transaction its client's connection breaks with it.
      backend.lost = () => client.destroy();
    }
    if (type === 'Q' || type === 'S') owed += 1;
    backend.socket.write(bytes);
  }

  // A client that leaves in the middle of a transaction takes its connection along.
  client.on('close', () => backend?.socket.destroy());
  readMessages(client, false, (message) => {
    turn = turn.then(() => pass(message)).catch(() => client.destroy());
  });
}

/** Cuts what comes into messages. */
function readMessages(socket: Socket, isServer: boolean, receive: (message: Message) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = !isServer;
  socket.on('data', (chunk: Buffer) => {
    rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.byteLength < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.byteLength < end) return;
      const type = isFirst ? '' : String.fromCharCode(rest[0] ?? 0);
      receive({ type, bytes: rest.subarray(0, end) });
      rest = rest.subarray(end);
      isFirst = false;
    }
  });
}

/**
 * A service in a process of its own whose threads end when a test says so, as by a defect: with an exception, by leaving, or out of
 * memory. And one whose threads end at what they read, as a store's data would have them end. Orders hold for 2,000 ms; the machine
 * seems to have 512 MiB. It ends threads only of the service that the test started; an order that no thread took gives false.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BroadcastChannel, isMainThread, threadName } from 'node:worker_threads';

/** How a thread ends. */
export type Ending = 'throw' | 'exit' | 'memory';

/** Message ports that are open, by thread. */
export type OpenPorts = Readonly<Record<string, number>>;

type Order = { readonly end: string; readonly how: Ending } | { readonly count: 'ports' };

/** The test's hand on the threads. */
export interface ThreadOrders {
  /** The settings with which a service starts whose threads take orders. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns whether there was a thread of that name. */
  end(thread: string, how: Ending): Promise<boolean>;
  countPorts(): Promise<OpenPorts>;
}

/** `poison`: a thread of this name that parses JSON with this word in it ends. */
export function orderThreads(
  socket: string,
  poison: { readonly thread: string; readonly word: string; readonly how: Ending } | null = null,
): ThreadOrders {
  async function send(order: Order): Promise<unknown> {
    const connection = connect(socket);
    connection.write(JSON.stringify(order));
    return JSON.parse(await text(connection));
  }
  return {
    environment: {
      NODE_OPTIONS: `--import ${pathToFileURL(fileURLToPath(import.meta.url)).href}`,
      TEST_THREAD_ORDERS: socket,
      TEST_POISON: JSON.stringify(poison),
    },
    end: async (thread, how) => (await send({ end: thread, how })) === true,
    countPorts: async () => (await send({ count: 'ports' })) as OpenPorts,
  };
}

/** Milliseconds that threads have to take an order; after them none does any more. Chosen. */
const answersMs = 2_000;

/** Memory of the machine as the service sees it: threads that are to run out of theirs do so soon. */
const memoryBytes = 512 * 2 ** 20;

const socketOfService = process.env.TEST_THREAD_ORDERS;
if (socketOfService !== undefined) {
  process.constrainedMemory = () => memoryBytes;
  const poison = JSON.parse(process.env.TEST_POISON ?? 'null');
  if (!isMainThread && poison?.thread === threadName) poisonParser(poison.word, poison.how);
  const channel = new BroadcastChannel('orders of a test');
  channel.unref();
  if (isMainThread) takeOrders(socketOfService, channel);
  else obeyOrders(channel);
}

function takeOrders(socket: string, channel: BroadcastChannel): void {
  // The process begins anew once, in the same place.
  rmSync(socket, { force: true });
  const server = createServer(async (connection) => {
    const [line] = (await once(connection, 'data')) as [Buffer];
    const order = JSON.parse(line.toString()) as Order;
    const answers: [string, unknown][] = 'count' in order ? [['main', countOwnPorts()]] : [];
    const taken = Promise.withResolvers<void>();
    channel.onmessage = ({ data }: { readonly data: [string, unknown] }) => {
      answers.push(data);
      if ('end' in order) taken.resolve();
    };
    channel.postMessage(order);
    await Promise.race([taken.promise, new Promise((resolve) => setTimeout(resolve, answersMs))]);
    connection.end(JSON.stringify('end' in order ? answers.length > 0 : Object.fromEntries(answers)));
  });
  server.listen(socket);
  server.unref();
}

function obeyOrders(channel: BroadcastChannel): void {
  channel.onmessage = ({ data: order }: { readonly data: Order | [string, unknown] }) => {
    if (Array.isArray(order)) return;
    if ('count' in order) channel.postMessage([threadName, countOwnPorts()]);
    else if ('end' in order && order.end === threadName) {
      channel.postMessage([threadName, true]);
      // The answer is sent by then.
      setImmediate(() => end(order.how));
    }
  };
}

function countOwnPorts(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
}

function poisonParser(word: string, how: Ending): void {
  const parse = JSON.parse;
  JSON.parse = (json: string, ...rest) => {
    if (typeof json === 'string' && json.includes(word)) end(how);
    return parse(json, ...rest);
  };
}

function end(how: Ending): void {
  if (how === 'exit') process.exit(1);
  if (how === 'throw') {
    queueMicrotask(() => {
      throw new Error('ended by the test');
    });
    return;
  }
  const held: unknown[] = [];
  for (;;) held.push(Array.from({ length: 1_000 }, (_, number) => ({ number, held })));
}

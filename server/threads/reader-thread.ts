/**
 * The reader thread: lists and long reads of the API and the dashboard. On SQLite a statement blocks the thread that
 * runs it, and keystrokes must not wait for a merchant's list. It cannot write.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openStorage } from '../storage/open-storage.ts';
import type { ReaderMethods, ReaderThreadData } from './reader-methods.ts';
import { serveRpc } from './rpc.ts';

if (parentPort === null) throw new Error('reader-thread.ts runs as a worker thread');
const { target } = workerData as ReaderThreadData;
const storage = await openStorage({ ...target, readOnly: true });

type Read = (...parameters: readonly unknown[]) => Promise<unknown>;

serveRpc<ReaderMethods>(parentPort, {
  async read({ storeId, name, parameters }) {
    const reader = storage.reader(storeId);
    // The client's side checks the parameters of each read by its type.
    const read = reader[name] as Read;
    return await read.call(reader, ...parameters);
  },
  async close() {
    await storage.close();
    return null;
  },
});

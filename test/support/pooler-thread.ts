/** A thread of a test that holds the pooler: the test may block its own. Answers each address with the one through it. */
import { parentPort } from 'node:worker_threads';
import { startTransactionPooler } from './transaction-pooler.ts';

const pooler = await startTransactionPooler();
parentPort?.on('message', (url: string) => parentPort?.postMessage(pooler.through(url)));

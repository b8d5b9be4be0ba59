/**
 * A thread that ends when it is told to, as one with a defect does; and one that ends as soon as it begins. It does no work of the
 * service. Started outside of a worker thread it throws.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { serveRpc } from '../../server/threads/lifecycle/rpc.ts';

/** Calls of the thread. */
export interface MortalMethods {
  readonly echo: { readonly request: string; readonly response: string };
  /** Never answered. */
  readonly wait: { readonly request: null; readonly response: null };
  readonly die: { readonly request: 'throw' | 'exit'; readonly response: null };
}

if (parentPort === null) throw new Error('mortal-thread.ts runs as a worker thread');
if ((workerData as { isStillborn?: boolean }).isStillborn === true) throw new Error('stillborn');

serveRpc<MortalMethods>(parentPort, {
  echo: async (text) => text,
  wait: () => new Promise(() => {}),
  die(how) {
    if (how === 'exit') process.exit(1);
    queueMicrotask(() => {
      throw new Error('asked to die');
    });
    return new Promise(() => {});
  },
});

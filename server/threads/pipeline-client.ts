/**
 * The HTTP thread's hand on the pipeline thread: bounded, so that a flood is answered with 503 instead of memory.
 */
import { limits } from '../../contract/limits.ts';
import type { AccountChanges } from '../accounts/changes.ts';
import type { ImportJsonRequest, ImportJsonResult } from '../ingest/import-json.ts';
import type { RemovalResult } from '../ingest/remove-product.ts';
import type { UpsertRequest, UpsertResult } from '../ingest/upsert-product.ts';
import type { StoreRequests } from '../insight/request-counter.ts';
import type { StoreSynonyms } from '../storage/records.ts';
import { createAdmission } from './admission.ts';
import type { PipelineMethods, PipelineThreadData } from './pipeline-methods.ts';
import { startThread } from './start-thread.ts';

/** Every promise resolves when what was asked is durable. Rejects with `unavailable` when the queue is full. */
export interface PipelineClient {
  importJson(request: ImportJsonRequest): Promise<ImportJsonResult>;
  upsertProduct(request: UpsertRequest): Promise<UpsertResult>;
  patchProduct(request: UpsertRequest & { readonly externalId: string }): Promise<UpsertResult>;
  removeProduct(request: { readonly storeId: string; readonly externalId: string }): Promise<RemovalResult>;
  /** `body`: the whole set as JSON bytes. */
  replaceSynonyms(request: { readonly storeId: string; readonly body: Uint8Array }): Promise<StoreSynonyms>;
  touchApiKeys(lastUsed: ReadonlyMap<string, number>): Promise<void>;
  /** Makes one of the changes to people. */
  changeAccounts<Name extends keyof AccountChanges>(
    change: Name,
    request: AccountChanges[Name]['request'],
  ): Promise<AccountChanges[Name]['response']>;
  addRequests(requests: StoreRequests): Promise<void>;
  /** Throws away some of what is past its time; true while there is more. */
  prune(storeId: string): Promise<boolean>;
  /** Finishes what is under way and ends the thread. */
  close(): Promise<void>;
}

const tooManyWrites = 'Too many writes are waiting. Send fewer at a time, or batches, and try again.';

/** Starts the thread. `onDeath` is told when it ends unasked: nothing can be written any more. */
export function startPipeline(data: PipelineThreadData, onDeath: (error: Error) => void): PipelineClient {
  const thread = startThread<PipelineMethods>(new URL('./pipeline-thread.ts', import.meta.url), data, {
    onDeath,
  });
  const admission = createAdmission(limits.writesPerStore, tooManyWrites);
  function send<Name extends 'importJson' | 'upsertProduct' | 'patchProduct' | 'replaceSynonyms'>(
    method: Name,
    request: PipelineMethods[Name]['request'],
  ): Promise<PipelineMethods[Name]['response']> {
    return admission.run(request.storeId, () => {
      const body = detach(request.body);
      return thread.call(method, { ...request, body }, [body.buffer]);
    });
  }
  return {
    importJson: (request) => send('importJson', request),
    upsertProduct: (request) => send('upsertProduct', request),
    patchProduct: (request) => send('patchProduct', request),
    replaceSynonyms: (request) => send('replaceSynonyms', request),
    removeProduct: (request) => admission.run(request.storeId, () => thread.call('removeProduct', request)),
    async touchApiKeys(lastUsed) {
      await thread.call('touchApiKeys', lastUsed);
    },
    changeAccounts: (change, request) => admission.run(accountTurns, () => thread.call(change, request)),
    prune: (storeId) => thread.call('prune', { storeId }),
    async addRequests(requests) {
      await thread.call('addRequests', requests);
    },
    async close() {
      await thread.call('close', null);
      await thread.terminate();
    },
  };
}

/** Changes to people are counted together, like those of one store. */
const accountTurns = 'accounts';

/** The same bytes in a buffer of their own, which can move to another thread; pooled buffers are copied. */
function detach(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = body;
  const whole = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength;
  return whole ? new Uint8Array(buffer) : new Uint8Array(body);
}

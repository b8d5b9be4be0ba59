/**
 * The RPC client of the reader thread: reads of a store as if they were made here. Reads under way are bounded for each store: beyond
 * it a call is answered 503. It changes nothing. A store may have 1,024 reads under way; an idle thread ends after 300 s, and closing
 * takes at most 250 ms. A read that is named wrongly rejects; none is repeated.
 */
// Tests: ./reader-client.live.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { FailuresPart, FailuresQuestion } from '../../http/presenters/failures-csv.ts';
import type { QuarantineNotice } from '../../jobs/quarantine.ts';
import type { CompiledRules } from '../../merchandising/compile-rules.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import type { CompiledSynonyms } from '../../search/engine.ts';
import type { OnDamage } from '../../storage/damage/damage.ts';
import type { ListedKey } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { within } from '../../within.ts';
import { createAdmission } from '../fairness/admission.ts';
import type { IndexListener } from '../index-thread/index-client.ts';
import {
  describeRestart,
  type KeptThread,
  keepThread,
  reportHeld,
  type ThreadStarter,
} from '../lifecycle/keep-thread.ts';
import { onDemand } from '../lifecycle/on-demand.ts';
import type { RpcClient } from '../lifecycle/rpc.ts';
import { startThread } from '../lifecycle/start-thread.ts';
import type { DamageNotice } from '../pipeline-thread/pipeline-methods.ts';
import type { CatalogReads, ReaderMethods, ReaderThreadData } from './reader-methods.ts';

/** Reads of stores that do not keep this thread from answering keystrokes. */
export interface ReaderClient {
  /**
   * Each call sees committed rows only. Rejects with `unavailable` where too many of the store are under way, and once `hungUp` is
   * aborted: figures are read no further then.
   */
  of(storeId: string, hungUp?: AbortSignal): StoreReader;
  /**
   * Does an operation that reads. Once `hungUp` is aborted, it does not begin. Callers bound how many wait; of long ones it rejects
   * with `unavailable` where too many of the store are under way.
   */
  operate(request: OperationRequest, hungUp: AbortSignal): Promise<Uint8Array>;
  /** The next part of the failed rows of an import as a file. As `of`. */
  failuresCsv(storeId: string, question: FailuresQuestion): Promise<FailuresPart>;
  /**
   * Rules with the products that they name, to be tried. As `of`, but that few of a store may be under way; once `hungUp` is
   * aborted no more is read.
   */
  compileRules(request: CatalogReads['compileRules']['request'], hungUp: AbortSignal): Promise<CompiledRules>;
  /** The synonyms of the store after a change that is not made. As `compileRules`. */
  compileSynonyms(
    request: CatalogReads['compileSynonyms']['request'],
    hungUp: AbortSignal,
  ): Promise<CompiledSynonyms>;
  /** Keys of a store. As `of`. */
  listKeys(storeId: string): Promise<ListedKey[]>;
  /** The number of a store's rows in each table. As `of`. */
  countRows(storeId: string): Promise<Record<string, number>>;
}

/** The client of the thread that started it. */
export interface RunningReader extends ReaderClient {
  /** Ends the thread; reads under way are rejected as `unavailable`. */
  close(): Promise<void>;
}

const tooManyReads = 'Too many lists of this store are being read. Try again in a moment.';

const tooManyPreviews =
  'Too many previews of this store are being made. Wait for their answers, and try again.';

interface ReaderListener extends Omit<IndexListener, 'registry'> {
  readonly onDamage: OnDamage;
}

/** Milliseconds that an idle thread waits for its next read. Chosen: a person who opens one list opens several. */
const usualIdleMs = 300_000;

/** The thread starts with the first read. `onDeath` is called when it has failed too often to be started again. */
export function startReader(
  data: ReaderThreadData,
  { onDeath, onWarning, onQuarantine, onDamage, onForget }: ReaderListener,
  idleMs = usualIdleMs,
): RunningReader {
  const file = new URL('./reader-thread.ts', import.meta.url);
  function receive(notice: QuarantineNotice | DamageNotice): void {
    if ('kind' in notice) {
      onDamage(notice.storeId, notice.rows);
      return;
    }
    thread.hear(notice);
    onQuarantine(notice);
  }
  const launch: ThreadStarter<ReaderMethods> = (died, held) => {
    const onNotice = (notice: unknown) => receive(notice as QuarantineNotice | DamageNotice);
    return startThread<ReaderMethods>(file, data, { onDeath: died, onNotice }, { held });
  };
  const needed = onDemand(launch, {
    idleMs,
    // One that begins takes as long as the database.
    close: ({ call }) => within(limits.shutdownReaderMs, call('close', null), () => {}),
  });
  const thread: KeptThread<ReaderMethods> = keepThread(needed, {
    onDeath,
    onRestart(error, pauseMs) {
      onWarning(describeRestart('reader', error, pauseMs));
      onForget(['reads']);
    },
    onHeld: reportHeld(onQuarantine),
  });
  return {
    ...createClient(thread),
    close: thread.terminate,
  };
}

function createClient({ call }: Pick<RpcClient<ReaderMethods>, 'call'>): ReaderClient {
  const admission = createAdmission(limits.readsPerStore, tooManyReads);
  const previews = createAdmission(limits.rulePreviewsPerStore, tooManyPreviews);
  return {
    of(storeId, hungUp) {
      // One function for each name of the interface, made when it is asked for: all of them for each request would be a hundred
      // objects. Values that cross threads have no types.
      const functionOf =
        (name: string) =>
        (...parameters: unknown[]) =>
          admission.run(storeId, () => call('read', { storeId, name, parameters }, [], hungUp));
      const reads = (make: (name: string) => unknown) =>
        // `await` asks every object for `then`.
        new Proxy(
          {},
          { get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : make(name)) },
        );
      return reads((room) => reads((name) => functionOf(`${room}.${name}`))) as StoreReader;
    },
    operate(request, hungUp) {
      const operate = () => call('operate', request, [], hungUp);
      return request.isLong ? admission.run(request.storeId, operate) : operate();
    },
    failuresCsv: (storeId, question) =>
      admission.run(storeId, () => call('failuresCsv', { storeId, question })),
    compileRules: (request, hungUp) =>
      previews.run(request.storeId, () => call('compileRules', request, [], hungUp)),
    compileSynonyms: (request, hungUp) =>
      previews.run(request.storeId, () => call('compileSynonyms', request, [], hungUp)),
    listKeys: (storeId) => admission.run(storeId, () => call('listKeys', { storeId })),
    countRows: (storeId) => admission.run(storeId, () => call('countRows', { storeId })),
  };
}

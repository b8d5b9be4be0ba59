/**
 * The RPC client of the pipeline thread. Writes under way are bounded for each store and person: beyond it a call is answered 503
 * instead of waiting in memory. Bodies are moved to the thread, so their buffers must not be used afterwards. A store may have 1,024
 * writes under way, a person 100 changes; closing takes at most 1,000 ms. It never repeats a write whose thread ended: it is not known
 * here whether it was done.
 */
// Tests: ./pipeline-client.live.test.ts.
import { limits } from '../../../contract/limits.ts';
import { turnOf } from '../../accounts/change-turns.ts';
import type { AccountChanges } from '../../accounts/changes.ts';
import type { CallerDays, StoreSearches } from '../../analytics/search-counter.ts';
import type { EventBatch, EventOutcome } from '../../events/event-batch.ts';
import type { FileRequest } from '../../ingest/files/receive-file.ts';
import type { RowOutcomes } from '../../ingest/leased-run.ts';
import type { StoreRequests } from '../../insight/request-counter.ts';
import type { DamagedTable } from '../../jobs/damaged-tables.ts';
import type { QuarantineNotice, StoreWork } from '../../jobs/quarantine.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import type { OnDamage } from '../../storage/damage/damage.ts';
import { jobKinds, type StoredFile } from '../../storage/records.ts';
import { within } from '../../within.ts';
import { type Admission, createAdmission } from '../fairness/admission.ts';
import { createEventAdmission } from '../fairness/event-admission.ts';
import {
  describeRestart,
  type KeptThread,
  keepThread,
  reportHeld,
  type ThreadStarter,
} from '../lifecycle/keep-thread.ts';
import type { RpcClient } from '../lifecycle/rpc.ts';
import { startThread } from '../lifecycle/start-thread.ts';
import type { PipelineEnd, PipelineMethods, PipelineNotice, PipelineThreadData } from './pipeline-methods.ts';

/**
 * Calls of the pipeline thread. Each promise resolves when the change is durable, and rejects with `unavailable` when too many
 * wait. A call with a body also rejects, and drops its bytes, if `hungUp` is aborted before its turn; a write that has begun
 * goes on.
 */
export interface PipelineClient {
  /**
   * Does an operation that writes. Once `hungUp` is aborted, it does not begin; a look at an address of a feed ends.
   */
  operate(request: OperationRequest, hungUp?: AbortSignal): Promise<Uint8Array>;
  beginFile(request: FileRequest): Promise<StoredFile>;
  /** The bytes move to the thread: the caller has them no longer. */
  appendToFile(
    request: PipelineMethods['appendToFile']['request'],
    hungUp?: AbortSignal,
  ): Promise<StoredFile>;
  completeFile(request: { readonly storeId: string; readonly fileId: string }): Promise<StoredFile>;
  discardFile(request: { readonly storeId: string; readonly fileId: string }): Promise<void>;
  touchApiKeys(lastUsed: ReadonlyMap<string, number>): Promise<void>;
  /** Makes one of the changes to people. */
  changeAccounts<Name extends keyof AccountChanges>(
    change: Name,
    request: AccountChanges[Name]['request'],
  ): Promise<AccountChanges[Name]['response']>;
  /** Stores events; they are durable when this resolves, and show in answers later. */
  takeEvents(batch: EventBatch): Promise<EventOutcome>;
  /** Opens what a shop sent as an order. The bytes move to the thread: the caller has them no longer. */
  openOrder(sent: PipelineMethods['openOrder']['request']): Promise<PipelineMethods['openOrder']['response']>;
  /** Resolves when the questions that other processes answered until now are known here. */
  loadShown(): Promise<void>;
  addRequests(requests: StoreRequests): Promise<void>;
  /** The present day of searches. */
  callerDay(): Promise<CallerDays>;
  addSearches(searches: StoreSearches): Promise<void>;
  /** Keeps texts behind ids of answers, for all nodes. */
  addAnswered(answered: PipelineMethods['addAnswered']['request']): Promise<void>;
  /** Finds texts behind ids of answers; unknown ones are absent. */
  findAnswered(
    named: PipelineMethods['findAnswered']['request'],
  ): Promise<PipelineMethods['findAnswered']['response']>;
  /** Deletes salts of sessions that are past their time. */
  pruneSalts(): Promise<void>;
  /** Deletes some of a store's rows that are past their time; true while there are more. */
  pruneStore(storeId: string): Promise<boolean>;
}

/** The client of the thread that started it. */
export interface RunningPipeline extends PipelineClient {
  /** Finishes what is under way, within `limitMs` (as long as a stop may wait), and ends the thread. */
  close(limitMs?: number): Promise<void>;
}

const tooManyChanges = 'Too many changes of yours are waiting. Wait for their answers, and try again.';
const tooManyOrders = 'Too many orders of this shop are being read. Send them again later.';
const tooManyWrites = 'Too many writes are waiting. Send fewer at a time, or batches, and try again.';

/** Callbacks for what the thread does unasked. */
export interface PipelineListener {
  /** The thread ended once too often: nothing can be written any more. */
  readonly onDeath: (error: Error) => void;
  /** An import, a run of a feed or a write of a product took rows in. */
  readonly onRows: (rows: RowOutcomes) => void;
  /** A run of a feed, or an attempt to bring a message, ended. */
  readonly onEnd: (end: Pick<PipelineEnd, 'work' | 'outcome'>) => void;
  /** A line for the log. */
  readonly onWarning: (message: string) => void;
  readonly onQuarantine: (notice: QuarantineNotice) => void;
  readonly onDamage: OnDamage;
  /** Receives all damaged tables when they changed. */
  readonly onDamagedTables: (tables: readonly DamagedTable[]) => void;
  /** The thread starts again, and finds out for itself on which stores its work fails. */
  readonly onForget: (works: readonly StoreWork[]) => void;
  /** Resolves when what is committed of the store is answerable in this process. */
  readonly makeAnswerable: (storeId: string) => Promise<void>;
}

/** Starts the thread. */
export function startPipeline(data: PipelineThreadData, listener: PipelineListener): RunningPipeline {
  const launch: ThreadStarter<PipelineMethods> = (died, held) =>
    startThread<PipelineMethods>(
      new URL('./pipeline-thread.ts', import.meta.url),
      data,
      { onDeath: died, onNotice: (notice) => receive(notice as PipelineNotice) },
      { held },
    );
  const thread: KeptThread<PipelineMethods> = keepThread(launch, {
    onDeath: listener.onDeath,
    onRestart(error, pauseMs) {
      listener.onWarning(describeRestart('pipeline', error, pauseMs));
      listener.onForget(['collections', 'deletion', 'writes', 'previews', ...jobKinds]);
    },
    onHeld: reportHeld(listener.onQuarantine),
  });
  function receive(notice: PipelineNotice): void {
    if (notice.kind === 'rows') {
      listener.onRows(notice.rows);
      return;
    }
    if (notice.kind === 'ended') {
      listener.onEnd(notice);
      return;
    }
    if (notice.kind === 'warning') {
      listener.onWarning(notice.message);
      return;
    }
    if (notice.kind === 'quarantine') {
      thread.hear(notice.notice);
      listener.onQuarantine(notice.notice);
      return;
    }
    if (notice.kind === 'damage') {
      listener.onDamage(notice.storeId, notice.rows);
      return;
    }
    if (notice.kind === 'damaged-tables') {
      listener.onDamagedTables(notice.tables);
      return;
    }
    // An index that cannot follow now does so later; the job does not wait for it.
    const confirm = () => thread.call('answerable', notice.id);
    listener
      .makeAnswerable(notice.storeId)
      .then(confirm, confirm)
      .catch(() => {});
  }
  return {
    ...createClient(thread),
    async close(limitMs = limits.shutdownPipelineMs) {
      thread.retire();
      await within(limitMs, thread.call('close', null), () => {}).catch(() => {});
      await thread.terminate();
    },
  };
}

type Thread = Pick<RpcClient<PipelineMethods>, 'call'>;

function createClient(thread: Thread): PipelineClient {
  const admission = createAdmission(limits.writesPerStore, tooManyWrites);
  return {
    operate: (request, hungUp) =>
      admission.run(request.storeId, () => {
        const body = detach(request.body);
        return thread.call('operate', { ...request, body }, [body.buffer], hungUp);
      }),
    beginFile: (request) => admission.run(request.storeId, () => thread.call('beginFile', request)),
    appendToFile: (request, hungUp) =>
      admission.run(request.storeId, () => {
        const content = detach(request.content);
        return thread.call('appendToFile', { ...request, content }, [content.buffer], hungUp);
      }),
    completeFile: (request) => admission.run(request.storeId, () => thread.call('completeFile', request)),
    async discardFile(request) {
      await admission.run(request.storeId, () => thread.call('discardFile', request));
    },
    async touchApiKeys(lastUsed) {
      await thread.call('touchApiKeys', lastUsed);
    },
    ...accountCalls(thread, admission),
    ...eventCalls(thread),
    ...countingCalls(thread),
    ...pruningCalls(thread),
  };
}

type EventCalls = Pick<PipelineClient, 'takeEvents' | 'openOrder' | 'loadShown' | 'findAnswered'>;

/** Events are counted one by one, apart from other writes: a flood of them keeps nothing else out. */
function eventCalls({ call }: Thread): EventCalls {
  const events = createEventAdmission();
  const orders = createAdmission(limits.ordersPerStore, tooManyOrders);
  return {
    takeEvents: (batch) => events.run(batch, () => call('takeEvents', batch)),
    openOrder: (sent) =>
      orders.run(sent.storeId, () => {
        const body = detach(sent.body);
        return call('openOrder', { ...sent, body }, [body.buffer]);
      }),
    findAnswered: (named) => call('findAnswered', named),
    async loadShown() {
      await call('loadShown', null);
    },
  };
}

type CountingCalls = Pick<PipelineClient, 'addRequests' | 'callerDay' | 'addSearches' | 'addAnswered'>;

/** Calls that this process itself makes, every few seconds. They are not bounded by store. */
function countingCalls({ call }: Thread): CountingCalls {
  return {
    async addRequests(requests) {
      await call('addRequests', requests);
    },
    async addAnswered(answered) {
      await call('addAnswered', answered);
    },
    callerDay: () => call('callerDay', null),
    async addSearches(searches) {
      await call('addSearches', searches);
    },
  };
}

function pruningCalls({ call }: Thread): Pick<PipelineClient, 'pruneSalts' | 'pruneStore'> {
  return {
    async pruneSalts() {
      await call('pruneSalts', null);
    },
    pruneStore: (storeId) => call('pruneStore', { storeId }),
  };
}

/** Changes of people. Changes of a store count among its writes; lookups by network are bounded in their turns. */
function accountCalls({ call }: Thread, admission: Admission): Pick<PipelineClient, 'changeAccounts'> {
  const persons = createAdmission(limits.changesPerPerson, tooManyChanges);
  return {
    changeAccounts(change, request) {
      const turn = turnOf(request);
      const task = () => call(change, request);
      if (turn.kind === 'store') return admission.run(turn.storeId, task);
      return turn.kind === 'person' ? persons.run(turn.person, task) : task();
    },
  };
}

/** The same bytes in a buffer of their own, which can move to another thread; pooled buffers are copied. */
function detach(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = body;
  const whole = buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength;
  return whole ? new Uint8Array(buffer) : new Uint8Array(body);
}

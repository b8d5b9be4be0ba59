/**
 * Runs the jobs that the pipeline thread does beside its calls: imports of files, deletion of old files, feeds, messages to webhooks,
 * queues of products that wait for phrases, and removal of blocked phrases. Each kind has workers of its own, so that slow servers
 * never keep files waiting. A job that fails is logged and put off; the others go on. At once: 2 imports, 16 feeds (8 slow ones
 * apart), 16 messages, 2 queues of phrases. Equal lines are logged once in ten minutes; clocks are looked at each minute, and keys that
 * have ended every 5 s. It answers no caller.
 */
// Tests: test/scenarios/jobs-of-a-thread.test.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { outlineGenerator } from '../../enrichment/create-generator.ts';
import { type EnrichmentEnvironment, runEnrichment } from '../../enrichment/run-enrichment.ts';
import { sweepPhrases } from '../../enrichment/sweep-phrases.ts';
import type { FeedEnvironment, FeedRunEnvironment } from '../../feeds/feed-environment.ts';
import { longestWaitMs } from '../../feeds/feed-schedule.ts';
import { runFeed } from '../../feeds/run-feed.ts';
import { newId } from '../../ids.ts';
import { importFile } from '../../ingest/files/import-file.ts';
import { expireFile } from '../../ingest/files/receive-file.ts';
import type { RowOutcomes } from '../../ingest/leased-run.ts';
import type { IngestEnvironment } from '../../ingest/pipeline.ts';
import type { Announce } from '../../ingest/run-event.ts';
import {
  type JobHandler,
  type JobWorker,
  type JobWorkerSettings,
  startJobWorker,
} from '../../jobs/job-worker.ts';
import type { HeldStore } from '../../jobs/quarantine.ts';
import { repeat } from '../../jobs/repeat.ts';
import { type DeliveryEnvironment, deliver, longestPauseMs } from '../../resources/webhooks/deliver.ts';
import type { ClaimedJob, JobKind, Lease } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { endKeys } from '../../stores/change-key.ts';
import type { CurrentTasks } from '../crashes/current-tasks.ts';
import { createJobGuard, type JobGuard } from '../crashes/job-guard.ts';
import type { EnrichmentThreadSettings, PipelineEnd, PipelineNotice } from './pipeline-methods.ts';

/** The settings of generated phrases, and their generator. */
export type EnrichmentDependencies = EnrichmentThreadSettings & Pick<EnrichmentEnvironment, 'generate'>;

/** The dependencies of jobs. */
export interface JobSettings {
  readonly storage: Storage;
  readonly environment: IngestEnvironment & FeedEnvironment;
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  readonly announce: Announce;
  readonly notify: (notice: PipelineNotice) => void;
  /** Null if no phrases are generated: their queues wait. */
  readonly enrichment: EnrichmentDependencies | null;
  /** Milliseconds between two looks of an idle worker; jobs of this process wake it earlier. */
  readonly pollMs: number;
  readonly underWay: CurrentTasks;
  readonly held: readonly HeldStore[];
}

/** Control of the jobs of this thread. */
export interface Jobs extends JobWorker {
  /** The answer to a notice. */
  answerable(id: number): void;
}

/** Milliseconds between two looks for jobs that a wrong clock has put off. Chosen. */
const clockCheckMs = 60_000;

/** The slots of feeds that had to leave the usual ones. */
const slowFeeds = { slow: { kind: 'slow_feed', concurrency: limits.slowFeedsAtOnce } } as const;

/** Milliseconds that a job of each kind may be due in the future. */
const longestWaitsMs: Readonly<Record<JobKind, number>> = {
  import: 0,
  trial_import: 0,
  file_expiry: limits.fileKeptHours * 3_600_000,
  feed: longestWaitMs,
  slow_feed: longestWaitMs,
  webhook_delivery: longestPauseMs,
  enrichment: 3_600_000,
  phrase_sweep: 0,
};

async function pullBackAll({ directory }: Storage): Promise<void> {
  for (const [kind, aheadMs] of Object.entries(longestWaitsMs) as [JobKind, number][]) {
    await directory.pullBackJobs(kind, { aheadMs, leaseMs: limits.leaseMs });
  }
}

/** Receivers of news about queues. */
interface QueueAudience {
  readonly notifyIndex: (storeId: string) => void;
  /** The operator, in the log. */
  readonly warn: (message: string) => void;
}

/** Works on queues of phrases. */
function createQueueHandler(
  storage: Storage,
  { server, productsPerRequest, allowance, prices, generate }: EnrichmentDependencies,
  { clock, newId, inTurn }: Omit<FeedRunEnvironment, 'stopping' | 'pause' | 'wait'>,
  { notifyIndex, warn }: QueueAudience,
): JobHandler {
  const host = server === null ? '' : ` (${new URL(server.baseUrl).host})`;
  const environment = {
    ...{ clock, newId, allowance, prices, generate, inTurn },
    generator: outlineGenerator({ server, productsPerRequest }, clock),
    notifyIndex,
    reportHold: (storeId: string, message: string) =>
      warn(`the phrases of store ${storeId} wait${host}: ${message}`),
    wait: (milliseconds: number, signal: AbortSignal) =>
      sleep(milliseconds, undefined, { signal }).catch(() => {}),
  };
  return (job, lease, stopping) => runEnrichment(storage, job, lease, { ...environment, stopping });
}

/** Sends messages, and notes how long their webhooks take. */
export function createDeliveryHandler(
  storage: Storage,
  dependencies: Omit<DeliveryEnvironment, 'stopping'>,
  attempted: (outcome: Awaited<ReturnType<typeof deliver>>) => void,
): JobHandler {
  return async (...[job, lease, stopping, , wait]) => {
    const post: typeof dependencies.outbound.post = (...call) =>
      wait.during(() => dependencies.outbound.post(...call));
    attempted(await deliver(storage, job, lease, { ...dependencies, outbound: { post }, stopping }));
  };
}

/** Removes phrases that a store has blocked. */
function createSweepHandler(
  storage: Storage,
  environment: Pick<EnrichmentEnvironment, 'inTurn' | 'notifyIndex'>,
): JobHandler {
  return (job, lease, stopping, pause) =>
    sweepPhrases(storage, job, lease, { ...environment, stopping, pause });
}

/** Announces a store's changes one at a time; those that come meanwhile are announced together, once. */
function createAnnouncer(makeAnswerable: (storeId: string) => Promise<void>): (storeId: string) => void {
  const telling = new Map<string, boolean>();
  return function announce(storeId) {
    if (telling.has(storeId)) {
      telling.set(storeId, true);
      return;
    }
    telling.set(storeId, false);
    void makeAnswerable(storeId).then(() => {
      const isMore = telling.get(storeId) === true;
      telling.delete(storeId);
      if (isMore) announce(storeId);
    });
  };
}

/** Reports how each piece of work ended, unless nothing came of it. */
function createEndReporter(notify: JobSettings['notify'], work: PipelineEnd['work']) {
  return (outcome: PipelineEnd['outcome'] | null): void => {
    if (outcome !== null) notify({ kind: 'ended', work, outcome });
  };
}

/** Starts workers, whose jobs are guarded. */
function createStarter(
  { storage, environment, pollMs }: Pick<JobSettings, 'storage' | 'environment' | 'pollMs'>,
  jobGuard: JobGuard,
  warn: (message: string) => void,
) {
  return (
    handlers: JobWorkerSettings['handlers'],
    concurrency: number,
    servers: Pick<JobWorkerSettings, 'slow' | 'quickSlots'> = {},
  ) =>
    startJobWorker({
      ...{ directory: storage.directory, handlers: guardAll(jobGuard, handlers), newId, concurrency, pollMs },
      ...servers,
      clock: environment.clock,
      failed: (error, job) => warn(`${nameOf(job)} waits: ${String(error)}`),
    });
}

/** Milliseconds between two equal lines of the log. Chosen: a fault of a job or the database lasts long. */
const sameLineEveryMs = 600_000;

/** Passes the same message on at most once in ten minutes. */
function warnSeldom(clock: Clock, notify: (message: string) => void): (message: string) => void {
  const warned = new Set<string>();
  let sinceMs = clock.monotonicMs();
  return (message) => {
    if (clock.monotonicMs() - sinceMs >= sameLineEveryMs) {
      warned.clear();
      sinceMs = clock.monotonicMs();
    }
    if (warned.has(message)) return;
    warned.add(message);
    notify(message);
  };
}

function nameOf(job: ClaimedJob | null): string {
  return job === null ? 'a job' : `the job ${job.kind} of store ${job.storeId}, about ${job.subject},`;
}

function guardAll(
  jobGuard: JobGuard,
  handlers: JobWorkerSettings['handlers'],
): JobWorkerSettings['handlers'] {
  const guarded = Object.entries(handlers).map(([kind, handler]) => [
    kind,
    jobGuard.guard(kind as JobKind, handler),
  ]);
  return Object.fromEntries(guarded);
}

function mindClocks(storage: Storage, jobGuard: JobGuard, notify: JobSettings['notify']) {
  const look = async () => {
    jobGuard.sweep();
    await pullBackAll(storage);
  };
  return repeat(look, clockCheckMs, {
    failed: (error) => notify({ kind: 'warning', message: `jobs may wait too long: ${String(error)}` }),
  });
}

/** Milliseconds until the history of a store says that a key has ended; it is refused at once. Chosen. */
const keyEndsMs = 5_000;

function mindKeys(storage: Storage, { clock }: JobSettings['environment'], notify: JobSettings['notify']) {
  return repeat(() => endKeys(storage, clock), keyEndsMs, {
    failed: (error) => notify({ kind: 'warning', message: `ends of keys wait: ${String(error)}` }),
  });
}

/** Does a job that may end with a message, and reports its outcome. */
type JobWork<Outcome> = (
  storage: Storage,
  job: ClaimedJob,
  lease: Lease,
  environment: FeedRunEnvironment,
) => Promise<Outcome>;

/** Asks the index to catch up with a store; the answer finds the waiting job by the question's id. */
function createAnswerables(notify: JobSettings['notify']) {
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  const makeAnswerable = (storeId: string) =>
    new Promise<void>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      notify({ kind: 'awaits-answerable', id: lastId, storeId });
    });
  return { waiting, makeAnswerable };
}

/** Begins to work. */
export function startJobs(settings: JobSettings): Jobs {
  const { storage, environment, inTurn, announce, notify, enrichment } = settings;
  const { waiting, makeAnswerable } = createAnswerables(notify);
  const countRows = (rows: RowOutcomes) => notify({ kind: 'rows', rows });
  const dependencies = { ...environment, inTurn, makeAnswerable, countRows, announce };
  const notifyIndex = createAnnouncer(makeAnswerable);
  const jobGuard = createJobGuard({
    ...{ storage, inTurn, clock: environment.clock, underWay: settings.underWay, held: settings.held },
    notify: (notice) => notify({ kind: 'quarantine', notice }),
  });
  const warn = warnSeldom(environment.clock, (message) => notify({ kind: 'warning', message }));
  const work = createStarter(settings, jobGuard, warn);
  const attempted = createEndReporter(notify, 'webhook_attempt');
  // A worker of its own: messages must wait neither for files nor for slow servers.
  const deliveries = work(
    { webhook_delivery: createDeliveryHandler(storage, dependencies, attempted) },
    limits.deliveriesAtOnce,
    { quickSlots: limits.quickDeliverySlots },
  );
  /** A job that ends with a message has it sent at once. */
  const withMessage =
    <Outcome>(handler: JobWork<Outcome>, ended: (outcome: Outcome) => void): JobHandler =>
    async (job, lease, stopping, pause, wait) => {
      ended(await handler(storage, job, lease, { ...dependencies, stopping, pause, wait }));
      deliveries.wake();
    };
  const workers = [
    deliveries,
    work(
      {
        import: withMessage(importFile, () => {}),
        trial_import: withMessage(importFile, () => {}),
        file_expiry: (job) => expireFile(storage, job, { inTurn }),
      },
      limits.importsAtOnce,
    ),
    // A worker of its own: a slow server must not keep files waiting.
    work(
      { feed: withMessage(runFeed, createEndReporter(notify, 'feed_run')) },
      limits.feedsAtOnce,
      slowFeeds,
    ),
    // A worker of its own: blocked phrases must be gone soon, also where no phrases are generated.
    work({ phrase_sweep: createSweepHandler(storage, { inTurn, notifyIndex }) }, 1),
  ];
  if (enrichment !== null) {
    const queue = createQueueHandler(storage, enrichment, dependencies, { notifyIndex, warn });
    workers.push(work({ enrichment: queue }, limits.enrichmentsAtOnce));
  }
  const minding = [mindClocks(storage, jobGuard, notify), mindKeys(storage, environment, notify)];
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    answerable(id) {
      waiting.get(id)?.();
      waiting.delete(id);
    },
    async stop() {
      const stopped = Promise.all([...workers, ...minding].map((work) => work.stop()));
      // No notice follows; what is not answerable yet is so after the next start.
      for (const resolve of waiting.values()) resolve();
      await stopped;
    },
  };
}

/**
 * `foretype enrich`: has phrases written for every product of a store that has none and fits its plan, or with `--outdated` for those
 * whose phrases other rules wrote, and follows that to its end; with `--estimate` it only says what that would take. It looks every
 * 250 ms, prints progress at most every 2 s where no terminal is, and never writes phrases twice for a product that a server is at. An
 * unknown store ends it with code 1; Ctrl-C leaves the queue as it is, for a server or the next call.
 */
// Tests: test/scenarios/command-line-enrich.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { pluralOf } from '../../contract/plural.ts';
import { createGenerator, outlineGenerator, rulesOf } from '../enrichment/create-generator.ts';
import type { RunEstimate } from '../enrichment/estimate.ts';
import { generateChecked } from '../enrichment/generate-checked.ts';
import { countOutdated } from '../enrichment/queue-rest.ts';
import { estimateRest, readQueue } from '../enrichment/read-enrichment.ts';
import { type EnrichmentEnvironment, runEnrichment } from '../enrichment/run-enrichment.ts';
import { createKnowledgeCache, createProfileCache } from '../enrichment/store-knowledge.ts';
import { newId } from '../ids.ts';
import { type JobWorker, startJobWorker } from '../jobs/job-worker.ts';
import { holderOf } from '../process/storage-lock.ts';
import { presentEstimate, usdOf } from '../resources/enrichment/present-enrichment.ts';
import { queueProducts } from '../resources/enrichment/write-enrichment.ts';
import type { Store } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { type Command, type Invocation, jsonOption } from './command.ts';
import { LocalWorker } from './local-worker.ts';
import { withStorage } from './with-storage.ts';

const pollMs = 250;
/** Milliseconds between two lines of progress if output is no terminal. */
const reportEveryMs = 2_000;

/** Exit code 0 if every queued product has phrases, 1 if some failed or the queue is paused or held. */
export const enrichCommand: Command = {
  name: 'enrich',
  summary: 'write phrases for the products of a store that have none, or have those of other rules',
  operands: [],
  options: {
    store: { kind: 'value', placeholder: 'ID', required: true, help: 'the store whose products get phrases' },
    outdated: {
      kind: 'switch',
      help: 'the products whose phrases another provider, model or version of the rules wrote, not those without',
    },
    estimate: { kind: 'switch', help: 'say what it would take, and queue nothing' },
    json: jsonOption,
  },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const storeId = invocation.value('store');
      const store = await storage.directory.findStore(storeId);
      if (store === null) throw new Error(`There is no store "${storeId}". foretype store list shows them.`);
      const estimate = await estimateStore(storage, store, invocation);
      if (invocation.has('estimate')) {
        invocation.print({ estimate: presentEstimate(estimate) }, describeEstimate(estimate, invocation));
        return 0;
      }
      const queued = await queueStore(storage, storeId, invocation);
      return await follow(storage, storeId, queued, invocation);
    }),
};

async function queueStore(storage: Storage, storeId: string, invocation: Invocation): Promise<number> {
  const { clock, config } = invocation;
  const isOff = config.enrichmentProvider === 'off';
  const rules = isOff ? null : rulesOf(config.enrichment, clock);
  const choice = { storeId, actor: null, externalIds: null, outdated: invocation.has('outdated') };
  const queued = await queueProducts(storage, choice, { clock, rules, inTurn: (_, task) => task() });
  return queued.count;
}

async function estimateStore(
  storage: Storage,
  store: Store,
  { config, clock, has }: Invocation,
): Promise<RunEstimate> {
  const when = { nowMicros: clock.nowMicros(), days: 1, pausedUntil: 0 };
  const reader = storage.reader(store.id);
  const view = await readQueue(reader, store, when);
  const toCome = has('outdated')
    ? view.waiting + (await countOutdated(reader, rulesOf(config.enrichment, clock)))
    : view.toCome;
  const generator = outlineGenerator(config.enrichment, clock);
  return await estimateRest(storage, { ...view, toCome }, generator, config.enrichment);
}

function describeEstimate(estimate: RunEstimate, { config }: Invocation): string[] {
  const { products, requests, inputTokens, outputTokens, costMicros, minutes } = estimate;
  const about = `${minutes} ${pluralOf(minutes, 'minute')}`;
  if (config.enrichment.server === null) {
    return [`${products} ${pluralOf(products, 'product')}, offline: no more than ${about}, and no cost.`];
  }
  const cost =
    costMicros === null ? 'a price that is not configured' : `about ${usdOf(costMicros)} US dollars`;
  return [
    `${products} ${pluralOf(products, 'product')} in ${requests} ${pluralOf(requests, 'request')} to ${config.enrichment.server.model}:`,
    `  ${inputTokens} tokens in, ${outputTokens} out, ${cost}, at least ${about}.`,
  ];
}

/** The state of the queue. */
interface Progress {
  readonly waiting: number;
  readonly failed: number;
  /** Why the queue is paused or held; null if it works. */
  readonly stop: string | null;
  readonly isOver: boolean;
}

async function readProgress(storage: Storage, storeId: string): Promise<Progress> {
  const reader = storage.reader(storeId);
  const { paused, hold, queueAfter } = await reader.enrichment.settings();
  const { waiting, failed } = await reader.enrichment.progress();
  const stop = paused ? 'The queue is paused.' : (hold?.message ?? null);
  return { waiting, failed, stop, isOver: waiting === 0 && queueAfter === null };
}

async function follow(
  storage: Storage,
  storeId: string,
  queued: number,
  invocation: Invocation,
): Promise<number> {
  const { clock, config } = invocation;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const worker = new LocalWorker(config, holderOf('foretype enrich', clock), () =>
    startWorker(storage, invocation),
  );
  let [lastWaiting, movedMs, reportedMs] = [-1, clock.monotonicMs(), clock.monotonicMs()];
  try {
    for (;;) {
      const progress = await readProgress(storage, storeId);
      const nowMs = clock.monotonicMs();
      if (progress.isOver || progress.stop !== null || leaving.signal.aborted)
        return end(progress, queued, invocation);
      if (progress.waiting !== lastWaiting) [lastWaiting, movedMs] = [progress.waiting, nowMs];
      if (nowMs - reportedMs >= reportEveryMs) {
        process.stderr.write(`${progress.waiting} ${pluralOf(progress.waiting, 'product')} to go\n`);
        reportedMs = nowMs;
      }
      worker.consider(nowMs - movedMs);
      await pause(pollMs, undefined, { signal: leaving.signal }).catch(() => {});
    }
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await worker.stop();
  }
}

function end({ waiting, failed, stop, isOver }: Progress, queued: number, { print }: Invocation): number {
  const outcome = isOver
    ? ['All queued products are done.']
    : [
        stop ??
          'Left before the end. A server goes on with it, now or after its next start; so does this command.',
        `${waiting} ${pluralOf(waiting, 'product')} to go.`,
      ];
  const lines = [`${queued} ${pluralOf(queued, 'product')} queued.`, ...outcome];
  if (failed > 0) {
    lines.push(
      `${failed} ${pluralOf(failed, 'product')} failed: the dashboard says why, and tries them again.`,
    );
  }
  print({ enrichment: { queued, waiting, failed, held: stop } }, lines);
  return isOver && failed === 0 ? 0 : 1;
}

/** Works the queue in this process, without a thread of its own: this process serves no requests. */
function startWorker(storage: Storage, { clock, config }: Invocation): JobWorker {
  const { server, prices, productsPerRequest, ...allowance } = config.enrichment;
  const settings = { server, productsPerRequest };
  const profileOf = createProfileCache(storage, clock);
  const knowledgeOf = createKnowledgeCache(storage, profileOf);
  const generator = createGenerator(settings, clock, profileOf);
  const environment: Omit<EnrichmentEnvironment, 'stopping'> = {
    clock,
    newId,
    generator,
    prices,
    allowance: server === null ? null : allowance,
    async generate(request, signal) {
      const { storeId, locale } = request.batch;
      const knowledge = await knowledgeOf(storeId, locale);
      return await generateChecked(generator, { ...request, knowledge }, signal);
    },
    inTurn: (_storeId, task) => task(),
    // A server that starts later reads what was written.
    notifyIndex() {},
    // It is shown beside the progress.
    reportHold() {},
    wait: (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => {}),
  };
  return startJobWorker({
    directory: storage.directory,
    clock: environment.clock,
    handlers: {
      enrichment: (job, lease, stopping) => runEnrichment(storage, job, lease, { ...environment, stopping }),
    },
    newId,
    concurrency: 1,
    pollMs,
    failed: (error) =>
      process.stderr.write(`waiting: ${error instanceof Error ? error.message : String(error)}\n`),
  });
}

/**
 * A store whose queue is worked on by hand: its jobs are claimed and run one after the other, on a real database, with a generator
 * that does what a test says. There are no threads and no HTTP; a rejection of the generator is one that the test asked for. Waits are
 * driven in milliseconds, none is real but the shortest.
 */

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { shortHash } from '../../server/catalog/source-hash.ts';
import type { AllowanceLimits } from '../../server/enrichment/allowance.ts';
import type { ModelPrices } from '../../server/enrichment/estimate.ts';
import type { CheckedAnswer, CheckedRequest } from '../../server/enrichment/generate-checked.ts';
import {
  GeneratorError,
  type GeneratorErrorKind,
  type PhraseProduct,
} from '../../server/enrichment/phrase-generator.ts';
import { type EnrichmentEnvironment, runEnrichment } from '../../server/enrichment/run-enrichment.ts';
import { newId } from '../../server/ids.ts';
import { enrichmentJobOf } from '../../server/jobs/enrichment-job.ts';
import {
  type EnrichmentDependencies,
  queueProducts,
  retryProducts,
} from '../../server/resources/enrichment/write-enrichment.ts';
import type { Store, StoredProduct } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { callEnrichment } from './call-operation.ts';
import { type IngestShop, openIngestShop } from './ingest-shop.ts';
import { makeProduct } from './make-product.ts';

/** The outcome of a request: phrases by product, or a rejection. */
export type Generate = (
  products: readonly PhraseProduct[],
  request: CheckedRequest,
  signal: AbortSignal,
) => Promise<CheckedAnswer>;

export interface EnrichmentWorld {
  readonly shop: IngestShop;
  readonly changes: ReturnType<typeof enrichmentChanges>;
  /** Titles of each request, oldest first. */
  readonly requests: string[][];
  /** Sets the outcome of requests from now on. */
  generateBy(generate: Generate): void;
  /** Sets the version of the prompt for phrases from now on; the first is `p1`. */
  upgradeTo(promptVersion: string): void;
  /** Imports products by their ids. */
  importIds(...externalIds: readonly string[]): Promise<void>;
  /** Claims the queue's job whenever it is due, and works until it rests; false where there is none. */
  work(options?: Partial<EnrichmentEnvironment>): Promise<boolean>;
  stored(externalId: string): Promise<StoredProduct>;
  counts(): Promise<{ readonly waiting: number; readonly failed: number }>;
}

interface Change {
  readonly storeId: string;
  readonly body?: object;
}

interface ChosenBody {
  readonly external_ids?: readonly string[];
  readonly outdated?: boolean;
}

/** The calls that change phrases and the queue, made with a key. */
export function enrichmentChanges(storage: Storage, dependencies: EnrichmentDependencies) {
  const call = callEnrichment(storage, dependencies);
  const choiceOf = (storeId: string, { external_ids: externalIds }: ChosenBody) => ({
    ...{ storeId, actor: null, externalIds: externalIds ?? null },
  });
  return {
    changePhrases: ({ externalId, ...change }: Change & { readonly externalId: string }) =>
      call('changePhrases', { ...change, params: { external_id: externalId } }),
    makeDecision: (change: Change) => call('makeDecision', change),
    deleteDecision: (change: Change & { readonly params: { readonly id: string } }) =>
      call('deleteDecision', change),
    changeEnrichment: (change: Change) => call('changeEnrichment', change),
    retryEnrichment: ({ storeId, body = {} }: Change & { readonly body?: ChosenBody }) =>
      retryProducts(storage, choiceOf(storeId, body), dependencies.clock),
    queueEnrichment: ({ storeId, body = {} }: Change & { readonly body?: ChosenBody }) =>
      queueProducts(storage, { ...choiceOf(storeId, body), outdated: body.outdated ?? false }, dependencies),
  };
}

/** Two phrases made of the title. */
export const answerWell: Generate = async (products) => ({
  phrases: new Map(
    products.map(({ id, title }) => [
      id,
      {
        suggestionPhrases: [`buy ${title}`.toLowerCase()],
        searchPhrases: [`${title} shop`.toLowerCase()],
        type: null,
      },
    ]),
  ),
  dropped: new Map(),
  faults: new Map(),
  inputTokens: 10 * products.length,
  outputTokens: 5 * products.length,
});

/** Every request fails that way. */
export const fails =
  (kind: GeneratorErrorKind, details = {}): Generate =>
  async () => {
    throw new GeneratorError(kind, `It was ${kind}.`, details);
  };

export interface WorldOptions {
  readonly store?: Partial<Store>;
  readonly productsPerRequest?: number;
  readonly allowance?: AllowanceLimits | null;
  readonly prices?: ModelPrices;
}

export const wideAllowance = { requestsPerMinute: 60_000, tokensPerMinute: 60_000_000, concurrency: 2 };

export async function openEnrichmentWorld(
  storage: Storage,
  options: WorldOptions = {},
): Promise<EnrichmentWorld> {
  const shop = await openIngestShop(storage, options.store);
  const { storeId, clock } = shop;
  const requests: string[][] = [];
  let generate = answerWell;
  let promptVersion = 'p1';
  const environment: EnrichmentEnvironment = {
    ...{ clock, newId, prices: options.prices ?? new Map() },
    allowance: options.allowance === undefined ? wideAllowance : options.allowance,
    generator: {
      ...{ name: 'openai', model: 'tiny' },
      get promptVersion() {
        return promptVersion;
      },
      productsPerRequest: options.productsPerRequest ?? 3,
      estimateTokens: ({ products }) => ({ input: 10 * products.length, output: 5 * products.length }),
    },
    generate(request, signal) {
      requests.push(request.batch.products.map(({ title }) => title));
      return generate(request.batch.products, request, signal);
    },
    inTurn: (_storeId, task) => task(),
    notifyIndex() {},
    reportHold() {},
    // A look lasts as long as a request that is under way; longer waits are over at once.
    async wait(milliseconds, signal) {
      if (milliseconds > limits.enrichmentLookMs) clock.advanceMs(milliseconds);
      else await pause(milliseconds, undefined, { signal }).catch(() => {});
    },
    stopping: new AbortController().signal,
  };
  const changes = enrichmentChanges(storage, {
    ...{ clock, inTurn: environment.inTurn },
    get rules() {
      return { generator: 'openai', model: 'tiny', promptVersion };
    },
  });
  return {
    ...{ shop, requests, changes },
    generateBy(chosen) {
      generate = chosen;
    },
    upgradeTo(version) {
      promptVersion = version;
    },
    async importIds(...externalIds) {
      await shop.importRows(externalIds.map((id) => makeProduct(id)));
    },
    async work(changed = {}) {
      const owner = newId();
      const lease = { jobId: storeId, owner, leaseMs: limits.leaseMs };
      const job = await storage.directory.claimJob('enrichment', { owner, leaseMs: limits.leaseMs });
      if (job === null) return false;
      assert.equal(job.storeId, storeId);
      try {
        await runEnrichment(storage, job, lease, { ...environment, ...changed });
      } finally {
        await storage.directory.releaseLease(lease, true);
      }
      return true;
    },
    stored: (externalId) => shop.stored(externalId),
    counts: () => countJobs(storage, storeId),
  };
}

/** Has everything that was put off due at once, as if its time had come. */
export async function hurry(storage: Storage, storeId: string): Promise<void> {
  const reader = storage.reader(storeId);
  const put = await reader.enrichment.list('waiting', { after: null, limit: 500 });
  await storage.write(storeId, async (writer) => {
    for (const { id: productId, externalId, job } of put) {
      const product = await writer.enrichment.queueable(externalId);
      if (job === null || job.attempts === 0 || product === null) continue;
      const { attempts, error, errorCode } = job;
      const name = {
        productId,
        sourceHash: shortHash(product.sourceHash),
        state: 'waiting' as const,
        attempts,
      };
      await writer.enrichment.putOff([
        { ...name, delayMs: 0, error: error ?? '', errorCode: errorCode ?? '' },
      ]);
    }
    const settings = await writer.enrichment.settings();
    if (settings.hold !== null) {
      await writer.enrichment.saveSettings({ ...settings, hold: { ...settings.hold, until: 0 } });
    }
    await writer.jobs.schedule(enrichmentJobOf(storeId));
  });
  await storage.directory.changeAllowance(
    'enrichment',
    ({ callsUnderWay: _calls, nowMicros: _now, ...state }) => ({
      ...{ state: { ...state, blockedUntil: 0 }, result: null },
    }),
  );
}

/** Measures how many requests are under way at once where none is answered before the fifth look for more. */
export async function mostUnderWay(world: EnrichmentWorld): Promise<number> {
  const before = world.requests.length;
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  world.generateBy(async (...parameters) => {
    await looked.promise;
    return await fails('away')(...parameters);
  });
  const wait = async () => {
    looks += 1;
    if (looks === 5) looked.resolve();
  };
  await world.work({ wait });
  return world.requests.length - before;
}

async function countJobs(storage: Storage, storeId: string): Promise<{ waiting: number; failed: number }> {
  const { waiting, failed } = await storage.reader(storeId).enrichment.progress();
  return { waiting, failed };
}

/**
 * The queue of one store, from the claim of its job until it is empty, has to wait, or had its turn. One worker holds
 * it at a time; what it writes counts only while it does (renewLease within each transaction).
 *
 * | what a request came to | its products | the store's queue | all stores |
 * | --- | --- | --- | --- |
 * | phrases | are written; those without any are tried again, alone | goes on | |
 * | busy (429) | wait | goes on | wait as long as `Retry-After` says, or longer each time |
 * | away (5xx, reset, time-out) | tried again later, alone, given up after the last attempt | goes on | wait, longer each time |
 * | unusable | tried again later, alone, given up after the last attempt | goes on | |
 * | refused (401, 403, 404 …) | wait | is held for a while, with the reason | |
 *
 * A worker that is killed leaves everything to the next one: what was generated and not yet written is asked for again.
 */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { DueEnrichment, EnrichmentSettings } from '../storage/enrichment.ts';
import type { ClaimedJob, Lease, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { type AllowanceLimits, allowanceName, type EndedCall, endCall, takeCall } from './allowance.ts';
import { answerWithoutBlocked } from './blocked-phrases.ts';
import { costMicros, type ModelPrices } from './estimate.ts';
import type { CheckedAnswer, CheckedRequest } from './generate-checked.ts';
import { GeneratorError } from './phrase-generator.ts';
import { queueStretch } from './queue-rest.ts';
import { monthOf, nextMonthMicros, spentSince } from './usage-days.ts';
import { type GeneratorOutline, writeAnswer, writeFailure } from './write-answer.ts';

/** What the queue needs of the process that works on it. */
export interface EnrichmentEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly generator: GeneratorOutline;
  /** Elsewhere: it takes processor time, or waits for a server. Rejects with a GeneratorError. */
  readonly generate: (request: CheckedRequest, signal: AbortSignal) => Promise<CheckedAnswer>;
  /** What binds the deployment; null where nothing does, as offline. */
  readonly allowance: AllowanceLimits | null;
  readonly prices: ModelPrices;
  /** Waits for the store's turn among all writes. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** What is committed of the store is to be answerable soon. */
  readonly tellIndex: (storeId: string) => void;
  /** Ends early once the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Aborted when the process stops: requests are broken off, and count for nothing. */
  readonly stopping: AbortSignal;
}

/** Works on the claimed queue. A database that is away rejects with `unavailable`. */
export async function runEnrichment(
  storage: Storage,
  job: ClaimedJob,
  lease: Lease,
  environment: EnrichmentEnvironment,
): Promise<void> {
  const store = await storage.directory.findStore(job.storeId);
  if (store === null) throw new Error(`The store ${job.storeId} of a queue is unknown.`);
  const work = new QueueWork({ storage, lease, environment, store });
  try {
    await work.run();
  } catch (error) {
    if (error instanceof LeaseLost || environment.stopping.aborted) return;
    throw error;
  } finally {
    work.close();
  }
}

/** The queue belongs to another worker now: nothing more may be written. */
class LeaseLost extends Error {}

interface WorkParts {
  readonly storage: Storage;
  readonly lease: Lease;
  readonly environment: EnrichmentEnvironment;
  readonly store: Store;
}

/** The offline generator works on one batch while another is written. */
const offlineLanes = 2;
/** An import under way is looked after so often. Chosen. */
const importLookMs = 2_000;
/** Nobody waits for longer before looking again: settings and clocks change. */
const longestRestMs = 3_600_000;

/** One turn of a store's queue. */
class QueueWork {
  readonly #parts: WorkParts;
  readonly #beat: NodeJS.Timeout;
  readonly #broken = new AbortController();
  readonly #signal: AbortSignal;
  readonly #endsAtMs: number;
  /** Products that requests are under way for. */
  readonly #underWay = new Set<string>();
  #lastTake: Promise<unknown> = Promise.resolve();
  #after: string | null = null;
  #spentMicros = 0;
  #reservedMicros = 0;
  #callCount = 0;
  #isBeating = false;
  /** The turn is over: no more is taken, and the queue is looked at again after so long. */
  #restMs: number | null = null;

  constructor(parts: WorkParts) {
    this.#parts = parts;
    const { environment } = parts;
    this.#beat = setInterval(() => this.#keepAlive(), limits.heartbeatMs);
    this.#signal = AbortSignal.any([environment.stopping, this.#broken.signal]);
    this.#endsAtMs = environment.clock.monotonicMs() + limits.enrichmentTurnMs;
  }

  close(): void {
    clearInterval(this.#beat);
  }

  async run(): Promise<void> {
    const { environment } = this.#parts;
    const settings = await this.#settings();
    if (!settings.paused && !(await this.#isHeld(settings))) {
      await this.#queueRest(settings);
      if (await this.#waitsForImport()) this.#restMs = importLookMs;
      else await this.#work(settings);
    }
    this.#signal.throwIfAborted();
    await this.#write((writer) => this.#conclude(writer));
    environment.tellIndex(this.#parts.store.id);
  }

  get #reader() {
    return this.#parts.storage.reader(this.#parts.store.id);
  }

  async #settings(): Promise<EnrichmentSettings> {
    return await this.#reader.enrichmentSettings();
  }

  async #isHeld({ hold }: EnrichmentSettings): Promise<boolean> {
    return hold !== null && hold.until > this.#parts.environment.clock.nowMicros();
  }

  /**
   * Offline phrases depend on how many products hold a word, and writing them would take every other turn of the
   * import; a provider is slow enough to be in nobody's way. An import that takes very long is not waited for.
   */
  async #waitsForImport(): Promise<boolean> {
    const { environment } = this.#parts;
    if (environment.allowance !== null) return false;
    const since = environment.clock.nowMicros() - limits.enrichmentImportWaitMs * 1_000;
    const imports = await this.#reader.imports({ before: null, limit: 5 });
    return imports.some(
      ({ status, phase, dryRun, createdAt }) =>
        status === 'processing' &&
        !dryRun &&
        createdAt > since &&
        (phase === 'importing' || phase === 'reconciling'),
    );
  }

  async #queueRest({ queueAfter }: EnrichmentSettings): Promise<void> {
    const { clock } = this.#parts.environment;
    let isMore = queueAfter !== null;
    while (isMore && !this.#isOver()) isMore = await this.#write((writer) => queueStretch(writer, clock));
  }

  async #work(settings: EnrichmentSettings): Promise<void> {
    const { environment, store } = this.#parts;
    const { clock } = environment;
    const month = monthOf(clock.nowMicros());
    this.#spentMicros = spentSince(await this.#reader.enrichmentUsage(month), month);
    // What was refused is asked for again by one request alone.
    const most = environment.allowance?.concurrency ?? offlineLanes;
    const lanes = settings.hold === null ? most : 1;
    const results = await Promise.allSettled(Array.from({ length: lanes }, () => this.#lane(store)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** One request after the other. */
  async #lane(store: Store): Promise<void> {
    while (!this.#isOver()) {
      const settings = await this.#settings();
      if (settings.paused) return;
      const products = await this.#take();
      if (products.length === 0) return;
      try {
        await this.#ask(store, settings, products);
      } finally {
        for (const { product } of products) this.#underWay.delete(product.id);
      }
    }
  }

  #isOver(): boolean {
    this.#signal.throwIfAborted();
    const { clock } = this.#parts.environment;
    if (clock.monotonicMs() >= this.#endsAtMs) this.#restMs ??= 0;
    return this.#restMs !== null;
  }

  /** The products of the next request: one that failed before alone, so that it can spoil no other. */
  #take(): Promise<readonly DueEnrichment[]> {
    const turn = this.#lastTake.then(async () => {
      const reader = this.#reader;
      const free = (due: DueEnrichment) => !this.#underWay.has(due.product.id);
      const repeated = await reader.repeatedEnrichments(this.#underWay.size + 1);
      const alone = repeated.find(free);
      const limit = this.#parts.environment.generator.productsPerRequest;
      const fresh = alone !== undefined ? [] : await reader.freshEnrichments({ after: this.#after, limit });
      this.#after = fresh.at(-1)?.product.id ?? this.#after;
      const taken = alone === undefined ? fresh.filter(free) : [alone];
      for (const { product } of taken) this.#underWay.add(product.id);
      return taken;
    });
    this.#lastTake = turn.catch(() => {});
    return turn;
  }

  async #ask(store: Store, settings: EnrichmentSettings, products: readonly DueEnrichment[]): Promise<void> {
    const { generator } = this.#parts.environment;
    const batch = { storeId: store.id, locale: store.locale, products: products.map((due) => due.product) };
    const { input, output } = generator.estimateTokens(batch);
    const expected = this.#costOf(input, output);
    if (!(await this.#fitsBudget(settings, expected.costMicros))) return;
    this.#reservedMicros += expected.costMicros;
    try {
      const call = await this.#beginCall(input + output);
      if (call !== null) await this.#generate({ batch, blocklist: settings.blocklist }, products, call);
    } finally {
      this.#reservedMicros -= expected.costMicros;
    }
  }

  /** The call that was begun, and what comes of it. */
  async #generate(
    request: CheckedRequest,
    products: readonly DueEnrichment[],
    call: EndedCall,
  ): Promise<void> {
    const { environment, store } = this.#parts;
    const { generator, clock } = environment;
    const result = await environment.generate(request, this.#signal).catch((error: unknown) => {
      return this.#signal.aborted ? null : toGeneratorError(error);
    });
    await this.#endCall(endOf(call, result));
    this.#signal.throwIfAborted();
    if (result === null) return;
    const cost = this.#costOf(result.inputTokens, result.outputTokens);
    this.#spentMicros += cost.costMicros;
    const ended = { products, generator, cost };
    if (!(result instanceof GeneratorError)) {
      const isChanged = await this.#write(async (writer) => {
        const { blocklist } = await release(writer);
        const answer = answerWithoutBlocked(result, request.blocklist, blocklist);
        return await writeAnswer(writer, ended, answer, clock);
      });
      if (isChanged) environment.tellIndex(store.id);
      return;
    }
    await this.#write((writer) => writeFailure(writer, ended, result, clock));
    if (result.kind === 'refused') await this.#hold('provider_refused', result.message);
  }

  #costOf(inputTokens: number, outputTokens: number) {
    const { prices, generator } = this.#parts.environment;
    const usage = { inputTokens, outputTokens };
    return { ...usage, costMicros: costMicros(prices, generator.model, usage) ?? 0 };
  }

  /** False, and the queue is held until the next month, where the request could cost more than is left. */
  async #fitsBudget({ monthlyBudgetMicros: budget }: EnrichmentSettings, micros: number): Promise<boolean> {
    if (budget === null || micros === 0) return true;
    if (this.#spentMicros + this.#reservedMicros + micros <= budget) return true;
    // What is under way may turn out cheaper.
    if (this.#reservedMicros > 0) this.#restMs ??= importLookMs;
    else
      await this.#hold(
        'budget_spent',
        'The budget of the month is spent. Raise it, or wait for the next month.',
      );
    return false;
  }

  async #hold(code: 'provider_refused' | 'budget_spent', message: string): Promise<void> {
    const now = this.#parts.environment.clock.nowMicros();
    const until =
      code === 'budget_spent' ? nextMonthMicros(now) : now + limits.enrichmentHoldSeconds * 1_000_000;
    await this.#write(async (writer) => {
      const settings = await writer.enrichmentSettings();
      await writer.saveEnrichmentSettings({ ...settings, hold: { code, message, until } });
    });
    this.#restMs = limits.enrichmentHoldSeconds * 1_000;
  }

  /** Waits for its place in the deployment's allowance; null where that takes longer than the turn. */
  async #beginCall(tokens: number): Promise<EndedCall | null> {
    const { storage, environment, lease } = this.#parts;
    const { allowance, clock } = environment;
    const id = environment.newId();
    const call: EndedCall = { id, tokens, usedTokens: tokens, outcome: 'none', retryAfterMs: null };
    if (allowance === null) return call;
    for (;;) {
      const planned = { id, owner: lease.owner, keptMs: limits.leaseMs, tokens };
      const waitMs = await storage.directory.changeAllowance(allowanceName, (view) =>
        takeCall(view, allowance, planned),
      );
      if (waitMs === 0) break;
      if (clock.monotonicMs() + waitMs >= this.#endsAtMs) {
        this.#restMs ??= waitMs;
        return null;
      }
      await environment.wait(waitMs, this.#signal);
      if (this.#isOver()) return null;
    }
    this.#callCount += 1;
    return call;
  }

  async #endCall(call: EndedCall): Promise<void> {
    const { storage, environment } = this.#parts;
    const { allowance } = environment;
    if (allowance === null) return;
    this.#callCount -= 1;
    await storage.directory.changeAllowance(allowanceName, (view) => endCall(view, allowance, call));
  }

  /** Under the store's lock, so that whoever queues something meanwhile finds the job, or makes it anew. */
  async #conclude(writer: StoreWriter): Promise<void> {
    const { lease, environment } = this.#parts;
    const settings = await writer.enrichmentSettings();
    if (settings.paused) return await writer.deleteJob(lease.jobId);
    const delay = (milliseconds: number) =>
      writer.delayJob(lease.jobId, Math.min(Math.ceil(milliseconds), longestRestMs));
    if (settings.hold !== null && (await this.#isHeld(settings))) {
      return await delay((settings.hold.until - environment.clock.nowMicros()) / 1_000);
    }
    const [fresh] = await writer.freshEnrichments({ after: null, limit: 1 });
    if (fresh !== undefined || settings.queueAfter !== null) return await delay(this.#restMs ?? 0);
    const nextMs = await writer.nextEnrichmentMs();
    if (nextMs === null) return await writer.deleteJob(lease.jobId);
    await delay(Math.max(nextMs, this.#restMs ?? 0));
  }

  /** One transaction under the lease, in the store's turn. */
  async #write<Result>(work: (writer: StoreWriter) => Promise<Result>): Promise<Result> {
    const { storage, environment, lease, store } = this.#parts;
    return await environment.inTurn(store.id, () =>
      storage.write(store.id, async (writer) => {
        if (!(await writer.renewLease(lease))) throw new LeaseLost();
        return await work(writer);
      }),
    );
  }

  #keepAlive(): void {
    const { storage, lease } = this.#parts;
    const { directory } = storage;
    if (this.#isBeating) return;
    this.#isBeating = true;
    const beat = async () => {
      if (!(await directory.renewLease(lease))) throw new LeaseLost();
      if (this.#callCount > 0) await directory.keepCalls(lease.owner, limits.leaseMs);
    };
    beat()
      .catch((error: unknown) => this.#broken.abort(error))
      .finally(() => {
        this.#isBeating = false;
      });
  }
}

/**
 * The call with what it came to. Tokens that nobody told of are taken to have been used where the request may have been
 * read.
 */
function endOf(call: EndedCall, result: CheckedAnswer | GeneratorError | null): EndedCall {
  if (result === null) return call;
  const told = result.inputTokens + result.outputTokens;
  if (!(result instanceof GeneratorError)) return { ...call, usedTokens: told, outcome: 'answered' };
  const { kind, retryAfterMs } = result;
  const isUnread = kind === 'busy' || kind === 'refused';
  const usedTokens = told > 0 || isUnread ? told : call.tokens;
  const outcome = kind === 'busy' || kind === 'away' ? kind : 'answered';
  return { ...call, usedTokens, outcome, retryAfterMs };
}

/** A provider that answers refuses no longer. */
async function release(writer: StoreWriter): Promise<EnrichmentSettings> {
  const settings = await writer.enrichmentSettings();
  if (settings.hold?.code === 'provider_refused')
    await writer.saveEnrichmentSettings({ ...settings, hold: null });
  return settings;
}

/** A defect of ours costs its products their attempts, and nobody else anything. */
function toGeneratorError(error: unknown): GeneratorError {
  if (error instanceof GeneratorError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new GeneratorError('unusable', `Generating failed: ${reason}`, { cause: error });
}

/**
 * Works on the queue of one store, from the claim of its job until it is empty, must wait, or its turn ends. One worker has it at a
 * time, and can write only while it has the lease (renewLease within each transaction).
 *
 * | outcome of a request | its products | the store's queue | all stores |
 * | --- | --- | --- | --- |
 * | phrases | are written; those without any are tried again, alone | goes on | |
 * | busy (429), this store alone | wait | is held as long as `Retry-After` says, or longer each time | |
 * | busy (429), another store before it too | wait | goes on | wait likewise |
 * | away (5xx, reset, time-out) | tried again later, alone, given up after the last attempt | is held, longer each time, with the reason | |
 * | unusable | tried again later, alone, given up after the last attempt | goes on | |
 * | (none: a product cannot be read) | it alone is given up, with what is wrong | goes on | |
 * | (none: settings of the store cannot be read) | wait | is in quarantine until they can | |
 * | refused (401, 403, 404 …) | wait | is held, longer each time, with the reason | |
 *
 * Of the requests that may be under way at a time a store leaves one to others, and takes one alone behind a request that failed
 * (queue-hold.ts).
 *
 * If a worker is killed, the next one continues: phrases that were generated and not yet written are requested again.
 *
 * A turn lasts 10 s (`limits.enrichmentTurnMs`), and up to 60 s longer while a slow request is under way. It never writes phrases that
 * were not checked, or outside its lease.
 */
// Tests: test/storage/enrichment.test.ts, test/api/enrichment.test.ts.
import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { DueEnrichment, EnrichmentSettings } from '../storage/enrichment/tables.ts';
import type { ClaimedJob, Lease, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { type AllowanceLimits, AllowedCalls, type EndedCall } from './allowance.ts';
import { answerWithoutBlocked } from './blocked-phrases.ts';
import { costMicros, type ModelPrices } from './estimate.ts';
import type { CheckedAnswer, CheckedRequest } from './generate-checked.ts';
import { GeneratorError } from './phrase-generator.ts';
import { holdAfter, isOnTrial, mostRequests, withAnswer } from './queue-hold.ts';
import { queueRange } from './queue-rest.ts';
import { LeaseLostError, QueueTurn } from './queue-turn.ts';
import { isMonthOver, MonthBudget, monthOf, nextMonthMicros, spentSince } from './usage-days.ts';
import { type GeneratorOutline, giveUpDamaged, writeAnswer, writeFailure } from './write-answer.ts';

/** The dependencies of the queue. */
export interface EnrichmentEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly generator: GeneratorOutline;
  /** Elsewhere: it takes processor time, or waits for a server. Rejects with a GeneratorError. */
  readonly generate: (request: CheckedRequest, signal: AbortSignal) => Promise<CheckedAnswer>;
  /** The limits of the deployment's allowance; null if there are none, as offline. */
  readonly allowance: AllowanceLimits | null;
  readonly prices: ModelPrices;
  /** Waits for the store's turn among all writes. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** Asks the index to show soon what is committed of the store. */
  readonly notifyIndex: (storeId: string) => void;
  /** The store's queue is held, or held longer, since a request failed: why. */
  readonly reportHold: (storeId: string, message: string) => void;
  /** Ends early once the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Aborted when the process stops: requests are broken off, and count for nothing. */
  readonly stopping: AbortSignal;
}

/** Works on the claimed queue. Rejects with `unavailable` if the database is away. */
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
    if (error instanceof LeaseLostError || environment.stopping.aborted) return;
    throw error;
  } finally {
    work.close();
  }
}

interface WorkParts {
  readonly storage: Storage;
  readonly lease: Lease;
  readonly environment: EnrichmentEnvironment;
  readonly store: Store;
}

/** The offline generator works on one batch while another is written. */
const offlineLanes = 2;
/** Milliseconds between two checks whether an import still runs. Chosen. */
const importLookMs = 2_000;
/** From this duration on a request counts as slow: then other requests of its store may start after the end of the turn. Chosen. */
const slowRequestMs = 5_000;

/** The outcome of a look at the queue: a request, nothing to ask for, or a pause before the next one. */
type Look = 'begun' | 'nothing' | { readonly waitMs: number };

/** One turn of a store's queue. One look after the other begins requests, which end in any order. */
class QueueWork {
  readonly #parts: WorkParts;
  readonly #turn: QueueTurn;
  readonly #calls: AllowedCalls;
  readonly #endsAtMs: number;
  #budget = new MonthBudget(0);
  /** Requests under way at a time. */
  #lanes = offlineLanes;
  /** Requests under way, and since when. */
  readonly #requests = new Map<Promise<void>, number>();
  /** Products that they are for. */
  readonly #underWay = new Set<string>();
  #after: string | null = null;
  /** Milliseconds after which the queue is looked at again; null without such a rest. */
  #restMs: number | null = null;

  constructor(parts: WorkParts) {
    const { storage, lease, environment, store } = parts;
    this.#parts = parts;
    const caller = { owner: lease.owner, storeId: store.id };
    this.#calls = new AllowedCalls(storage.directory, caller, environment.allowance);
    const { inTurn, stopping } = environment;
    this.#turn = new QueueTurn({ ...parts, inTurn, stopping, keepCalls: () => this.#calls.keep() });
    this.#endsAtMs = environment.clock.monotonicMs() + limits.enrichmentTurnMs;
  }

  close(): void {
    this.#turn.close();
  }

  async run(): Promise<void> {
    const { environment, store } = this.#parts;
    const { clock } = environment;
    if (await this.#waitsForImport()) this.#restMs = importLookMs;
    else await this.#work();
    this.#signal.throwIfAborted();
    await this.#turn.conclude(clock.nowMicros(), this.#restMs);
    environment.notifyIndex(store.id);
  }

  get #reader() {
    return this.#parts.storage.reader(this.#parts.store.id);
  }

  get #signal() {
    return this.#turn.signal;
  }

  async #write<Result>(work: (writer: StoreWriter) => Promise<Result>): Promise<Result> {
    return await this.#turn.write(work);
  }

  /**
   * Offline phrases depend on how many products hold a word. Writing them would take every other turn of the import and
   * the processor from its index; a provider is slow enough to be in no one's way. An import that takes very long is not waited for.
   */
  async #waitsForImport(): Promise<boolean> {
    const { environment } = this.#parts;
    if (environment.allowance !== null) return false;
    const since = environment.clock.nowMicros() - limits.enrichmentImportWaitMs * 1_000;
    const imports = await this.#reader.imports.page({ before: null, limit: 5 });
    return imports.some(
      ({ status, phase, dryRun, createdAt }) =>
        status === 'processing' &&
        !dryRun &&
        createdAt > since &&
        (phase === 'importing' || phase === 'reconciling' || phase === 'indexing'),
    );
  }

  async #work(): Promise<void> {
    const { environment, storage, store } = this.#parts;
    const { clock, allowance } = environment;
    if (allowance !== null) {
      this.#lanes = mostRequests(allowance.concurrency, await storage.directory.hasOtherStores(store.id));
    }
    const month = monthOf(clock.nowMicros());
    this.#budget = new MonthBudget(spentSince(await this.#reader.enrichment.usage(month), month));
    try {
      while (await this.#goesOn()) this.#signal.throwIfAborted();
    } finally {
      await Promise.allSettled(this.#requests.keys());
    }
  }

  /** One look; false once there is nothing to ask for and nothing under way. */
  async #goesOn(): Promise<boolean> {
    const { clock } = this.#parts.environment;
    const look = await this.#look();
    if (look === 'begun') return true;
    const waitMs = look === 'nothing' ? limits.enrichmentLookMs : look.waitMs;
    if (this.#requests.size === 0) {
      if (look === 'nothing') return false;
      if (clock.monotonicMs() + waitMs >= this.#endsAtMs) {
        this.#restMs = waitMs;
        return false;
      }
    }
    await this.#rest(waitMs);
    return true;
  }

  /** Waits for this time or until a request ends: then a failed product may be due again, and new ones need not wait for others. */
  async #rest(waitMs: number): Promise<void> {
    const over = new AbortController();
    const pause = this.#parts.environment.wait(waitMs, AbortSignal.any([this.#signal, over.signal]));
    try {
      await Promise.race([...this.#requests.keys(), pause]);
    } finally {
      over.abort();
    }
  }

  /** Begins the next request, where there is something to ask for and it may be asked. */
  async #look(): Promise<Look> {
    const { clock } = this.#parts.environment;
    const settings = await this.#settings();
    const { paused, hold, queueAfter } = settings;
    if (paused || (hold !== null && hold.until > clock.nowMicros()) || this.#isOver()) return 'nothing';
    const isMore = queueAfter !== null && (await this.#write((writer) => queueRange(writer, clock)));
    if (this.#requests.size >= (isOnTrial(settings) ? 1 : this.#lanes)) return 'nothing';
    const products = await this.#next();
    if (products.length === 0) return isMore ? 'begun' : 'nothing';
    if (products.some(({ damage }) => damage !== null)) {
      await this.#write((writer) => giveUpDamaged(writer, products));
      return 'begun';
    }
    return await this.#ask(settings, products);
  }

  /** The settings as they are, without the hold of a month that is over. */
  async #settings(): Promise<EnrichmentSettings> {
    const settings = await this.#reader.enrichment.settings();
    if (!isMonthOver(settings, this.#parts.environment.clock.nowMicros())) return settings;
    return await this.#change((before) => ({ ...before, hold: null }));
  }

  /**
   * A turn that is over begins nothing more, so that other stores have theirs; but while it has to wait for a slow
   * request all the same, the store's other products go on, for a while.
   */
  #isOver(): boolean {
    const nowMs = this.#parts.environment.clock.monotonicMs();
    if (nowMs < this.#endsAtMs) return false;
    const isHangingOn = [...this.#requests.values()].some((sinceMs) => nowMs - sinceMs >= slowRequestMs);
    return !isHangingOn || nowMs >= this.#endsAtMs + limits.enrichmentOvertimeMs;
  }

  /** The products of the next request. Products that were read while a request ended are looked at once more. */
  async #next(): Promise<readonly DueEnrichment[]> {
    for (;;) {
      const underWay = new Set(this.#underWay);
      const products = await this.#nextBeside(underWay);
      if (products.length > 0 || underWay.size === this.#underWay.size) return products;
    }
  }

  /**
   * One that failed before alone, so that it can spoil no other. `underWay`: as it was before anything is read, since a
   * product whose request ends meanwhile is read as it was before its answer.
   */
  async #nextBeside(underWay: ReadonlySet<string>): Promise<readonly DueEnrichment[]> {
    const reader = this.#reader;
    const free = ({ product }: DueEnrichment) => !underWay.has(product.id);
    const repeated = await reader.enrichment.repeated(underWay.size + 1);
    const alone = repeated.find(free);
    if (alone !== undefined) return [alone];
    const most = this.#parts.environment.generator.productsPerRequest;
    // From the beginning again after the last: what had to wait is asked for again, and what is new has any id.
    for (const after of this.#after === null ? [null] : [this.#after, null]) {
      const fresh = await reader.enrichment.fresh({ after, limit: most + underWay.size });
      const products = fresh.filter(free).slice(0, most);
      this.#after = products.at(-1)?.product.id ?? null;
      if (products.length > 0) return products;
    }
    return [];
  }

  async #ask(settings: EnrichmentSettings, products: readonly DueEnrichment[]): Promise<Look> {
    const { store, environment } = this.#parts;
    const { generator, clock } = environment;
    const batch = { storeId: store.id, locale: store.locale, products: products.map((due) => due.product) };
    const { input, output } = generator.estimateTokens(batch);
    const { costMicros: expectedMicros } = this.#costOf(input, output);
    const fit = this.#budget.fits(settings.monthlyBudgetMicros, expectedMicros);
    if (fit === 'no') {
      const message = 'The budget of the month is spent. Raise it, or wait for the next month.';
      const hold = { code: 'budget_spent' as const, message, until: nextMonthMicros(clock.nowMicros()) };
      await this.#change((before) => ({ ...before, hold }));
    }
    if (fit !== 'yes') return 'nothing';
    const permit = await this.#calls.begin(environment.newId(), input + output);
    if ('waitMs' in permit) return permit;
    for (const { product } of products) this.#underWay.add(product.id);
    this.#budget.reserve(expectedMicros);
    const request = this.#generate({ batch, blocklist: settings.blocklist }, products, permit.call).finally(
      () => {
        this.#budget.release(expectedMicros);
        for (const { product } of products) this.#underWay.delete(product.id);
      },
    );
    this.#requests.set(request, clock.monotonicMs());
    // One that rejects stays, and ends the turn with its error at the next rest.
    request.then(
      () => this.#requests.delete(request),
      () => {},
    );
    return 'begun';
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
      return this.#signal.aborted ? null : toFailure(error);
    });
    const isBusyAlone = await this.#calls.end(endOf(call, result));
    this.#signal.throwIfAborted();
    if (result === null) return;
    // The queue waits with its job (job-guard.ts), and goes on once that can be read.
    if (result instanceof AppError) throw result;
    const cost = this.#costOf(result.inputTokens, result.outputTokens);
    this.#budget.spend(cost.costMicros);
    const ended = { products, generator, cost };
    if (!(result instanceof GeneratorError)) {
      const isChanged = await this.#write(async (writer) => {
        const { blocklist } = await changeSettings(writer, (before) => withAnswer(before, clock.nowMicros()));
        const answer = answerWithoutBlocked(result, request.blocklist, {
          ...{ blocklist, locale: store.locale },
        });
        return await writeAnswer(writer, ended, answer, clock);
      });
      if (isChanged) environment.notifyIndex(store.id);
      return;
    }
    await this.#write((writer) => writeFailure(writer, ended, result, clock));
    const { kind, message, retryAfterMs } = result;
    if (kind === 'unusable' || (kind === 'busy' && !isBusyAlone)) return;
    const failed = { id: call.id, kind, message, retryAfterMs };
    await this.#change((before) => holdAfter(failed, before, clock.nowMicros()));
    environment.reportHold(store.id, message);
  }

  #costOf(inputTokens: number, outputTokens: number) {
    const { prices, generator } = this.#parts.environment;
    const usage = { inputTokens, outputTokens };
    return { ...usage, costMicros: costMicros(prices, generator.model, usage) ?? 0 };
  }

  async #change(change: SettingsChange): Promise<EnrichmentSettings> {
    return await this.#write((writer) => changeSettings(writer, change));
  }
}

/**
 * The call with what it came to. Tokens that were not reported count as used if the request may have been
 * read.
 */
function endOf(call: EndedCall, result: CheckedAnswer | GeneratorError | AppError | null): EndedCall {
  if (result === null) return call;
  // Nothing was asked.
  if (result instanceof AppError) return { ...call, usedTokens: 0 };
  const reported = result.inputTokens + result.outputTokens;
  if (!(result instanceof GeneratorError)) return { ...call, usedTokens: reported, outcome: 'answered' };
  const { kind, retryAfterMs } = result;
  const isUnread = kind === 'busy' || kind === 'refused';
  const usedTokens = reported > 0 || isUnread ? reported : call.tokens;
  // A request without an answer may itself be the cause, so no other store waits for it.
  const outcome = kind === 'busy' ? kind : kind === 'away' ? 'none' : 'answered';
  return { ...call, usedTokens, outcome, retryAfterMs };
}

type SettingsChange = (before: EnrichmentSettings) => EnrichmentSettings;

async function changeSettings(writer: StoreWriter, change: SettingsChange): Promise<EnrichmentSettings> {
  const before = await writer.enrichment.settings();
  const settings = change(before);
  if (!isDeepStrictEqual(settings, before)) await writer.enrichment.saveSettings(settings);
  return settings;
}

/**
 * Converts an error to a failure of the request: data that it needs may be unreadable, or the database away. A defect of ours
 * costs its products their attempts.
 */
function toFailure(error: unknown): GeneratorError | AppError {
  if (error instanceof GeneratorError || error instanceof AppError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new GeneratorError('unusable', `Generating failed: ${reason}`, { cause: error });
}

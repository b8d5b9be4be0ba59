/**
 * Reads what changed in a shop since its last reading, from the claim of the feed's job on (record 0090). It only writes products that the
 * shop has: nothing goes out of stock for being absent, and neither validators nor the removal guard are asked.
 *
 * Products are written as they arrive, since each of them is true by itself. The moment from which the next reading begins moves in the
 * transaction that ends this one well; if it ends in any other way, the next one reads the same changes again. A run is written down with the
 * first batch that changes anything or has a faulty row; otherwise only the time of the look is kept. Of failures in a row the first is
 * a run, and so is the recovery. It never writes outside its lease.
 */
// Tests: test/api/shop-changes.test.ts.
import { limits } from '../../contract/limits.ts';
import { IdHashes } from '../ingest/id-hashes.ts';
import { type BatchStep, inBatches, LeasedRun } from '../ingest/leased-run.ts';
import { type BatchOutcome, writeBatch } from '../ingest/pipeline.ts';
import { type PreparedRows, prepareRowsInTurns } from '../ingest/prepare-rows.ts';
import type { DocumentRow } from '../ingest/readers/document-reader.ts';
import { wholeRows } from '../ingest/row-mode.ts';
import type { FeedRunDetails } from '../storage/feeds/tables.ts';
import type { ClaimedJob, Lease } from '../storage/records.ts';
import type { Storage, StoreReader, StoreWriter } from '../storage/storage.ts';
import { DocumentIds } from './document-ids.ts';
import { type ChangesEnd, endChanges } from './end-changes.ts';
import { openFeedDocument } from './feed-document.ts';
import type { FeedRunEnvironment } from './feed-environment.ts';
import { faultOfStuckRun, toFeedFault } from './feed-fault.ts';
import { credentialsOf } from './fetch-rows.ts';
import type { ClaimedFeed } from './new-run.ts';

/** The parts that work on a feed is done with. */
export interface WorkParts {
  readonly storage: Storage;
  readonly job: ClaimedJob;
  readonly lease: Lease;
  readonly environment: FeedRunEnvironment;
}

/** One reading of changes while this worker holds it. */
export class ChangesWork {
  readonly #parts: WorkParts;
  readonly #claimed: ClaimedFeed;
  readonly #held: LeasedRun;
  readonly #signal: AbortSignal;
  #details: FeedRunDetails;
  #isRecorded: boolean;
  /** The clock of the shop at the beginning; null until it was asked. */
  #shopTimeMs: number | null = null;
  /** Null until the reading has ended here, and without a run. */
  outcome: ChangesEnd['status'] | null = null;

  constructor(parts: WorkParts, claimed: ClaimedFeed) {
    this.#parts = parts;
    this.#claimed = claimed;
    this.#isRecorded = claimed.isRecorded;
    const run = { ...claimed.run.run, status: 'processing', phase: 'fetching' } as const;
    this.#details = { ...claimed.run.details, startedAt: parts.environment.clock.nowMicros() };
    this.#held = new LeasedRun({ ...parts, store: claimed.store, run });
    this.#signal = AbortSignal.any([parts.environment.stopping, this.#held.broken]);
  }

  close(): void {
    this.#held.close();
  }

  async run(): Promise<void> {
    try {
      if (this.#parts.job.attempts > limits.jobAttempts) throw faultOfStuckRun();
      await this.#read();
      if (this.#shopTimeMs === null) throw new Error('A shop was read without being asked.');
      if (this.#isRecorded) await this.#parts.environment.makeAnswerable(this.#held.store.id);
      await this.#end({ status: 'completed', shopTimeMs: this.#shopTimeMs });
    } catch (error) {
      // A fetch that is broken off may throw any error.
      this.#signal.throwIfAborted();
      const fault = toFeedFault(error);
      if (fault === null) throw error;
      await this.#end({ status: 'failed', fault });
    }
  }

  async #read(): Promise<void> {
    const { environment } = this.#parts;
    for await (const batch of inBatches(this.#rows(), 0, environment.stopping)) {
      const prepared = await prepareRowsInTurns(batch, this.#held.store);
      const totalRows = this.#held.record.totalRows + batch.length;
      this.#held.note({ totalRows });
      await this.#write(prepared);
      await environment.pause(true);
    }
  }

  /** The rows of the shop. Rows of a worker before this one keep their numbers. */
  async *#rows(): AsyncGenerator<readonly DocumentRow[]> {
    const { feed, store } = this.#claimed;
    const { environment, storage } = this.#parts;
    const { url, format, changesSince } = feed;
    const document = await openFeedDocument(
      environment,
      {
        ...{ url, format, credentials: credentialsOf(feed, environment), validators: null },
        locale: store.locale,
        nowMs: environment.clock.nowMicros() / 1_000,
        noteFacts: (facts) => {
          this.#shopTimeMs = facts.shopTimeMs ?? null;
          this.#details = { ...this.#details, facts: JSON.stringify(facts) };
        },
        changes: {
          sinceMs: (changesSince ?? 0) / 1_000 - limits.changesOverlapMs,
          groupsOf: (externalIds) => groupsOf(storage.reader(store.id), externalIds),
        },
      },
      this.#signal,
    );
    // Without validators there is no such answer.
    if (document.kind === 'not-modified') throw new Error('A shop was not modified since never.');
    const pages = document.rows[Symbol.asyncIterator]();
    const rowsBefore = this.#held.record.processedRows;
    try {
      for (;;) {
        const page = await environment.wait.during(() => pages.next());
        if (page.done === true) return;
        yield page.value.map((row) => ({ ...row, row: rowsBefore + row.row }));
      }
    } finally {
      await pages.return?.();
    }
  }

  async #write(prepared: PreparedRows): Promise<void> {
    let isFound = false;
    const step: BatchStep<BatchOutcome> = async (writer, rows, runId) => {
      const before = writer.store.changeNumber;
      const outcome = await writeBatch(writer, rows, this.#parts.environment, runId);
      const isChange = outcome.changeNumber > before;
      isFound = isChange || rows.failures.length > 0 || outcome.skippedRows > 0;
      if (isFound && !this.#isRecorded) await this.#record(writer);
      const restoredRows = this.#details.restoredRows + outcome.restoredRows;
      if (isFound) await writer.feeds.updateRun({ ...this.#details, restoredRows });
      if (isChange) await this.#followChange(writer, rows, { before, after: outcome.changeNumber });
      return outcome;
    };
    const { restoredRows } = await this.#held.importBatch(wholeRows(prepared), step);
    this.#isRecorded ||= isFound;
    this.#details = { ...this.#details, restoredRows: this.#details.restoredRows + restoredRows };
  }

  async #record(writer: StoreWriter): Promise<void> {
    await writer.imports.insert(this.#held.record);
    await writer.feeds.insertRun(this.#details);
  }

  /** The catalog is no longer what the last whole reading found, and the feed supplies what it wrote. */
  async #followChange(
    writer: StoreWriter,
    { products }: PreparedRows,
    change: { readonly before: number; readonly after: number },
  ): Promise<void> {
    await writer.feeds.carryCaughtUp(change.before, change.after);
    const { feedId, id: runId } = this.#details;
    const feed = await writer.feeds.find(feedId);
    if (feed?.processedWith != null) await writer.feeds.update({ ...feed, processedWith: null });
    const before = await writer.feeds.contentOf(feedId);
    const known = before === null ? null : await DocumentIds.read(writer, { feedId, runId: before });
    const added = new IdHashes();
    let isMore = false;
    for (const { product } of products) {
      if (known?.has(product.externalId) === true) continue;
      added.add(product.externalId);
      isMore = true;
    }
    if (!isMore) return;
    const ids = DocumentIds.of(added);
    await writer.feeds.writeContent({ feedId, runId }, (known === null ? ids : ids.with(known)).toParts());
  }

  async #end(end: ChangesEnd): Promise<void> {
    const { environment } = this.#parts;
    const error = end.status === 'failed' ? end.fault.message : null;
    let isNoted = false;
    await this.#held.end({ status: end.status, phase: null, error }, async (writer, run) => {
      const isRecorded = this.#isRecorded;
      const ended = { run, details: this.#details, feed: this.#claimed.feed, isRecorded };
      isNoted = await endChanges(writer, ended, end, environment);
    });
    this.outcome = isNoted ? end.status : null;
  }
}

/** The groups that the catalog has products in. */
async function groupsOf(
  { products }: Pick<StoreReader, 'products'>,
  among: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const groups = new Map<string, string>();
  for (let after: string | null = null; among.length > 0; ) {
    const page = await products.page({ after, limit: among.length, among });
    for (const { externalId, itemGroupId } of page.products) {
      if (itemGroupId !== null) groups.set(externalId, itemGroupId);
    }
    after = page.next;
    if (after === null) break;
  }
  return groups;
}

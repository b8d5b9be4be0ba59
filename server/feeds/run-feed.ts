/**
 * Works on a feed that is due, from the claim of its job to the end of its run. States of the run (§3.2, §3.3):
 *
 * | status, phase | what is true | leaves to |
 * | --- | --- | --- |
 * | pending | requested by registration or by hand; no worker has begun | fetching |
 * | processing, fetching | the document is fetched and read in one pass; its rows are spooled, the catalog is as it was; a pause of
 * the feed ends it | importing, failed, completed (not modified) |
 * | processing, importing | the document came to its end and passed the guard; rows up to `processedRows` are written | reconciling,
 * failed (no valid row) |
 * | processing, reconciling | all rows are written; what is in no document goes out of stock, batch by batch | indexing |
 * | processing, indexing | waiting until it is answerable here | completed |
 * | completed | the feed is active, and knows the document by its validators | |
 * | failed | the feed is in error; it is due again at its next interval | |
 *
 * What changed in a shop between such runs is read by read-changes.ts.
 *
 * A feed has one job for as long as it is not paused, so no two processes work on it at once: the one that claims the job takes
 * the open run, or begins one. A worker that takes over while fetching fetches again; later it goes on from the spool.
 * The job is put off in the transaction that ends the run.
 *
 * It never writes outside its lease, and removes nothing while a row without an id may be any product. A faulty document ends the run
 * as failed and the catalog stays; faulty rows are recorded. A transaction has 1,000 rows or 500 removals; after 20 attempts
 * (`limits.jobAttempts`) at the same place the run fails.
 */
// Tests: test/scenarios/feed-turns.test.ts.
import { limits } from '../../contract/limits.ts';
import { hasRoom } from '../ingest/decide-writes.ts';
import { openFileSource } from '../ingest/files/file-source.ts';
import { deleteFile, insertFile, roomForFiles } from '../ingest/files/receive-file.ts';
import { faultOfRepeats, IdHashes, noteRepeat, type Repeats } from '../ingest/id-hashes.ts';
import { type BatchStep, inBatches, LeasedRun, workUnderLease } from '../ingest/leased-run.ts';
import { type BatchOutcome, writeBatch } from '../ingest/pipeline.ts';
import { prepareRowsInTurns } from '../ingest/prepare-rows.ts';
import { wholeRows } from '../ingest/row-mode.ts';
import type { FeedRunDetails } from '../storage/feeds/tables.ts';
import type { ClaimedJob, ImportRun, Lease } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { AbsentProducts, faultOfRemoval, holdsAny, takeOutOfStock } from './absent-products.ts';
import { DocumentIds } from './document-ids.ts';
import { endRun, type RunEnd } from './end-run.ts';
import type { FeedRunEnvironment } from './feed-environment.ts';
import {
  FeedFault,
  faultOfFullPlan,
  faultOfNoRoom,
  faultOfNoValidRow,
  faultOfOtherSettings,
  faultOfStuckRun,
  guardCode,
  toFeedFault,
} from './feed-fault.ts';
import { type FetchDependencies, fetchRows } from './fetch-rows.ts';
import { type ClaimedFeed, claimRun } from './new-run.ts';
import { ChangesWork, type WorkParts } from './read-changes.ts';
import { readSpool } from './row-spool.ts';

/** Works on the claimed feed until its run is over, or the process stops. A database that is away rejects with `unavailable`. */
export async function runFeed(
  storage: Storage,
  job: ClaimedJob,
  lease: Lease,
  environment: FeedRunEnvironment,
): Promise<RunEnd['status'] | null> {
  const claimed = await claimRun(storage, job, lease, environment);
  if (claimed === null) return null;
  const parts = { storage, job, lease, environment };
  const isWhole = claimed.run.details.reading === 'whole';
  const work = isWhole ? new FeedWork(parts, claimed) : new ChangesWork(parts, claimed);
  await workUnderLease(work, environment);
  return work.outcome;
}

/** One run while this worker holds it. */
class FeedWork {
  readonly #parts: WorkParts;
  readonly #claimed: ClaimedFeed;
  readonly #held: LeasedRun;
  readonly #signal: AbortSignal;
  #details: FeedRunDetails;
  /** The ids that the fetch found; null if an earlier worker fetched. */
  #ids: IdHashes | null = null;
  #repeats: Repeats | null = null;
  #absent: AbsentProducts | null = null;
  /** Null until the run has ended here. */
  outcome: RunEnd['status'] | null = null;

  constructor(parts: WorkParts, claimed: ClaimedFeed) {
    this.#parts = parts;
    this.#claimed = claimed;
    this.#details = claimed.run.details;
    this.#held = new LeasedRun({ ...parts, store: claimed.store, run: claimed.run.run });
    this.#signal = AbortSignal.any([parts.environment.stopping, this.#held.broken]);
  }

  close(): void {
    this.#held.close();
  }

  get #run(): ImportRun {
    return this.#held.record;
  }

  async run(): Promise<void> {
    try {
      if (this.#parts.job.attempts > limits.jobAttempts) throw faultOfStuckRun();
      await this.#advance();
    } catch (error) {
      // A fetch that is broken off may throw any error.
      this.#signal.throwIfAborted();
      const fault = toFeedFault(error);
      if (fault === null) throw error;
      await this.#end({ status: 'failed', fault });
      await this.#dropSpool();
    }
  }

  /** Continues from the phase that the run is in. */
  async #advance(): Promise<void> {
    const { phase } = this.#run;
    if (phase === null || phase === 'fetching') {
      const isChanged = await this.#fetch();
      if (!isChanged) {
        await this.#dropSpool();
        return await this.#end({ status: 'completed', notModified: true });
      }
    }
    if (this.#run.phase === 'importing') await this.#importRows();
    if (this.#run.phase === 'reconciling') await this.#reconcile();
    await this.#parts.environment.makeAnswerable(this.#run.storeId);
    await this.#dropSpool();
    await this.#end({ status: 'completed', notModified: false });
  }

  /** False where the document is the one of the last time. */
  async #fetch(): Promise<boolean> {
    await this.#dropSpool();
    const { environment } = this.#parts;
    const dependencies: FetchDependencies = {
      environment,
      signal: this.#signal,
      begin: (work) => this.#save({ status: 'processing', phase: 'fetching' }, work),
      note: (facts) => {
        this.#details = { ...this.#details, facts: JSON.stringify(facts) };
      },
      counted: (totalRows) => this.#held.note({ totalRows }),
      admits: (externalIds) => this.#admits(externalIds),
      spool: (chunk) => this.#spool(chunk),
    };
    const fetched = await environment.wait.during(() => fetchRows(this.#claimed.feed, dependencies));
    if (fetched === null) return false;
    const { processedWith, hasValidRow, hasAdmittedRow, unidentifiedRows } = fetched;
    if (hasValidRow && !hasAdmittedRow) throw new FeedFault('no_valid_rows', faultOfFullPlan);
    const own = DocumentIds.of(fetched.ids);
    this.#ids = fetched.ids;
    // A document without any product fails later, once its rows are logged.
    if (unidentifiedRows === 0 && hasValidRow) await this.#guardStock(own);
    this.#repeats = await this.#findRepeats();
    await this.#save({ phase: 'importing' }, async (writer) => {
      // From here on this is what the feed supplies. A document without any product will only have its rows logged.
      if (hasValidRow) await this.#writeContent(writer, own, unidentifiedRows > 0);
      return { processedWith, unidentifiedRows };
    });
    return true;
  }

  async #guardStock(own: DocumentIds): Promise<void> {
    const absent = await this.#findAbsent(own, this.#signal);
    const { maxRemovalPercent } = this.#claimed.feed;
    const fault = faultOfRemoval(absent.count, this.#held.store.inStockCount, maxRemovalPercent);
    if (fault !== null && !(await this.#isForced())) throw new FeedFault(guardCode, fault);
    this.#absent = absent;
  }

  /** Checked as late as possible: forcing the run after this is refused as too late. */
  async #isForced(): Promise<boolean> {
    await this.#save({}, async (writer) => {
      const now = await writer.feeds.run(this.#run.id);
      return now?.details.forced === true ? { forced: true } : { errorCode: guardCode };
    });
    return this.#details.forced;
  }

  #findAbsent(own: DocumentIds | null, stopping: AbortSignal): Promise<AbsentProducts> {
    const reader = this.#parts.storage.reader(this.#run.storeId);
    const { id: runId, feedId, fence } = this.#details;
    return AbsentProducts.find(reader, { run: { feedId, runId }, own, fence, stopping });
  }

  /** A row without an id may be any product of the document before: runs of other feeds must not take it for gone. */
  async #writeContent(writer: StoreWriter, own: DocumentIds, isUnidentified: boolean): Promise<void> {
    const { id: runId, feedId } = this.#details;
    const before = isUnidentified ? await writer.feeds.contentOf(feedId) : null;
    const ids = before === null ? own : own.with(await DocumentIds.read(writer, { feedId, runId: before }));
    await writer.feeds.writeContent({ feedId, runId }, ids.toParts());
  }

  /** Whether the plan has room, or one of the products is there already. */
  async #admits(externalIds: readonly string[]): Promise<boolean> {
    const { store } = this.#held;
    return (
      hasRoom(store, 'products', 0) || (await holdsAny(this.#parts.storage.reader(store.id), externalIds))
    );
  }

  async #spool(chunk: Uint8Array): Promise<void> {
    const { filename, fileId } = this.#run;
    const kept = { fileId };
    await this.#held.write(async (writer) => {
      // Only once there is something to keep: most small feeds turn out to be the document of the last time.
      kept.fileId ??= (await insertFile(writer, filename, this.#parts.environment)).id;
      const grown = await writer.files.appendChunk(kept.fileId, chunk);
      if (grown === null) throw new Error('The spool of a run is gone while it is written.');
      if ((await roomForFiles(writer)) < 0) throw new FeedFault('no_room', faultOfNoRoom);
      return () => ({ ...this.#run, ...kept });
    });
  }

  async #importRows(): Promise<void> {
    const { environment } = this.#parts;
    const repeats = this.#repeats ?? (await this.#findRepeats());
    const rows = this.#spooledRows();
    const isBelieved = await this.#isBelieved();
    for await (const batch of inBatches(rows, this.#run.processedRows, environment.stopping)) {
      const prepared = await prepareRowsInTurns(batch, this.#held.store, repeats);
      const { restoredRows } = await this.#held.importBatch(
        wholeRows(isBelieved ? prepared : { ...prepared, products: [] }),
        this.#step,
      );
      this.#addRestored(restoredRows);
      await environment.pause(true);
    }
    if (this.#run.validRows === 0) throw new FeedFault('no_valid_rows', this.#faultOfRows());
    await this.#save({ phase: 'reconciling' });
  }

  /**
   * Whether the fetch found a product, and the guard what would be absent. Where it found none, other settings of the
   * store may have made products of the rows since: of those nothing is taken over.
   */
  async #isBelieved(): Promise<boolean> {
    const { id: runId, feedId } = this.#details;
    return (await this.#parts.storage.reader(this.#run.storeId).feeds.contentOf(feedId)) === runId;
  }

  /** Why no row was taken in. */
  #faultOfRows(): string {
    const { processedRows, skippedRows, failedRows } = this.#run;
    // The plan may have become full since the fetch.
    if (skippedRows > 0) return faultOfFullPlan;
    return failedRows < processedRows ? faultOfOtherSettings : faultOfNoValidRow(failedRows);
  }

  /** The batch, with what the run and the other feeds know of it. */
  readonly #step: BatchStep<BatchOutcome> = async (writer, prepared, runId) => {
    const before = writer.store.changeNumber;
    const outcome = await writeBatch(writer, prepared, this.#parts.environment, runId);
    if (outcome.changeNumber > before) await writer.feeds.carryCaughtUp(before, outcome.changeNumber);
    const restoredRows = this.#details.restoredRows + outcome.restoredRows;
    if (outcome.restoredRows > 0) await writer.feeds.updateRun({ ...this.#details, restoredRows });
    return outcome;
  };

  /** Once the batch is committed. */
  #addRestored(count: number): void {
    this.#details = { ...this.#details, restoredRows: this.#details.restoredRows + count };
  }

  /** Ids that stand in several rows. A process that did not fetch the document finds them in the spool. */
  async #findRepeats(): Promise<Repeats> {
    const ids = this.#ids ?? new IdHashes();
    if (this.#ids === null) {
      for await (const rows of this.#spooledRows()) {
        for (const { id } of rows) if (id !== null) ids.add(id);
      }
    }
    const repeats: Repeats = new Map();
    if (!ids.anyRepeated) return repeats;
    for await (const rows of this.#spooledRows()) {
      for (const row of rows) noteRepeat(row, ids, this.#held.store, repeats);
    }
    const fault = faultOfRepeats(repeats);
    if (fault !== null) throw new FeedFault('too_many_repeats', fault);
    return repeats;
  }

  async *#spooledRows() {
    const { storage, environment } = this.#parts;
    const reader = storage.reader(this.#run.storeId);
    const { fileId } = this.#run;
    const file = fileId === null ? null : await reader.files.find(fileId);
    if (file === null)
      throw new FeedFault('run_stuck', 'The rows that were fetched are gone. Refresh the feed.');
    for await (const chunk of openFileSource(reader, file, environment).chunks()) {
      yield readSpool(chunk);
    }
  }

  async #reconcile(): Promise<void> {
    if (this.#details.unidentifiedRows === 0) await this.#removeAbsent();
    await this.#save({ phase: 'indexing' });
  }

  async #removeAbsent(): Promise<void> {
    const { storage, job, environment } = this.#parts;
    const { fence, id: runId } = this.#details;
    const absent = await this.#findGone();
    while (absent.count > 0) {
      environment.stopping.throwIfAborted();
      let takenCount = 0;
      // Another feed may have come to supply them, which need not have changed anything of them.
      await absent.catchUp(storage.reader(job.storeId));
      await this.#save({}, async (writer) => {
        // Only what came in between is read while others wait.
        await absent.catchUp(writer);
        const externalIds = absent.first(productsPerRemoval);
        takenCount = externalIds.length;
        const removed = await takeOutOfStock(writer, { externalIds, fence, runId }, environment.clock);
        await writer.jobs.noteProgress(job.id);
        return { removedRows: this.#details.removedRows + removed };
      });
      absent.leaveOut(takenCount);
      await environment.pause(true);
    }
  }

  /**
   * What is to go. Looked for after everybody can see what this document holds: of two feeds that give a product up at
   * the same time, the one that looks last must see that the other has.
   */
  async #findGone(): Promise<AbsentProducts> {
    if (this.#absent?.isAlone === true) return this.#absent;
    return await this.#findAbsent(null, this.#parts.environment.stopping);
  }

  /** The run's record and what the work finds out, in one transaction under the lease. */
  async #save(
    fields: Partial<ImportRun>,
    work: (writer: StoreWriter) => Promise<Partial<FeedRunDetails>> = async () => ({}),
  ): Promise<void> {
    let changed = this.#details;
    await this.#held.write(async (writer) => {
      changed = { ...this.#details, ...(await work(writer)) };
      await writer.feeds.updateRun(changed);
      return () => ({ ...this.#run, ...fields });
    });
    this.#details = changed;
  }

  async #end(end: RunEnd): Promise<void> {
    const { environment } = this.#parts;
    const error = end.status === 'failed' ? end.fault.message : null;
    await this.#held.end({ status: end.status, phase: null, error }, async (writer, run) => {
      await endRun(writer, { run, details: this.#details, feed: this.#claimed.feed }, end, environment);
      // In case no worker drops the spool after this.
      if (run.fileId !== null) await writer.files.expire(run.fileId);
    });
    this.outcome = end.status;
  }

  async #dropSpool(): Promise<void> {
    const { storage, environment } = this.#parts;
    const { storeId, fileId } = this.#run;
    if (fileId === null) return;
    await deleteFile(storage, { storeId, fileId }, (task) => environment.inTurn(storeId, task));
    this.#held.note({ fileId: null });
  }
}

/** Products taken out of stock in one transaction: each is read, compared and written down. */
const productsPerRemoval = 500;

/**
 * THE pipeline (§1.3): every way in ends here. Rows are prepared outside the transaction; then, under the store's
 * lock, it is decided what to write, and products, snapshots, what changed of them, enrichment jobs, counters and the
 * change number are written together. Whoever calls adds its run record in the same transaction.
 */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { enrichmentJobOf } from '../jobs/enrichment-job.ts';
import type { ProductChange } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { type Decisions, decideWrites } from './decide-writes.ts';
import type { PreparedProduct } from './prepare-rows.ts';
import { compareProducts } from './product-changes.ts';
import { writeCounters } from './write-counters.ts';

/** What the pipeline is handed instead of reaching for it. */
export interface IngestEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
  /** False when no enrichment provider is configured. */
  readonly enrich: boolean;
}

/** What one batch did. */
export interface BatchOutcome extends Decisions {
  /** The store's change number after the batch: an index that has reached it shows everything written. */
  readonly changeNumber: number;
}

/** Decides one batch without writing anything: a dry run. `runId` is null for a single call. */
export async function decideBatch(
  { store, existingProducts }: Pick<StoreWriter, 'store' | 'existingProducts'>,
  products: readonly PreparedProduct[],
  environment: IngestEnvironment,
  runId: string | null,
): Promise<Decisions> {
  const existing = await existingProducts(products.map(({ product }) => product.externalId));
  return decideWrites(products, {
    store,
    existing,
    enrich: environment.enrich,
    nowMicros: environment.clock.nowMicros(),
    newId: environment.newId,
    runId,
  });
}

/** Decides and writes one batch within the caller's transaction, once in it. */
export async function writeBatch(
  writer: StoreWriter,
  products: readonly PreparedProduct[],
  environment: IngestEnvironment,
  runId: string | null,
): Promise<BatchOutcome> {
  const decisions = await decideBatch(writer, products, environment, runId);
  if (decisions.writes.length === 0) return { ...decisions, changeNumber: writer.store.changeNumber };
  const changeNumber = writer.store.changeNumber + 1;
  // Before the rows are overwritten.
  await writeChanges(writer, decisions, changeNumber);
  await writer.upsertProducts(decisions.writes, changeNumber);
  await writer.enqueueEnrichments(decisions.jobs);
  if (decisions.jobs.length > 0) await writer.scheduleJob(enrichmentJobOf(writer.store.id));
  const { createdRows, inStockCount, enrichmentCount } = decisions;
  const update = { changeNumber, productCount: createdRows, inStockCount, enrichmentCount };
  await writeCounters(writer, update, environment.clock.nowMicros());
  return { ...decisions, changeNumber };
}

/** Products read and compared at a time. */
const productsPerComparison = 500;

/** Writes down what changes of the products that are there; new ones have no past. */
async function writeChanges(
  writer: StoreWriter,
  { writes, updatedIds }: Decisions,
  changeNumber: number,
): Promise<void> {
  if (updatedIds.length === 0) return;
  const writesById = new Map(writes.map((write) => [write.product.externalId, write]));
  for (let start = 0; start < updatedIds.length; start += productsPerComparison) {
    const stored = await writer.storedProducts(updatedIds.slice(start, start + productsPerComparison));
    const changes = stored.flatMap((before): ProductChange[] => {
      const write = writesById.get(before.externalId);
      const fields = write === undefined ? [] : compareProducts(before, write.product);
      if (write === undefined || fields.length === 0) return [];
      const { updatedAt: at, runId } = write;
      return [{ externalId: before.externalId, changeNumber, at, kind: 'updated', runId, fields }];
    });
    await writer.insertProductChanges(changes, limits.changesPerProduct);
  }
}

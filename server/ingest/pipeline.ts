/**
 * THE pipeline (§1.3): every way in ends here. Rows are prepared outside the transaction; then, under the store's
 * lock, it is decided what to write, and products, snapshots, enrichment jobs, counters and the change number are
 * written together. Whoever calls adds its run record in the same transaction.
 */
import type { Clock } from '../clock.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { type Decisions, decideWrites } from './decide-writes.ts';
import type { PreparedProduct } from './prepare-rows.ts';

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

/** Decides one batch without writing anything: a dry run. */
export async function decideBatch(
  writer: StoreWriter,
  products: readonly PreparedProduct[],
  environment: IngestEnvironment,
): Promise<Decisions> {
  const existing = await writer.existingProducts(products.map(({ product }) => product.externalId));
  return decideWrites(products, {
    store: writer.store,
    existing,
    enrich: environment.enrich,
    nowMicros: environment.clock.nowMicros(),
    newId: environment.newId,
  });
}

/** Decides and writes one batch within the caller's transaction. */
export async function writeBatch(
  writer: StoreWriter,
  products: readonly PreparedProduct[],
  environment: IngestEnvironment,
): Promise<BatchOutcome> {
  const decisions = await decideBatch(writer, products, environment);
  if (decisions.writes.length === 0) return { ...decisions, changeNumber: writer.store.changeNumber };
  const changeNumber = writer.store.changeNumber + 1;
  await writer.upsertProducts(decisions.writes, changeNumber);
  await writer.enqueueEnrichments(decisions.jobs);
  const { createdRows, inStockCount, enrichmentCount } = decisions;
  await writer.updateStore({ changeNumber, productCount: createdRows, inStockCount, enrichmentCount });
  return { ...decisions, changeNumber };
}

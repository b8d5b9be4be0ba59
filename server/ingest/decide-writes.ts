/**
 * The second half of the pipeline, pure: from valid and stored products to writes, enrichment jobs and counts. Plan limits are applied
 * here, under the store's lock (§4.2, §8). It reads no clock and no database and throws nothing: a product beyond the plan is counted
 * as skipped, in the order of the rows. Inputs are validated by prepare-rows.ts; counts are products.
 */
// Tests: ./decide-writes.test.ts.
import { plans } from '../../contract/limits.ts';
import { isSameHash } from '../catalog/source-hash.ts';
import type { EnrichmentJob, ExistingProduct, ProductWrite, Store } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';
import type { PreparedProduct } from './prepare-rows.ts';

/** The decided writes, with their counts. */
export interface Decisions {
  readonly writes: readonly ProductWrite[];
  readonly jobs: readonly EnrichmentJob[];
  /** New products; the product count of the store grows by this number. */
  readonly createdRows: number;
  readonly updatedRows: number;
  /** External ids of the products among the writes that were there before. */
  readonly updatedIds: readonly string[];
  readonly unchangedRows: number;
  /** Updated products that were out of stock because of absence or removal, and are in stock again. */
  readonly restoredRows: number;
  /** Rows of new products over the plan's limit. */
  readonly skippedRows: number;
  /** The change of the store's in-stock counter by the writes. */
  readonly inStockCount: number;
  readonly enrichmentCount: number;
}

/** Everything a decision depends on. */
export interface DecisionContext {
  /** The store as of the lock: its counters and its plan bind. */
  readonly store: Store;
  readonly existing: ReadonlyMap<string, ExistingProduct>;
  /** False when no provider is configured: nothing is queued. */
  readonly enrich: boolean;
  readonly nowMicros: number;
  readonly newId: () => string;
  /** The run that writes; null for a single call. */
  readonly runId: string | null;
}

/** Products in the order given; that order decides which new ones still fit the plan. */
export function decideWrites(products: readonly PreparedProduct[], context: DecisionContext): Decisions {
  const writes: ProductWrite[] = [];
  const jobs: EnrichmentJob[] = [];
  const added = { createdRows: 0, restoredRows: 0, inStockCount: 0, enrichmentCount: 0 };
  const updatedIds: string[] = [];
  let unchangedRows = 0;
  let skippedRows = 0;
  for (const prepared of products) {
    const existing = context.existing.get(prepared.product.externalId);
    if (existing !== undefined && isSameHash(existing.contentHash, prepared.contentHash)) {
      unchangedRows += 1;
      continue;
    }
    if (existing === undefined && !hasRoom(context.store, 'products', added.createdRows)) {
      skippedRows += prepared.rowCount;
      continue;
    }
    const id = existing?.id ?? context.newId();
    const queued = needsPhrases(prepared, existing, context, added.enrichmentCount);
    if (queued) {
      jobs.push({ productId: id, sourceHash: prepared.sourceHash, createdAt: context.nowMicros });
      if (existing?.countsAsEnriched !== true) added.enrichmentCount += 1;
    }
    const isEnriched = queued || existing?.countsAsEnriched === true;
    writes.push({ ...toWrite(prepared, id, isEnriched, context), isNew: existing === undefined });
    if (existing === undefined) added.createdRows += 1;
    else updatedIds.push(prepared.product.externalId);
    if (isRestored(prepared, existing)) added.restoredRows += 1;
    added.inStockCount += Number(prepared.product.inStock) - Number(existing?.inStock ?? false);
  }
  return { writes, jobs, updatedRows: updatedIds.length, updatedIds, unchangedRows, skippedRows, ...added };
}

/** Whether a product comes back into stock after its absence or removal took it out, which also clears its content hash. */
function isRestored({ product }: PreparedProduct, existing: ExistingProduct | undefined): boolean {
  return product.inStock && existing !== undefined && !existing.inStock && existing.contentHash === '';
}

/** New, or something that enrichment reads has changed (§1.3, §1.5), and the plan still has room (§4.2). */
function needsPhrases(
  prepared: PreparedProduct,
  existing: ExistingProduct | undefined,
  context: DecisionContext,
  alreadyAdded: number,
): boolean {
  if (!context.enrich || existing?.isLocked) return false;
  if (existing !== undefined && hasSameSource(existing, prepared)) return false;
  return hasRoom(context.store, 'enriched', alreadyAdded);
}

/** Whether enrichment would read the same again: also where the group of variants was an attribute before. */
function hasSameSource(
  existing: ExistingProduct,
  { sourceHash, formerSourceHash }: PreparedProduct,
): boolean {
  const hashes = formerSourceHash === null ? [sourceHash] : [sourceHash, formerSourceHash];
  return hashes.some((one) => isSameHash(existing.sourceHash, one));
}

/** Whether the plan allows one more of these, beside so many that were added already. */
export function hasRoom(store: Store, what: 'products' | 'enriched', alreadyAdded: number): boolean {
  const limit = plans[store.plan][what];
  const held = what === 'products' ? store.productCount : store.enrichmentCount;
  return limit === null || held + alreadyAdded < limit;
}

function toWrite(
  prepared: PreparedProduct,
  id: string,
  countsAsEnriched: boolean,
  { nowMicros, runId }: DecisionContext,
): ProductWrite {
  const { product, raw, value, packedOffer, contentHash, sourceHash } = prepared;
  return {
    id,
    product,
    raw,
    ...(value === undefined ? {} : { value }),
    ...(packedOffer === undefined ? {} : { packedOffer }),
    contentHash,
    sourceHash,
    countsAsEnriched,
    runId,
    createdAt: nowMicros,
    updatedAt: nowMicros,
  };
}

/** Grows with the batches that were decided. */
export class ProjectedStore {
  #products = 0;
  #enriched = 0;

  add({ createdRows, enrichmentCount }: Pick<Decisions, 'createdRows' | 'enrichmentCount'>): void {
    this.#products += createdRows;
    this.#enriched += enrichmentCount;
  }

  /** The store as it would be by now, had the batches been written. */
  over<Source extends Pick<StoreWriter, 'store'>>(source: Source): Source {
    const { store } = source;
    const productCount = store.productCount + this.#products;
    const enrichmentCount = store.enrichmentCount + this.#enriched;
    return { ...source, store: { ...store, productCount, enrichmentCount } };
  }
}

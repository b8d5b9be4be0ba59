/**
 * The only write path of products (§1.3): every import, feed and API call ends here. Batches are prepared before the transaction,
 * single products within it. Then, under the
 * store's lock, it is decided what to write, and products, snapshots, what changed of them, enrichment jobs, counters and the change
 * number are written together. The caller adds its run record in the same transaction. It must run under the store's lock, once in a
 * transaction; it never validates (prepare-rows.ts did) and never writes what has not changed. An error rolls all of it back. At most
 * 50 changes of a product are kept; times are microseconds since 1970.
 */
// Tests: ./leased-run.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { enrichmentJobOf } from '../jobs/enrichment-job.ts';
import type { DamagedRow } from '../storage/damage/damage.ts';
import type { WholeProduct } from '../storage/products/tables.ts';
import { wholeProductsAmong } from '../storage/products-among.ts';
import type { ExistingProduct, ProductChange, ProductWrite, Store, StoreUpdate } from '../storage/records.ts';
import type { Replacement } from '../storage/replaced/tables.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { asChanged, repairKept } from './damaged-products.ts';
import { type Decisions, decideWrites } from './decide-writes.ts';
import type { PreparedProduct, PreparedRows } from './prepare-rows.ts';
import { compareProducts } from './product-changes.ts';

/** The parts from outside that the pipeline needs. */
export interface IngestEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
  /** False when no enrichment provider is configured. */
  readonly enrich: boolean;
}

/** The outcome of one batch. */
export interface BatchOutcome extends Decisions {
  /** The store's change number after the batch: an index that has reached it shows everything written. */
  readonly changeNumber: number;
}

/** Decides one batch without writing anything: a dry run. `runId` is null for a single call. */
export async function decideBatch(
  writer: BatchReader,
  batch: PreparedBatch,
  environment: IngestEnvironment,
  runId: string | null,
): Promise<Decisions> {
  return decide(writer.store, batch.products, await readKnown(writer, batch), { environment, runId });
}

/** The products of a batch. */
type PreparedBatch = Pick<PreparedRows, 'products' | 'stored'>;

interface BatchReader extends Pick<StoreWriter, 'store'> {
  readonly products: Pick<StoreWriter['products'], 'known' | 'damaged'>;
}

/** The stored products. */
interface KnownProducts {
  readonly existing: ReadonlyMap<string, ExistingProduct>;
  readonly damaged: readonly DamagedRow[];
}

async function readKnown(reader: BatchReader, { products, stored }: PreparedBatch): Promise<KnownProducts> {
  if (stored !== undefined) {
    return { existing: new Map(Array.from(stored, ([id, { existing }]) => [id, existing])), damaged: [] };
  }
  const existing = await reader.products.known(products.map(({ product }) => product.externalId));
  // A row of the same content may hold what cannot be read.
  const doubtful = [...existing].filter(([, { isSound }]) => isSound !== true);
  const damaged = await reader.products.damaged(doubtful.map(([externalId]) => externalId));
  return { existing: asChanged(existing, damaged), damaged };
}

function decide(
  store: Store,
  products: readonly PreparedProduct[],
  { existing }: KnownProducts,
  { environment, runId }: { readonly environment: IngestEnvironment; readonly runId: string | null },
): Decisions {
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
  batch: PreparedBatch,
  environment: IngestEnvironment,
  runId: string | null,
): Promise<BatchOutcome> {
  const known = await readKnown(writer, batch);
  const decisions = decide(writer.store, batch.products, known, { environment, runId });
  if (decisions.writes.length === 0) return { ...decisions, changeNumber: writer.store.changeNumber };
  const changeNumber = writer.store.changeNumber + 1;
  // Before the rows are overwritten.
  await keepReplaced(writer, decisions, { id: runId, changeNumber }, batch.stored);
  await writer.products.upsert(decisions.writes, changeNumber);
  await repairKept(writer, known.existing, known.damaged, changeNumber);
  await writer.enrichment.enqueue(decisions.jobs);
  // Products that could not be read may wait in the queue, passed over.
  if (decisions.jobs.length + known.damaged.length > 0)
    await writer.jobs.schedule(enrichmentJobOf(writer.store.id));
  const { createdRows, inStockCount, enrichmentCount } = decisions;
  const update = { changeNumber, productCount: createdRows, inStockCount, enrichmentCount };
  await writeCounters(writer, update, environment.clock.nowMicros());
  return { ...decisions, changeNumber };
}

/**
 * Records the changes of existing products, and how a run can be undone: new and unreadable products have no history, and
 * of a product that cannot be read nothing is kept.
 */
async function keepReplaced(
  writer: StoreWriter,
  { writes, updatedIds }: Decisions,
  run: { readonly id: string | null; readonly changeNumber: number },
  known: PreparedBatch['stored'],
): Promise<void> {
  const { id: runId, changeNumber } = run;
  const keep = async (replacements: readonly Replacement[]) => {
    if (runId !== null) await writer.replaced.keep({ id: runId, changeNumber }, replacements);
  };
  await keep(
    writes.flatMap((after): Replacement[] => {
      const { externalId } = after.product;
      return after.isNew ? [{ externalId, before: null, after }] : [];
    }),
  );
  if (updatedIds.length === 0) return;
  const writesById = new Map(writes.map((write) => [write.product.externalId, write]));
  const pages =
    known === undefined
      ? wholeProductsAmong(writer, updatedIds)
      : [updatedIds.flatMap((id) => known.get(id) ?? [])];
  for await (const stored of pages) {
    const pairs = stored.flatMap((before): ChangedProduct[] => {
      const after = writesById.get(before.product.externalId);
      return after === undefined ? [] : [{ externalId: before.product.externalId, before, after }];
    });
    await recordChanges(writer, pairs, run);
    await keep(pairs);
  }
}

/** Keeps how products were that a run is about to take out of stock. */
export async function keepInStock(
  writer: StoreWriter,
  externalIds: readonly string[],
  run: { readonly id: string; readonly changeNumber: number },
): Promise<void> {
  for await (const stored of wholeProductsAmong(writer, externalIds)) {
    const replaced = stored.map((before) => {
      const { externalId } = before.product;
      return { externalId, before, after: 'out_of_stock' as const };
    });
    await writer.replaced.keep(run, replaced);
  }
}

/** A product before and after a write. */
export interface ChangedProduct extends Replacement {
  readonly before: WholeProduct;
  readonly after: ProductWrite;
}

/** Records which fields a change moved. Call it before the products are written. */
export async function recordChanges(
  writer: StoreWriter,
  pairs: readonly ChangedProduct[],
  { id: runId, changeNumber }: { readonly id: string | null; readonly changeNumber: number },
): Promise<void> {
  const changes = pairs.flatMap(({ externalId, before, after }): ProductChange[] => {
    const fields = compareProducts(before.product, after.product);
    return fields.length === 0
      ? []
      : [{ externalId, changeNumber, at: after.updatedAt, kind: 'updated', runId, fields }];
  });
  await writer.products.insertChanges(changes, limits.changesPerProduct);
}

const bucketMicros = limits.statisticsBucketSeconds * 1_000_000;

/** Once in a transaction: it counts from the store as of the lock. */
export async function writeCounters(
  writer: StoreWriter,
  update: StoreUpdate,
  nowMicros: number,
): Promise<void> {
  await writer.updateStore(update);
  if (update.productCount === 0 && update.inStockCount === 0) return;
  const inStock = writer.store.inStockCount + update.inStockCount;
  const outOfStock = writer.store.productCount + update.productCount - inStock;
  await writer.statistics.recordCatalog({
    bucketAt: nowMicros - (nowMicros % bucketMicros),
    inStock,
    outOfStock,
  });
}

/** Queuing products that never were: after the plan grew, or where no provider was configured when they came. */
import { plans } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { QueueableProduct } from '../storage/enrichment.ts';
import type { Store } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';

/** Products that never counted as enriched, as many as fit the plan. */
export function countQueueable({ plan, productCount, enrichmentCount }: Store): number {
  const room = plans[plan].enriched === null ? Infinity : plans[plan].enriched - enrichmentCount;
  return Math.max(0, Math.min(room, productCount - enrichmentCount));
}

/** Products that are looked at in one transaction: a few milliseconds. Chosen. */
const productsPerLook = 1_000;

/** What came of ids that somebody named. */
export interface ChosenProducts {
  readonly count: number;
  readonly unknownIds: readonly string[];
}

/** Queues the products: those that were before in any case, others as far as the plan has room. */
export async function queueChosen(
  writer: StoreWriter,
  externalIds: readonly string[],
  clock: Clock,
): Promise<ChosenProducts> {
  const chosen: QueueableProduct[] = [];
  const unknownIds: string[] = [];
  for (const externalId of new Set(externalIds)) {
    const product = await writer.queueableProduct(externalId);
    if (product === null) unknownIds.push(externalId);
    else if (!product.isLocked) chosen.push(product);
  }
  const again = chosen.filter(({ countsAsEnriched }) => countsAsEnriched);
  await enqueue(writer, again, clock);
  const never = chosen.filter(({ countsAsEnriched }) => !countsAsEnriched);
  return { count: again.length + (await queueAsRoom(writer, never, clock)), unknownIds };
}

async function queueAsRoom(
  writer: StoreWriter,
  products: readonly QueueableProduct[],
  clock: Clock,
): Promise<number> {
  const queued = products.slice(0, countQueueable(writer.store));
  await enqueue(writer, queued, clock);
  await writer.countAsEnriched(queued.map(({ id }) => id));
  return queued.length;
}

async function enqueue(
  writer: StoreWriter,
  products: readonly QueueableProduct[],
  clock: Clock,
): Promise<void> {
  const createdAt = clock.nowMicros();
  await writer.enqueueEnrichments(
    products.map(({ id: productId, sourceHash }) => ({ productId, sourceHash, createdAt })),
  );
}

/** Queues those of the next stretch that fit the plan; true while there is more to look at. */
export async function queueStretch(writer: StoreWriter, clock: Clock): Promise<boolean> {
  const settings = await writer.enrichmentSettings();
  if (settings.queueAfter === null) return false;
  const room = countQueueable(writer.store);
  const { products, scannedTo } = await writer.neverQueued({
    after: settings.queueAfter,
    scan: productsPerLook,
  });
  const count = await queueAsRoom(writer, products, clock);
  const queueAfter = count === room ? null : scannedTo;
  await writer.saveEnrichmentSettings({ ...settings, queueAfter });
  return queueAfter !== null;
}

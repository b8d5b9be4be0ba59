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

/** Queues those of the products that never were, as far as the plan has room; gives how many. */
export async function queueChosen(
  writer: StoreWriter,
  externalIds: readonly string[],
  clock: Clock,
): Promise<number> {
  const chosen: QueueableProduct[] = [];
  for (const externalId of new Set(externalIds)) {
    const product = await writer.queueableProduct(externalId);
    if (product !== null && !product.countsAsEnriched && !product.isLocked) chosen.push(product);
  }
  return await queueAsRoom(writer, chosen, clock);
}

async function queueAsRoom(
  writer: StoreWriter,
  products: readonly QueueableProduct[],
  clock: Clock,
): Promise<number> {
  const queued = products.slice(0, countQueueable(writer.store));
  const createdAt = clock.nowMicros();
  await writer.enqueueEnrichments(
    queued.map(({ id: productId, sourceHash }) => ({ productId, sourceHash, createdAt })),
  );
  await writer.countAsEnriched(queued.map(({ id }) => id));
  return queued.length;
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

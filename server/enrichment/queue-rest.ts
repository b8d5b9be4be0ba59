/**
 * Queues products apart from imports: those that were never queued (after the plan grew, or if no provider was configured at the
 * time), those that a call names, and those whose phrases other rules wrote. It never calls a provider and never queues a locked
 * product or more than the plan allows. Unknown ids are returned, not refused. A transaction looks at 1,000 products, so that writes
 * of the store come in between.
 */
// Tests: test/scenarios/enrichment-queue.test.ts.
import { plans } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { enrichmentJobOf } from '../jobs/enrichment-job.ts';
import type { PhraseRules, QueueableProduct } from '../storage/enrichment/tables.ts';
import type { Store } from '../storage/records.ts';
import type { StoreReader, StoreWriter } from '../storage/storage.ts';

/** The number of products that never counted as enriched and still fit the plan. */
export function countQueueable({ plan, productCount, enrichmentCount }: Store): number {
  const room = plans[plan].enriched === null ? Infinity : plans[plan].enriched - enrichmentCount;
  return Math.max(0, Math.min(room, productCount - enrichmentCount));
}

/** Products that are looked at in one transaction: a few milliseconds. Chosen. */
const productsPerLook = 1_000;

/** The result for the ids of a call. */
export interface ChosenProducts {
  readonly count: number;
  readonly unknownIds: readonly string[];
}

/** Queues the products: those that were queued before in any case, others if the plan has room. */
export async function queueChosen(
  writer: StoreWriter,
  externalIds: readonly string[],
  clock: Clock,
): Promise<ChosenProducts> {
  const chosen: QueueableProduct[] = [];
  const unknownIds: string[] = [];
  for (const externalId of new Set(externalIds)) {
    const product = await writer.enrichment.queueable(externalId);
    if (product === null) unknownIds.push(externalId);
    else if (!product.isLocked) chosen.push(product);
  }
  return { count: await queueProducts(writer, chosen, clock), unknownIds };
}

async function queueProducts(
  writer: StoreWriter,
  products: readonly QueueableProduct[],
  clock: Clock,
): Promise<number> {
  const again = products.filter(({ countsAsEnriched }) => countsAsEnriched);
  await enqueue(writer, again, clock);
  const never = products.filter(({ countsAsEnriched }) => !countsAsEnriched);
  return again.length + (await queueAsRoom(writer, never, clock));
}

/** The start of the next stretch (after the id of a product), and the current rules. */
export interface OutdatedPlace {
  readonly after: string;
  readonly rules: PhraseRules;
}

/** The queued products, and the last id of the stretch; null after the last stretch. */
export interface QueuedRange {
  readonly count: number;
  readonly scannedTo: string | null;
}

/**
 * Queues the products of the next stretch whose phrases other rules wrote. The store's job is written with them, so the queue
 * continues if the process is killed between two stretches.
 */
export async function queueOutdated(
  writer: StoreWriter,
  { after, rules }: OutdatedPlace,
  clock: Clock,
): Promise<QueuedRange> {
  const { products, scannedTo } = await writer.phrases.outdated({ after, scan: productsPerLook, rules });
  const count = await queueProducts(writer, products, clock);
  if (count > 0) await writer.jobs.schedule(enrichmentJobOf(writer.store.id));
  return { count, scannedTo };
}

/** Products that {@link queueOutdated} would queue, counted by its stretches. */
export async function countOutdated(
  reader: Pick<StoreReader, 'phrases'>,
  rules: PhraseRules,
): Promise<number> {
  let [count, after]: [number, string | null] = [0, ''];
  while (after !== null) {
    const { products, scannedTo } = await reader.phrases.outdated({ after, scan: productsPerLook, rules });
    [count, after] = [count + products.length, scannedTo];
  }
  return count;
}

async function queueAsRoom(
  writer: StoreWriter,
  products: readonly QueueableProduct[],
  clock: Clock,
): Promise<number> {
  const queued = products.slice(0, countQueueable(writer.store));
  await enqueue(writer, queued, clock);
  await writer.enrichment.countProducts(queued.map(({ id }) => id));
  return queued.length;
}

async function enqueue(
  writer: StoreWriter,
  products: readonly QueueableProduct[],
  clock: Clock,
): Promise<void> {
  const createdAt = clock.nowMicros();
  await writer.enrichment.enqueue(
    products.map(({ id: productId, sourceHash }) => ({ productId, sourceHash, createdAt })),
  );
}

/** Queues the products of the next stretch that fit the plan; returns true while there are more stretches. */
export async function queueRange(writer: StoreWriter, clock: Clock): Promise<boolean> {
  const settings = await writer.enrichment.settings();
  if (settings.queueAfter === null) return false;
  const room = countQueueable(writer.store);
  const { products, scannedTo } = await writer.enrichment.neverQueued({
    after: settings.queueAfter,
    scan: productsPerLook,
  });
  const count = await queueAsRoom(writer, products, clock);
  const queueAfter = count === room ? null : scannedTo;
  await writer.enrichment.saveSettings({ ...settings, queueAfter });
  return queueAfter !== null;
}

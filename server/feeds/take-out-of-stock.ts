/** Taking products out of stock that are in no document any more (§3.1): their data stays. */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { goneFromStock } from '../ingest/product-changes.ts';
import { writeCounters } from '../ingest/write-counters.ts';
import type { StoreWriter } from '../storage/storage.ts';

/** Which products, at most 500; those that others than feeds wrote after the fence stay. */
export interface Removal {
  readonly externalIds: readonly string[];
  readonly fence: number;
  readonly runId: string;
}

/** How many went, within the caller's transaction. Others that are out of stock already are not touched. */
export async function takeOutOfStock(
  writer: StoreWriter,
  { externalIds, fence, runId }: Removal,
  clock: Clock,
): Promise<number> {
  const gone = await writer.removableAmong(externalIds, fence);
  if (gone.length === 0) return 0;
  const before = writer.store.changeNumber;
  const changeNumber = before + 1;
  const at = clock.nowMicros();
  const changes = gone.map((externalId) => ({
    ...{ externalId, changeNumber, at, runId },
    kind: 'removed' as const,
    fields: [goneFromStock],
  }));
  await writer.insertProductChanges(changes, limits.changesPerProduct);
  await writer.setStock(gone, false, at, changeNumber);
  const update = { changeNumber, productCount: 0, inStockCount: -gone.length, enrichmentCount: 0 };
  await writeCounters(writer, update, at);
  await writer.carryCaughtUp(before, changeNumber);
  return gone.length;
}

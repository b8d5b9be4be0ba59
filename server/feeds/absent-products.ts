/** Products that are in stock and in no document any more (§3.1), and whether they are too many to be believed. */
import { setImmediate as yieldToCalls } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { pluralOf } from '../../contract/plural.ts';
import type { StoreReader } from '../storage/storage.ts';
import type { DocumentIds } from './document-ids.ts';

/** What a run would take out of stock, and of how many products. */
export interface Absence {
  readonly inStockCount: number;
  readonly externalIds: readonly string[];
}

/** Products looked at in one statement. Chosen: a few milliseconds. */
const productsPerLook = 2_000;

/** Walks over what is in stock. What changed after the fence was written by somebody else meanwhile, and stays. */
export async function findAbsent(
  reader: StoreReader,
  present: DocumentIds,
  fence: number,
  stopping: AbortSignal,
): Promise<Absence> {
  const externalIds: string[] = [];
  let inStockCount = 0;
  for (let after: string | null = null; ; ) {
    stopping.throwIfAborted();
    const entries = await reader.stockEntries({ after, limit: productsPerLook });
    for (const { externalId, changeNumber } of entries) {
      if (changeNumber <= fence && !present.has(externalId)) externalIds.push(externalId);
    }
    inStockCount += entries.length;
    const last = entries.at(-1);
    if (last === undefined || entries.length < productsPerLook) return { inStockCount, externalIds };
    after = last.externalId;
    await yieldToCalls();
  }
}

/** Why so many products may not go out of stock at once; null where they may. */
export function faultOfRemoval({ inStockCount, externalIds }: Absence, maxPercent: number): string | null {
  const gone = externalIds.length;
  if (maxPercent >= 100 || inStockCount < limits.feedRemovalGuardFrom) return null;
  if (gone * 100 <= inStockCount * maxPercent) return null;
  const percent = Math.floor((gone * 1_000) / inStockCount) / 10;
  return (
    `The feed would take ${numbered(gone)} of ${numbered(inStockCount)} ${pluralOf(inStockCount, 'product')} in stock ` +
    `out of stock (${percent} %, allowed are ${maxPercent} %), so nothing was changed. ` +
    'Is the feed complete? If so, refresh it with force, or raise max_removal_percent.'
  );
}

function numbered(count: number): string {
  return count.toLocaleString('en');
}

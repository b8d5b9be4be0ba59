/** Products that are in stock and in no document any more (§3.1), and whether they are too many to be believed. */
import { setImmediate as yieldToCalls } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { pluralOf } from '../../contract/plural.ts';
import type { StoreReader } from '../storage/storage.ts';
import type { PresentIds } from './document-ids.ts';

/** Products looked at in one statement. Chosen: a few milliseconds. */
const productsPerLook = 2_000;

/** Ids sought in one statement. */
const idsPerLook = 500;

/** External ids of what is gone. What others than feeds wrote after the fence stays. */
export async function findAbsent(
  reader: StoreReader,
  present: PresentIds,
  fence: number,
  stopping: AbortSignal,
): Promise<readonly string[]> {
  const absent: string[] = [];
  for (let after: string | null = null; ; ) {
    stopping.throwIfAborted();
    const ids = await reader.removableIds({ after, limit: productsPerLook, fence });
    for (const id of ids) if (!present.has(id)) absent.push(id);
    const last = ids.at(-1);
    if (last === undefined || ids.length < productsPerLook) return absent;
    after = last;
    await yieldToCalls();
  }
}

/** Whether the store has a product with one of the ids, in stock or not. */
export async function holdsAny(reader: StoreReader, externalIds: readonly string[]): Promise<boolean> {
  for (let start = 0; start < externalIds.length; start += idsPerLook) {
    const found = await reader.storedProducts(externalIds.slice(start, start + idsPerLook));
    if (found.length > 0) return true;
  }
  return false;
}

/** Why so many products may not go out of stock at once; null where they may. */
export function faultOfRemoval(gone: number, inStock: number, maxPercent: number): string | null {
  if (maxPercent >= 100 || inStock < limits.feedRemovalGuardFrom) return null;
  if (gone * 100 <= inStock * maxPercent) return null;
  const percent = Math.floor((gone * 1_000) / inStock) / 10;
  return (
    `The feed would take ${numbered(gone)} of ${numbered(inStock)} ${pluralOf(inStock, 'product')} in stock ` +
    `out of stock (${percent} %, allowed are ${maxPercent} %), so nothing was changed. ` +
    'If the feed is complete, let one run through the guard (force), or raise max_removal_percent.'
  );
}

function numbered(count: number): string {
  return count.toLocaleString('en');
}

/** Throws away figures that are past their time, and texts that can never be shown any more. A bounded step. */
import { limits } from '../../contract/limits.ts';
import { formatDay } from '../clock.ts';
import type { StoreWriter } from '../storage/storage.ts';

const dayMicros = 24 * 3_600 * 1_000_000;

/** Within a transaction. True while there is more to do. */
export async function pruneSearches(
  writer: StoreWriter,
  { nowMicros, rowsPerStep }: { readonly nowMicros: number; readonly rowsPerStep: number },
): Promise<boolean> {
  const yesterday = formatDay(nowMicros - dayMicros);
  const oldest = formatDay(nowMicros - limits.searchStatisticsDays * dayMicros);
  await writer.deleteSearchDaysBefore(oldest);
  const gone = [
    await writer.deleteHiddenQueriesBefore(yesterday, rowsPerStep),
    await writer.deleteQueryDaysBefore(oldest, rowsPerStep),
    await writer.deleteProductDaysBefore(oldest, rowsPerStep),
  ];
  return gone.includes(rowsPerStep);
}

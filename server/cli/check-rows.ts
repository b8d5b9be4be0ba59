/**
 * Checks whether everything in a database can be read: its pages by the engine's own check, its rows by reading all of them. It
 * changes nothing. Damage is a finding, not an error; it takes as long as reading the whole database, without a limit. Losses are
 * counted in rows.
 */
// Tests: test/scenarios/doctor.test.ts.
import type { Clock } from '../clock.ts';
import type { OnLoss, WrongCounter } from '../storage/snapshots/snapshot.ts';
import type { Storage } from '../storage/storage.ts';
import { createLossLog, type LossLog } from './losses.ts';
import { countProducts } from './progress.ts';
import { createStoreCounts } from './store-counts.ts';

export interface RowCheck {
  readonly rows: number;
  readonly pageFindings: readonly string[];
  readonly losses: LossLog;
  /** The wrong counters of stores whose rows can all be read. */
  readonly wrongCounters: readonly WrongCounter[];
}

/** Reads the whole database, as of one moment, while others write on. `onLoss` hears of each loss besides. */
export function checkRows(storage: Storage, clock: Clock, onLoss: OnLoss = () => {}): Promise<RowCheck> {
  return storage.snapshot(async (snapshot) => {
    const progress = countProducts(clock, snapshot.productCount);
    const losses = createLossLog();
    const counts = createStoreCounts();
    let [rows, products] = [0, 0];
    try {
      const pageFindings = await snapshot.checkPages();
      const note: OnLoss = (loss) => {
        losses.onLoss(loss);
        onLoss(loss);
      };
      for await (const batch of snapshot.batches(note)) {
        rows += batch.rows.length;
        counts.add(batch);
        if (batch.table === 'products') products += batch.rows.length;
        progress.show(products);
      }
      const lacking = new Set(losses.storeIds());
      const areAllKnown = !losses.isOfUnknownStore();
      const wrongCounters = counts.wrong().filter(({ storeId }) => areAllKnown && !lacking.has(storeId));
      return { rows, pageFindings, losses, wrongCounters };
    } finally {
      progress.end();
    }
  });
}

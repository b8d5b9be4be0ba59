/** Whether everything in a database can be read: its pages by the engine's own check, its rows by reading all of them. */
import type { Clock } from '../clock.ts';
import type { OnLoss } from '../storage/snapshot.ts';
import type { Storage } from '../storage/storage.ts';
import { startCountProgress } from './count-progress.ts';
import { createLossLog, type LossLog } from './losses.ts';

export interface RowCheck {
  readonly rows: number;
  readonly pageFindings: readonly string[];
  readonly losses: LossLog;
}

/** Reads the whole database, as of one moment, while others write on. `onLoss` hears of each loss besides. */
export function checkRows(storage: Storage, clock: Clock, onLoss: OnLoss = () => {}): Promise<RowCheck> {
  return storage.snapshot(async (snapshot) => {
    const progress = startCountProgress(clock, 'products', snapshot.productCount);
    const losses = createLossLog();
    let [rows, products] = [0, 0];
    try {
      const pageFindings = await snapshot.checkPages();
      const note: OnLoss = (loss) => {
        losses.onLoss(loss);
        onLoss(loss);
      };
      for await (const batch of snapshot.batches(note)) {
        rows += batch.rows.length;
        if (batch.table === 'products') products += batch.rows.length;
        progress.show(products);
      }
      return { rows, pageFindings, losses };
    } finally {
      progress.end();
    }
  });
}

/**
 * The method of the pipeline thread by which the orders of shops are opened: it has the key of their secrets. It reads the feed, checks
 * and reads what was sent, and notes when the feed’s last order came, in a short turn of the store. The events of the order are written
 * by `takeEvents`, like all others. Refusals are those of open-order.ts.
 */
// Tests: test/api/orders.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { openOrder } from '../../feeds/orders/open-order.ts';
import type { Sealer } from '../../secrets/seal.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CallGate } from '../crashes/call-gate.ts';
import type { FairQueue } from '../fairness/fair-queue.ts';
import type { RpcHandlers } from '../lifecycle/rpc.ts';
import type { PipelineMethods } from './pipeline-methods.ts';

interface OrderParts {
  readonly storage: Storage;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly turns: Pick<FairQueue, 'runShort'>;
  /** What ends the thread is blamed on the store of the order. */
  readonly gate: CallGate;
}

/** Creates the method. */
export function createOrderMethods(parts: OrderParts): RpcHandlers<Pick<PipelineMethods, 'openOrder'>> {
  const { storage, sealer, clock, turns, gate } = parts;
  return {
    async openOrder({ storeId, feedId, ...sent }) {
      const feed = await storage.reader(storeId).feeds.find(feedId);
      const nowMicros = clock.nowMicros();
      const opened = await gate(storeId, async () => openOrder(feed, sent, { sealer, nowMicros }));
      const noted = feed?.lastOrderAt ?? 0;
      const isOrder = opened.kind === 'events' || opened.isOrder;
      if (isOrder && nowMicros - noted >= limits.orderNotedMs * 1_000) {
        const note = () => storage.write(storeId, (writer) => writer.feeds.noteOrder(feedId, nowMicros));
        await turns.runShort(storeId, () => gate(storeId, note));
      }
      return opened;
    },
  };
}

import assert from 'node:assert/strict';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { onBothEngines } from '../../../test/support/engines.ts';
import { createNumberedStore } from '../../../test/support/followed-stores.ts';
import { refusingQuarantine } from '../../../test/support/quarantines.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import type { Storage } from '../../storage/storage.ts';
import { PublicationGate } from './publication-gate.ts';
import { SignalsFollower } from './signals-follower.ts';

onBothEngines('scores of an index that left meanwhile are not announced', async ({ storage }) => {
  const storeId = await createNumberedStore(storage, 1);
  const read = Promise.withResolvers<void>();
  let reads = 0;
  const reader: Storage['reader'] = (id) => {
    const inner = storage.reader(id);
    async function popularityVersion() {
      const version = await inner.events.popularityVersion();
      await read.promise;
      reads += 1;
      return version;
    }
    return { ...inner, events: { ...inner.events, popularityVersion } };
  };
  const announced: string[] = [];
  const clock = createDrivenClock();
  const quarantine = refusingQuarantine(clock, 'popularity');
  const notify = () => void announced.push('scores');
  const signals = new SignalsFollower({
    storage: { ...storage, reader },
    clock,
    apartMs: 0,
    quarantine,
    notify,
  });
  const gate = new PublicationGate(signals, {
    publish: ({ changeNumber }) => void announced.push(`index ${changeNumber}`),
    quarantine,
  });
  const snapshot = createIndexWriter({ locale: 'en' }).snapshot();
  const show = (changeNumber: number) =>
    gate.publish({ storeId, changeNumber, snapshot, origin: 'products' });
  show(1);
  gate.drop(storeId);
  show(2);
  gate.drop(storeId);
  read.resolve();
  await waitUntil('both reads', () => reads === 2);
  await gate.settled();
  assert.equal(signals.isKnown(storeId), false);
  show(3);
  await gate.settled();
  assert.deepEqual(announced, ['scores', 'index 3']);
});

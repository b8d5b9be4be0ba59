import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import type { EventBatch, JudgedEvent } from '../../events/event-batch.ts';
import { nestedPrefixes } from '../../structures/network-prefix.ts';
import { createEventAdmission } from './event-admission.ts';

const click: JudgedEvent = {
  ...{ index: 0, type: 'product_click', productId: null, externalId: null, phrase: null, phraseKey: null },
  ...{ region: 'products', query: '', position: null, quantity: null, eventId: null, occurredAt: 0 },
  ...{ intent: null, evidence: null, search: null, value: null, currency: null },
};

/** Makes a batch from an address, or from a server with a secret key (null). */
function batch(storeId: string, address: string | null, count: number = limits.eventsPerBatch): EventBatch {
  const networks = address === null ? null : nestedPrefixes(address);
  return { storeId, sessionId: 's', networks, events: Array.from({ length: count }, () => click) };
}

/** Has batches wait without end until one is refused. */
async function fill(admission: ReturnType<typeof createEventAdmission>, waiting: EventBatch): Promise<void> {
  for (let isRefused = false; !isRefused; ) {
    let isWaiting = false;
    const refusal = admission.run(waiting, () => {
      isWaiting = true;
      return new Promise<never>(() => {});
    });
    if (isWaiting) continue;
    await assert.rejects(refusal, /Too many events/);
    isRefused = true;
  }
}

test('waiting events of strangers keep no trusted ones out', async () => {
  const admission = createEventAdmission();
  for (let network = 0; network < 40; network += 1) await fill(admission, batch('a', `${network}.0.0.1`));
  const written = async () => 'written';
  assert.equal(await admission.run(batch('a', null, limits.eventsWaiting / 2), written), 'written');
});

test('waiting events of networks leave room for others', async () => {
  const admission = createEventAdmission();
  const written = async () => 'written';
  for (let network = 0; network < 200; network += 1) {
    await fill(admission, batch('a', `2001:db8:1:${network}::1`));
  }
  assert.equal(await admission.run(batch('a', '2001:db8:2::1'), written), 'written', 'another /48');
  for (let prefix = 2; prefix < 200; prefix += 1) {
    await fill(admission, batch('a', `2001:db8:${prefix}::1`));
  }
  assert.equal(await admission.run(batch('b', '203.0.113.7'), written), 'written', 'of another store');
});

test('waiting events of stores leave room for others', async () => {
  const admission = createEventAdmission();
  for (let store = 0; store < 6; store += 1) await fill(admission, batch(`greedy ${store}`, null));
  assert.equal(await admission.run(batch('newcomer', null), async () => 'written'), 'written');
});

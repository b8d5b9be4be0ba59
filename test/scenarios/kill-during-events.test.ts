/**
 * Goal: no event that was acknowledged is lost, none counts twice, and what they moved is there after a restart and on
 * every node. Method: clients report clicks, the process is killed (SIGKILL) at a random moment, whatever was not
 * acknowledged is sent again under the same ids, and what is stored is compared with what was sent.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { formatDay } from '../../server/clock.ts';
import { worthAt } from '../../server/events/popularity.ts';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { engines } from '../support/engines.ts';
import { postEvents, productClick, sendEvents, waitForTitles } from '../support/event-calls.ts';
import { type Caller, putProduct } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const perBatch = 5;

/** Sends batches until the process is gone; returns those without an answer. */
async function clickUntilKilled(caller: Caller, productId: string, sent: string[]): Promise<string[]> {
  for (;;) {
    const ids = Array.from({ length: perBatch }, (_, index) => `e${sent.length}-${index}`);
    const session = `s${sent.length}`;
    const events = ids.map((id) => productClick(productId, { event_id: id }));
    try {
      const answer = await postEvents(caller, session, events);
      assert.equal(answer.status, 200, answer.text);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return [session, ...ids];
    }
    sent.push(session);
  }
}

for (const { name } of engines) {
  test(`acknowledged events survive a kill, and one that comes again counts once, on ${name}`, async () => {
    const data = await createServiceData(name);
    let service = await startChildService(data);
    const { store, keys } = await createStoreOn(data);
    await putProduct(service.caller(keys.secret), 'a', { title: 'Lamp a' });
    const { id } = await putProduct(service.caller(keys.secret), 'b', { title: 'Lamp b' });
    const sent: string[] = [];
    for (let round = 0; round < 1; round += 1) {
      const before = sent.length;
      const clicking = clickUntilKilled(service.caller(keys.secret), id, sent);
      await waitUntil('an acknowledged batch', () => sent.length > before);
      await pause(randomInt(20, 300));
      await service.end('SIGKILL');
      const [session = '', ...ids] = await clicking;
      service = await startChildService(data);
      const again = ids.map((eventId) => productClick(id, { event_id: eventId }));
      assert.equal((await sendEvents(service.caller(keys.secret), session, again)).accepted, perBatch);
      sent.push(session);
    }
    const storage = await data.openStorage();
    const reader = storage.reader(store.id);
    assert.equal(await reader.countEvents(), sent.length * perBatch);
    const [found] = await reader.popularity('product', [id]);
    const worth = worthAt(found?.score ?? 0, Date.now() * 1_000);
    // Each session moved it once.
    assert.ok(Math.abs(worth - sent.length) < 0.01 * sent.length, `${worth} of ${sent.length}`);
    const days = await reader.productDays({ from: '2020-01-01', to: formatDay(Date.now() * 1_000) });
    assert.equal(
      days.reduce((sum, { clicks }) => sum + clicks, 0),
      sent.length,
    );
    await storage.close();
    await service.end('SIGTERM');
    service = await startChildService(data);
    await waitForTitles(service.caller(keys.storefront), 'lamp', ['Lamp b', 'Lamp a']);
    if (name === 'postgres') {
      const other = await startChildService(data, { FORETYPE_ROLE: 'api' });
      await sendEvents(service.caller(keys.secret), 'shop', [
        ...Array.from({ length: 100 }, () => ({ type: 'purchase', external_id: 'a' })),
      ]);
      for (const session of Array.from({ length: sent.length }, (_, index) => `o${index}`)) {
        await sendEvents(service.caller(keys.secret), session, [{ type: 'purchase', external_id: 'a' }]);
      }
      await waitForTitles(other.caller(keys.storefront), 'lamp', ['Lamp a', 'Lamp b']);
      await other.end('SIGTERM');
    }
    await service.end('SIGTERM');
    data.remove();
  });
}

/**
 * Kills a service while a shop reports clicks, again and again, sends what was not acknowledged again under the same ids, and compares
 * what is stored, and what it moved, with what was sent. Five events a batch. It reads the database only after a kill. Refusals of the
 * service fail it at once, a broken connection does not: that is the kill.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { formatDay } from '../../server/clock.ts';
import { worthAt } from '../../server/events/popularity.ts';
import { createServiceData, createStoreOn, type ServiceData, startChildService } from './child-service.ts';
import type { TestEngine } from './engines.ts';
import { postEvents, productClick, sendEvents, waitForTitles } from './event-calls.ts';
import { type Caller, putProduct } from './store-calls.ts';
import { waitUntil } from './wait-until.ts';

/** The figures over all kills. */
export interface KillEventsReport {
  readonly kills: number;
  /** Acknowledged events, all of them stored once. */
  readonly events: number;
}

const perBatch = 5;

/** Kills so many times. Rejects where an acknowledged event is lost, or one counts twice. */
export async function killEvents(engine: TestEngine['name'], kills: number): Promise<KillEventsReport> {
  const data = await createServiceData(engine);
  try {
    let service = await startChildService(data);
    const { store, keys } = await createStoreOn(data);
    await putProduct(service.caller(keys.secret), 'a', { title: 'Lamp a' });
    const { id } = await putProduct(service.caller(keys.secret), 'b', { title: 'Lamp b' });
    const sent: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
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
    await checkStored(data, store.id, id, sent.length);
    await service.end('SIGTERM');
    service = await startChildService(data);
    await waitForTitles(service.caller(keys.storefront), 'lamp', ['Lamp b', 'Lamp a']);
    if (engine === 'postgres') {
      const ownFolder = `${data.environment.FORETYPE_DATA}/other`;
      const other = await startChildService(data, { FORETYPE_ROLE: 'api', FORETYPE_DATA: ownFolder });
      await overtake(service.caller(keys.secret), sent.length);
      await waitForTitles(other.caller(keys.storefront), 'lamp', ['Lamp a', 'Lamp b']);
      await other.end('SIGTERM');
    }
    await service.end('SIGTERM');
    return { kills, events: sent.length * perBatch };
  } finally {
    data.remove();
  }
}

/** Sends batches until the process is gone; returns the session and ids of the one without an answer. */
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

async function checkStored(
  data: ServiceData,
  storeId: string,
  productId: string,
  sessions: number,
): Promise<void> {
  const storage = await data.openStorage();
  const reader = storage.reader(storeId);
  assert.equal(await reader.events.count(), sessions * perBatch);
  const [found] = await reader.events.popularity('product', [productId]);
  const worth = worthAt(found?.score ?? 0, Date.now() * 1_000);
  // Each session moved it once.
  assert.ok(Math.abs(worth - sessions) < 0.01 * sessions, `${worth} of ${sessions}`);
  const days = await reader.analytics.productDays({ from: '2020-01-01', to: formatDay(Date.now() * 1_000) });
  assert.equal(
    days.reduce((sum, { clicks }) => sum + clicks, 0),
    sessions,
  );
  await storage.close();
}

/** Purchases of the other product, so many that it comes first. */
async function overtake(caller: Caller, sessions: number): Promise<void> {
  const purchase = { type: 'purchase', external_id: 'a' };
  await sendEvents(
    caller,
    'shop',
    Array.from({ length: 100 }, () => purchase),
  );
  for (let session = 0; session < sessions; session += 1) {
    await sendEvents(caller, `o${session}`, [purchase]);
  }
}

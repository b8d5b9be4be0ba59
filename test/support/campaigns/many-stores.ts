/**
 * Many stores in one process: each is made, gets a product, and is asked for it; what they cost in memory and at rest is measured, and
 * after a restart each answers again. Memory is MiB, processor time ms a second after 20 s of rest. A store that does not answer
 * rejects; no limit of memory is judged here.
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createSystemClock } from '../../../server/clock.ts';
import { type CreatedStore, createStore } from '../../../server/stores/create-store.ts';
import { type ChildService, createServiceData, startChildService } from '../child-service.ts';
import { processorMs, residentMiB } from '../process-usage.ts';
import { ask, putProduct } from '../store-calls.ts';
import type { CampaignOptions } from './campaign.ts';

const callersAtOnce = 8;
/** How long the process is left alone, and then measured: what was written is merged and saved first. */
const usualIdleMs = 20_000;

/** Runs `size` stores. */
export async function manyStores({ size, log }: CampaignOptions, idleMs = usualIdleMs): Promise<string> {
  const data = await createServiceData('sqlite');
  let service = await startChildService(data, { LOG_LEVEL: 'warn' });
  const before = residentMiB(service.pid);
  try {
    const storage = await data.openStorage();
    const stores: CreatedStore[] = [];
    for (let number = 0; number < size; number += 1) {
      const settings = { name: `Store ${number}`, plan: 'free', currency: 'USD', locale: 'en' };
      stores.push(await createStore(storage, createSystemClock(), settings));
    }
    await storage.close();
    log(`${size} stores are there`);
    const writing = await inParallel(stores, (store, number) => write(service, store, number));
    log(`each got a product: ${writing} ms`);
    const asking = await inParallel(stores, (store, number) => find(service, store, number));
    const written = residentMiB(service.pid);
    const idle = await idleCost(service, idleMs);
    log(`each answered: ${asking} ms; ${written} MiB; at rest ${idle} ms of processor time a second`);
    assert.equal(await service.end('SIGTERM'), 0);
    const restartedAt = performance.now();
    service = await startChildService(data, { LOG_LEVEL: 'warn' });
    const start = Math.round(performance.now() - restartedAt);
    const again = await inParallel(stores, (store, number) => find(service, store, number));
    const restarted = residentMiB(service.pid);
    assert.equal(await service.end('SIGTERM'), 0);
    const each = (ms: number) => (ms / size).toFixed(2);
    return (
      `${size} stores with a product each: written in ${each(writing)} ms a store, answered in ${each(asking)} ms, none by ` +
      `another's product. Resident memory ${before} MiB without them, ${written} MiB with all of them, ${idle} ms of ` +
      `processor time a second at rest. After a restart (${start} ms until it listened) each answered, in ${each(again)} ms ` +
      `on average; ${restarted} MiB.`
    );
  } finally {
    if (!service.hasEnded()) await service.end('SIGKILL');
    data.remove();
  }
}

/** Does the work for every store, a few at a time; gives the milliseconds that it took. */
async function inParallel(
  stores: readonly CreatedStore[],
  work: (store: CreatedStore, number: number) => Promise<void>,
): Promise<number> {
  const beganAt = performance.now();
  const left = stores.entries();
  const caller = async () => {
    for (const [number, store] of left) await work(store, number);
  };
  await Promise.all(Array.from({ length: callersAtOnce }, caller));
  return Math.round(performance.now() - beganAt);
}

async function write(service: ChildService, { keys }: CreatedStore, number: number): Promise<void> {
  await putProduct(service.caller(keys.secret), 'one', { title: `Lamp ${number}` });
}

async function find(service: ChildService, { keys }: CreatedStore, number: number): Promise<void> {
  const { products } = await ask(service.caller(keys.storefront), 'lamp');
  assert.deepEqual(
    products.map(({ title }) => title),
    [`Lamp ${number}`],
  );
}

/** Milliseconds of processor time a second while no request comes. */
async function idleCost({ pid }: ChildService, idleMs: number): Promise<number> {
  await pause(idleMs);
  const [startedAt, before] = [performance.now(), processorMs(pid)];
  await pause(idleMs);
  return Math.round(((processorMs(pid) - before) * 1_000) / Math.max(1, performance.now() - startedAt));
}

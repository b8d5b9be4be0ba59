/**
 * Goal: webhooks that hang keep no other store's messages waiting. Method: a real worker and real receivers, of which those
 * of greedy stores answer only once the test lets them go; only the test moves the clock.
 */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { limits } from '../../contract/limits.ts';
import { newId, randomSecret } from '../../server/ids.ts';
import { startJobWorker } from '../../server/jobs/job-worker.ts';
import { createOutbound } from '../../server/outbound/create-outbound.ts';
import { createAnnounce } from '../../server/resources/webhooks/announce.ts';
import { createSealer } from '../../server/secrets/seal.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createDeliveryHandler } from '../../server/threads/pipeline-thread/pipeline-jobs.ts';
import { callWebhooks } from '../support/call-operation.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { importRun, storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** The longest wait for the slots to fill: each look of the worker fills one of 16. */
const limitMs = 30_000;
const slots = limits.deliveriesAtOnce;
const share = limits.deliveriesAtOncePerStore;
const slowSlots = slots - limits.quickDeliverySlots;

/** A worker whose clock only the test moves, stores with webhooks, and the calls that hang. */
async function withEndpoints(
  storage: Storage,
  test: (scene: {
    readonly clock: ReturnType<typeof createDrivenClock>;
    /** Calls under way. */
    readonly hung: ServerResponse[];
    readonly letGo: () => void;
    readonly hanging: WebhookReceiver;
    readonly answering: WebhookReceiver;
    readonly createStore: (storeNumber: number, urls: readonly string[]) => Promise<string>;
    readonly sendMessages: (storeId: string, count: number) => Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const clock = createDrivenClock();
  const sealer = createSealer([randomSecret(32)]);
  const policy = { allowPrivate: true };
  const outbound = createOutbound({ policy, clock });
  const changes = callWebhooks(storage, { clock, newId, sealer, policy });
  const announce = createAnnounce({ clock, newId });
  const [hanging, answering] = [await startReceiver(), await startReceiver()];
  const hung: ServerResponse[] = [];
  hanging.answer((response) => hung.push(response));
  const letGo = () => {
    for (const response of hung.splice(0)) response.writeHead(500).end();
  };
  const createStore = async (storeNumber: number, urls: readonly string[]) => {
    const storeId = uuidOf(storeNumber);
    await storage.directory.createStore({ ...storeRow(), id: storeId, name: storeId }, []);
    for (const url of urls) await changes('createWebhook', { storeId, body: { url } });
    return storeId;
  };
  const sendMessages = async (storeId: string, count: number) => {
    const run = importRun(uuidOf(50), { storeId, status: 'completed' });
    for (let message = 0; message < count; message += 1) {
      await storage.write(storeId, (writer) => announce(writer, { type: 'import.completed', run }));
    }
  };
  const inTurn = <Result>(_storeId: string, task: () => Promise<Result>) => task();
  const dependencies = { clock, sealer, outbound, inTurn };
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: { webhook_delivery: createDeliveryHandler(storage, dependencies, () => {}) },
    clock,
    newId,
    concurrency: slots,
    quickSlots: limits.quickDeliverySlots,
    pollMs: 5,
    failed: (error) => assert.fail(String(error)),
  });
  try {
    await test({ clock, hung, letGo, hanging, answering, createStore, sendMessages });
  } finally {
    hanging.answer((response) => response.writeHead(204).end());
    letGo();
    await worker.stop();
    await Promise.all([outbound.close(), hanging.close(), answering.close()]);
  }
}

onBothEngines('webhooks that hang leave slots to other stores', ({ storage }) =>
  withEndpoints(storage, async ({ clock, hung, letGo, hanging, answering, createStore, sendMessages }) => {
    for (let number = 1; number <= slots / share; number += 1) {
      const urls = Array.from({ length: share }, (_, index) => `${hanging.url}?${number}-${index}`);
      await sendMessages(await createStore(number, urls), 3);
    }
    const other = await createStore(100, [answering.url]);
    await waitUntil('calls that hang in all slots', () => hung.length === slots, limitMs);
    clock.advanceMs(limits.postTimeoutMs);
    letGo();
    // Their next messages.
    await waitUntil('calls that hang again', () => hung.length >= slowSlots, limitMs);
    await sendMessages(other, 10);
    await waitUntil('the messages of the other store', () => answering.messages.length === 10, limitMs);
    assert.equal(hung.length, slowSlots);
    // In time they count as quick again.
    clock.advanceMs(limits.postTimeoutMs * limits.slowCallFactor);
    await waitUntil('calls in all slots again', () => hung.length === slots, limitMs);
  }),
);

/**
 * Goal: a message reaches its webhook in the end, or is given up in time, whatever the webhook does; and nobody's
 * address makes the service call where it must not. Method: single attempts on both databases against real receivers,
 * under a clock that the test moves.
 */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { newId, randomSecret } from '../../server/ids.ts';
import type { RunEvent } from '../../server/ingest/run-event.ts';
import { createOutbound } from '../../server/outbound/create-outbound.ts';
import type { Outbound } from '../../server/outbound/outbound.ts';
import { createAnnounce } from '../../server/resources/webhooks/announce.ts';
import { deliver } from '../../server/resources/webhooks/deliver.ts';
import { createSealer } from '../../server/secrets/seal.ts';
import type { Storage } from '../../server/storage/storage.ts';
import type { Delivery, Webhook } from '../../server/storage/webhooks/tables.ts';
import { callWebhooks } from '../support/call-operation.ts';
import { createDrivenClock, type DrivenClock } from '../support/driven-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { importRun, storeRow, uuidOf } from '../support/storage-rows.ts';
import { isSignedWith, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const storeId = storeRow().id;
const dayMs = 24 * 3_600 * 1_000;
const sealer = createSealer([randomSecret(32)]);
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

/** A store with a webhook, and a worker that makes one attempt at a time. */
interface Scene {
  readonly clock: DrivenClock;
  readonly storage: Storage;
  readonly receiver: WebhookReceiver;
  readonly secret: string;
  readonly webhookId: string;
  readonly changes: ReturnType<typeof callWebhooks>;
  announce(type?: RunEvent['type']): Promise<void>;
  /** Makes the next attempt, whenever it is due; false where there is none. */
  attempt(outbound?: Outbound): Promise<boolean>;
  webhook(): Promise<Webhook>;
  /** Newest first. */
  deliveries(): Promise<Delivery[]>;
}

const placeOf = ({ webhookId }: Scene) => ({ storeId, params: { id: webhookId } });

async function open(storage: Storage, url?: string): Promise<Scene> {
  await storage.directory.createStore(storeRow(), []);
  const clock = createDrivenClock();
  const receiver = await startReceiver();
  const outbound = createOutbound({ policy: { allowPrivate: true }, clock });
  closing.push(receiver.close, outbound.close);
  const environment = { clock, newId, sealer, policy: { allowPrivate: true } };
  const changes = callWebhooks(storage, environment);
  const body = { url: url ?? receiver.url };
  const { webhook, secret } = await changes('createWebhook', { storeId, body });
  const announce = createAnnounce(environment);
  const reader = storage.reader(storeId);
  return {
    clock,
    storage,
    receiver,
    secret,
    changes,
    webhookId: webhook.id,
    async announce(type = 'import.completed') {
      const run = importRun(uuidOf(50), { status: type === 'import.completed' ? 'completed' : 'failed' });
      await storage.write(storeId, (writer) => announce(writer, { type, run } as RunEvent));
    },
    attempt: (by = outbound) => attempt(storage, clock, by),
    async webhook() {
      const known = await reader.webhooks.find(webhook.id);
      assert.ok(known !== null);
      return known;
    },
    deliveries: () => reader.webhooks.deliveries(webhook.id, { before: null, limit: 200 }),
  };
}

async function attempt(storage: Storage, clock: DrivenClock, outbound: Outbound): Promise<boolean> {
  const reader = storage.reader(storeId);
  const { values } = await reader.webhooks.list();
  const [waiting] = (
    await Promise.all(values.map(({ id }) => reader.webhooks.deliveries(id, { before: null, limit: 200 })))
  )
    .flat()
    .filter(({ status }) => status === 'pending');
  if (waiting === undefined) return false;
  await storage.write(storeId, (writer) => writer.jobs.delay(waiting.id, 0));
  const owner = newId();
  const job = await storage.directory.claimJob('webhook_delivery', { owner, leaseMs: limits.leaseMs });
  assert.ok(job !== null, 'the message that waits has no job');
  const stopping = new AbortController().signal;
  const inTurn = <Result>(_storeId: string, task: () => Promise<Result>) => task();
  const lease = { jobId: job.id, owner, leaseMs: limits.leaseMs };
  await deliver(storage, job, lease, { clock, sealer, outbound, inTurn, stopping });
  await storage.directory.releaseLease(lease, true);
  return true;
}

const answerWith = (receiver: WebhookReceiver, status: number, headers = {}) =>
  receiver.answer((response) => response.writeHead(status, headers).end(`status ${status}`));

onBothEngines('a refused message is resent unchanged until accepted', async ({ storage }) => {
  const scene = await open(storage);
  answerWith(scene.receiver, 500);
  await scene.announce();
  for (let count = 1; count <= 2; count += 1) {
    await scene.attempt();
    scene.clock.advanceMs(10_000);
  }
  // Put off by the database's clock, the second time by minutes: nobody finds it before its time.
  const early = { owner: 'early', leaseMs: limits.leaseMs };
  assert.equal(await storage.directory.claimJob('webhook_delivery', early), null);
  assert.ok((await scene.webhook()).failingSince !== null);
  answerWith(scene.receiver, 200);
  await scene.attempt();
  const [delivery] = await scene.deliveries();
  assert.equal(delivery?.status, 'delivered');
  assert.deepEqual(
    delivery.attempts.map(({ status, response }) => [status, response]),
    [
      [500, 'status 500'],
      [500, 'status 500'],
      [200, 'status 200'],
    ],
  );
  assert.match(delivery.attempts[0]?.error ?? '', /answered 500/);
  const { messages } = scene.receiver;
  assert.equal(new Set(messages.map(({ text }) => text)).size, 1);
  assert.equal(new Set(messages.map(({ headers }) => headers['webhook-id'])).size, 1);
  // The time is that of the attempt, so that a webhook may refuse old ones.
  assert.equal(new Set(messages.map(({ headers }) => headers['webhook-timestamp'])).size, 3);
  for (const message of messages) assert.ok(await isSignedWith(scene.secret, message));
  assert.equal((await scene.webhook()).failingSince, null);
  assert.equal(await scene.attempt(), false);
});

onBothEngines('a message is given up after ten attempts over three days', async ({ storage }) => {
  const scene = await open(storage);
  answerWith(scene.receiver, 503);
  await scene.announce();
  const pauses: number[] = [];
  while (await scene.attempt()) {
    const [delivery] = await scene.deliveries();
    if (delivery?.nextAttemptAt == null) break;
    const pauseMs = (delivery.nextAttemptAt - scene.clock.nowMicros()) / 1_000;
    pauses.push(pauseMs);
    scene.clock.advanceMs(pauseMs);
  }
  const [delivery] = await scene.deliveries();
  assert.deepEqual([delivery?.status, delivery?.attempts.length], ['failed', 10]);
  limits.webhookDelaySeconds.forEach((seconds, index) => {
    const share = (pauses[index] ?? 0) / 1_000 / seconds;
    assert.ok(share >= 0.89 && share <= 1.11, `pause ${index}: ${share}`);
  });
  assert.ok((await scene.webhook()).isActive, 'three days are not five');
});

onBothEngines('a webhook that fails for five days is switched off', async ({ storage }) => {
  const scene = await open(storage);
  answerWith(scene.receiver, 500);
  await scene.announce();
  await scene.attempt();
  scene.clock.advanceMs(limits.webhookFailingDays * dayMs - 60_000);
  await scene.announce();
  await scene.attempt();
  assert.ok((await scene.webhook()).isActive);
  scene.clock.advanceMs(120_000);
  await scene.attempt();
  const { isActive, disabledReason } = await scene.webhook();
  assert.deepEqual([isActive, disabledReason], [false, 'failing']);
  await scene.announce();
  assert.equal((await scene.deliveries()).length, 2);
  // What still waits is given up without a call.
  const before = scene.receiver.messages.length;
  while (await scene.attempt());
  assert.equal(scene.receiver.messages.length, before);
  const [entry] = await storage.reader(storeId).audit.page({ before: null, limit: 1 });
  assert.deepEqual([entry?.action, entry?.actor], ['webhook.disabled', null]);
  const body = { is_active: true };
  const place = placeOf(scene);
  const { webhook: again } = await scene.changes('updateWebhook', { ...place, body });
  assert.deepEqual([again.is_active, again.disabled_reason, again.failing_since], [true, null, null]);
});

onBothEngines('a webhook that answers 410 is switched off at once', async ({ storage }) => {
  const scene = await open(storage);
  answerWith(scene.receiver, 410);
  await scene.announce();
  await scene.attempt();
  assert.deepEqual((await scene.webhook()).disabledReason, 'gone');
  assert.deepEqual(
    (await scene.deliveries()).map(({ status }) => status),
    ['failed'],
  );
});

onBothEngines('a redirect is not followed and Retry-After is heard', async ({ storage }) => {
  const scene = await open(storage);
  const other = await startReceiver();
  closing.push(other.close);
  answerWith(scene.receiver, 302, { location: other.url, 'retry-after': '7200' });
  await scene.announce();
  await scene.attempt();
  const [delivery] = await scene.deliveries();
  assert.match(delivery?.attempts[0]?.error ?? '', /Redirects are not followed/);
  assert.equal(other.messages.length, 0);
  const waitMs = ((delivery?.nextAttemptAt ?? 0) - scene.clock.nowMicros()) / 1_000;
  assert.ok(waitMs > 7_190_000, `${waitMs} ms`);
});

onBothEngines('a name with a private address gets no message', async ({ storage }) => {
  const scene = await open(storage);
  const { port } = new URL(scene.receiver.url);
  // Registered while its name was innocent.
  const body = { url: `https://hooks.example:${port}/hook` };
  await scene.changes('updateWebhook', { ...placeOf(scene), body });
  const resolved: string[] = [];
  const guarded = createOutbound({
    policy: { allowPrivate: false },
    clock: scene.clock,
    resolve: async (hostname) => {
      resolved.push(hostname);
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  closing.push(guarded.close);
  await scene.announce();
  await scene.attempt(guarded);
  assert.deepEqual(resolved, ['hooks.example']);
  assert.equal(scene.receiver.connectionCount(), 0);
  const [delivery] = await scene.deliveries();
  assert.equal(delivery?.attempts[0]?.status, null);
  assert.doesNotMatch(delivery?.attempts[0]?.error ?? '127', /127/);
  // Nor a literal one, where the switch that allowed it is off again.
  await scene.changes('updateWebhook', { ...placeOf(scene), body: { url: scene.receiver.url } });
  await scene.attempt(guarded);
  assert.equal(scene.receiver.connectionCount(), 0);
});

onBothEngines('a day after a rotation only the new secret signs', async ({ storage }) => {
  const scene = await open(storage);
  const place = placeOf(scene);
  const { secret } = await scene.changes('rotateWebhook', place);
  scene.clock.advanceMs(dayMs - 60_000);
  await scene.announce();
  await scene.attempt();
  scene.clock.advanceMs(120_000);
  await scene.announce();
  await scene.attempt();
  const [within, past] = scene.receiver.messages;
  assert.ok(within !== undefined && past !== undefined);
  assert.ok((await isSignedWith(scene.secret, within)) && (await isSignedWith(secret, within)));
  assert.ok(!(await isSignedWith(scene.secret, past)) && (await isSignedWith(secret, past)));
});

onBothEngines('a test message is tried once and decides nothing', async ({ storage }) => {
  const scene = await open(storage);
  const place = placeOf(scene);
  await scene.changes('updateWebhook', { ...place, body: { is_active: false } });
  answerWith(scene.receiver, 410);
  await scene.changes('testWebhook', place);
  await scene.attempt();
  const [delivery] = await scene.deliveries();
  assert.deepEqual([delivery?.type, delivery?.status], ['webhook.test', 'failed']);
  const { disabledReason, failingSince } = await scene.webhook();
  assert.deepEqual([disabledReason, failingSince], [null, null]);
});

onBothEngines('a delivered test message does not end a failure streak', async ({ storage }) => {
  const scene = await open(storage);
  answerWith(scene.receiver, 500);
  await scene.announce('import.failed');
  await scene.attempt();
  const failing = await scene.webhook();
  assert.ok(failing.failingSince !== null);
  answerWith(scene.receiver, 200);
  await scene.changes('testWebhook', placeOf(scene));
  await scene.attempt();
  const [delivery] = await scene.deliveries();
  assert.deepEqual([delivery?.type, delivery?.status], ['webhook.test', 'delivered']);
  assert.deepEqual(await scene.webhook(), failing);
});

onBothEngines('a webhook that is slow holds up no other', async ({ storage }) => {
  const scene = await open(storage);
  const other = await scene.changes('createWebhook', { storeId, body: { url: 'https://hooks.example/' } });
  await scene.announce();
  await scene.announce();
  const claim = (owner: string) => storage.directory.claimJob('webhook_delivery', { owner, leaseMs: 60_000 });
  const claimed = [await claim('a'), await claim('b')].map((job) => job?.subject).toSorted();
  assert.deepEqual(claimed, [scene.webhookId, other.webhook.id].toSorted());
  // Each has a message more, which waits for the one before.
  assert.equal(await claim('c'), null);
});

onBothEngines('a message of an unfinished import is never written', async ({ storage }) => {
  const scene = await open(storage);
  const announce = createAnnounce({ clock: scene.clock, newId });
  const rolledBack = storage.write(storeId, async (writer) => {
    await announce(writer, { type: 'import.completed', run: importRun(uuidOf(50), { status: 'completed' }) });
    throw new Error('the transaction fails');
  });
  await assert.rejects(rolledBack, /fails/);
  assert.deepEqual(await scene.deliveries(), []);
  assert.equal(await scene.attempt(), false);
});

onBothEngines('a webhook’s log forgets old entries, never waiting ones', async ({ storage }) => {
  const scene = await open(storage);
  for (let count = 0; count < 4; count += 1) await scene.announce();
  await scene.attempt();
  await scene.attempt();
  const waiting = (await scene.deliveries()).filter(({ status }) => status === 'pending');
  assert.equal(waiting.length, 2);
  const [first] = (await scene.deliveries()).toReversed();
  await storage.write(storeId, (writer) => writer.webhooks.trimDeliveries(scene.webhookId, 3));
  const afterTrim = await scene.deliveries();
  assert.deepEqual(
    afterTrim.some(({ id }) => id === first?.id),
    first?.status === 'pending',
  );
  const bounds = { at: scene.clock.nowMicros(), limit: 500 };
  await storage.write(storeId, (writer) => writer.webhooks.deleteDeliveriesBefore(bounds));
  assert.deepEqual(
    (await scene.deliveries()).map(({ id }) => id),
    waiting.map(({ id }) => id),
  );
  const place = placeOf(scene);
  await scene.changes('deleteWebhook', place);
  assert.deepEqual(await scene.deliveries(), []);
});

onBothEngines('an attempt that lost its lease writes nothing down', async ({ storage }) => {
  const scene = await open(storage);
  await scene.announce();
  const outbound = createOutbound({ policy: { allowPrivate: true }, clock: scene.clock });
  closing.push(outbound.close);
  const other = { owner: newId(), leaseMs: limits.leaseMs };
  await scene.attempt({
    ...outbound,
    async post(...parameters) {
      const answer = await outbound.post(...parameters);
      // The worker stood still for longer than its lease, and another one has taken the message over.
      const [delivery] = await scene.deliveries();
      await storage.write(storeId, (writer) => writer.jobs.delay(delivery?.id ?? '', 0));
      assert.equal((await storage.directory.claimJob('webhook_delivery', other))?.id, delivery?.id);
      return answer;
    },
  });
  assert.equal(scene.receiver.messages.length, 1);
  const [delivery] = await scene.deliveries();
  assert.deepEqual([delivery?.status, delivery?.attempts], ['pending', []]);
  const lease = { ...other, jobId: delivery?.id ?? '' };
  assert.equal(await storage.directory.renewLease(lease), true, 'the other worker holds the message still');
});

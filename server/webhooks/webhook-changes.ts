/** The changes of {@link WebhookChanges} on a database, each with its entry in the store's audit log. */
import { limits } from '../../contract/limits.ts';
import { testEvent } from '../../contract/words/webhooks.ts';
import type { Clock } from '../clock.ts';
import { AppError, notFound } from '../errors.ts';
import type { OutboundPolicy } from '../outbound/outbound.ts';
import type { Sealer } from '../secrets/seal.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import type { Webhook } from '../storage/webhooks.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import { sendOff } from './announce.ts';
import type { OneWebhook, StoreOfWebhooks, WebhookHandlers } from './changes.ts';
import { presentMessage } from './message.ts';
import { parseNewWebhook, parseWebhookPatch, type WebhookSettings } from './parse-webhook.ts';
import { placeOfSecret } from './secret-place.ts';
import { createWebhookSecret } from './signature.ts';

/** What changes need from outside. */
export interface WebhookEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly sealer: Sealer;
  readonly policy: OutboundPolicy;
}

const hourMicros = 3_600 * 1_000_000;

/** A handler for each change; it resolves when the change is durable. */
export function createWebhookChanges(storage: Storage, environment: WebhookEnvironment): WebhookHandlers {
  const { clock } = environment;
  return {
    async createWebhook({ storeId, actor, body }) {
      const settings = parseNewWebhook(body, environment.policy);
      return await storage.write(storeId, (writer) => create(writer, actor, settings, environment));
    },
    async updateWebhook({ body, ...place }) {
      const changed = parseWebhookPatch(body, environment.policy);
      return await storage.write(place.storeId, (writer) => update(writer, place, changed, clock));
    },
    async deleteWebhook(place) {
      return await storage.write(place.storeId, async (writer) => {
        // By its address alone: one that cannot be read goes too.
        const url = await writer.webhookUrl(place.webhookId);
        if (url === null) throw notFound('webhook');
        await writer.deleteWebhook(place.webhookId);
        await record(writer, place, 'webhook.deleted', { url }, clock);
        return null;
      });
    },
    rotateWebhook: (place) => storage.write(place.storeId, (writer) => rotate(writer, place, environment)),
    async testWebhook(place) {
      return await storage.write(place.storeId, async (writer) => {
        const webhook = await find(writer, place);
        const payload = presentMessage(testEvent, clock.nowMicros(), { webhook: { id: webhook.id } });
        return await sendOff(writer, webhook, { type: testEvent, payload }, environment);
      });
    },
  };
}

async function create(
  writer: StoreWriter,
  actor: StoreOfWebhooks['actor'],
  settings: WebhookSettings,
  { clock, newId, sealer }: WebhookEnvironment,
) {
  const { values, damaged } = await writer.webhooks();
  if (values.length + damaged.length >= limits.webhooksPerStore) {
    const message = `A store takes at most ${limits.webhooksPerStore} endpoints. Delete one that is not needed.`;
    throw new AppError('conflict', message);
  }
  const createdAt = clock.nowMicros();
  const webhook: Webhook = {
    ...{ id: newId(), ...settings, createdAt, updatedAt: createdAt },
    ...{ disabledReason: null, failingSince: null, lastDeliveredAt: null, previousSecretUntil: null },
  };
  const secret = createWebhookSecret();
  const current = sealer.seal(secret, placeOfSecret(writer.store.id, webhook.id));
  await writer.insertWebhook(webhook, { current, previous: null });
  await record(writer, { actor }, 'webhook.created', webhook, clock, { events: webhook.events });
  return { webhook, secret };
}

async function update(
  writer: StoreWriter,
  place: OneWebhook,
  changed: Partial<WebhookSettings>,
  clock: Clock,
): Promise<Webhook> {
  const before = await find(writer, place);
  const isNewStart = changed.isActive !== undefined || (changed.url ?? before.url) !== before.url;
  const webhook: Webhook = {
    ...before,
    ...changed,
    // Whoever switches it on again, or names another address, has seen to what was wrong.
    ...(isNewStart ? { disabledReason: null, failingSince: null } : {}),
    updatedAt: clock.nowMicros(),
  };
  await writer.updateWebhook(webhook);
  await record(writer, place, 'webhook.changed', webhook, clock, differences(before, webhook));
  return webhook;
}

/** The address may hold a token: the log says that it changed, and the origins. */
function differences(before: Webhook, after: Webhook): Readonly<Record<string, unknown>> {
  const pairs = [
    ['address', new URL(before.url).origin, new URL(after.url).origin, before.url !== after.url],
    ['description', before.description, after.description, before.description !== after.description],
    ['events', before.events, after.events, before.events.join() !== after.events.join()],
    ['is_active', before.isActive, after.isActive, before.isActive !== after.isActive],
  ] as const;
  return Object.fromEntries(
    pairs.flatMap(([name, from, to, differs]) => (differs ? [[name, { from, to }]] : [])),
  );
}

async function rotate(writer: StoreWriter, place: OneWebhook, environment: WebhookEnvironment) {
  const { clock, sealer } = environment;
  const before = await find(writer, place);
  const secrets = await writer.webhookSecrets(before.id);
  if (secrets === null) throw notFound('webhook');
  const secret = createWebhookSecret();
  const now = clock.nowMicros();
  const until = now + limits.webhookRotationHours * hourMicros;
  await writer.replaceWebhookSecrets(before.id, {
    current: sealer.seal(secret, placeOfSecret(place.storeId, before.id)),
    previous: { sealed: secrets.current, until },
  });
  const webhook = { ...before, previousSecretUntil: until, updatedAt: now };
  await writer.updateWebhook(webhook);
  await record(writer, place, 'webhook.secret_rotated', webhook, clock);
  return { webhook, secret };
}

async function find(writer: StoreWriter, { webhookId }: OneWebhook): Promise<Webhook> {
  const webhook = await writer.webhook(webhookId);
  if (webhook === null) throw notFound('webhook');
  return webhook;
}

async function record(
  writer: StoreWriter,
  { actor }: Pick<StoreOfWebhooks, 'actor'>,
  action: string,
  { url }: Pick<Webhook, 'url'>,
  clock: Clock,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const subject = new URL(url).origin;
  await writer.insertAuditEntry(createAuditEntry(clock, { actor, action, subject, details }));
}

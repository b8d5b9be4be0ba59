/**
 * The operations that change webhooks, done in the pipeline thread. Each writes an entry of the store's audit log. A store has at most
 * 10 webhooks (then `conflict`); an unknown one is `not_found`. A secret is shown once; after a rotation both secrets sign for 24
 * hours. They send nothing themselves.
 */
// Tests: test/api/webhooks.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { webhookOperations } from '../../../contract/webhooks.ts';
import { testEvent } from '../../../contract/words/webhooks.ts';
import { type Clock, hourMicros } from '../../clock.ts';
import { AppError, notFound } from '../../errors.ts';
import type { HandlerOf, OperationHandlers } from '../../operations/operation-call.ts';
import type { Sealer } from '../../secrets/seal.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import type { Webhook } from '../../storage/webhooks/tables.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { isMail } from './mail-choice.ts';
import { presentMessage } from './message.ts';
import { presentDelivery, presentWebhook } from './present-webhook.ts';
import { queueMessage } from './queue-message.ts';
import { findWebhook } from './read-webhooks.ts';
import { createWebhookSecret, placeOfSecret } from './signature.ts';

/** The parts from outside that changes of webhooks need. */
export interface WebhookDependencies {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly sealer: Sealer;
}

type Call<Name extends keyof typeof webhookOperations> = Parameters<
  HandlerOf<(typeof webhookOperations)[Name]>
>[0];

/** A handler for each operation. It resolves when the change is durable. */
export function webhookWrites(
  storage: Storage,
  dependencies: WebhookDependencies,
): OperationHandlers<typeof webhookOperations, 'pipeline'> {
  const inTransaction =
    <Request extends { readonly storeId: string }, Answer>(
      write: (writer: StoreWriter, call: Request, dependencies: WebhookDependencies) => Promise<Answer>,
    ) =>
    (call: Request) =>
      storage.write(call.storeId, (writer) => write(writer, call, dependencies));
  return {
    createWebhook: inTransaction(create),
    updateWebhook: inTransaction(update),
    deleteWebhook: inTransaction(remove),
    rotateWebhook: inTransaction(rotate),
    testWebhook: inTransaction(sendTest),
  };
}

const copySecret = 'Copy the secret now: it is not shown again.';

async function create(
  writer: StoreWriter,
  { storeId, actor, body }: Call<'createWebhook'>,
  { clock, newId, sealer }: WebhookDependencies,
) {
  const { values, damaged } = await writer.webhooks.list();
  const count = values.filter((webhook) => !isMail(webhook)).length + damaged.length;
  if (count >= limits.webhooksPerStore) {
    const message = `A store has at most ${limits.webhooksPerStore} webhooks. Delete one that is not needed.`;
    throw new AppError('conflict', message);
  }
  const createdAt = clock.nowMicros();
  const webhook: Webhook = {
    id: newId(),
    url: body.url,
    description: body.description,
    events: body.events,
    isActive: body.is_active,
    disabledReason: null,
    failingSince: null,
    lastDeliveredAt: null,
    previousSecretUntil: null,
    createdAt,
    updatedAt: createdAt,
  };
  const secret = createWebhookSecret();
  const current = sealer.seal(secret, placeOfSecret(storeId, webhook.id));
  await writer.webhooks.insert(webhook, { current, previous: null });
  await record(writer, { actor, action: 'created', webhook, details: { events: webhook.events } }, clock);
  return { message: copySecret, webhook: presentWebhook(webhook), secret };
}

async function update(writer: StoreWriter, call: Call<'updateWebhook'>, { clock }: WebhookDependencies) {
  const before = await findWebhook(writer, call.params.id);
  const { actor, body } = call;
  const after: Webhook = {
    ...before,
    url: body.url ?? before.url,
    description: body.description ?? before.description,
    events: body.events ?? before.events,
    isActive: body.is_active ?? before.isActive,
    updatedAt: clock.nowMicros(),
  };
  // A person who switches it on again, or changes its address, has removed the cause of the failures.
  const isReset = body.is_active !== undefined || after.url !== before.url;
  const webhook = isReset ? { ...after, disabledReason: null, failingSince: null } : after;
  await writer.webhooks.update(webhook);
  const details = differences(before, webhook);
  if (Object.keys(details).length > 0)
    await record(writer, { actor, action: 'changed', webhook, details }, clock);
  return { message: 'The webhook has been changed.', webhook: presentWebhook(webhook) };
}

async function remove(
  writer: StoreWriter,
  { actor, params }: Call<'deleteWebhook'>,
  { clock }: WebhookDependencies,
) {
  // Reads the address only, so that a damaged webhook can be deleted.
  const url = await writer.webhooks.url(params.id);
  if (url === null || isMail({ url })) throw notFound('webhook');
  await writer.webhooks.delete(params.id);
  await record(writer, { actor, action: 'deleted', webhook: { url } }, clock);
  return { message: 'The webhook and the log of its messages have been deleted.' };
}

async function rotate(
  writer: StoreWriter,
  { storeId, actor, params }: Call<'rotateWebhook'>,
  { clock, sealer }: WebhookDependencies,
) {
  const before = await findWebhook(writer, params.id);
  const secrets = await writer.webhooks.secrets(before.id);
  if (secrets === null) throw notFound('webhook');
  const secret = createWebhookSecret();
  const now = clock.nowMicros();
  const until = now + limits.webhookRotationHours * hourMicros;
  await writer.webhooks.replaceSecrets(before.id, {
    current: sealer.seal(secret, placeOfSecret(storeId, before.id)),
    previous: { sealed: secrets.current, until },
  });
  const webhook = { ...before, previousSecretUntil: until, updatedAt: now };
  await writer.webhooks.update(webhook);
  await record(writer, { actor, action: 'secret_rotated', webhook }, clock);
  const message = `${copySecret} For ${limits.webhookRotationHours} hours messages are signed with the previous secret as well.`;
  return { message, webhook: presentWebhook(webhook), secret };
}

async function sendTest(
  writer: StoreWriter,
  { params }: Call<'testWebhook'>,
  dependencies: WebhookDependencies,
) {
  const webhook = await findWebhook(writer, params.id);
  const now = dependencies.clock.nowMicros();
  const payload = presentMessage(testEvent, now, { webhook: { id: webhook.id } });
  const delivery = await queueMessage(writer, webhook, { type: testEvent, payload }, dependencies);
  const message = 'A test message is being sent. Its delivery shows the result.';
  return { message, delivery: presentDelivery(delivery) };
}

interface Recorded {
  readonly actor: Actor | null;
  readonly action: 'created' | 'changed' | 'deleted' | 'secret_rotated';
  readonly webhook: Pick<Webhook, 'url'>;
  readonly details?: Readonly<Record<string, unknown>>;
}

async function record(
  writer: StoreWriter,
  { actor, action, webhook, details = {} }: Recorded,
  clock: Clock,
): Promise<void> {
  const subject = new URL(webhook.url).origin;
  const entry = createAuditEntry(clock, { actor, action: `webhook.${action}`, subject, details });
  await writer.audit.insert(entry);
}

/** Returns the changed fields for the audit log. An address may hold a token, so the log has only its origin. */
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

/**
 * The operations by which a member chooses the alerts to get by mail, and tries it, done in the pipeline thread. A choice is a row of the
 * member alone; each change is in the audit log. Without a mail server a choice is kept and a test is refused (`conflict`). They send
 * nothing themselves.
 */
// Tests: test/scenarios/alert-mails.test.ts.
import type { alertOperations, MailChoiceBody } from '../../../contract/alerts.ts';
import { type AlertEvent, alertEvents, testEvent } from '../../../contract/words/webhooks.ts';
import { formatTimestamp } from '../../clock.ts';
import { AppError, notFound } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import type { Storage, StoreReader, StoreWriter } from '../../storage/storage.ts';
import type { Webhook } from '../../storage/webhooks/tables.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { mailUrl } from './mail-choice.ts';
import { presentMessage } from './message.ts';
import { presentDelivery } from './present-webhook.ts';
import { queueMessage } from './queue-message.ts';
import { createWebhookSecret, placeOfSecret } from './signature.ts';
import type { WebhookDependencies } from './write-webhooks.ts';

/** The parts from outside that choices of mails need. */
export interface MailDependencies extends WebhookDependencies {
  /** Null where no mail server is set. */
  readonly mail: object | null;
}

/** A handler for each operation. */
export function mailChoices(
  storage: Storage,
  dependencies: MailDependencies,
): OperationHandlers<typeof alertOperations, 'pipeline'> {
  const isAvailable = dependencies.mail !== null;
  return {
    async showAlertMail({ storeId, actor }) {
      return { mail: await present(storage.reader(storeId), emailOf(actor), isAvailable) };
    },
    chooseAlertMail: ({ storeId, actor, body: { events } }) =>
      storage.write(storeId, async (writer) => {
        const email = emailOf(actor);
        await choose(
          writer,
          email,
          alertEvents.filter((event) => events.includes(event)),
          dependencies,
        );
        const action = events.length === 0 ? 'alert_mail.ended' : 'alert_mail.chosen';
        const details = { events };
        await writer.audit.insert(
          createAuditEntry(dependencies.clock, { actor, action, subject: email, details }),
        );
        return { mail: await present(writer, email, isAvailable) };
      }),
    testAlertMail: ({ storeId, actor }) =>
      storage.write(storeId, async (writer) => {
        if (!isAvailable)
          throw new AppError('conflict', 'The operator of this service has set no mail server.');
        const email = emailOf(actor);
        const webhook = await findChoice(writer, email);
        if (webhook === null) throw new AppError('conflict', 'Choose an alert first, then try it.');
        const payload = presentMessage(testEvent, dependencies.clock.nowMicros(), {});
        await queueMessage(writer, webhook, { type: testEvent, payload }, dependencies);
        return { mail: await present(writer, email, isAvailable) };
      }),
  };
}

/** A key of a store is no person. */
function emailOf(actor: Actor | null): string {
  if (actor?.email == null) throw notFound('member');
  return actor.email;
}

async function findChoice(reader: Pick<StoreReader, 'webhooks'>, email: string): Promise<Webhook | null> {
  const { values } = await reader.webhooks.list();
  return values.find(({ url }) => url === mailUrl(email)) ?? null;
}

async function choose(
  writer: StoreWriter,
  email: string,
  events: AlertEvent[],
  { clock, newId, sealer }: MailDependencies,
): Promise<void> {
  const before = await findChoice(writer, email);
  if (events.length === 0) return before === null ? undefined : await writer.webhooks.delete(before.id);
  const now = clock.nowMicros();
  const chosen = { events, isActive: true, disabledReason: null, failingSince: null, updatedAt: now };
  if (before !== null) return await writer.webhooks.update({ ...before, ...chosen });
  const id = newId();
  const place = { url: mailUrl(email), description: '', lastDeliveredAt: null, previousSecretUntil: null };
  // Mails are not signed; the row has a secret like all others.
  const current = sealer.seal(createWebhookSecret(), placeOfSecret(writer.store.id, id));
  await writer.webhooks.insert({ id, ...place, ...chosen, createdAt: now }, { current, previous: null });
}

async function present(
  reader: Pick<StoreReader, 'webhooks'>,
  email: string,
  isAvailable: boolean,
): Promise<MailChoiceBody> {
  const choice = await findChoice(reader, email);
  const [last] =
    choice === null ? [] : await reader.webhooks.deliveries(choice.id, { before: null, limit: 1 });
  const failingSince = choice?.failingSince ?? null;
  return {
    ...{ is_available: isAvailable, email },
    events: alertEvents.filter((event) => choice?.events.includes(event)),
    failing_since: failingSince === null ? null : formatTimestamp(failingSince),
    is_switched_off: choice?.isActive === false,
    last_delivery: last === undefined ? null : presentDelivery(last),
  };
}

/**
 * Delivers a message to its webhook, from the claim of its job on. One call is one attempt; what comes of it is written
 * in one transaction under the lease, so a worker that was killed in between leaves the message to the next one, which
 * sends it again: at least once, under the same `webhook-id`.
 *
 * | answer | the message | the webhook |
 * | --- | --- | --- |
 * | 200 to 299 | delivered | not failing |
 * | 410 | given up | switched off: `gone` |
 * | anything else, or none | tried again after a pause, given up after the last | failing since the first; switched off after days of it |
 *
 * A call takes at most 15 s; pauses grow as `limits.webhookDelaySeconds` says, and a webhook that fails for 5 days is switched off. It
 * never follows a redirect and never writes outside its lease.
 */
// Tests: test/scenarios/webhook-deliveries.test.ts.
import { limits } from '../../../contract/limits.ts';
import { testEvent } from '../../../contract/words/webhooks.ts';
import { type Clock, dayMicros } from '../../clock.ts';
import type { SendMail } from '../../outbound/mail.ts';
import { type Outbound, OutboundError } from '../../outbound/outbound.ts';
import type { Sealer } from '../../secrets/seal.ts';
import type { ClaimedJob, Lease } from '../../storage/records.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import type { Delivery, DeliveryAttempt, SealedSecrets, Webhook } from '../../storage/webhooks/tables.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { writeAlertMail } from './alert-mail.ts';
import { isMail, memberOf } from './mail-choice.ts';
import { placeOfSecret, signContent } from './signature.ts';

/** The largest change of a pause, a tenth more or less: messages that failed together do not come again together. */
const jitterShare = 0.1;
/** No message waits for longer than this for its next attempt; one that does was put off by a clock that was wrong. */
export const longestPauseMs = Math.max(
  Math.max(...limits.webhookDelaySeconds) * 1_000 * (1 + jitterShare),
  limits.outboundRetryAfterMaxMs,
);

/** The parts of the process that a delivery needs. */
export interface DeliveryEnvironment {
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly outbound: Pick<Outbound, 'post'>;
  /** Sends mails to members; null where no mail server is set. */
  readonly mail?: { readonly send: SendMail; readonly origin: () => string | null } | null;
  /** Waits for the store's turn among all writes. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** Aborted when the process stops: the attempt is broken off, and counts for nothing. */
  readonly stopping: AbortSignal;
}

/**
 * Makes one attempt for the claimed job, or ends a message that no webhook waits for any more. Gives what came of the
 * attempt; null where none was made, or none that counts.
 */
export async function deliver(
  storage: Storage,
  job: ClaimedJob,
  lease: Lease,
  environment: DeliveryEnvironment,
): Promise<'delivered' | 'failed' | null> {
  const reader = storage.reader(job.storeId);
  const [webhook, delivery, secrets] = await Promise.all([
    reader.webhooks.find(job.subject),
    reader.webhooks.delivery(job.subject, job.id),
    reader.webhooks.secrets(job.subject),
  ]);
  const conclude = (work: (writer: StoreWriter) => Promise<void>) =>
    environment.inTurn(job.storeId, () =>
      storage.write(job.storeId, async (writer) => {
        if (await writer.jobs.renewLease(lease)) await work(writer);
      }),
    );
  if (webhook === null || delivery === null || secrets === null || delivery.status !== 'pending') {
    await conclude((writer) => writer.jobs.delete(job.id));
    return null;
  }
  const isOff = !webhook.isActive && delivery.type !== testEvent;
  if (isOff || job.attempts > limits.jobAttempts) {
    const endedAt = environment.clock.nowMicros();
    await conclude(async (writer) => {
      await writer.webhooks.updateDelivery({ ...delivery, status: 'failed', nextAttemptAt: null, endedAt });
      await writer.jobs.delete(job.id);
    });
    return null;
  }
  const sending = isMail(webhook)
    ? sendByMail(storage, job.storeId, webhook, delivery, environment)
    : send(job.storeId, webhook, delivery, secrets, environment);
  const attempt = await sending.catch(passStopping(environment));
  if (attempt === null) return null;
  await conclude(async (writer) => {
    // Read again: it may have been changed or deleted meanwhile.
    const current = await writer.webhooks.find(webhook.id);
    if (current === null) return await writer.jobs.delete(job.id);
    await conclusion(writer, current, delivery, attempt, environment.clock);
  });
  return attempt.error === null ? 'delivered' : 'failed';
}

/** Null: the process stops, or the job is another worker's. */
function passStopping({ stopping }: DeliveryEnvironment): (error: unknown) => null {
  return (error) => {
    if (stopping.aborted) return null;
    throw error;
  };
}

/** The result of an attempt; `retryAfterMs` is the pause that the webhook asked for. */
interface Outcome extends DeliveryAttempt {
  readonly retryAfterMs: number;
}

async function send(
  storeId: string,
  { id: webhookId, url }: Webhook,
  { id, payload: body }: Delivery,
  secrets: SealedSecrets,
  { clock, sealer, outbound, stopping }: DeliveryEnvironment,
): Promise<Outcome> {
  const at = clock.nowMicros();
  const startedMs = clock.monotonicMs();
  const attempt = (fields: Partial<Outcome>): Outcome => {
    const durationMs = Math.round(clock.monotonicMs() - startedMs);
    return { at, status: null, durationMs, error: null, response: null, retryAfterMs: 0, ...fields };
  };
  const place = placeOfSecret(storeId, webhookId);
  const previous = secrets.previous !== null && at < secrets.previous.until ? secrets.previous.sealed : null;
  const current = sealer.open(secrets.current, place);
  if (current === null) {
    return attempt({
      error: 'The secret of the webhook cannot be read any more. Rotate it to have a new one.',
    });
  }
  const before = previous === null ? null : sealer.open(previous, place);
  const timestamp = Math.floor(at / 1_000_000);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signContent(
      { id, timestamp, body },
      before === null ? [current] : [current, before],
    ),
  };
  try {
    const { status, bodyStart, retryAfterMs } = await outbound.post({ url, headers, body }, stopping);
    const response = bodyStart === '' ? null : bodyStart;
    return attempt({ status, response, error: faultOf(status), retryAfterMs: retryAfterMs ?? 0 });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return attempt({ status: error.status, error: error.message });
  }
}

/** One that is no member any more gets no mail, and the choice is switched off as if its address were gone. */
async function sendByMail(
  storage: Storage,
  storeId: string,
  { url }: Webhook,
  { id, type, payload }: Delivery,
  { clock, mail = null }: DeliveryEnvironment,
): Promise<Outcome> {
  const at = clock.nowMicros();
  const startedMs = clock.monotonicMs();
  const outcome = (fields: Pick<Outcome, 'status' | 'error'>): Outcome => {
    const durationMs = Math.round(clock.monotonicMs() - startedMs);
    return { at, durationMs, response: null, retryAfterMs: 0, ...fields };
  };
  const to = memberOf(url);
  const members = await storage.accounts.members(storeId);
  const store = await storage.directory.findStore(storeId);
  if (store === null || !members.some(({ user }) => user.email === to)) {
    return outcome({ status: 410, error: 'The person is no member of the store any more.' });
  }
  if (mail === null) return outcome({ status: null, error: 'No mail server is set (FORETYPE_SMTP_URL).' });
  const written = writeAlertMail({ id, type, payload, to, storeName: store.name, origin: mail.origin() });
  return outcome(await mail.send(written));
}

/** Says what was wrong with an answer and what to do; null if nothing was. */
function faultOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  if (status === 410)
    return 'The webhook answered 410: it is gone. A message that gets this answer switches the webhook off.';
  if (status >= 300 && status <= 399) {
    return `The webhook answered ${status}. Redirects are not followed: register the address that it leads to.`;
  }
  return `The webhook answered ${status}. An answer from 200 to 299 says that it has the message.`;
}

/** Writes down what came of an attempt, and what follows from it. */
async function conclusion(
  writer: StoreWriter,
  webhook: Webhook,
  before: Delivery,
  { retryAfterMs, ...attempt }: Outcome,
  clock: Clock,
): Promise<void> {
  const now = clock.nowMicros();
  const attempts = [...before.attempts, attempt];
  const endAs = async (status: 'delivered' | 'failed') => {
    await writer.webhooks.updateDelivery({ ...before, attempts, status, nextAttemptAt: null, endedAt: now });
    await writer.jobs.delete(before.id);
  };
  const status = attempt.error === null ? 'delivered' : 'failed';
  // A test only reports its result, and decides nothing.
  if (before.type === testEvent) return await endAs(status);
  if (status === 'delivered') {
    await writer.webhooks.update({ ...webhook, lastDeliveredAt: now, failingSince: null });
    return await endAs(status);
  }
  const failingSince = webhook.failingSince ?? attempt.at;
  const failsForDays = now - failingSince >= limits.webhookFailingDays * dayMicros;
  if (attempt.status === 410 || failsForDays) {
    const disabledReason = attempt.status === 410 ? 'gone' : 'failing';
    await writer.webhooks.update({
      ...webhook,
      isActive: false,
      disabledReason,
      failingSince,
      updatedAt: now,
    });
    const subject = isMail(webhook) ? memberOf(webhook.url) : new URL(webhook.url).origin;
    const details = { reason: attempt.error };
    await writer.audit.insert(
      createAuditEntry(clock, { actor: null, action: 'webhook.disabled', subject, details }),
    );
    return await endAs('failed');
  }
  await writer.webhooks.update({ ...webhook, failingSince });
  const pauseSeconds = limits.webhookDelaySeconds[attempts.length - 1];
  if (pauseSeconds === undefined) return await endAs('failed');
  const delayMs = Math.max(Math.round(pauseSeconds * 1_000 * jitterOf(before.id)), retryAfterMs);
  const nextAttemptAt = now + delayMs * 1_000;
  await writer.webhooks.updateDelivery({ ...before, attempts, nextAttemptAt });
  await writer.jobs.delay(before.id, delayMs);
}

/** Returns a factor from 0.9 to 1.1, by the random end of the id. */
function jitterOf(deliveryId: string): number {
  return 1 - jitterShare + (Number.parseInt(deliveryId.slice(-8), 16) / 2 ** 32) * 2 * jitterShare;
}

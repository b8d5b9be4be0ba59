/**
 * Notes causes that a merchant must know of: opens an alert at the first sign of a cause and closes it when the cause is over, each with
 * a message to the webhooks that subscribe, in the transaction of the work that showed it. A cause has one open alert. A store sends at
 * most 20 alerts in 24 hours; further ones are listed only. It sends nothing by itself, so it delays no work.
 */
// Tests: test/api/alerts.test.ts.
import { isCancelled } from '../../../contract/cancelled-import.ts';
import { dayMicros, formatTimestamp } from '../../clock.ts';
import type { RunEvent } from '../../ingest/run-event.ts';
import type { StoreWriter } from '../../storage/storage.ts';
import { type Alert, type AlertCause, changesOf, type Webhook } from '../../storage/webhooks/tables.ts';
import { presentMessage } from './message.ts';
import { type AnnounceEnvironment, queueForAll } from './queue-message.ts';

/** A cause as it is noticed. */
export type NoticedCause = Pick<Alert, 'type' | 'subject' | 'name' | 'message' | 'path'>;

/** Alerts of a store that are sent in 24 hours. Chosen: people read no more. */
const alertsPerDay = 20;

/** Opens and closes the alerts of what a run did. A dry run must not come here. Products that the API got raise none: their callers hear of it. */
export async function followRun(
  writer: StoreWriter,
  event: RunEvent,
  webhooks: readonly Webhook[],
  environment: AnnounceEnvironment,
): Promise<void> {
  const { run } = event;
  const path = `imports/${run.id}`;
  const message = run.error ?? '';
  if ('feed' in event) {
    const { id, name } = event.feed;
    const { guarded, reading } = event.outcome;
    const changes = { type: failure, subject: changesOf(id) } as const;
    const isWhole = reading === 'whole';
    // A reading of changes says nothing of why a whole one failed. A whole one reads the changes too.
    const subject = isWhole ? id : changes.subject;
    const [now, other] = guarded ? [guard, failure] : [failure, guard];
    if (event.type === 'feed.run.failed') {
      await openAlert(
        writer,
        { type: now, subject, name, message, path: `feeds/${id}` },
        webhooks,
        environment,
      );
      // A feed that the guard holds can be fetched again, and the other way round.
      return await closeAlert(writer, { type: other, subject }, webhooks, environment);
    }
    const over = isWhole ? [{ type: failure, subject }, { type: guard, subject }, changes] : [changes];
    for (const cause of over) await closeAlert(writer, cause, webhooks, environment);
    return;
  }
  // What the API got has no name of a file by which a later one could make it good.
  if (run.source === 'api') return;
  const cause = { type: 'alert.import_failed', subject: run.filename } as const;
  if (run.status === 'completed') return await closeAlert(writer, cause, webhooks, environment);
  if (isCancelled(run)) return;
  await openAlert(writer, { ...cause, name: run.filename, message, path }, webhooks, environment);
}

const [failure, guard] = ['alert.feed_failed', 'alert.guard_held'] as const;

/** Opens an alert unless the cause has one that is open. */
export async function openAlert(
  writer: StoreWriter,
  cause: NoticedCause,
  webhooks: readonly Webhook[],
  environment: AnnounceEnvironment,
): Promise<void> {
  if ((await writer.alerts.open(cause)) !== null) return;
  const openedAt = environment.clock.nowMicros();
  const isSent = (await writer.alerts.countSent(openedAt - dayMicros)) < alertsPerDay;
  const alert: Alert = { id: environment.newId(), ...cause, isSent, openedAt, closedAt: null };
  await writer.alerts.insert(alert);
  await send(writer, alert, webhooks, environment);
}

/** Closes the open alert of a cause; nothing without one. */
export async function closeAlert(
  writer: StoreWriter,
  cause: AlertCause,
  webhooks: readonly Webhook[],
  environment: AnnounceEnvironment,
): Promise<void> {
  const alert = await writer.alerts.open(cause);
  if (alert === null) return;
  const closedAt = environment.clock.nowMicros();
  await writer.alerts.close(alert.id, closedAt);
  await send(writer, { ...alert, closedAt }, webhooks, environment);
}

async function send(
  writer: StoreWriter,
  alert: Alert,
  webhooks: readonly Webhook[],
  environment: AnnounceEnvironment,
): Promise<void> {
  if (!alert.isSent) return;
  const { type, closedAt, openedAt } = alert;
  const data = {
    alert: {
      id: alert.id,
      state: closedAt === null ? 'open' : 'over',
      name: alert.name,
      message: alert.message,
      dashboard_path: dashboardPathOf(writer.store.id, alert),
      opened_at: formatTimestamp(openedAt),
      closed_at: closedAt === null ? null : formatTimestamp(closedAt),
    },
  };
  const payload = presentMessage(type, closedAt ?? openedAt, data);
  await queueForAll(writer, webhooks, { type, payload }, environment);
}

/** The page of the dashboard that shows more of an alert, from the service's origin on. */
export function dashboardPathOf(storeId: string, { path }: Pick<Alert, 'path'>): string {
  return `/dashboard/stores/${storeId}/${path}`;
}

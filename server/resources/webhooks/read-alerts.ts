/**
 * The operations that read alerts, done in the reader thread. They write nothing. A page has at most 200 alerts; times are RFC 3339 in
 * UTC.
 */
// Tests: test/api/alerts.test.ts.
import type { AlertBody, alertOperations } from '../../../contract/alerts.ts';
import { formatTimestamp } from '../../clock.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writePage } from '../../operations/write-page.ts';
import type { Alert } from '../../storage/webhooks/tables.ts';
import { dashboardPathOf } from './note-alerts.ts';

/** A handler for each operation. */
export const alertReads: OperationHandlers<typeof alertOperations, 'reader', ReadContext> = {
  listAlerts: ({ storeId, query }, { reader }) =>
    writePage({
      name: 'alerts',
      limit: query.limit,
      read: (last: Alert | null, limit) =>
        reader.alerts.page({ before: last?.id ?? query.cursor ?? null, limit, state: query.state }),
      show: (alert) => presentAlert(storeId, alert),
      placeOf: ({ id }) => id,
    }),
};

function presentAlert(storeId: string, alert: Alert): AlertBody {
  const { id, type, name, message, openedAt, closedAt, isSent } = alert;
  return {
    ...{ id, type, name, message },
    dashboard_path: dashboardPathOf(storeId, alert),
    opened_at: formatTimestamp(openedAt),
    closed_at: closedAt === null ? null : formatTimestamp(closedAt),
    is_sent: isSent,
  };
}

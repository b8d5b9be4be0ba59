/**
 * Declares the calls of alerts: what went wrong in a store by itself, from its first sign until it is over. A cause that is open has one
 * alert. They are kept for 90 days. A wrong value is 422, which names the field.
 */
// Tests: test/api/alerts.test.ts.
import { Type } from 'typebox';
import { type Operations, orNull, type ValueOf } from './operation.ts';
import { PageQuerySchema } from './queries.ts';
import { alertEvents } from './words/webhooks.ts';

const AlertSchema = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum([...alertEvents]),
    name: Type.String({ description: 'The feed or the file; empty for searches.' }),
    message: Type.String(),
    dashboard_path: Type.String({ description: 'The page of the dashboard that shows more.' }),
    opened_at: Type.String(),
    closed_at: orNull(Type.String(), { description: 'Null while the cause lasts.' }),
    is_sent: Type.Boolean({
      description: 'False if the store had too many alerts in a day: then it is only listed.',
    }),
  },
  { $id: 'Alert' },
);
/** An alert on the wire. */
export type AlertBody = ValueOf<typeof AlertSchema>;

/** Every call about alerts. */
export const alertOperations = {
  listAlerts: {
    route: 'GET /alerts',
    summary: 'List alerts, newest first',
    query: PageQuerySchema,
    answer: Type.Object(
      { alerts: Type.Array(AlertSchema), next_cursor: orNull(Type.String()) },
      { $id: 'AlertList' },
    ),
    ...{ tag: 'Alerts', key: 'secret', role: 'viewer', thread: 'reader' },
  },
} as const satisfies Operations;

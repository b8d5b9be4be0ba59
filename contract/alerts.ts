/**
 * Declares the calls of alerts: what went wrong in a store by itself, from its first sign until it is over. A cause that is open has one
 * alert. They are kept for 90 days. A wrong value is 422, which names the field.
 */
// Tests: test/api/alerts.test.ts.
import { Type } from 'typebox';
import { type Operations, orNull, type ValueOf } from './operation.ts';
import { PageQuerySchema } from './queries.ts';
import { DeliverySchema } from './webhooks.ts';
import { alertStates } from './words/alerts.ts';
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

const MailChoiceSchema = Type.Object({
  is_available: Type.Boolean({ description: 'False where the operator has set no mail server.' }),
  email: Type.String(),
  events: Type.Array(Type.Enum([...alertEvents])),
  failing_since: orNull(Type.String()),
  is_switched_off: Type.Boolean({
    description: 'True after five days of failures; a new choice switches it on.',
  }),
  last_delivery: orNull(DeliverySchema),
});
/** What the calling member gets by mail. */
export type MailChoiceBody = ValueOf<typeof MailChoiceSchema>;
const MailAnswerSchema = Type.Object({ mail: MailChoiceSchema });

const ofMember = { tag: 'Alerts', role: 'viewer', thread: 'pipeline' } as const;

/** Every call about alerts. */
export const alertOperations = {
  listAlerts: {
    route: 'GET /alerts',
    summary: 'List alerts, newest first',
    query: Type.Object({
      ...PageQuerySchema.properties,
      state: Type.Optional(
        Type.Enum([...alertStates], { description: 'Only those that last, or are over.' }),
      ),
    }),
    answer: Type.Object(
      { alerts: Type.Array(AlertSchema), next_cursor: orNull(Type.String()) },
      { $id: 'AlertList' },
    ),
    ...{ tag: 'Alerts', key: 'secret', role: 'viewer', thread: 'reader' },
  },
  showAlertMail: {
    route: 'GET /alert-mail',
    summary: 'The alerts that the member gets by mail',
    answer: MailAnswerSchema,
    ...ofMember,
  },
  chooseAlertMail: {
    route: 'PUT /alert-mail',
    summary: 'Choose the alerts that the member gets by mail',
    body: Type.Object(
      { events: Type.Array(Type.Enum([...alertEvents]), { description: 'None: no mails.' }) },
      { additionalProperties: false },
    ),
    answer: MailAnswerSchema,
    ...ofMember,
  },
  testAlertMail: {
    route: 'POST /alert-mail/test',
    summary: 'Send a test mail to the member',
    answer: MailAnswerSchema,
    errors: [409],
    ...ofMember,
  },
} as const satisfies Operations;

/** The tables of endpoints and of the messages to them, as schema.ts describes all others. */
import type { Flag } from './column-types.ts';

/** Tenant: key (store_id, id). */
export interface WebhooksTable {
  store_id: string;
  id: string;
  url: string;
  description: string;
  /** JSON list of text. */
  events: string;
  is_active: Flag;
  disabled_reason: string | null;
  failing_since: number | null;
  last_delivered_at: number | null;
  secret_sealed: string;
  previous_secret_sealed: string | null;
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
}

/** Tenant: key (store_id, webhook_id, id). */
export interface WebhookDeliveriesTable {
  store_id: string;
  webhook_id: string;
  id: string;
  type: string;
  /** The body of the message as it is sent. */
  payload: string;
  status: string;
  /** JSON list of DeliveryAttempt. */
  attempts: string;
  next_attempt_at: number | null;
  created_at: number;
  ended_at: number | null;
}

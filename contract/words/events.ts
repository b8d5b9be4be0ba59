/**
 * The types of events that shops report, and the codes with which one event is rejected. A rejected event never rejects
 * its batch.
 */
// Tests: test/api/events.test.ts.

/** The types of events that can be reported. */
export const eventTypes = ['suggestion_click', 'product_click', 'add_to_cart', 'purchase'] as const;
/** One of {@link eventTypes}. */
export type EventType = (typeof eventTypes)[number];

/** The codes with which one event of a batch is rejected; the others count. */
export const eventRejectionCodes = [
  'event_invalid',
  'type_unknown',
  'insufficient_scope',
  'product_unknown',
  'product_id_invalid',
  'external_id_invalid',
  'phrase_invalid',
  'region_invalid',
  'query_invalid',
  'position_invalid',
  'quantity_invalid',
  'value_invalid',
  'currency_invalid',
  'query_id_invalid',
  'event_id_invalid',
  'occurred_at_invalid',
] as const;
/** One of {@link eventRejectionCodes}. */
export type EventRejectionCode = (typeof eventRejectionCodes)[number];

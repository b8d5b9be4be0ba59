import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookEvents } from '../../../contract/words/webhooks.ts';
import { describeEvents, eventChoices, stateOfDelivery, stateOfWebhook } from './webhooks.ts';

test('every event can be chosen, and all have one name', () => {
  assert.deepEqual(
    eventChoices.map(({ value }) => value),
    webhookEvents,
  );
  assert.equal(describeEvents(webhookEvents), 'All events');
  assert.equal(describeEvents(['import.failed', 'feed.run.failed']), 'Import failed, Feed run failed');
});

test('the state of a webhook names its reason first', () => {
  const webhook = {
    ...{ id: '', url: '', description: '', events: [], created_at: '', updated_at: '' },
    ...{ last_delivered_at: null, previous_secret_until: null },
  };
  const state = (
    is_active: boolean,
    disabled_reason: 'gone' | 'failing' | null,
    failing_since: string | null,
  ) => stateOfWebhook({ ...webhook, is_active, disabled_reason, failing_since }).words;
  assert.deepEqual(
    [
      state(true, null, null),
      state(true, null, 'x'),
      state(false, null, 'x'),
      state(false, 'gone', 'x'),
      state(false, 'failing', 'x'),
    ],
    ['On', 'On, failing', 'Off', 'Off: answered 410', 'Off: failed for 5 days'],
  );
});

test('the state of a message depends on its attempts', () => {
  const attempt = { at: '', status: 500, duration_ms: 1, error: 'x', response: null };
  const words = (status: 'pending' | 'delivered' | 'failed', attempts: (typeof attempt)[]) =>
    stateOfDelivery({ status, attempts }).words;
  assert.deepEqual(
    [
      words('pending', []),
      words('pending', [attempt]),
      words('failed', [attempt]),
      words('delivered', [attempt]),
    ],
    ['Sending', 'Waiting to retry', 'Failed', 'Delivered'],
  );
});

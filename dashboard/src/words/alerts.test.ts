import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailChoiceBody } from '../../../contract/alerts.ts';
import { describeLastMail } from './alerts.ts';

const attempt = { at: '', status: 550, duration_ms: 1, error: 'The server said no.', response: null };

function choice(last: Partial<NonNullable<MailChoiceBody['last_delivery']>> | null): MailChoiceBody {
  const mail = {
    ...{ id: '', type: 'webhook.test' as const, status: 'pending' as const, attempts: [] },
    ...{ next_attempt_at: null, payload: {}, created_at: '', ended_at: null, ...last },
  };
  return {
    ...{ is_available: true, email: 'vera@shop.example', events: [], failing_since: null },
    ...{ is_switched_off: false, last_delivery: last === null ? null : mail },
  };
}

test('the last mail says what became of it and why', () => {
  const words = (last: Parameters<typeof choice>[0]) => describeLastMail(choice(last))?.words;
  assert.equal(words(null), undefined);
  assert.equal(words({}), 'The test mail to vera@shop.example is being sent.');
  assert.equal(
    words({ status: 'delivered', type: 'alert.feed_failed' }),
    'The last mail to vera@shop.example was taken by the mail server.',
  );
  assert.equal(
    words({ status: 'failed', attempts: [attempt] }),
    'The test mail to vera@shop.example could not be sent. The server said no.',
  );
  assert.equal(
    words({ type: 'alert.feed_failed', attempts: [attempt] }),
    'The last mail to vera@shop.example was not taken yet, and is sent again. The server said no.',
  );
});

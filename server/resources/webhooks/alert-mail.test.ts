/** The mails of alerts, in both forms. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeAlertMail } from './alert-mail.ts';

const message = {
  id: 'm',
  to: 'ada@shop.example',
  storeName: 'Lamps & more',
  origin: 'https://search.example',
};
const payloadOf = (alert: object) => JSON.stringify({ data: { alert } });

test('an alert mail has its message and its link', () => {
  const payload = payloadOf({
    ...{
      state: 'open',
      name: 'lamps.csv',
      message: 'No column "price".',
      dashboard_path: '/dashboard/stores/s/imports/i',
    },
  });
  const mail = writeAlertMail({ ...message, type: 'alert.import_failed', payload });
  assert.equal(mail.subject, 'Lamps & more: The file “lamps.csv” was not imported');
  assert.match(
    mail.text,
    /No column "price"\.\n\nhttps:\/\/search\.example\/dashboard\/stores\/s\/imports\/i\n/,
  );
  assert.match(mail.html, /No column &quot;price&quot;/);
  assert.match(mail.html, /Lamps &amp; more/);
  const unknown = writeAlertMail({ ...message, type: 'alert.import_failed', payload, origin: null });
  assert.doesNotMatch(unknown.text + unknown.html, /http/);
});

test('an alert mail that ends a cause has no old message', () => {
  const payload = payloadOf({ state: 'over', name: 'Feed', message: 'Gone.', dashboard_path: '/x' });
  const mail = writeAlertMail({ ...message, type: 'alert.feed_failed', payload });
  assert.match(mail.text, /^The feed “Feed” works again\.\n\nhttps:/);
});

test('names of strangers stay text in a mail', () => {
  const name = 'a\r\nBcc: eve@x.example\u2028<img src=x>$&';
  const payload = payloadOf({ state: 'open', name, message: '<b>', dashboard_path: '/"><x>' });
  const mail = writeAlertMail({ ...message, type: 'alert.feed_failed', payload });
  assert.doesNotMatch(mail.subject, /[\r\n\u2028]/);
  assert.match(mail.subject, /<img src=x>\$&/);
  assert.doesNotMatch(mail.html, /<img|<b>|<x>/);
});

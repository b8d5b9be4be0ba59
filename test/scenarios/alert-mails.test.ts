/**
 * Goal: a member who chose an alert gets it by mail, with a link that works, and nobody else does. Method: real servers as processes, a
 * mail server that speaks SMTP, on both databases.
 */
import assert from 'node:assert/strict';
import type { MailChoiceBody } from '../../contract/alerts.ts';
import { joinAs, setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine, type TestEngine, testOnEngines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { importCsv } from '../support/file-imports.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const password = 'a-secret-of-mail';
const badCsv = 'no,columns\n1,2\n';
const goodCsv = 'external_id,title,price,url\na,Lamp,5,https://shop.example/a\n';

async function withMail(
  engine: TestEngine,
  work: (scene: { readonly service: TestService; readonly mail: MailServer }) => Promise<void>,
): Promise<void> {
  const mail = await startMailServer(password);
  const sender = { FORETYPE_SMTP_URL: mail.url, FORETYPE_MAIL_FROM: 'Foretype <alerts@search.example>' };
  const service = await startTestService(engine, sender);
  try {
    await work({ service, mail });
  } finally {
    await service.stop();
    await mail.close();
  }
}

testOnEngines('members who chose an alert get it by mail', (engine) =>
  withMail(engine, async ({ service, mail }) => {
    const owner = await setUpOperator(service);
    const { store } = await service.createStore();
    const invited = { email: 'vera@shop.example', role: 'viewer' };
    const viewer = await joinAs(service, owner, store.id, invited);
    const path = `/stores/${store.id}/alert-mail`;
    const choice = async (answer: ReturnType<typeof viewer.call>) =>
      (await answer).as<{ mail: MailChoiceBody }>().mail;
    assert.deepEqual(await choice(viewer.call('GET', path)), {
      ...{ is_available: true, email: invited.email, events: [], failing_since: null },
      ...{ is_switched_off: false, last_delivery: null },
    });
    expectError(await viewer.call('POST', `${path}/test`), 'conflict');
    const events = ['alert.import_failed'];
    assert.deepEqual((await choice(viewer.call('PUT', path, { events }))).events, events);
    await viewer.call('POST', `${path}/test`);
    await waitUntil('the test mail', () => mail.mails.length === 1);
    await importCsv(owner, store.id, badCsv, { name: 'lamps.csv' });
    await importCsv(owner, store.id, goodCsv, { name: 'lamps.csv' });
    await waitUntil('both mails', () => mail.mails.length === 3);
    const [test, open, over] = mail.mails;
    assert.deepEqual(
      [test?.to, open?.to, open?.from],
      [[invited.email], [invited.email], 'alerts@search.example'],
    );
    assert.match(test?.text ?? '', /^Subject: .*This is a test of alerts$/m);
    // Lines of a mail are short.
    const whole = (open?.text ?? '').replaceAll('=\n', '');
    assert.ok(whole.includes(`${service.origin}/dashboard/stores/${store.id}/imports/`), whole);
    assert.match(open?.text ?? '', /^Content-Type: multipart\/alternative/m);
    assert.ok(over !== undefined);
    // It is neither a webhook nor anybody else's.
    const webhooks = await owner.call('GET', `/stores/${store.id}/webhooks`);
    assert.deepEqual(webhooks.as<{ webhooks: unknown[] }>().webhooks, []);
    assert.deepEqual((await choice(owner.call('GET', path))).events, []);
    // Who is no member any more gets no mail.
    const members = await owner.call('GET', `/stores/${store.id}/members`);
    const { id } = members
      .as<{ members: { id: string; email: string }[] }>()
      .members.find(({ email }) => email === invited.email) ?? { id: '' };
    assert.equal((await owner.call('DELETE', `/stores/${store.id}/members/${id}`)).status, 200);
    await owner.call('PUT', path, { events });
    await importCsv(owner, store.id, badCsv, { name: 'lamps.csv' });
    await waitUntil('the owner’s mail', () => mail.mails.length === 4);
    assert.notDeepEqual(mail.mails[3]?.to, [invited.email]);
  }),
);

testOnEngines('a mail that is refused is tried again and shown', (engine) =>
  withMail(engine, async ({ service, mail }) => {
    const owner = await setUpOperator(service);
    const { store } = await service.createStore();
    const path = `/stores/${store.id}/alert-mail`;
    await owner.call('PUT', path, { events: ['alert.import_failed'] });
    mail.refuse(true);
    await importCsv(owner, store.id, badCsv);
    const shown = async () => (await owner.call('GET', path)).as<{ mail: MailChoiceBody }>().mail;
    await waitUntil('the failed attempt', async () => (await shown()).failing_since !== null);
    const [attempt] = (await shown()).last_delivery?.attempts ?? [];
    assert.equal(attempt?.status, 550);
    assert.match(attempt?.error ?? '', /did not take the mail .*no such person/);
    assert.doesNotMatch(JSON.stringify(await shown()), new RegExp(password));
    mail.refuse(false);
    await waitUntil('the next attempt', () => mail.mails.length === 1, 60_000);
    await waitUntil('its end', async () => (await shown()).last_delivery?.status === 'delivered');
    assert.equal((await shown()).failing_since, null);
  }),
);

testOnEngines('without a mail server a choice is kept', async (engine) => {
  if (engine !== anyEngine) return;
  const service = await startTestService(engine);
  try {
    const owner = await setUpOperator(service);
    const { store, keys } = await service.createStore();
    const path = `/stores/${store.id}/alert-mail`;
    await owner.call('PUT', path, { events: ['alert.feed_failed'] });
    const { mail } = (await owner.call('GET', path)).as<{ mail: MailChoiceBody }>();
    assert.deepEqual([mail.is_available, mail.events], [false, ['alert.feed_failed']]);
    expectError(await owner.call('POST', `${path}/test`), 'conflict');
    const key = await service.request('GET', '/api/v1/alert-mail', { headers: { 'x-api-key': keys.secret } });
    expectError(key, 'not_found');
  } finally {
    await service.stop();
  }
});

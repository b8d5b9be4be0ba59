/**
 * Goal: webhooks of a store are told of the ends of its imports, by messages that they can trust, and of nothing else;
 * nobody but the store's own people and keys decides about them. Method: real receivers and a running service, on both
 * databases.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type { AuditEntry } from '../../contract/stores.ts';
import type { DeliveryBody, WebhookBody } from '../../contract/webhooks.ts';
import { joinAs, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { importCsv } from '../support/file-imports.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  isSignedWith,
  type ReceivedMessage,
  startReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

const path = '/api/v1/webhooks';
const goodCsv = 'external_id,title,price,url\na,Lamp,5,https://shop.example/a\n';

interface Registered {
  readonly webhook: WebhookBody;
  readonly secret: string;
}

async function register(store: TestStore, url: string, fields: object = {}): Promise<Registered> {
  const answer = await store.request('POST', path, { body: { url, ...fields } });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<Registered>();
}

async function deliveriesOf(store: TestStore, id: string): Promise<DeliveryBody[]> {
  const answer = await store.request('GET', `${path}/${id}/deliveries`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ deliveries: DeliveryBody[] }>().deliveries;
}

/** The import that a message tells of. */
function importOf(message: ReceivedMessage | undefined): Readonly<Record<string, unknown>> {
  assert.ok(message !== undefined);
  return message.body.data.import as Readonly<Record<string, unknown>>;
}

for (const engine of engines) {
  describe(`webhooks (${engine.name})`, () => {
    const service = useService(engine, { FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' });
    const receivers: WebhookReceiver[] = [];
    let operator: Visitor;
    before(async () => {
      operator = await setUpOperator(service.current());
    });
    after(async () => {
      for (const receiver of receivers) await receiver.close();
    });

    async function newReceiver(): Promise<WebhookReceiver> {
      const receiver = await startReceiver();
      receivers.push(receiver);
      return receiver;
    }

    test(`the end of an import sends one signed message (${engine.name})`, async () => {
      const [all, failuresOnly] = [await newReceiver(), await newReceiver()];
      const store = await service.createStore();
      const { webhook, secret } = await register(store, all.url);
      await register(store, failuresOnly.url, { events: ['import.failed'] });
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      const done = await importCsv(operator, store.store.id, goodCsv, { name: 'lamps.csv' });
      const failed = await importCsv(operator, store.store.id, 'no,columns\n1,2\n');
      // A trial run is nobody's news.
      await importCsv(operator, store.store.id, goodCsv, { dryRun: true });
      const ended = async () =>
        (await deliveriesOf(store, webhook.id)).filter(({ status }) => status === 'delivered').length === 2;
      await waitUntil('both messages', ended, 20_000);
      await waitUntil('the failure alone', () => failuresOnly.messages.length === 1, 20_000);
      const types = all.messages.map(({ body }) => body.type).toSorted();
      assert.deepEqual(types, ['import.completed', 'import.failed']);
      assert.equal(importOf(failuresOnly.messages[0]).id, failed.id);
      const completed = all.messages.find(({ body }) => body.type === 'import.completed');
      assert.ok(completed !== undefined);
      const { id, filename, created_rows: created } = importOf(completed);
      assert.deepEqual([id, filename, created], [done.id, 'lamps.csv', 1]);
      for (const message of all.messages) {
        assert.ok(await isSignedWith(secret, message));
        assert.ok(!(await isSignedWith(`whsec_${btoa('another')}`, message)));
        assert.ok(!(await isSignedWith(secret, { ...message, text: `${message.text} ` })));
        assert.ok(Math.abs(Number(message.headers['webhook-timestamp']) - Date.now() / 1_000) < 60);
      }
      const log = await deliveriesOf(store, webhook.id);
      assert.deepEqual(
        log.map((delivery) => delivery.id).toSorted(),
        all.messages.map(({ headers }) => String(headers['webhook-id'])).toSorted(),
      );
      assert.deepEqual(
        log[1]?.attempts.map(({ status, error }) => [status, error]),
        [[204, null]],
      );
      assert.deepEqual(log[1]?.payload, completed.body);
    });

    test(`after a rotation messages are signed with both secrets (${engine.name})`, async () => {
      const receiver = await newReceiver();
      const store = await service.createStore();
      const { webhook, secret } = await register(store, receiver.url);
      const rotated = await store.request('POST', `${path}/${webhook.id}/rotate`);
      assert.notEqual(rotated.as<Registered>().secret, secret);
      assert.ok(rotated.as<Registered>().webhook.previous_secret_until !== null);
      const sent = await store.request('POST', `${path}/${webhook.id}/test`);
      assert.equal(sent.as<{ delivery: DeliveryBody }>().delivery.status, 'pending');
      await waitUntil('the test message', () => receiver.messages.length === 1, 20_000);
      const [message] = receiver.messages;
      assert.ok(message !== undefined && message.body.type === 'webhook.test');
      assert.ok(await isSignedWith(secret, message));
      assert.ok(await isSignedWith(rotated.as<Registered>().secret, message));
      assert.equal(String(message.headers['webhook-signature']).split(' ').length, 2);
    });

    test(`webhooks are listed, changed and deleted without their secrets (${engine.name})`, async () => {
      const receiver = await newReceiver();
      const store = await service.createStore();
      const { webhook, secret } = await register(store, receiver.url, { description: 'ERP' });
      const changes = { events: ['import.failed'], is_active: false, description: 'Mail' };
      const changed = await store.request('PATCH', `${path}/${webhook.id}`, { body: changes });
      const list = await store.request('GET', path);
      const shown = await store.request('GET', `${path}/${webhook.id}`);
      assert.deepEqual(changed.as<Registered>().webhook, shown.as<Registered>().webhook);
      const { url, events, is_active: isActive, description } = shown.as<Registered>().webhook;
      assert.deepEqual(
        [url, events, isActive, description],
        [receiver.url, ['import.failed'], false, 'Mail'],
      );
      for (const { text } of [changed, list, shown])
        assert.ok(!text.includes(secret) && !text.includes('sealed'));
      // What changes nothing leaves no entry in the log, and synonyms leave one.
      await store.request('PATCH', `${path}/${webhook.id}`, { body: changes });
      await store.request('PUT', '/api/v1/synonyms', { body: { synonyms: [{ terms: ['sofa', 'couch'] }] } });
      await importCsv(operator, store.store.id, 'no,columns\n1,2\n');
      assert.deepEqual(await deliveriesOf(store, webhook.id), []);
      assert.equal((await store.request('DELETE', `${path}/${webhook.id}`)).status, 200);
      expectError(await store.request('GET', `${path}/${webhook.id}`), 'not_found');
      const audit = await operator.call('GET', `/stores/${store.store.id}/audit`);
      const { entries } = audit.as<{ entries: AuditEntry[] }>();
      const ofWebhooks = entries.filter(({ action }) => action.startsWith('webhook'));
      assert.deepEqual(
        ofWebhooks.map(({ action }) => action),
        ['webhook.deleted', 'webhook.changed', 'webhook.created'],
      );
      assert.ok(entries.some(({ action }) => action === 'synonyms.changed'));
      // Made with a key: the log names it.
      assert.ok(ofWebhooks.every(({ actor }) => actor !== null && actor.name !== '' && actor.email === null));
    });

    test(`a store takes at most ten webhooks (${engine.name})`, async () => {
      const store = await service.createStore();
      for (let number = 0; number < limits.webhooksPerStore; number += 1) {
        await register(store, `https://hooks.example/${number}`);
      }
      const answer = await store.request('POST', path, { body: { url: 'https://hooks.example/more' } });
      expectError(answer, 'conflict');
    });

    test(`webhook faults are all named and nothing is stored (${engine.name})`, async () => {
      const store = await service.createStore();
      const body = {
        url: 'ftp://x',
        events: ['import.done'],
        is_active: 1,
        description: 'a\u0000b',
        secret: 'x',
      };
      const answer = await store.request('POST', path, { body });
      expectError(answer, 'validation_failed');
      const { errors } = answer.as<{ errors: { path: string; code: string; message: string }[] }>();
      assert.match(errors[1]?.message ?? '', /Got "ftp:\/\/x"\.$/);
      assert.deepEqual(
        errors.map((fault) => `${fault.path} ${fault.code}`),
        [
          '/secret field_unknown',
          '/url url_not_allowed',
          '/description description_invalid',
          '/events events_invalid',
          '/is_active is_active_invalid',
        ],
      );
      const list = await store.request('GET', path);
      assert.deepEqual(list.as<{ webhooks: WebhookBody[] }>().webhooks, []);
      const [none] = expectError(await store.request('POST', path, { body: {} }), 'validation_failed');
      assert.match(none?.message ?? '', /got nothing\.$/);
    });

    test(`another store and lower roles reach no webhook (${engine.name})`, async () => {
      const [store, stranger] = [await service.createStore(), await service.createStore()];
      const { webhook } = await register(store, 'https://hooks.example/own');
      const one = `${path}/${webhook.id}`;
      const calls = [
        ['GET', one],
        ['PATCH', one],
        ['POST', `${one}/test`],
        ['POST', `${one}/rotate`],
        ['GET', `${one}/deliveries`],
        ['DELETE', one],
      ] as const;
      for (const [method, target] of calls) {
        const body = method === 'PATCH' ? { body: { is_active: false } } : {};
        expectError(await stranger.request(method, target, body), 'not_found');
        const key = { key: store.keys.storefront, ...body };
        expectError(await store.request(method, target, key), 'insufficient_scope');
      }
      const others = await stranger.request('GET', path);
      assert.deepEqual(others.as<{ webhooks: WebhookBody[] }>().webhooks, []);
      const own = `/stores/${store.store.id}/webhooks`;
      for (const role of ['viewer', 'editor']) {
        const email = `${role}-${store.store.id}@shop.example`;
        const member = await joinAs(service.current(), operator, store.store.id, { email, role });
        assert.equal((await member.call('GET', own)).status, 200);
        assert.equal((await member.call('GET', `${own}/${webhook.id}/deliveries`)).status, 200);
        const writes = [
          ['POST', own, { url: 'https://hooks.example/theirs' }],
          ['PATCH', `${own}/${webhook.id}`, { is_active: false }],
          ['POST', `${own}/${webhook.id}/test`, {}],
          ['POST', `${own}/${webhook.id}/rotate`, {}],
          ['DELETE', `${own}/${webhook.id}`, undefined],
        ] as const;
        for (const [method, target, body] of writes) {
          expectError(await member.call(method, target, body), 'insufficient_role');
        }
      }
      assert.ok((await store.request('GET', one)).as<Registered>().webhook.is_active);
    });
  });

  describe(`webhooks of a public service (${engine.name})`, () => {
    const service = useService(engine);
    test(`non-public addresses are refused at registration (${engine.name})`, async () => {
      const store = await service.createStore();
      const { webhook } = await register(store, 'https://hooks.example/ok');
      const hidden = [
        'http://hooks.example/',
        'https://localhost/',
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://[::ffff:10.0.0.1]/',
        'https://10.1.2.3/',
        'https://192.168.1.1/',
        'https://169.254.169.254/latest/meta-data/',
        'https://2130706433/',
        'https://0x7f.1/',
        'https://db.internal/',
        'https://user:secret@hooks.example/',
        'https://hooks.example:22/',
      ];
      for (const url of hidden) {
        for (const [method, target] of [
          ['POST', path],
          ['PATCH', `${path}/${webhook.id}`],
        ] as const) {
          const answer = await store.request(method, target, { body: { url } });
          expectError(answer, 'validation_failed');
          assert.match(answer.text, /url_not_allowed/, url);
          assert.doesNotMatch(answer.text, /secret/);
        }
      }
      const list = await store.request('GET', path);
      assert.deepEqual(
        list.as<{ webhooks: WebhookBody[] }>().webhooks.map(({ url }) => url),
        ['https://hooks.example/ok'],
      );
    });
  });
}

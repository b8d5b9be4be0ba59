/**
 * Goal: merchants hear of what goes wrong by itself, once until it is over, by webhooks and in a list that only their store has. Method:
 * real imports and feeds of a running service, and a real receiver, on both databases.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AlertBody } from '../../contract/alerts.ts';
import { alertEvents } from '../../contract/words/webhooks.ts';
import { joinAs, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  feedProducts,
  feedsPath,
  newAddress,
  registerAndRun,
  runFeed,
  useFeedServer,
} from '../support/feeds.ts';
import { importCsv } from '../support/file-imports.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const path = '/api/v1/alerts';
const goodCsv = 'external_id,title,price,url\na,Lamp,5,https://shop.example/a\n';

async function alertsOf(store: TestStore, query = ''): Promise<AlertBody[]> {
  const answer = await store.request('GET', `${path}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ alerts: AlertBody[] }>().alerts;
}

for (const engine of engines) {
  describe(`alerts (${engine.name})`, () => {
    const service = useService(engine, { FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' });
    const feedServer = useFeedServer();
    let operator: Visitor;
    let receiver: WebhookReceiver;
    before(async () => {
      operator = await setUpOperator(service.current());
      receiver = await startReceiver();
    });
    after(() => receiver.close());

    test(`a nightly file that fails is one alert (${engine.name})`, async () => {
      const store = await service.createStore();
      const body = { url: receiver.url, events: [...alertEvents] };
      assert.equal((await store.request('POST', '/api/v1/webhooks', { body })).status, 200);
      const csv = (text: string) => importCsv(operator, store.store.id, text, { name: 'lamps.csv' });
      await csv('no,columns\n1,2\n');
      const second = await csv('no,columns\n1,2\n');
      await waitUntil('the alert', () => receiver.messages.length === 1);
      const [open] = await alertsOf(store);
      assert.deepEqual(
        [open?.type, open?.name, open?.message, open?.closed_at, open?.is_sent],
        ['alert.import_failed', 'lamps.csv', second.error, null, true],
      );
      await csv(goodCsv);
      await waitUntil('the end of it', () => receiver.messages.length === 2);
      const states = receiver.messages.map(({ body: { type, data } }) => [type, data.alert]);
      const { id, message, dashboard_path, opened_at } = open as AlertBody;
      const shown = { id, name: 'lamps.csv', message, dashboard_path, opened_at };
      const [over] = await alertsOf(store);
      assert.deepEqual(states, [
        ['alert.import_failed', { ...shown, state: 'open', closed_at: null }],
        ['alert.import_failed', { ...shown, state: 'over', closed_at: over?.closed_at }],
      ]);
      assert.match(dashboard_path, new RegExp(`^/dashboard/stores/${store.store.id}/imports/`));
    });

    test(`a feed that fails is an alert until it works (${engine.name})`, async () => {
      const store = await service.createStore();
      const address = newAddress(feedServer.current());
      address.serveProducts(feedProducts(1, 60));
      const { feed } = await registerAndRun(store, address.url, { name: 'Lamps' });
      address.serve({ status: 503, body: '' });
      for (let failure = 0; failure < 2; failure += 1) await runFeed(store, feed.id);
      const [open, ...others] = await alertsOf(store);
      assert.deepEqual([open?.type, open?.name, open?.closed_at], ['alert.feed_failed', 'Lamps', null]);
      assert.deepEqual(others, []);
      // Most products would go out of stock.
      address.serveProducts(feedProducts(1, 1));
      await runFeed(store, feed.id);
      address.serveProducts(feedProducts(1, 60));
      await runFeed(store, feed.id);
      const states = (await alertsOf(store)).map(({ type, closed_at }) => [type, closed_at !== null]);
      assert.deepEqual(states, [
        ['alert.guard_held', true],
        ['alert.feed_failed', true],
      ]);
      address.serve({ status: 503, body: '' });
      await runFeed(store, feed.id);
      assert.equal((await alertsOf(store, '?state=open')).length, 1);
      assert.equal((await store.request('DELETE', `${feedsPath}/${feed.id}`)).status, 200);
      assert.deepEqual(await alertsOf(store), []);
    });

    test(`alerts are listed for their store alone (${engine.name})`, async () => {
      const [store, other] = [await service.createStore(), await service.createStore()];
      for (const name of ['a.csv', 'b.csv', 'c.csv']) {
        await importCsv(operator, store.store.id, 'no,columns\n1,2\n', { name });
      }
      const first = await store.request('GET', `${path}?limit=2`);
      const page = first.as<{ alerts: AlertBody[]; next_cursor: string }>();
      const rest = await alertsOf(store, `?limit=2&cursor=${page.next_cursor}`);
      assert.deepEqual(
        [...page.alerts, ...rest].map(({ name }) => name),
        ['c.csv', 'b.csv', 'a.csv'],
      );
      await importCsv(operator, store.store.id, goodCsv, { name: 'b.csv' });
      const namesOf = async (state: string) =>
        (await alertsOf(store, `?state=${state}`)).map(({ name }) => name);
      assert.deepEqual([await namesOf('open'), await namesOf('over')], [['c.csv', 'a.csv'], ['b.csv']]);
      assert.deepEqual(await alertsOf(other), []);
      const invited = { email: `viewer-${engine.name}@shop.example`, role: 'viewer' };
      const viewer = await joinAs(service.current(), operator, store.store.id, invited);
      const seen = await viewer.call('GET', `/stores/${store.store.id}/alerts`);
      assert.equal(seen.as<{ alerts: AlertBody[] }>().alerts.length, 3);
      const strange = await viewer.call('GET', `/stores/${other.store.id}/alerts`);
      assert.equal(strange.status, 404);
      const open = await service
        .current()
        .request('GET', path, { headers: { 'x-api-key': store.keys.storefront } });
      expectError(open, 'insufficient_scope');
    });
  });
}

/**
 * Settings that cannot be read, as people meet them in the dashboard, in a real browser. The page of merchandising says so
 * and goes on without rules and synonyms, but for those that somebody sent again meanwhile; the page of a webhook deletes
 * it; the page of a collection keeps its words.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { MerchandisingBody } from '../../contract/merchandising.ts';
import type { WebhookBody } from '../../contract/webhooks.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { runSql, servedTarget } from '../support/damage.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';

let service: TestService;
let browser: Browser;
let shop: TestStore;
let owner: Person;
/** Overwrites what the store has of a table past the service. */
let damage: (table: string, column?: string) => Promise<unknown>;

const rules = [{ id: 'one', query: 'lamp', match: 'exact', pins: ['a'] }];

before(async () => {
  buildDashboard();
  const database = await anyEngine.open();
  service = await startTestService({ ...anyEngine, open: async () => database });
  browser = await sharedBrowser();
  const operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  const storeId = shop.store.id;
  damage = (table, column = 'rules') =>
    runSql(
      servedTarget(database.target),
      storeId,
      `update ${table} set ${column} = '{' where store_id = '${storeId}'`,
    );
  owner = await browseAs(browser, service.origin, operator);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

async function replace(path: string, body: object): Promise<void> {
  const answer = await shop.request('PUT', `/api/v1/${path}`, { body });
  assert.equal(answer.status, 200, answer.text);
}

async function openDamaged(): Promise<void> {
  await replace('merchandising', { rules });
  await replace('synonyms', { synonyms: [{ terms: ['sofa', 'couch'] }] });
  await damage('merchandising_sets');
  await damage('synonym_sets');
  const { page } = owner;
  await page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/rules`);
  for (const what of ['rules', 'synonyms']) {
    await page.getByText(`The ${what} of the store cannot be read`).waitFor();
  }
}

async function startAgain(what: string): Promise<void> {
  const { page } = owner;
  await page.getByRole('button', { name: `Start again with none: ${what}` }).click();
  await page.getByRole('button', { name: 'Start again', exact: true }).click();
  await page.getByText(`The ${what} of the store cannot be read`).waitFor({ state: 'detached' });
}

test('people start again where settings cannot be read', async () => {
  await openDamaged();
  const { page } = owner;
  await assertFitForAll(page, 'damaged settings');
  await startAgain('rules');
  await page.getByText('No rule yet').waitFor();
  await startAgain('synonyms');
  for (const path of ['merchandising', 'synonyms']) {
    assert.equal((await shop.request('GET', `/api/v1/${path}`)).status, 200);
  }
  assert.deepEqual(owner.faults, []);
});

test('a setting that a colleague saved meanwhile is kept', async () => {
  await openDamaged();
  await replace('merchandising', { rules });
  await startAgain('rules');
  await owner.page.getByRole('link', { name: '“lamp”' }).waitFor();
  const { rules: kept } = (await shop.request('GET', '/api/v1/merchandising')).as<MerchandisingBody>();
  assert.deepEqual(
    kept.map(({ id }) => id),
    ['one'],
  );
});

test('the page of a damaged webhook deletes it', async () => {
  const { page } = owner;
  const made = await shop.request('POST', '/api/v1/webhooks', { body: { url: 'https://shop.example/hook' } });
  const { webhook } = made.as<{ webhook: WebhookBody }>();
  await damage('webhooks', 'events');
  await page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/webhooks/${webhook.id}`);
  await page.getByText('This webhook cannot be read').waitFor();
  await page.getByText('Delete the webhook, and register it again.').waitFor();
  assert.equal(await page.getByText('There is no such webhook').count(), 0);
  await assertFitForAll(page, 'a damaged webhook');
  await page.getByRole('button', { name: 'Delete: This webhook cannot be read' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.getByText('No webhooks yet').waitFor();
  assert.deepEqual(owner.faults, []);
});

test('the page of a damaged collection keeps its words', async () => {
  const conditions = [{ field: 'price', op: 'at_least', value: '0' }];
  const body = { title: 'Cheap', rules: { match: 'all', conditions } };
  assert.equal((await shop.request('POST', '/api/v1/collections', { body })).status, 200);
  await damage('collections');
  const { page } = owner;
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (/\/dashboard\/api\/.*\/collections\/cheap$/.test(request.url())) asked += 1;
  });
  await page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/collections/cheap`);
  await page.getByText('Delete the collection, and make it again.').waitFor();
  await page.clock.runFor(60_000);
  assert.equal(asked, 1);
});

/**
 * Groups of phrases as people use them in the dashboard, in a real browser on a real service: decided about by mouse and by keyboard
 * alone, searched, and taken back. One walk.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { PhrasesBody } from '../../contract/enrichment.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { joinAs, setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Scene {
  readonly service: TestService;
  readonly shop: TestStore;
  readonly owner: Person;
  readonly viewer: Person;
  readonly pages: string;
}

let browser: Browser;
let scene: Scene;

const shoe = (kind: string, color: string) =>
  productInput(kind, {
    title: `Nordkap ${kind} running shoes`,
    category: 'Shoes',
    brand: 'Nordkap',
    attributes: { Color: color, Gender: 'Women' },
  });

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  const service = await startTestService(anyEngine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });
  const operator = await setUpOperator(service);
  const shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  const owner = await browseAs(browser, service.origin, operator);
  const joined = await joinAs(service, operator, shop.store.id, {
    email: 'vic@shop.example',
    role: 'viewer',
  });
  const viewer = await browseAs(browser, service.origin, joined);
  scene = { service, shop, owner, viewer, pages: `${service.origin}/dashboard/stores/${shop.store.id}` };
  await importProducts(shop, [shoe('Trail', 'red'), shoe('Road', 'blue'), shoe('Track', 'green')]);
  await waitUntil('the phrases', async () => (await find('Track')).generated_at !== null);
});

after(async () => {
  await closePages(browser);
  await scene.service.stop();
});

async function find(externalId: string): Promise<PhrasesBody> {
  const answer = await scene.shop.request('GET', `/api/v1/products/${externalId}/phrases`);
  return answer.as<{ phrases: PhrasesBody }>().phrases;
}

const livePhrases = async (externalId: string) => {
  const { suggestion_phrases: shown, search_phrases: searched } = await find(externalId);
  return [...shown, ...searched];
};

test('a refused group is gone from each product, and taken back', async () => {
  const { page } = scene.owner;
  await page.goto(`${scene.pages}/phrases`);
  await page.getByRole('heading', { name: 'Type + attribute', exact: true }).waitFor();
  await assertFitForAll(page, 'groups of phrases');
  await page.getByRole('button', { name: 'Refuse all: Type + attribute', exact: true }).click();
  await page.getByText('are no longer suggested or searched').waitFor();
  await assertFitForAll(page, 'the dialog of a decision');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('button', { name: 'Take back: Refused Type + attribute' }).waitFor();
  await waitUntil('the refusal', async () => !(await livePhrases('Road')).includes('blue shoes'));
  await page.getByRole('heading', { name: 'Type + attribute', exact: true }).waitFor({ state: 'detached' });
  await assertFitForAll(page, 'decisions that stand');
  await page.getByRole('button', { name: 'Take back: Refused Type + attribute' }).click();
  await waitUntil('the phrases of before', async () => (await livePhrases('Road')).includes('blue shoes'));
  await page.getByRole('heading', { name: 'Type + attribute', exact: true }).waitFor();
});

test('a decision waits for its count and begins at Cancel', async () => {
  const { page } = scene.owner;
  await page.goto(`${scene.pages}/phrases`);
  const preview = /decisions\/preview$/;
  const open = () => page.getByRole('button', { name: 'Refuse all: Type + attribute', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const refuse = dialog.getByRole('button', { name: 'Refuse' });
  await page.route(preview, (route) =>
    route.fulfill({ status: 400, json: { code: 'x', message: 'No count' } }),
  );
  await open();
  await dialog.getByText('No count').waitFor();
  assert.equal(await refuse.isDisabled(), true);
  await waitUntil('the focus', async () => (await page.locator(':focus').textContent()) === 'Cancel');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.unroute(preview);
  const one = { phrases: 1, products: 1, emptied_products: 0, is_complete: true };
  await page.route(preview, (route) => route.fulfill({ json: one }));
  await open();
  await dialog.getByText('1 phrase of 1 product is no longer suggested or searched.').waitFor();
  assert.equal(await refuse.isDisabled(), false);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute(preview);
});

test('a search that has looked at a part goes on', async () => {
  const { page } = scene.owner;
  const search = /\/dashboard\/api\/.*\/phrases\?/;
  await page.route(search, (route) => {
    const url = new URL(route.request().url());
    if (!url.searchParams.has('cursor')) return route.fulfill({ json: { phrases: [], next_cursor: 'more' } });
    url.searchParams.delete('cursor');
    return route.continue({ url: url.href });
  });
  await page.goto(`${scene.pages}/phrases?q=blue`);
  await page.getByText('Nothing found so far').waitFor();
  await assertFitForAll(page, 'a search that has looked at a part');
  await page.getByRole('button', { name: 'Look further' }).click();
  await page.getByText('blue shoes').first().waitFor();
  await page.unroute(search);
});

test('single phrases are searched and refused by their words', async () => {
  const { page } = scene.owner;
  await page.goto(`${scene.pages}/phrases`);
  await page.getByRole('link', { name: 'See them: Type + attribute', exact: true }).click();
  await page.getByRole('heading', { name: 'Type + attribute' }).waitFor();
  await page.getByText('blue shoes').first().waitFor();
  await assertFitForAll(page, 'the phrases of a group');
  await page.getByRole('link', { name: 'Single phrases' }).click();
  const search = page.getByRole('searchbox', { name: 'Search phrases and titles' });
  await search.fill('no such words');
  await page.getByText('No matches').waitFor();
  await search.fill('gre');
  await page.getByText('green shoes').first().waitFor();
  await page.getByText('blue shoes').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Refuse all of these' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await waitUntil('the refusal', async () => !(await livePhrases('Track')).includes('green shoes'));
  assert.ok((await livePhrases('Road')).includes('blue shoes'));
});

test('all groups are approved by the keyboard alone', async () => {
  const { page } = scene.owner;
  await page.goto(`${scene.pages}/phrases`);
  const all = page.getByRole('checkbox', { name: 'Choose all' });
  await all.waitFor();
  await all.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  assert.match((await page.locator(':focus').textContent()) ?? '', /^Approve \d+ groups$/);
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Approve' });
  await confirm.waitFor();
  await page.getByRole('dialog').getByText('stay as they are').waitFor();
  await waitUntil('the focus', async () => (await page.locator(':focus').textContent()) === 'Cancel');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').textContent(), 'Approve');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing to decide').waitFor();
  await page.getByText('Every phrase is decided').first().waitFor();
  await assertFitForAll(page, 'groups that are all decided');
  for (const id of ['Trail', 'Road', 'Track']) assert.equal((await find(id)).state, 'approved');
  assert.deepEqual(scene.owner.faults, []);
});

test('a viewer reads groups and decides about none', async () => {
  const { page } = scene.viewer;
  await page.goto(`${scene.pages}/phrases`);
  await page.getByRole('heading', { name: 'Decisions that stand' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Approve|Refuse|Take back/ }).count(), 0);
  assert.deepEqual(scene.viewer.faults, []);
});

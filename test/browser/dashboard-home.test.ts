/**
 * The first page of a store in a real browser: the live dropdown, the figures of searches, what to fix next with what it is worth, and
 * the state of the service in one line.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { inventSearches } from '../support/invented-searches.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

let service: TestService;
let owner: Person;
/** The address of the store's pages. */
let store: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  const operator = await setUpOperator(service);
  const shop = await service.createStore({ name: 'Nordlicht' });
  await importProducts(shop, [productInput('torch', { title: 'Head torch' })]);
  await inventSearches(service.storage, shop.store.id, { nowMicros: Date.now() * 1_000, productIds: [] });
  owner = await browseAs(await sharedBrowser(), service.origin, operator);
  store = `${service.origin}/dashboard/stores/${shop.store.id}`;
});

after(async () => {
  await closePages(await sharedBrowser());
  await service.stop();
});

test('the home page leads from a lost search to its page', async () => {
  const { page, faults } = owner;
  await page.goto(store);
  const figures = page.getByRole('region', { name: 'Searches of the last 30 days' });
  await figures.getByText('Searches in 30 days').waitFor();
  await figures.getByText('Found nothing').waitFor();
  await page.getByRole('link', { name: /^Answering/ }).waitFor();
  await page.frameLocator('iframe').getByLabel('Search as a shopper').fill('torch');
  await page.getByRole('link', { name: 'Why this answer to “torch”?' }).waitFor();
  const tasks = page.getByRole('region', { name: 'Fix next' });
  const worth = (await tasks.getByText(/searches in 30 days/).allTextContents()).map((text) =>
    Number(/([\d,]+) searches/.exec(text)?.[1]?.replace(',', '')),
  );
  assert.ok(worth.length > 1);
  assert.deepEqual(
    worth,
    worth.toSorted((one, other) => other - one),
    'the worthiest first',
  );
  await assertFitForAll(page, 'the home page');
  await tasks.getByRole('link', { name: 'Add a synonym: wellies' }).click();
  await page.getByRole('heading', { name: '“wellies”' }).waitFor();
  assert.deepEqual(faults, []);
});

test('one line about the service leads to its details', async () => {
  const { page } = owner;
  await page.goto(store);
  await page.getByRole('link', { name: /^Answering/ }).click();
  await page.getByRole('heading', { name: 'State of the service' }).waitFor();
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'Fix next' }).waitFor();
});

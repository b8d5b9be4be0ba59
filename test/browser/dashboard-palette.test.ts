/** The field that leads to any search, product or page, in a real browser and by the keyboard alone. */
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
  await importProducts(shop, [productInput('torch-1', { title: 'Head torch' })]);
  await inventSearches(service.storage, shop.store.id, { nowMicros: Date.now() * 1_000, productIds: [] });
  owner = await browseAs(await sharedBrowser(), service.origin, operator);
  store = `${service.origin}/dashboard/stores/${shop.store.id}`;
});

after(async () => {
  await closePages(await sharedBrowser());
  await service.stop();
});

test('the keyboard leads to a search, a product and a page', async () => {
  const { page, faults } = owner;
  await page.goto(`${store}/products`);
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: 'Go to' });
  const openWith = async (text: string) => {
    await page.keyboard.press('Control+k');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(text);
  };
  await openWith('torch');
  await page.getByRole('option', { name: 'head torch Search' }).waitFor();
  await page.getByRole('option', { name: 'Head torch Product torch-1' }).waitFor();
  assert.equal(
    await page.getByRole('listbox').getByRole('option', { selected: true }).textContent(),
    '“torch”What shoppers see',
  );
  await assertFitForAll(page, 'the field that leads anywhere');
  await page.keyboard.press('Enter');
  // A page that opens gives the focus to its title.
  const arriveAt = async (path: string) => {
    await page.waitForURL(`${store}${path}`);
    await page.locator('h1:focus').waitFor();
  };
  await arriveAt('/searches/torch');
  await openWith('torch-1');
  await page.getByRole('option', { name: 'Head torch Product torch-1' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');

  await arriveAt('/products/torch-1');
  await openWith('synonyms');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await arriveAt('/synonyms');
  await openWith('nothing');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
});

test('the field opens once over the menu of a phone', async () => {
  const { page } = owner;
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go to' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).and(page.locator(':focus')).waitFor();
  assert.equal(await page.getByRole('dialog', { name: 'Go to' }).count(), 1);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to' }).waitFor({ state: 'detached' });
});

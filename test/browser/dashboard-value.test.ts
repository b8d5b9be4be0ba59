/**
 * What search earns, as a merchant sees it in a real browser on a real service: revenue by currency and its share, the searches behind
 * it, and the line that reports an order where none was reported.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { sendEvents } from '../support/event-calls.ts';
import { inventSearches } from '../support/invented-searches.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { putProduct } from '../support/store-calls.ts';

let browser: Browser;
let service: TestService;
let owner: Person;

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  service = await startTestService(anyEngine);
  owner = await browseAs(browser, service.origin, await setUpOperator(service));
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

test('revenue shows by currency, search and product, with its share', async () => {
  const shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  const torch = await putProduct(shop, 'torch', { title: 'Head torch' });
  await inventSearches(service.storage, shop.store.id, {
    nowMicros: Date.now() * 1_000,
    productIds: [torch.id],
  });
  await sendEvents(shop, 'order', [
    { type: 'purchase', external_id: 'torch', value: '1234.50', currency: 'USD', query: 'head torch' },
  ]);
  const { page } = owner;
  const pages = `${service.origin}/dashboard/stores/${shop.store.id}`;
  await page.goto(`${pages}/searches`);
  const panel = page.getByRole('region', { name: 'What search earns' });
  await panel.getByText(/^100% USD$/).waitFor();
  await panel.getByText(/^\d+% EUR$/).waitFor();
  await panel.getByText('$1,234.50').first().waitFor();
  const searches = panel.getByRole('table', { name: 'Searches that led to purchases' });
  await searches.getByText(/€[\d,.]+, \$1,234\.50/).waitFor();
  const products = page.getByRole('region', { name: 'Most clicked products' });
  await products.getByText('$1,234.50').waitFor();
  await assertFitForAll(page, 'revenue');
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'What search earns by day as CSV' }).click();
  assert.match((await download).suggestedFilename(), /^value-.*\.csv$/);
  await searches.getByRole('link', { name: 'head torch' }).click();
  await page.getByText(/Led to \d+ carts and \d+ purchases for €[\d,.]+ and \$1,234\.50\./).waitFor();
});

test('a share of search is not known while no order names one', async () => {
  const shop = await service.createStore({ name: 'Sund', currency: 'EUR' });
  await putProduct(shop, 'torch', { title: 'Head torch' });
  const order = { type: 'purchase', external_id: 'torch', value: '12.50', currency: 'EUR' };
  await sendEvents(shop, 'order-1', [order]);
  const { page } = owner;
  await page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/searches`);
  const panel = page.getByRole('region', { name: 'What search earns' });
  await panel.getByText('Not known').waitFor();
  const link = panel.getByRole('link', { name: 'No order named its search yet' });
  assert.equal(await link.getAttribute('href'), '/docs/events#the-search-of-an-order');
  assert.equal(await panel.getByText('0%', { exact: true }).count(), 0);
  await assertFitForAll(page, 'an unknown share of search');
  await sendEvents(shop, 'order-2', [{ ...order, query: 'head torch' }]);
  await page.reload();
  await panel.getByText('50%', { exact: true }).waitFor();
});

test('a shop without orders is shown the line that reports one', async () => {
  const shop = await service.createStore({ name: 'Fjord', currency: 'EUR' });
  const { id } = await putProduct(shop, 'torch', { title: 'Head torch' });
  await sendEvents(shop, 's', [{ type: 'product_click', product_id: id, region: 'products', query: '' }]);
  const { page } = owner;
  await page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/searches`);
  const panel = page.getByRole('region', { name: 'What search earns' });
  await panel.getByText('Nothing was reported in this period.', { exact: false }).waitFor();
  await panel.getByRole('link', { name: 'its feed' }).waitFor();
  assert.match((await panel.locator('pre').textContent()) ?? '', /"type":"purchase".*"value":"129\.90"/);
  await panel.getByRole('button', { name: 'Copy the line that reports an order' }).waitFor();
  await assertFitForAll(page, 'no revenue');
});

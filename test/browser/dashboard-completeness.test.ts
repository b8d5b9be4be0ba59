/**
 * Goal: a merchant sees which source of products lacks pictures, categories, stock counts or types, and is led to these products.
 * Method: a feed, a file and calls of the API on a real service, in a real browser, with both schemes and widths.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { feedProducts, newAddress, privateFeeds, registerAndRun } from '../support/feeds.ts';
import { importCsv } from '../support/file-imports.ts';
import { type HostileFeedServer, startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

let feedServer: HostileFeedServer;
let browser: Browser;
let service: TestService;
let operator: Visitor;
let owner: Person;

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  feedServer = await startHostileFeedServer();
  service = await startTestService(anyEngine, { ...privateFeeds, FORETYPE_ENRICHMENT_PROVIDER: 'off' });
  operator = await setUpOperator(service);
  owner = await browseAs(browser, service.origin, operator);
});

after(async () => {
  await closePages(browser);
  await service.stop();
  await feedServer.close();
});

test('the page of imports shows what each source lacks', async () => {
  const shop = await service.createStore({ name: 'Nordlicht' });
  const { page } = owner;
  const pages = `${service.origin}/dashboard/stores/${shop.store.id}`;
  await page.goto(`${pages}/imports`);
  await page.getByText('Nothing has been imported yet').waitFor();
  const panel = page.getByRole('region', { name: 'Completeness by source' });
  await page.getByRole('main').locator('[aria-busy=true]').waitFor({ state: 'detached' });
  assert.equal(await panel.count(), 0, 'an empty store has no sources');

  const address = newAddress(feedServer);
  address.serveProducts(feedProducts(1, 4, { category: 'Light' }));
  const { feed } = await registerAndRun(shop, address.url, { name: 'Warehouse' });
  const header = 'external_id,title,price,url,stock_quantity';
  const rows = ['a', 'b'].map((id) => `${id},Sofa ${id},5,https://shop.example/${id},2`);
  await importCsv(operator, shop.store.id, [header, ...rows, ''].join('\n'), {
    name: 'a-very-long-name-of-a-file-of-the-spring-collection-2026.csv',
  });
  const image_url = `${service.origin}/favicon.ico`;
  await importProducts(shop, [
    ...['c', 'd'].map((id) => productInput(id, { title: `Chair ${id}`, image_url })),
    productInput('e', { title: 'Chair e' }),
  ]);
  await page.reload();
  await panel.waitFor();
  const sources = panel.getByRole('row').filter({ has: page.getByRole('cell') });
  const texts = (await sources.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  assert.deepEqual(texts, [
    'Warehouse Feed 4 All 4 without All have one All 4 without All 4 without',
    'Sent through the API Batches and single products 3 1 without All 3 without All 3 without All 3 without',
    'a-very-long-name-of-a-file-of-the-spring-collection-2026.csv File 2 All 2 without All 2 without All have one All 2 without',
  ]);
  assert.match(
    (await panel.getByRole('link', { name: 'Warehouse', exact: true }).getAttribute('href')) ?? '',
    new RegExp(`/feeds/${feed.id}$`),
  );
  await assertFitForAll(page, 'completeness by source');

  await panel.getByRole('link', { name: '1 without picture, Sent through the API' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('7 products shown').waitFor();
  assert.ok(page.url().endsWith('/products?missing=image'), page.url());
  await page.getByRole('link', { name: 'Chair e' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Chair c' }).count(), 0);
  await page.getByLabel('What is missing').selectOption('Without stock count');
  await page.getByText('7 products shown').waitFor();
  await page.getByRole('link', { name: 'Chair c' }).waitFor();
  assert.deepEqual(owner.faults, []);
});

test('the largest sources come first, the others when asked', async () => {
  const shop = await service.createStore({ name: 'Many files' });
  for (const count of [1, 2, 3, 4, 5, 6, 7]) {
    const rows = Array.from(
      { length: count },
      (_, index) => `${count}-${index},Lamp,5,https://shop.example/1`,
    );
    const content = ['external_id,title,price,url', ...rows, ''].join('\n');
    await importCsv(operator, shop.store.id, content, { name: `file-${count}.csv` });
  }
  const { page } = owner;
  await page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/imports`);
  const panel = page.getByRole('region', { name: 'Completeness by source' });
  const names = async () => await panel.getByRole('link', { name: /^file-\d\.csv$/ }).allInnerTexts();
  const more = panel.getByRole('button', { name: 'Show all 7 sources' });
  await more.waitFor();
  const expected = [7, 6, 5, 4, 3, 2, 1].map((count) => `file-${count}.csv`);
  assert.deepEqual(await names(), expected.slice(0, 6));
  await assertFitForAll(page, 'many sources');
  await more.click();
  await panel.getByRole('link', { name: 'file-1.csv', exact: true }).waitFor();
  assert.deepEqual(await names(), expected);
});

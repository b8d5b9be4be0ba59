/** Undoing an import in the dashboard, in a real browser on a real service: a preview in words, one click, and who did it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { joinAs, setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { getProduct, importProducts, productInput, putProduct } from '../support/store-calls.ts';

let service: TestService;
let browser: Browser;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  browser = await sharedBrowser();
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

test('an import is undone after a preview and names its undoer', async () => {
  const operator = await setUpOperator(service);
  const shop = await service.createStore({ name: 'Nordlicht' });
  await importProducts(shop, [productInput('a', { price: 1 }), productInput('b', { price: 1 })]);
  const changed = ['a', 'b', 'c'].map((id) => productInput(id, { price: 2 }));
  const run = await importProducts(shop, changed);
  await putProduct(shop, 'b', { price: 3 });
  const address = `${service.origin}/dashboard/stores/${shop.store.id}/imports/${run.id}`;
  const invited = { email: 'vic@shop.example', role: 'viewer' } as const;
  const viewer: Person = await browseAs(
    browser,
    service.origin,
    await joinAs(service, operator, shop.store.id, invited),
  );
  await viewer.page.goto(address);
  await viewer.page.getByText('started').waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: 'Undo this import' }).count(), 0);
  const { page } = await browseAs(browser, service.origin, operator);
  await page.goto(address);
  await page.getByRole('button', { name: 'Undo this import' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await dialog.getByText('1 product will be restored. 1 new product will be removed.').waitFor();
  await dialog.getByText('1 product has changed since and will be left as it is.').waitFor();
  await assertFitForAll(page, 'the preview of an undo');
  await dialog.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  const note = page.getByRole('status').filter({ hasText: 'This import was undone' });
  await note.getByText('1 product was restored.').waitFor();
  assert.equal((await getProduct(shop, 'a')).price, '1.00');
  assert.equal(await page.getByRole('button', { name: 'Undo this import' }).count(), 0);
  const main = page.getByRole('main');
  await main.getByText('Undone', { exact: true }).waitFor();
  await main.getByText(/before it was undone/).waitFor();
  assert.doesNotMatch(await main.innerText(), /can be found already/);
  await assertFitForAll(page, 'an import that was undone');
  await page.goto(address.replace(/\/[^/]+$/, ''));
  await page.getByRole('row', { name: /Undone/ }).waitFor();
});

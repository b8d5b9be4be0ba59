/**
 * Figures as people see them in the dashboard, in a real browser on a real service: a search and a click in the demo
 * shop that show within ten seconds, two months of a shop, and what can be done about searches that find nothing.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { PhrasesBody } from '../../contract/enrichment.ts';
import type { SynonymsBody } from '../../contract/synonyms.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import {
  assertFitForAll,
  browseAs,
  buildDashboard,
  newPerson,
  type Person,
} from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { inventSearches } from '../support/invented-searches.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { productInput, putProduct } from '../support/store-calls.ts';
import { underLoad } from '../support/under-load.ts';

let browser: Browser;
let service: TestService;
let owner: Person;

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  service = await startTestService(anyEngine, {
    FORETYPE_DEMO: 'on',
    FORETYPE_ENRICHMENT_PROVIDER: 'offline',
  });
  const operator = await setUpOperator(service);
  owner = await browseAs(browser, service.origin, operator);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

test('a demo shop click shows in the figures within ten seconds', async () => {
  const { page } = owner;
  const { demo } = service.running;
  assert.ok(demo !== null);
  await page.goto(`${service.origin}/dashboard/stores/${demo.storeId}/searches`);
  await page.getByText('No searches in this period').waitFor();
  await assertFitForAll(page, 'figures without a search');

  const shopper = await newPerson(browser);
  await shopper.page.goto(`${service.origin}/demo`);
  const box = shopper.page.getByRole('combobox');
  const answered = shopper.page.waitForResponse((response) => response.url().includes('q=co'));
  await box.pressSequentially('co');
  const { suggestions } = (await (await answered).json()) as { suggestions: readonly string[] };
  const chosen = suggestions[1] ?? '';
  assert.notEqual(chosen, '');
  await shopper.page.getByRole('option', { name: chosen, exact: true }).click();
  const timeout = underLoad(10_000);
  await page.getByText('1 with a click').waitFor({ state: 'attached', timeout });
  // The widget keeps answers for a while: a page that is opened anew asks again.
  await shopper.page.goto(`${service.origin}/demo`);
  await box.pressSequentially('co');
  await shopper.page.getByRole('option').first().filter({ hasText: chosen }).waitFor();
  assert.deepEqual([...shopper.faults, ...owner.faults], []);
});

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

test('two months show figures with definitions, intervals and comparison', async () => {
  const shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  const titles = ['Head torch', 'Rain jacket', 'Rubber boots'];
  const ids: string[] = [];
  for (const title of titles) ids.push((await putProduct(shop, title, productInput(title, { title }))).id);
  await inventSearches(service.storage, shop.store.id, { nowMicros: Date.now() * 1_000, productIds: ids });
  const { page } = owner;
  const pages = `${service.origin}/dashboard/stores/${shop.store.id}`;
  const bucketAt = Date.now() * 1_000 - 3 * 86_400_000_000;
  const keystrokes = { bucketAt, graph: 0, backend: 0, cached: 40, errors: 0, latencies: [40] };
  await service.storage.write(shop.store.id, (writer) => writer.statistics.addRequests(keystrokes));
  await page.goto(`${pages}/searches`);
  await page.getByText('at 95% confidence').first().waitFor();
  await page
    .getByText('The share of searches with a click. Searches without a result count as not clicked.')
    .waitFor();
  await page.getByRole('region', { name: 'Top searches' }).getByText('head torch').waitFor();
  await page.getByRole('region', { name: 'Most clicked products' }).getByText('Head torch').waitFor();
  const ends = page.getByRole('region', { name: 'Where searches end' });
  assert.match((await ends.getByRole('listitem').first().textContent()) ?? '', /^Product clicked\d/);
  assert.match((await ends.getByRole('listitem').last().textContent()) ?? '', /^Nothing found\d/);
  await page.getByText(/^Shoppers type \d+\.\d letters of \d+\.\d/).waitFor();
  const missedShare = page.getByRole('region', { name: 'Share without a result' });
  await missedShare.getByRole('button', { name: 'Show as a table' }).click();
  await missedShare.getByRole('cell', { name: /%$/ }).first().waitFor();
  const hours = page.getByRole('region', { name: 'When shoppers type' });
  await hours.getByText(/^Busiest: \w+day, \d+:00 to \d+:00, about 10 keystrokes an hour\.$/).waitFor();
  await hours.getByRole('cell', { name: '10', exact: true }).waitFor();
  await assertFitForAll(page, 'figures');
  await page.getByText('7 days', { exact: true }).click();
  await page.getByText('than in the previous 7 days').first().waitFor();
  await page.getByText('Today', { exact: true }).click();
  await page.getByText('than in the day before').first().waitFor();
  await page.getByText('Dates', { exact: true }).click();
  await page.getByLabel('First day').fill(dayBefore(20));
  await page.getByLabel('Last day').fill(dayBefore(21));
  await page.getByText('The period would end before it begins.').waitFor();
  await assertFitForAll(page, 'figures of own days');
  await page.getByLabel('First day').fill(dayBefore(23));
  await page.getByText('than in the previous 3 days').first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Nothing found as CSV' }).click();
  assert.match((await download).suggestedFilename(), /^no-results-.*\.csv$/);

  // A synonym for a search without a result: open it, type the words, publish.
  const missed = page.getByRole('region', { name: 'Nothing found' });
  await missed.getByRole('link', { name: 'wellies' }).click();
  await page.getByRole('combobox', { name: 'Also finds' }).fill('rubber boots');
  await page.getByRole('combobox', { name: 'Also finds' }).press('Enter');
  await page.getByText('also finds rubber boots').waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Shoppers see it now.').waitFor();
  const { synonyms } = (await shop.request('GET', '/api/v1/synonyms')).as<SynonymsBody>();
  assert.deepEqual(synonyms, [{ from: ['wellies'], to: ['rubber boots'] }]);

  await page.goto(`${pages}/searches/anorak`);
  await page.getByRole('button', { name: 'Add as a phrase of a product' }).click();
  await page.getByRole('combobox', { name: 'Search your products' }).fill('rain');
  await page.getByRole('option', { name: /^Rain jacket/ }).click();
  await page.getByRole('dialog', { name: 'Rain jacket' }).getByText('anorak').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { phrases } = (await shop.request('GET', '/api/v1/products/Rain%20jacket/phrases')).as<{
    phrases: PhrasesBody;
  }>();
  assert.ok(phrases.search_phrases.includes('anorak'));
  assert.deepEqual(owner.faults, []);
});

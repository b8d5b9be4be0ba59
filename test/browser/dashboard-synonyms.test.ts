/** The list of synonyms in a real browser: words are added, changed and removed, and each synonym shows what it changes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SynonymsBody } from '../../contract/synonyms.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, titlesFor } from '../support/store-calls.ts';

let service: TestService;
let owner: Person;
let shop: TestStore;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  const operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht' });
  await importProducts(shop, [
    productInput('boots', { title: 'Rubber boots' }),
    productInput('torch', { title: 'Head torch' }),
  ]);
  owner = await browseAs(await sharedBrowser(), service.origin, operator);
});

after(async () => {
  await closePages(await sharedBrowser());
  await service.stop();
});

const stored = async () => (await shop.request('GET', '/api/v1/synonyms')).as<SynonymsBody>().synonyms;

test('synonyms are listed, changed and removed in their place', async () => {
  const { page } = owner;
  await page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/synonyms`);
  await page.getByText('No synonyms yet').waitFor();
  await assertFitForAll(page, 'no synonyms');
  await page.getByRole('button', { name: 'New synonym' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Type words that your products contain.').waitFor();
  for (const [field, word] of [
    ['When shoppers type', 'gumshoes'],
    ['also find', 'rubber boots'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).fill(word);
    await page.keyboard.press('Enter');
  }
  await assertFitForAll(page, 'a new synonym');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('gumshoes also finds rubber boots').waitFor();
  assert.deepEqual(await stored(), [{ from: ['gumshoes'], to: ['rubber boots'] }]);

  await page.getByRole('button', { name: 'What it changes: gumshoes also finds rubber boots' }).click();
  await page.getByText('1 of the first 1 products for “gumshoes” are found only by it.').waitFor();
  await page.getByRole('status').getByText('Rubber boots').waitFor();
  await assertFitForAll(page, 'the effect of a synonym');

  await page.getByRole('button', { name: 'Edit: gumshoes also finds rubber boots' }).click();
  await page.getByText('Both ways').click();
  await page.getByRole('combobox', { name: 'Words that mean the same' }).fill('torch');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('gumshoes and torch mean the same').waitFor();
  assert.deepEqual(await titlesFor(shop, 'gumshoes'), ['Head torch']);

  await page.getByRole('button', { name: 'Remove: gumshoes and torch mean the same' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('No synonyms yet').waitFor();
  assert.deepEqual(await stored(), []);
  assert.deepEqual(owner.faults, []);
});

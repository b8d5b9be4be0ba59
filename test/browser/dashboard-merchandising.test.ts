/**
 * The pages of merchandising in a real browser: a rule is written with products that are searched for, while what shoppers
 * would see is watched; it holds once it is saved, and is changed and thrown away.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { MerchandisingBody } from '../../contract/merchandising.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { ask, importProducts, productInput, titlesFor } from '../support/store-calls.ts';

let service: TestService;
let browser: Browser;
let shop: TestStore;
let owner: Person;
let merchandising: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  browser = await sharedBrowser();
  const operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  merchandising = `${service.origin}/dashboard/stores/${shop.store.id}/rules`;
  const makers = ['Acme', 'Borg', 'Cole', 'Dahl'];
  await importProducts(
    shop,
    makers.map((brand) => productInput(`boots-${brand}`, { title: `Boots by ${brand}`, brand, price: 80 })),
  );
  owner = await browseAs(browser, service.origin, operator);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

test('a rule is written beside its answer and holds once saved', async () => {
  const { page } = owner;
  await page.goto(merchandising);
  await page.getByText('No rule yet').waitFor();
  await assertFitForAll(page, 'no merchandising');
  await page.getByRole('link', { name: 'New rule' }).click();
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText('Pin, boost or hide something').waitFor();
  await page.getByLabel('Query').fill('boots');
  await page.getByRole('combobox', { name: 'Pin a product' }).fill('zzz');
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText('Choose a product for “zzz” from the list').waitFor();
  await page.getByRole('combobox', { name: 'Pin a product' }).clear();
  const found = page.getByRole('region', { name: 'What shoppers would see' }).getByRole('listitem');
  await found.filter({ hasText: 'Boots by Acme' }).waitFor();
  for (const [field, title] of [
    ['Pin a product', 'Boots by Dahl'],
    ['Hide a product', 'Boots by Acme'],
  ] as const) {
    const box = page.getByRole('combobox', { name: field });
    await box.fill(title);
    await page.getByRole('option', { name: `${title} (` }).waitFor();
    await box.press('Enter');
    await page.getByRole('button', { name: `Remove ${title}` }).waitFor();
    assert.equal(await box.inputValue(), '', 'and the rule is not sent');
  }
  await page.getByRole('button', { name: 'Add a boost' }).click();
  await page.getByLabel('Boost 1: value').fill('cole');
  await page.getByLabel('Words', { exact: true }).fill('All boots');
  await page.getByLabel('Address').fill('https://shop.example/boots');
  await found.filter({ hasText: 'Dahl' }).getByText('Pinned').waitFor();
  await found.filter({ hasText: 'Cole' }).getByText('Boosted +5').waitFor();
  await found.filter({ hasText: 'Acme' }).getByText('Hidden').waitFor();
  await page.getByText('All boots links to https://shop.example/boots').waitFor();
  const titles = await found.locator('[class*=title]').allInnerTexts();
  assert.deepEqual(titles, ['Boots by Dahl', 'Boots by Cole', 'Boots by Borg', 'Boots by Acme']);
  await assertFitForAll(page, 'a new rule');
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText('1 pinned, 1 hidden, boosts cole, links to “All boots”').waitFor();
  await assertFitForAll(page, 'the rules');
  assert.deepEqual(await titlesFor(shop, 'boots'), ['Boots by Dahl', 'Boots by Cole', 'Boots by Borg']);
  assert.equal((await ask(shop, 'boots')).categories[0]?.url, 'https://shop.example/boots');
});

test('a rule that a colleague changed is not overwritten but reloadable', async () => {
  const { page } = owner;
  const path = '/api/v1/merchandising';
  const { rules } = (await shop.request('GET', path)).as<MerchandisingBody>();
  const rule = { id: 'new', query: 'new', match: 'exact', hides: ['boots-Borg'] };
  await shop.request('PUT', path, { body: { rules: [...rules, rule] } });
  await page.goto(`${merchandising}/new`);
  await page.getByRole('button', { name: 'Remove Boots by Borg' }).waitFor();
  await shop.request('PUT', path, { body: { rules: [...rules, { ...rule, pins: ['boots-Cole'] }] } });
  await page.getByLabel('Query').fill('newer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody has changed this rule').waitFor();
  await assertFitForAll(page, 'a rule that was changed meanwhile');
  await page.getByRole('button', { name: 'Reload the rule' }).click();
  await page.getByRole('button', { name: 'Remove Boots by Cole' }).waitFor();
  assert.equal(await page.getByLabel('Query').inputValue(), 'new');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the rule' }).click();
  await page.getByText('1 pinned, 1 hidden, boosts cole').waitFor();
  assert.deepEqual((await shop.request('GET', path)).as<MerchandisingBody>().rules, rules);
});

test('a rule deleted by a colleague keeps a draft to recreate', async () => {
  const { page } = owner;
  const path = '/api/v1/merchandising';
  const { rules } = (await shop.request('GET', path)).as<MerchandisingBody>();
  const rule = { id: 'gone', query: 'gone', match: 'exact', hides: ['boots-Borg'] };
  await shop.request('PUT', path, { body: { rules: [...rules, rule] } });
  await page.goto(`${merchandising}/gone`);
  await page.getByLabel('Query').fill('back');
  await shop.request('PUT', path, { body: { rules } });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody has deleted this rule').waitFor();
  await page.getByRole('link', { name: 'Back to the rules' }).waitFor();
  await assertFitForAll(page, 'a rule that was deleted meanwhile');
  await page.getByRole('button', { name: 'Save it as a new rule' }).click();
  await page.getByRole('link', { name: '“back”' }).waitFor();
  await shop.request('PUT', path, { body: { rules } });
  await page.goto(`${merchandising}/gone`);
  await page.getByText('There is no such rule').waitFor();
  await page.getByRole('link', { name: 'Back to the rules' }).click();
  await page.getByRole('link', { name: 'New rule' }).waitFor();
});

test('a rule is changed, refused with words, and thrown away', async () => {
  const { page } = owner;
  await page.goto(merchandising);
  await page.getByRole('link', { name: '“boots”' }).click();
  await page.getByRole('button', { name: 'Remove Boots by Dahl' }).click();
  await page.getByRole('combobox', { name: 'Pin a product' }).fill('not-there');
  await page.getByRole('option', { name: 'Take the id “not-there”' }).click();
  await page.getByText('Not in the catalog yet').waitFor();
  await page.getByLabel('Address').fill('shop');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Type a whole address, such as').waitFor();
  await page.getByText('Fill in the words and the address').waitFor();
  await page.getByLabel('Address').fill('https://shop.example/');
  await page.getByLabel('Until').fill('2020-01-01T00:00');
  await page.getByText('The rule ended on').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Not in the catalog: not-there').waitFor();
  await page.getByText('Over', { exact: true }).waitFor();
  assert.deepEqual((await titlesFor(shop, 'boots')).length, 4);
  await page.getByRole('link', { name: '“boots”' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the rule' }).click();
  await page.getByText('No rule yet').waitFor();
  const { rules } = (await shop.request('GET', '/api/v1/merchandising')).as<MerchandisingBody>();
  assert.deepEqual(rules, []);
  assert.deepEqual(owner.faults, []);
});

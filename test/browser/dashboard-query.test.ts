/**
 * The page of one query in a real browser: a product is pinned, moved, boosted and hidden by the mouse and by the keyboard alone, the
 * list shows what would change, one button publishes it and one takes it back.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { SynonymsBody } from '../../contract/synonyms.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { inventSearches } from '../support/invented-searches.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { ask, importProducts, productInput, titlesFor } from '../support/store-calls.ts';

let service: TestService;
let browser: Browser;
let owner: Person;
let shop: TestStore;
/** The address of the store's pages. */
let store: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  browser = await sharedBrowser();
  const operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  const makers = ['Acme', 'Borg', 'Cole', 'Dahl'];
  await importProducts(shop, [
    ...makers.map((brand) =>
      productInput(`boots-${brand}`, { title: `Boots by ${brand}`, brand, price: 80 }),
    ),
    productInput('torch', { title: 'Head torch' }),
  ]);
  await inventSearches(service.storage, shop.store.id, { nowMicros: Date.now() * 1_000, productIds: [] });
  owner = await browseAs(browser, service.origin, operator);
  store = `${service.origin}/dashboard/stores/${shop.store.id}`;
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

const list = () => owner.page.getByRole('list', { name: 'Products in their order' });
const titles = () => list().getByRole('link').allTextContents();

async function expectOrder(...makers: string[]): Promise<void> {
  const last = list()
    .getByRole('listitem')
    .nth(makers.length - 1);
  await list().getByRole('listitem').first().getByText(`Boots by ${makers[0]}`).waitFor();
  await last.getByText(`Boots by ${makers.at(-1)}`).waitFor();
  assert.deepEqual(
    await titles(),
    makers.map((maker) => `Boots by ${maker}`),
  );
}

test('a product in sight is pinned with two clicks and undone', async () => {
  const { page } = owner;
  await page.goto(`${store}/searches/boots`);
  await expectOrder('Acme', 'Borg', 'Cole', 'Dahl');
  await assertFitForAll(page, 'a query');
  await page.getByRole('button', { name: 'Pin: Boots by Cole' }).click();
  await list().getByRole('listitem').first().getByText('was #3').waitFor();
  await expectOrder('Cole', 'Acme', 'Borg', 'Dahl');
  await assertFitForAll(page, 'a draft');
  assert.equal((await titlesFor(shop, 'boots'))[0], 'Boots by Acme', 'shoppers see nothing of a draft');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Shoppers see it now.').waitFor();
  assert.deepEqual((await titlesFor(shop, 'boots')).slice(0, 2), ['Boots by Cole', 'Boots by Acme']);
  await list().getByText('· Pinned').first().waitFor();
  const inPhone = page.frameLocator('iframe').getByRole('option', { name: /^Boots by / });
  await inPhone
    .first()
    .and(page.frameLocator('iframe').getByRole('option', { name: /^Boots by Cole / }))
    .waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectOrder('Acme', 'Borg', 'Cole', 'Dahl');
  assert.equal((await titlesFor(shop, 'boots'))[0], 'Boots by Acme');
  await page.reload();
  await expectOrder('Acme', 'Borg', 'Cole', 'Dahl');
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
});

test('the keyboard alone moves, boosts, hides and publishes', async () => {
  const { page } = owner;
  await page.goto(`${store}/searches/boots`);
  await page.getByRole('button', { name: /^Move Boots by Dahl, place 4/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expectOrder('Acme', 'Borg', 'Dahl', 'Cole');
  assert.match(
    await page.evaluate<string>('document.activeElement.getAttribute("aria-label")'),
    /^Move Boots by Dahl, place 3/,
    'the handle keeps the focus',
  );
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expectOrder('Acme', 'Borg', 'Cole', 'Dahl');
  await page.getByRole('button', { name: 'Boost: Boots by Dahl' }).press('Enter');
  await expectOrder('Dahl', 'Acme', 'Borg', 'Cole');
  await page.getByRole('button', { name: 'Hide: Boots by Acme' }).press('Enter');
  await expectOrder('Dahl', 'Borg', 'Cole');
  await page.getByRole('button', { name: 'Publish' }).press('Enter');
  await page.getByText('Published. Shoppers see it now.').waitFor();
  assert.deepEqual(await titlesFor(shop, 'boots'), ['Boots by Dahl', 'Boots by Borg', 'Boots by Cole']);
});

test('a product is dragged to its place', async () => {
  const { page } = owner;
  await page.goto(`${store}/searches/boots`);
  await expectOrder('Dahl', 'Borg', 'Cole');
  const target = list().getByRole('listitem').first();
  await page.getByRole('button', { name: /^Move Boots by Cole/ }).dragTo(target);
  await expectOrder('Cole', 'Dahl', 'Borg');
  await page.getByRole('link', { name: 'Catalog' }).click();
  await page.getByText('Leave without publishing?').waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
});

test('words, a page and a faraway product join a query', async () => {
  const { page } = owner;
  await page.goto(`${store}/searches/wellies`);
  await page.getByText('Nothing is found.').waitFor();
  await page.getByRole('combobox', { name: 'Also finds' }).fill('boots');
  await page.keyboard.press('Enter');
  await list().getByText('Boots by Acme').waitFor();
  await page.getByRole('combobox', { name: 'Pin a product that is not in the list' }).fill('torch');
  await page.getByRole('option', { name: /^Head torch/ }).click();
  await list().getByRole('listitem').first().getByText('Head torch').waitFor();
  await page.getByLabel('Link to a page: label').fill('All boots');
  await page.getByLabel('Link to a page: address').fill('https://shop.example/boots');
  await page.getByText('1 pinned, links to “All boots”, also finds boots').waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Shoppers see it now.').waitFor();
  const answer = await ask(shop, 'wellies');
  assert.equal(answer.categories[0]?.url, 'https://shop.example/boots');
  assert.equal(answer.products[0]?.title, 'Head torch');
  const { synonyms } = (await shop.request('GET', '/api/v1/synonyms')).as<SynonymsBody>();
  assert.deepEqual(synonyms, [{ from: ['wellies'], to: ['boots'] }]);
  await page.reload();
  await page
    .getByText(/in the previous 30 days/i)
    .first()
    .waitFor();
  await assertFitForAll(page, 'a query with figures');
});

test('a query that a colleague changed is not overwritten', async () => {
  const { page } = owner;
  const path = '/api/v1/merchandising';
  const rule = { id: 'of-torch', query: 'torch', match: 'exact', pins: ['torch'] };
  const { rules } = (await shop.request('GET', path)).as<{ rules: object[] }>();
  await shop.request('PUT', path, { body: { rules: [...rules, rule] } });
  await page.goto(`${store}/searches/torch`);
  await list().getByText('Pinned').waitFor();
  await page.getByRole('combobox', { name: 'Pin a product that is not in the list' }).fill('boots-Borg');
  await page.getByRole('option', { name: /^Boots by Borg/ }).click();
  await page.getByText('2 pinned').waitFor();
  const changed = { ...rule, pins: ['torch', 'boots-Cole'] };
  await shop.request('PUT', path, { body: { rules: [...rules, changed] } });
  // Coming back to the window reads the rules again.
  await page.evaluate(
    'window.dispatchEvent(new Event("visibilitychange")) && window.dispatchEvent(new Event("focus"))',
  );
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Somebody has changed this rule').waitFor();
  const after = (await shop.request('GET', path)).as<{ rules: { id: string; pins: string[] }[] }>().rules;
  assert.deepEqual(after.find(({ id }) => id === 'of-torch')?.pins, changed.pins);
  await page.getByRole('button', { name: 'Discard' }).click();
  await list().getByText('Boots by Cole').waitFor();
  assert.deepEqual(owner.faults, []);
});

test('the field for another query keeps its focus and leads the phone', async () => {
  const { page } = owner;
  await page.goto(`${store}/searches/boots`);
  const field = page.getByRole('searchbox', { name: 'Another query' });
  await field.fill('head');
  await page.waitForURL(`${store}/searches/head`);
  await page.keyboard.type(' torch');
  await page.waitForURL(`${store}/searches/head%20torch`);
  assert.equal(await field.inputValue(), 'head torch');
  const phone = page.frameLocator('iframe');
  await phone
    .getByRole('option', { name: /^Head torch / })
    .first()
    .waitFor();
  assert.equal(await phone.getByLabel('Search as a shopper').inputValue(), 'head torch');
});

test('the empty box has a page without a search', async () => {
  const { page } = owner;
  await page.goto(`${store}/playground`);
  await page.waitForURL(`${store}/empty-box`);
  await page.getByRole('heading', { name: 'The empty box' }).waitFor();
  await list().getByText('Boots by Acme').waitFor();
  await assertFitForAll(page, 'the empty box');
  await page.goto(`${store}/playground?q=boots`);
  await page.waitForURL(`${store}/searches/boots`);
});

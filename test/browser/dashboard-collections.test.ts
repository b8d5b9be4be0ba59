/**
 * Collections as people use them in the dashboard, in a real browser on a real service: one that the catalog suggests is
 * made by a click, one is built while its products are watched, changed, hidden and deleted. One walk, as a merchant's day.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { CollectionBody } from '../../contract/collections.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, putProduct } from '../support/store-calls.ts';

let service: TestService;
let browser: Browser;
let shop: TestStore;
let owner: Person;
/** The address of the pages of collections. */
let collections: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  browser = await sharedBrowser();
  const operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  collections = `${service.origin}/dashboard/stores/${shop.store.id}/collections`;
  const kinds = ['Trail', 'Road', 'Track', 'City', 'Kids'];
  await importProducts(shop, [
    ...kinds.map((kind, number) =>
      productInput(`s${number}`, {
        title: `${kind} running shoes`,
        category: 'Shoes',
        price: 80 + number * 10,
      }),
    ),
    ...kinds.map((kind, number) =>
      productInput(`l${number}`, { title: `${kind} desk lamp`, category: 'Home > Lamps', price: 20 }),
    ),
    ...kinds.map((kind) => productInput(`x-${kind}`, { title: `${kind} map`, price: 5 })),
  ]);
  for (const [number, kind] of kinds.entries()) {
    const body = { suggestion_phrases: [`${kind} running shoes`, 'running shoes'], search_phrases: [] };
    await shop.request('PUT', `/api/v1/products/s${number}/phrases`, { body });
  }
  owner = await browseAs(browser, service.origin, operator);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

const find = async (slug: string) =>
  (await shop.request('GET', `/api/v1/collections/${slug}`)).as<{ collection: CollectionBody }>().collection;

test('a suggested collection is made by one click', async () => {
  const { page } = owner;
  await page.goto(collections);
  await page.getByText('No collection yet').waitFor();
  await page.getByRole('button', { name: 'Create the collection Running shoes' }).waitFor();
  await assertFitForAll(page, 'suggested collections');
  // The suggestion is gone from its list before the other list is read again.
  const pageIsOpen = Promise.withResolvers<void>();
  const isList = ({ pathname }: URL) => pathname.endsWith(`/api/stores/${shop.store.id}/collections`);
  await page.route(isList, async (route) => {
    if (route.request().method() === 'GET') await pageIsOpen.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create the collection Running shoes' }).click();
  await page.getByRole('heading', { name: 'Running shoes', level: 1 }).waitFor();
  pageIsOpen.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('Ready').waitFor();
  await page.getByText('5 products shown').waitFor();
  assert.equal((await find('running-shoes')).product_count, 5);
});

test('rules are built beside their products and saved with title', async () => {
  const { page } = owner;
  await page.goto(collections);
  await page.getByRole('link', { name: 'New collection' }).click();
  await page.getByText('Finish a condition').waitFor();
  await page.getByRole('button', { name: 'Create the collection' }).click();
  await page.getByText('Say what to compare with.').waitFor();
  await page.getByText('Give it a title.').waitFor();
  await page.getByLabel('Condition 1: value').fill('shoes');
  await page.getByText('5 products', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByLabel('Condition 2: field').selectOption('price');
  await page.getByLabel('Condition 2: comparison').selectOption('between');
  await page.getByLabel('Condition 2: lowest value').fill('90');
  await page.getByLabel('Condition 2: highest value').fill('100');
  await page.getByText('2 products', { exact: true }).waitFor();
  assert.deepEqual(
    await page
      .getByRole('listitem')
      .getByRole('link', { name: /running shoes/ })
      .allInnerTexts(),
    ['Road running shoes', 'Track running shoes'],
  );
  await assertFitForAll(page, 'a new collection');
  await page.getByLabel('Title').fill('Running shoes');
  await page.getByLabel('Name in addresses').fill('running-shoes');
  await page.getByRole('button', { name: 'Create the collection' }).click();
  await page.getByText('already has a collection with the slug running-shoes').waitFor();
  await page.getByLabel('Name in addresses').fill('fair-shoes');
  await page.getByRole('button', { name: 'Create the collection' }).click();
  await page.getByText('Price is between €90.00 and €100.00').waitFor();
  await page.getByText('2 products shown').waitFor();
  await assertFitForAll(page, 'a collection');
  await page.setViewportSize({ width: 360, height: 740 });
  const tiles = await page.locator('[aria-busy] > ul > li').all();
  const [first, second] = await Promise.all(tiles.map((tile) => tile.boundingBox()));
  assert.ok(first && second);
  assert.deepEqual([second.y, second.x > first.x], [first.y, true], 'two products a row on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a collection is changed, hidden and deleted by keyboard', async () => {
  const { page } = owner;
  const press = async (role: 'button' | 'link', name: string) => {
    await page.getByRole(role, { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('link', 'Edit');
  await page.getByRole('heading', { name: 'Edit Running shoes' }).waitFor();
  await press('button', 'Remove condition 2');
  await page.getByText('5 products', { exact: true }).waitFor();
  await press('button', 'Save');
  await page.getByText('5 products shown').waitFor();
  // What comes later is there by itself.
  await putProduct(shop, 'new', { title: 'Gold running shoes', category: 'Shoes' });
  await page.reload();
  await page.getByText('6 products shown').waitFor();
  await press('button', 'Hide');
  await page.getByText('Hidden').waitFor();
  assert.equal((await find('fair-shoes')).is_active, false);
  await press('button', 'Delete');
  await page.getByText('Its products stay in the catalog.').waitFor();
  await press('button', 'Delete the collection');
  await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Running shoes' }).waitFor();
  await assertFitForAll(page, 'the collections');
  await page.goto(`${collections}/fair-shoes`);
  await page.getByText('There is no such collection').waitFor();
  assert.deepEqual(owner.faults, []);
});

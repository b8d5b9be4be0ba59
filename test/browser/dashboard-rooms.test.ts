/**
 * The rooms of the dashboard in a real browser: where each link leads, where addresses of earlier versions lead, and that the keyboard
 * alone reaches every page.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { sharedOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

let service: TestService;
let person: Person;
/** The address of the store's pages. */
let store: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  const shop = await service.createStore();
  await importProducts(shop, [productInput('a', { title: 'Trail boot' })]);
  person = await browseAs(await sharedBrowser(), service.origin, await sharedOperator(service));
  store = `${service.origin}/dashboard/stores/${shop.store.id}`;
});

after(async () => {
  await closePages(await sharedBrowser());
  await service.stop();
});

test('five rooms lead to all pages of a store', async () => {
  const { page, faults } = person;
  await page.goto(store);
  const navigation = page.getByRole('navigation', { name: 'Pages of the store' });
  await navigation.getByRole('link', { name: 'Home' }).waitFor();
  const rooms = await navigation.getByRole('link').allTextContents();
  assert.deepEqual(rooms, ['Home', 'Searches', 'Catalog', 'Install', 'Settings']);
  const reached: string[] = [];
  for (const room of rooms) {
    await navigation.getByRole('link', { name: room, exact: true }).press('Enter');
    await navigation.locator(`a[aria-current]`, { hasText: room }).waitFor();
    const pages = navigation
      .getByRole('listitem')
      .filter({ has: page.getByRole('list') })
      .getByRole('listitem');
    for (const name of await pages.allTextContents()) {
      const link = navigation.getByRole('link', { name, exact: true });
      const current = navigation.locator('a[aria-current="page"]', { hasText: name });
      // A key that comes while the page before still arrives may be lost.
      await waitUntil(`the page ${name}`, async () => {
        await link.press('Enter');
        return (await current.count()) === 1;
      });
      await page.waitForLoadState('networkidle');
      assert.equal(await navigation.locator('li li a[aria-current]').count(), 1, `${name} alone is current`);
      reached.push(`${name}: ${page.url().slice(store.length)}`);
    }
  }
  assert.deepEqual(reached, [
    'What shoppers search: /searches',
    'Synonyms: /synonyms',
    'Rules: /rules',
    'Ranking: /ranking',
    'Phrases: /phrases',
    'Products: /products',
    'Imports: /imports',
    'Feeds: /feeds',
    'Collections: /collections',
    'Store: /settings',
    'Team: /settings/team',
    'Alerts: /settings/alerts',
    'Webhooks: /settings/webhooks',
    'Audit log: /settings/audit',
  ]);
  assert.deepEqual(faults, []);
});

test('addresses of earlier versions lead to the present ones', async () => {
  const { page } = person;
  const earlier = [
    ['/analytics?days=7', '/searches?days=7'],
    ['/merchandising', '/rules'],
    ['/merchandising/new', '/new-rule'],
    ['/merchandising/rules/boots', '/rules/boots'],
    [
      '/webhooks/00000000-0000-4000-8000-000000000001',
      '/settings/webhooks/00000000-0000-4000-8000-000000000001',
    ],
    ['/keys', '/install?part=keys'],
  ] as const;
  for (const [path, now] of earlier) {
    await page.goto(`${store}${path}`);
    await page.waitForURL(`${store}${now}`);
  }
});

test('a menu of the navigation is used by the keyboard alone', async () => {
  const { page, faults } = person;
  await page.goto(store);
  const button = page.getByRole('button', { name: /^Account of/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const focused = () => page.locator('[role="menuitem"]:focus').textContent();
  assert.equal(await focused(), 'Your account');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(), 'Sign out');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 'Your account');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  assert.match((await page.locator(':focus').textContent()) ?? '', /^Account of/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});

/** The page Install in a real browser: the whole line is copied with one click, in the look that was chosen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { joinAs, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { privateFeeds } from '../support/feeds.ts';
import { startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

let service: TestService;
let browser: Browser;
let operator: Visitor;
let shop: TestStore;
let owner: Person;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine, privateFeeds);
  browser = await sharedBrowser();
  operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht' });
  await importProducts(shop, [productInput('a', { title: 'Desk lamp' })]);
  owner = await browseAs(browser, service.origin, operator);
  await owner.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

const addressOf = (part: string) => `${service.origin}/dashboard/stores/${shop.store.id}/install${part}`;
const lineOf = (page: Page) =>
  page.getByText(/^<script async src="[^"]+\/widget\.js" data-api-key="ft_/).first();
const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

test('one click copies the line with key and look', async () => {
  const { page } = owner;
  await page.goto(addressOf(''));
  await page.getByRole('button', { name: 'Copy the line' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const line = `<script async src="${service.origin}/widget.js" data-api-key="${shop.keys.storefront}"`;
  assert.equal(await copied(page), `${line}></script>`);
  await page.getByLabel('Theme').selectOption('compact');
  await page.getByLabel('Products as').selectOption('card');
  await page.getByLabel('Language').selectOption('Thai');
  const frame = page.frameLocator('iframe[title="Search box with the widget"]');
  await frame.getByRole('combobox').fill('lamp');
  await frame.getByText('Desk lamp').first().waitFor();
  await page.getByRole('button', { name: /Cop/ }).first().click();
  const chosen = `${line} data-theme="compact" data-product-display="card" data-lang="th"></script>`;
  assert.equal(await lineOf(page).textContent(), chosen);
});

test('keys are reached, made and shown by the keyboard alone', async () => {
  const { page } = owner;
  await page.goto(addressOf(''));
  await page.getByRole('tab', { name: 'Look' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'Keys', level: 2 }).waitFor();
  assert.ok(page.url().endsWith('?part=keys'), page.url());
  await page.getByRole('button', { name: 'New key' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Second page');
  await page.keyboard.press('Enter');
  await dialog.getByText('The key is public').waitFor();
  const token = await dialog.getByRole('textbox', { name: 'Second page' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.reload();
  const choice = page.getByLabel('With the key');
  await choice.selectOption({ index: 1 });
  assert.ok((await lineOf(page).textContent())?.includes(`data-api-key="${token}"`), 'shown again');
  await assertFitForAll(page, 'the keys');
});

test('a page of the shop is checked by the keyboard alone', async () => {
  const { page } = owner;
  const pages = await startHostileFeedServer();
  const line = `<script src="${service.origin}/widget.js" data-api-key="${shop.keys.storefront}"></script>`;
  pages.answer('/', {
    body: `${line}<input name="q" placeholder="Find it">`,
    headers: { 'content-security-policy': "default-src 'self'; img-src *" },
  });
  await page.goto(addressOf('?part=check'));
  const field = page.getByLabel('Page of your shop');
  await field.fill('ftp://shop.example');
  await page.keyboard.press('Enter');
  await page.getByText('The address must be complete').waitFor();
  await field.fill(`${pages.origin}/`);
  await page.keyboard.press('Enter');
  await page.getByText('3 things to change').waitFor();
  await page.getByText(`script-src 'self' ${service.origin}`).waitFor();
  await page.getByText(`data-target="input[name='q']"`).waitFor();
  assert.match(await page.getByRole('status').ariaSnapshot(), /Find it · q/);
  await assertFitForAll(page, 'a checked shop');
  pages.answer('/', { body: `${line}<input type="search" name="q">` });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('The dropdown works on this page').waitFor();
  const far = `<script src="https://search.example/widget.js" data-api-key="${shop.keys.storefront}"></script>`;
  for (const body of [line, `${far}<input type="search">`, `${line}${'<input name="a">'.repeat(201)}`]) {
    await page.getByText('The dropdown works on this page').waitFor();
    pages.answer('/', { body });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('No fault was found, but try the search box yourself').waitFor();
    pages.answer('/', { body: `${line}<input type="search" name="q">` });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
  }
  await page.getByText('The dropdown works on this page').waitFor();
  await pages.close();
});

test('the earlier address of the keys leads to them', async () => {
  const { page } = owner;
  await page.goto(addressOf('').replace('/install', '/keys'));
  await page.getByRole('heading', { name: 'Keys', level: 2 }).waitFor();
  assert.ok(page.url().endsWith('/install?part=keys'), page.url());
});

test('without a storefront key the page says what is missing', async () => {
  const other = await service.createStore({ name: 'Other shop' });
  const path = `/stores/${other.store.id}/keys`;
  const { keys } = (await operator.call('GET', path)).as<{ keys: { id: string; scope: string }[] }>();
  const storefront = keys.find(({ scope }) => scope === 'storefront');
  await operator.call('DELETE', `${path}/${storefront?.id}`);
  const invited = { email: 'install-viewer@shop.example', role: 'viewer' };
  const viewer = await browseAs(
    browser,
    service.origin,
    await joinAs(service, operator, other.store.id, invited),
  );
  await viewer.page.goto(`${service.origin}/dashboard${path.replace('/keys', '/install')}`);
  await viewer.page.getByText('Ask an owner of the store to create one.').waitFor();
  await viewer.page.getByRole('tab', { name: 'Check my shop' }).click();
  await viewer.page.getByText('Editors of the store can check a page.').waitFor();
  await owner.page.goto(`${service.origin}/dashboard${path.replace('/keys', '/install')}`);
  await owner.page.getByRole('button', { name: 'Create a storefront key' }).waitFor();
  await assertFitForAll(owner.page, 'a store without a storefront key');
  assert.deepEqual([...owner.faults, ...viewer.faults], []);
});

/**
 * Feeds as people use them in the dashboard, in a real browser on a real service beside a real server of documents: one
 * is registered after a look at it, runs, is stopped by the removal guard and let through, is changed and deleted. The
 * tests follow each other in one service, as the days of a merchant do.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { FeedBody } from '../../contract/feeds.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { joinAs, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import {
  endOfLatestRun,
  type FeedAddress,
  feedProduct,
  feedProducts,
  feedsPath,
  newAddress,
  privateFeeds,
} from '../support/feeds.ts';
import {
  answerWith,
  type HostileFeedServer,
  startHostileFeedServer,
} from '../support/hostile-feed-server.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';

let service: TestService;
let server: HostileFeedServer;
let browser: Browser;
let operator: Visitor;
let shop: TestStore;
let owner: Person;
let document: FeedAddress;
/** The address of the store's pages. */
let store: string;
/** The address of the feed's page, from the first test on. */
let feedPage: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine, privateFeeds);
  server = await startHostileFeedServer();
  browser = await sharedBrowser();
  operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht' });
  store = `${service.origin}/dashboard/stores/${shop.store.id}`;
  owner = await browseAs(browser, service.origin, operator);
  document = newAddress(server);
});

after(async () => {
  await closePages(browser);
  await server.close();
  await service.stop();
});

const listFeeds = async () =>
  (await shop.request('GET', feedsPath)).as<{ feeds: readonly FeedBody[] }>().feeds;

test('a feed is previewed before registration, with faults at fields', async () => {
  const { page } = owner;
  await page.goto(`${store}/feeds`);
  await page.getByText('A feed is a file with your whole catalog').waitFor();
  await page.getByRole('link', { name: 'Add a feed' }).click();
  const address = page.getByLabel('Address');
  await address.fill(`${server.origin}/nothing-here`);
  await page.getByRole('button', { name: 'See what is in it' }).click();
  await page.getByText('The server answered 404').waitFor();
  assert.equal(await address.getAttribute('aria-invalid'), 'true');
  // An ending that says nothing: the preview finds out what it is.
  server.answer('/catalog', {
    body: JSON.stringify([...feedProducts(1, 60), feedProduct('broken', { price: 'on request' })]),
  });
  await address.fill(`${server.origin}/catalog`);
  assert.equal(await page.getByLabel('Format').inputValue(), 'guess');
  await page.getByLabel('Name').fill('Main catalog');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '61 rows: what a run would do' }).waitFor();
  assert.equal(await page.getByLabel('Format').inputValue(), 'json');
  await page.getByText('Lamp 10', { exact: true }).waitFor();
  await page.getByText('The price "on request" is not a number').waitFor();
  assert.deepEqual(await listFeeds(), []);
  await assertFitForAll(page, 'a preview');
  await page.getByLabel('Removes at most').fill('20');
  await page.getByText('The form has changed since.').waitFor();
  document.serveProducts([...feedProducts(1, 60), feedProduct('broken', { price: 'on request' })]);
  await address.fill(document.url);
  await page.getByRole('button', { name: 'Add the feed' }).click();
  await page.getByText('1 failed, 60 new').waitFor();
  feedPage = page.url();
  const [feed] = await listFeeds();
  assert.deepEqual([feed?.name, feed?.max_removal_percent], ['Main catalog', 20]);
});

test('a watched run updates to its end by itself', async () => {
  const { page } = owner;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const body = JSON.stringify([...feedProducts(2, 61), feedProduct('broken', { price: 'x' })]);
  server.answer(document.path, async (socket, request) => {
    await gate;
    await answerWith({ headers: { 'content-type': 'application/json', etag: '"1"' }, body })(socket, request);
  });
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await page.getByRole('link', { name: 'Watch it' }).click();
  await page.getByRole('heading', { name: 'Fetching and reading the feed' }).waitFor();
  await page.getByText('the run goes on, even if the service restarts').waitFor();
  await assertFitForAll(page, 'a run under way');
  open();
  await page.getByRole('heading', { name: '1 failed, 1 removed, 1 new, 59 unchanged' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Removed' });
  assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['Removed', '1', '0', '+1']);
  await page.getByText('The server answered 200.').waitFor();
  await page.getByText('Importing', { exact: true }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const failed = readFileSync(await (await downloading).path(), 'utf8');
  assert.equal(failed.trim().split('\n').length, 2);
  await assertFitForAll(page, 'a run');
});

test('an unchanged run says so, the first has no comparison', async () => {
  const { page } = owner;
  await page.goto(feedPage);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await page.getByText('The feed was the same as before.').waitFor();
  await page.getByText('The last 3 runs: none failed, 1 found the feed as it was before.').first().waitFor();
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByText('The feed had not changed').waitFor();
  await page.getByRole('link', { name: 'Main catalog' }).click();
  await page.getByRole('row').last().getByRole('link').click();
  await page.getByText('there is no earlier run to compare with').waitFor();
  // What an import of this id would show stands with the feed.
  const runId = page.url().split('/').at(-1);
  await page.goto(`${store}/imports/${runId}`);
  await page.waitForURL(`${feedPage}/runs/${runId}`);
});

test('a run stopped by the removal guard can proceed once', async () => {
  const { page } = owner;
  document.serveProducts(feedProducts(2, 31));
  await page.goto(feedPage);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await page.getByText('The last run was stopped to protect your catalog').waitFor();
  await page.getByText('All products stay as they were.').waitFor();
  await assertFitForAll(page, 'a feed that fails');
  await page.goto(`${store}/feeds`);
  await page.getByText('Failing').waitFor();
  await assertFitForAll(page, 'the feeds');
  await page.goto(store);
  await page
    .getByRole('link', { name: 'Correct it and refresh it; until then the products stay as they were.' })
    .click();
  await page.getByRole('button', { name: 'Let it through once' }).click();
  await page.getByText('Later runs are guarded as before.').waitFor();
  await page.getByRole('button', { name: 'Run without the guard' }).click();
  const newest = page.getByRole('row').nth(1);
  await newest.filter({ hasText: 'Done' }).filter({ hasText: '30 removed, 30 unchanged' }).waitFor();
  await page.getByText('The last run was stopped').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Main catalog' }).waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  const [feed] = await listFeeds();
  assert.equal(feed?.status, 'active');
});

test('a feed is managed by keyboard on a narrow screen', async () => {
  const { page } = owner;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(feedPage);
  await page.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('This feed is paused').waitFor();
  await page.getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').waitFor();
  await dialog.getByLabel('Credentials').selectOption('header');
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Give the name of the header.').waitFor();
  await assertFitForAll(page, 'a feed that is edited');
  await page.setViewportSize({ width: 360, height: 740 });
  await dialog.getByLabel('Header').fill('X-Key');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('open sesame');
  await dialog.getByLabel('Fetched').selectOption('24h');
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('A header with a key').waitFor();
  assert.ok(!(await page.content()).includes('open sesame'));
  const [feed] = await listFeeds();
  assert.deepEqual([feed?.refresh_interval, feed?.auth_type, feed?.has_auth], ['24h', 'header', true]);
  await page.getByRole('button', { name: 'Resume' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('This feed is paused').waitFor({ state: 'detached' });
  await endOfLatestRun(shop, feed?.id ?? '');
  assert.equal(server.requests.at(-1)?.headers.get('x-key'), 'open sesame');
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a viewer sees feeds without any offered change', async () => {
  const visitor = await joinAs(service, operator, shop.store.id, {
    email: 'vic@shop.example',
    role: 'viewer',
  });
  const viewer = await browseAs(browser, service.origin, visitor);
  await viewer.page.goto(feedPage);
  await viewer.page.getByRole('heading', { name: 'Settings' }).waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: /Refresh|Pause|Edit|Delete/ }).count(), 0);
  await viewer.page.goto(`${store}/feeds`);
  await viewer.page.getByRole('link', { name: 'Main catalog' }).waitFor();
  assert.equal(await viewer.page.getByRole('link', { name: 'Add a feed' }).count(), 0);
  await viewer.page.goto(`${store}/feeds/new`);
  await viewer.page.getByText('Viewers cannot register feeds').waitFor();
  assert.deepEqual(viewer.faults, []);
  await viewer.context.close();
});

test('a feed is deleted after confirmation, its products stay', async () => {
  const { page } = owner;
  await page.goto(feedPage);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The products that it brought stay').waitFor();
  await page.getByRole('button', { name: 'Delete the feed' }).click();
  await page.getByText('No feed is registered yet').waitFor();
  await assertFitForAll(page, 'no feeds');
  assert.equal((await service.storage.directory.findStore(shop.store.id))?.productCount, 61);
  await page.goto(feedPage);
  await page.getByText('There is no such feed').waitFor();
});

test('a JSON file is tried and imported like CSV', async () => {
  const { page } = owner;
  await page.goto(`${store}/imports/new`);
  const products = [feedProduct('J1'), feedProduct('J2'), feedProduct('J3', { price: 'x' })];
  const buffer = Buffer.from(JSON.stringify({ products }));
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'products.json', mimeType: 'application/json', buffer });
  await page.getByRole('heading', { name: 'A JSON document' }).waitFor();
  await assertFitForAll(page, 'a document');
  await page.getByRole('button', { name: 'Accept and try' }).click();
  await page.getByRole('heading', { name: '2 products would be added, 1 row needs fixing' }).waitFor();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('heading', { name: '2 products added, 1 row needs fixing' }).waitFor();
});

test('no feed page broke a script or its own policy', () => {
  assert.deepEqual(owner.faults, []);
});

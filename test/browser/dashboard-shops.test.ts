/**
 * A shop of a known system is connected in the dashboard, in a real browser on a real service beside small real servers that speak the
 * APIs: from the first page of a store, by keyboard, with the way to the credentials on the page.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { FeedBody } from '../../contract/feeds.ts';
import { jobOf } from '../../server/feeds/new-run.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { endOfLatestRun, feedsPath, privateFeeds } from '../support/feeds.ts';
import {
  type MagentoServer,
  magentoFeed,
  magentoProduct,
  startMagentoServer,
} from '../support/platforms/magento-server.ts';
import {
  sendShopifyWebhook,
  sendWooWebhook,
  shopifyOrder,
  wooLine,
  wooOrder,
} from '../support/platforms/shop-webhooks.ts';
import {
  type ShopifyServer,
  shopifyClientFeed,
  shopifyProduct,
  startShopifyServer,
} from '../support/platforms/shopify-server.ts';
import {
  startWooServer,
  type WooServer,
  wooProduct,
  wooSecret,
} from '../support/platforms/woocommerce-server.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { waitUntil } from '../support/wait-until.ts';

let service: TestService;
let browser: Browser;
let shop: TestStore;
let owner: Person;
/** The address of the store's pages. */
let store: string;
let woo: WooServer;
let shopify: ShopifyServer;
let magento: MagentoServer;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine, privateFeeds);
  browser = await sharedBrowser();
  shop = await service.createStore({ name: 'Nordlicht' });
  store = `${service.origin}/dashboard/stores/${shop.store.id}`;
  owner = await browseAs(browser, service.origin, await setUpOperator(service));
  [woo, shopify, magento] = await Promise.all([startWooServer(), startShopifyServer(), startMagentoServer()]);
});

after(async () => {
  await closePages(browser);
  await Promise.all([woo.close(), shopify.close(), magento.close()]);
  await service.stop();
});

/** What Shopify shows. */
const signedWith = '6fd4'.repeat(16);

const newestFeed = async () =>
  (await shop.request('GET', feedsPath)).as<{ feeds: readonly FeedBody[] }>().feeds.at(-1);

test('a WooCommerce shop is connected from the first page', async () => {
  const { page } = owner;
  woo.products = [wooProduct(1, { name: 'Zebra lamp' }), wooProduct(2)];
  await page.goto(`${store}/start`);
  await page.getByRole('link', { name: 'WooCommerce' }).click();
  await page.getByRole('radio', { name: 'WooCommerce' }).waitFor();
  assert.ok(await page.getByRole('radio', { name: 'WooCommerce' }).isChecked());
  const [key = '', secret = ''] = wooSecret.split(':');
  await page.getByLabel('Address of the shop').fill(woo.origin);
  await page.getByRole('button', { name: 'See what is in it' }).click();
  await page.getByText('Paste what Consumer key says.').waitFor();
  await page.getByLabel('Consumer key').fill(key);
  await page.getByRole('textbox', { name: 'Consumer secret' }).fill('cs_wrong');
  await page.getByRole('button', { name: 'See what is in it' }).click();
  await page.getByText('WooCommerce does not know the consumer key').waitFor();
  await assertFitForAll(page, 'a shop that is connected');
  await page.getByRole('textbox', { name: 'Consumer secret' }).fill(secret);
  await page.getByRole('button', { name: 'See what is in it' }).click();
  await page.getByRole('heading', { name: '2 rows: what a run would do' }).waitFor();
  await page.getByText('Zebra lamp', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add the feed' }).click();
  await page.getByText('Consumer key and secret').waitFor();
  const feed = await newestFeed();
  assert.deepEqual([feed?.feed_format, feed?.has_auth], ['woocommerce', true]);
  assert.equal((await endOfLatestRun(shop, feed?.id ?? '')).status, 'completed');
  assert.ok(!(await page.content()).includes(secret));
});

test('the saved key of a shop stays unless it is replaced', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address of the shop').waitFor();
  assert.equal(await dialog.getByLabel('Credentials', { exact: true }).inputValue(), 'kept');
  await dialog.getByLabel('Fetched').selectOption('1h');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const feed = await newestFeed();
  assert.deepEqual([feed?.refresh_interval, feed?.auth_type, feed?.has_auth], ['1h', 'basic', true]);
});

test('a shop sends its orders with a secret made here', async () => {
  const { page } = owner;
  await page.goto(`${store}/feeds/${(await newestFeed())?.id}`);
  const panel = page.getByRole('region', { name: 'Orders' });
  await panel.getByText('Not set up').waitFor();
  await panel.getByRole('region', { name: 'What to do in WooCommerce' }).waitFor();
  await panel.getByText('This address works on this computer only. Before you paste it').waitFor();
  const url = await panel.getByLabel('Delivery URL', { exact: true }).inputValue();
  await panel.getByRole('button', { name: 'Make a secret' }).focus();
  await page.keyboard.press('Enter');
  const secret = await panel.getByLabel('Secret', { exact: true }).inputValue();
  assert.match(secret, /^[0-9a-f]{64}$/);
  await panel.getByText('None yet').waitFor();
  await panel.getByText('Change the status of an order to Processing.').waitFor();
  await assertFitForAll(page, 'a shop whose orders are awaited');
  assert.equal((await sendWooWebhook(url, { secret: `${secret}x`, body: wooOrder(1, []) })).status, 401);
  const sent = await sendWooWebhook(url, { secret, body: wooOrder(1, [wooLine(1, 1)]) });
  assert.match(sent.text, /"accepted":1/);
  // Nothing is clicked: the page waits for the first order.
  await panel.getByText('None yet').waitFor({ state: 'detached' });
  await panel.getByRole('region', { name: 'What to do in WooCommerce' }).waitFor({ state: 'detached' });
  await page.reload();
  await panel.getByRole('button', { name: 'Make another secret' }).waitFor();
  assert.ok(!(await page.content()).includes(secret));
  await assertFitForAll(page, 'a shop that sends its orders');
  await panel.getByRole('button', { name: 'Take no more orders' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take no more orders' }).click();
  await panel.getByRole('button', { name: 'Make a secret' }).waitFor();
  assert.equal((await sendWooWebhook(url, { secret, body: wooOrder(2, []) })).status, 401);
});

/** Has what changed in a shop read now. */
async function lookAtShop(feedId: string): Promise<void> {
  await service.storage.write(shop.store.id, async (writer) => {
    const stored = await writer.feeds.find(feedId);
    assert.ok(stored !== null);
    await writer.jobs.schedule(jobOf(stored, 0));
  });
}

test('a shop’s page says when its changes were read', async () => {
  const { page } = owner;
  const feed = await newestFeed();
  assert.ok(feed !== undefined);
  await page.goto(`${store}/feeds/${feed.id}`);
  await page.getByText(/changes read (?:just now|.* ago)/).waitFor();
  woo.disturb = () => ({ status: 403, body: {} });
  await lookAtShop(feed.id);
  await waitUntil('the failed reading', async () => (await newestFeed())?.changes_error != null, 20_000);
  await page.reload();
  await page.getByText('New changes of the shop could not be read').waitFor();
  await page.getByText(/^Changes: The consumer key may not read products/).waitFor();
  await page.getByText('Changes cannot be read', { exact: true }).waitFor();
  await assertFitForAll(page, 'a shop whose changes cannot be read');
  for (const [path, reason] of [
    ['/feeds', /^The consumer key may not read products/],
    ['', /^Changes of the shop .* cannot be read: The consumer key may not read products/],
  ] as const) {
    await page.goto(`${store}${path}`);
    await page.getByText(reason).waitFor();
    await assertFitForAll(page, `${path === '' ? 'Home' : 'the list'} of a shop that cannot be read`);
  }
  woo.disturb = () => undefined;
  woo.products = [wooProduct(1, { name: 'Yellow lamp' }), wooProduct(2)];
  await lookAtShop(feed.id);
  await waitUntil('the good reading', async () => (await newestFeed())?.changes_error === null, 20_000);
  await page.goto(`${store}/feeds/${feed.id}`);
  await page
    .getByRole('link', { name: /just now|seconds? ago|minutes? ago/ })
    .first()
    .click();
  await page.getByText('This run read only what changed in the shop since the reading before it.').waitFor();
  const figures = page.getByRole('table', { name: 'This run', exact: true });
  assert.equal(await figures.getByRole('columnheader').count(), 2);
});

test('shops of Shopify and Magento are connected by keyboard', async () => {
  const { page } = owner;
  shopify.products = [shopifyProduct(1)];
  magento.products = [magentoProduct(1)];
  const [id = '', secret = ''] = shopifyClientFeed.auth_secret.split(':');
  const token = magentoFeed.auth_secret.replace('Authorization: Bearer ', '');
  const shops = [
    [
      'Shopify',
      shopify.origin,
      [
        ['Client ID', id],
        ['Secret', secret],
      ],
      'Client ID and secret',
    ],
    ['Magento', magento.origin, [['Access token', token]], 'Access token'],
  ] as const;
  for (const [name, address, fields, words] of shops) {
    await page.goto(`${store}/feeds/new`);
    await page.getByRole('radio', { name }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: `Where ${name} makes the credentials` }).waitFor();
    await page.getByLabel('Address of the shop').fill(address);
    for (const [label, value] of fields)
      await page.getByRole('textbox', { name: label, exact: true }).fill(value);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1 row: what a run would do' }).waitFor();
    await page.getByRole('button', { name: 'Add the feed' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/feeds\/[0-9a-f-]{36}$/);
    await page.getByText(words, { exact: true }).waitFor();
    const feed = await newestFeed();
    assert.equal((await endOfLatestRun(shop, feed?.id ?? '')).status, 'completed');
    assert.equal(await page.getByRole('region', { name: 'Orders' }).count(), name === 'Shopify' ? 1 : 0);
    if (name === 'Shopify') await saveSecret(page);
  }
});

/** Gives the feed on the page the secret that Shopify shows, by keyboard. */
async function saveSecret(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Orders' });
  const field = panel.getByRole('textbox', { name: 'Secret of the webhooks' });
  await field.focus();
  await page.keyboard.press('Enter');
  await panel.getByText('Paste the secret of the webhooks.').waitFor();
  await field.fill('short');
  await page.keyboard.press('Enter');
  await panel.getByText('"orders_secret" takes a text of 16 to 255 characters.').waitFor();
  await field.fill(signedWith);
  await page.keyboard.press('Enter');
  await panel.getByText('Choose Send test notification at the webhook.').waitFor();
  const url = await panel.getByLabel('URL', { exact: true }).inputValue();
  const test = shopifyOrder(820, [], { test: true });
  const sent = await sendShopifyWebhook(url, { secret: signedWith, body: test });
  assert.match(sent.text, /Test orders are not counted/);
  await panel.getByText('None yet').waitFor({ state: 'detached' });
  await assertFitForAll(page, 'a shop of Shopify that sends its orders');
}

test('no page of a shop broke a script or its own policy', () => {
  assert.deepEqual(owner.faults, []);
});

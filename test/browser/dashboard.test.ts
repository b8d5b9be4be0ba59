/**
 * The dashboard as people use it, in a real browser on a real service: the first owner sets it up, brings a file with
 * three bad rows, corrects it, finds its products and learns why they stand where they stand. Then every page is held
 * to what all pages must be. The tests follow each other in one service, as the days of a merchant do.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, buildDashboard, newPerson, type Person } from '../support/dashboard-browser.ts';
import { goodPassword } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

let service: TestService;
let browser: Browser;
let owner: Person;
/** The address of the store's pages, `http://127.0.0.1:3000/dashboard/stores/…`. */
let store: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine, { FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' });
  browser = await sharedBrowser();
  owner = await newPerson(browser);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

const names = ['Trail Pro Boot', 'Fjord Down Jacket', 'Nordkap Tent', 'Glacier Rope'];

/** Rows 3, 7 and 11 are bad, each in another way; the title's column has a name that nobody knows. */
function shopFile(): string {
  const rows = Array.from({ length: 24 }, (_, index) => {
    const row = index + 1;
    const price = row === 3 ? 'on request' : `${row}.90`;
    const url = row === 7 ? '' : `https://shop.example/p/${row}`;
    const stock = row === 11 ? 'perhaps' : 'yes';
    return `A${row};${names[index % names.length]} ${row};${price};${url};${stock};Green`;
  });
  return `id;thing;price;link;in_stock;colour\n${rows.join('\n')}\n`;
}

async function chooseFile({ page }: Person, name: string, content: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByLabel('File to import').setInputFiles(file);
  await page.getByRole('heading', { name: 'How the file is read' }).waitFor();
}

test('the printed link makes an owner, who makes a store', async () => {
  const { page } = owner;
  await page.goto(`${service.origin}/dashboard/setup#token=wrong`);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  // Only what follows the # differs: the page would not be loaded anew.
  await page.goto('about:blank');
  await page.goto(service.running.setupLink ?? '');
  await page.getByLabel('E-mail').fill('anna@shop.example');
  await page.getByLabel('Your name').fill('Anna');
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByText('Enter at least 10 characters.').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name: 'Create your first store' }).waitFor();
  assert.ok(!page.url().includes('token'), 'the token has left the address');
  await page.getByLabel('Name').fill('Nordlicht');
  await page.getByRole('button', { name: 'Create the store' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret key' }).inputValue();
  assert.match(secret, /^ft_sk_\w{38}$/);
  await page.getByRole('button', { name: 'Open the store' }).click();
  await page.getByRole('heading', { name: 'Bring Nordlicht to life' }).waitFor();
  store = page.url().replace(/\/start$/, '');
  await page.goto(`${store}/keys`);
  await page.getByRole('cell', { name: 'Storefront', exact: true }).waitFor();
  assert.ok(!(await page.content()).includes(secret), 'a secret key is shown once');
  await page.goto(service.running.setupLink ?? '');
  await page.getByRole('heading', { name: 'This service is set up already' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
});

test('an upload that a proxy answers shows its failure', async () => {
  const { page } = owner;
  await page.route(/\/files$/, (route) => route.fulfill({ contentType: 'text/html', body: 'Sign in' }));
  await page.goto(`${store}/imports/new`);
  await chooseFile(owner, 'shop.csv', shopFile().replace('thing', 'title'));
  await page.getByRole('button', { name: 'Accept and import' }).click();
  await page.getByRole('alert').filter({ hasText: 'no answer of the service' }).waitFor();
  await page.unroute(/\/files$/);
});

test('a file is previewed, mapped and tried before it is written', async () => {
  const { page } = owner;
  await page.goto(`${store}/imports`);
  await page.getByRole('link', { name: 'Import a file' }).first().click();
  await chooseFile(owner, 'shop.csv', shopFile());
  await page.getByText('a title (missing)').waitFor();
  await page.getByText('One more thing is needed').waitFor();
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByText('Leave without importing?').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByLabel('What the column thing becomes').selectOption('title');
  await page.getByRole('cell', { name: 'Trail Pro Boot 1', exact: true }).waitFor();
  await page.getByText('24 rows in the file.').waitFor();
  await page.getByLabel('Try it first, without writing').check({ force: true });
  await page.getByRole('button', { name: 'Accept and try' }).click();
  await page.getByRole('heading', { name: '21 products would be added, 3 rows need fixing' }).waitFor();
  const health = await service.storage.directory.findStore(storeId());
  assert.equal(health?.productCount, 0);
});

test('failed rows are downloaded, corrected and uploaded again', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Import 21 rows' }).click();
  await page.getByRole('heading', { name: '21 products added, 3 rows need fixing' }).waitFor();
  await page.reload();
  await page.getByText('The price "on request" is not a number').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const failed = readFileSync(await (await downloading).path(), 'utf8');
  assert.equal(failed.trim().split('\n').length, 4);
  const corrected = failed
    .replace('on request', '3.90')
    .replace('perhaps', 'no')
    .replace('7.90;;', '7.90;https://shop.example/p/7;');
  await page.getByRole('link', { name: 'Upload the corrected file' }).click();
  await page.getByRole('heading', { name: 'Import a file' }).waitFor();
  await chooseFile(owner, 'corrected.csv', corrected);
  await page.getByText('Mapped as in shop.csv.').waitFor();
  await page.getByRole('button', { name: 'Accept and import' }).click();
  await page.getByRole('heading', { name: '3 products added' }).waitFor();
  const held = await service.storage.directory.findStore(storeId());
  assert.equal(held?.productCount, 24);
});

test('a page of a query finds an imported product with its reason', async () => {
  const { page } = owner;
  await page.getByRole('link', { name: 'Try them in the search box' }).click();
  const box = page.frameLocator('iframe').getByLabel('Search as a shopper');
  const first = page.getByRole('list', { name: 'Products in their order' }).getByRole('listitem').first();
  // Another node than the one that imported may answer, and shows all of it a moment later.
  await waitUntil('the whole import', async () => {
    await box.fill('trail');
    await box.fill('trail pro');
    return await first
      .getByText('sorted by name')
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  });
  await page.waitForURL(/\/searches\/trail%20pro$/);
  await first.getByRole('link', { name: 'Trail Pro Boot 1', exact: true }).waitFor();
  await page
    .frameLocator('iframe')
    .getByRole('option', { name: /^Trail Pro Boot 1 / })
    .waitFor();
  await box.fill('boot 5');
  await page.getByText('Has every word of the search').first().waitFor();
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill('A13');
  await page.getByRole('option', { name: /A13/ }).click();
  await page.getByText(/^It is .* at place \d+/).waitFor();
  // Another question takes the place of the first, also about an id that the store does not know.
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill('no-such-product');
  await page.getByRole('option', { name: 'Take the id “no-such-product”' }).click();
  await page.getByText('The store has no product with the id "no-such-product".').waitFor();
  await page.getByRole('button', { name: 'Show JSON' }).click();
  await page.getByText('"corrected_query"').or(page.getByText('"counts"')).first().waitFor();
});

test('a product shows which of the merchant’s columns fed each field', async () => {
  const { page } = owner;
  await page.goto(`${store}/products`);
  const another = page.getByRole('link', { name: 'Trail Pro Boot 1', exact: true });
  await another.waitFor();
  await page.getByLabel('Search by title, brand or product id').fill('A3');
  // A link that moves under the pointer is not followed.
  await another.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Nordkap Tent 3', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'from id' }).getByText('A3').waitFor();
  await page.getByText('attribute, from colour').waitFor();
  await page.getByRole('link', { name: 'corrected.csv' }).waitFor();
});

test('an operator changes currency and plan with a warning and log entries', async () => {
  const { page } = owner;
  await page.goto(`${store}/settings`);
  const form = page.getByRole('region', { name: 'Store', exact: true });
  await form.locator('input').nth(1).fill('eur');
  await page.getByRole('option', { name: 'Euro (EUR)' }).click();
  await form.getByText('they are not converted').waitFor();
  await form.getByLabel('Plan').selectOption('growth');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Plan growth: 100,000 products').waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('Currency changed from USD to EUR').waitFor();
  await page.getByText('Plan changed from unlimited to growth').waitFor();
  await page.getByRole('button', { name: 'Choose another store' }).click();
  await page.getByRole('menuitem', { name: 'Create a store' }).click();
  await page.getByRole('heading', { name: 'Create a store' }).waitFor();
  await assertFitForAll(page, 'a new store');
});

test('an owner creates a webhook and sees failed messages', async () => {
  const { page } = owner;
  const receiver = await startReceiver();
  receiver.answer((response) => response.writeHead(500).end('no such table: orders'));
  await page.goto(`${store}/settings/webhooks`);
  const panel = page.getByRole('region', { name: 'Webhooks', exact: true });
  await panel.getByText('No webhooks yet').waitFor();
  await panel.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Address').fill('https://anna:secret@shop.example/hook');
  await form.getByRole('button', { name: 'Create the webhook' }).click();
  await form.getByText('holds a user name or a password').waitFor();
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('Import completed').uncheck();
  await form.getByRole('button', { name: 'Create the webhook' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret of the webhook' }).inputValue();
  assert.match(secret, /^whsec_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await panel.getByText('Import failed, Feed run completed, Feed run failed').waitFor();
  await panel.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The webhook answered 500.').waitFor();
  await page.getByRole('button', { name: /^Details of Test message/ }).click();
  await page.getByText('no such table: orders').waitFor();
  await assertFitForAll(page, 'a message to a webhook');
  await page.getByRole('dialog').getByRole('button').first().click();
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  const next = await page.getByRole('textbox', { name: 'Secret of the webhook' }).inputValue();
  assert.notEqual(next, secret);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('also signed with the previous secret').waitFor();
  await service.storage.write(storeId(), async (writer) => {
    const [webhook] = (await writer.webhooks.list()).values;
    assert.ok(webhook);
    await writer.webhooks.update({ ...webhook, failingSince: webhook.createdAt });
  });
  await page.reload();
  await page.getByText('Messages do not reach this webhook').waitFor();
  assert.ok(!(await page.content()).includes(next), 'a secret is shown once');
  await assertFitForAll(page, 'a webhook that fails');
  await receiver.close();
});

test('a viewer is offered no change and cannot make one', async () => {
  const { page } = owner;
  await page.goto(`${store}/settings/team`);
  await page.getByLabel('Invite by e-mail address').fill('vic@shop.example');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link for vic@shop.example' }).inputValue();
  const viewer = await newPerson(browser);
  await viewer.page.goto(link);
  await viewer.page.getByLabel('Your name').fill('Vic');
  await viewer.page.getByRole('textbox', { name: 'Password' }).fill(goodPassword);
  await viewer.page.getByRole('button', { name: 'Join' }).click();
  await viewer.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await viewer.page.goto(`${store}/imports`);
  await viewer.page.getByRole('row', { name: /^corrected\.csv (?!File)/ }).waitFor();
  assert.equal(await viewer.page.getByRole('link', { name: 'Import a file' }).count(), 0);
  await viewer.page.goto(`${store}/imports/new`);
  await viewer.page.getByText('Viewers cannot import').waitFor();
  await viewer.page.goto(`${store}/keys`);
  await viewer.page.getByRole('cell', { name: 'Storefront', exact: true }).waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: /New key|Revoke|Edit/ }).count(), 0);
  await viewer.page.goto(`${store}/settings`);
  const facts = viewer.page.getByRole('region', { name: 'Store', exact: true });
  await facts.getByText('ask the operator of the service').waitFor();
  assert.equal(await facts.getByRole('textbox').count(), 0);
  const status = await viewer.page.evaluate<number, string>(async (path) => {
    const session = await fetch('/dashboard/api/session').then(
      (answer) => answer.json() as Promise<{ csrf_token: string }>,
    );
    const headers = { 'content-type': 'application/json', 'x-csrf-token': session.csrf_token };
    const body = JSON.stringify({ scope: 'secret', name: 'x' });
    return (await fetch(path, { method: 'POST', headers, body })).status;
  }, `/dashboard/api/stores/${storeId()}/keys`);
  assert.equal(status, 403);
  assert.deepEqual(viewer.faults, []);
  await viewer.context.close();
});

test('a signed-out visitor signs in and reaches the wanted page', async () => {
  const { page, faults, context } = await newPerson(browser);
  await page.goto(`${store}/products?stock=in`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal((await fetch(`${service.origin}/dashboard/api/stores/${storeId()}/products`)).status, 401);
  await page.getByLabel('E-mail').fill('anna@shop.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await assertFitForAll(page, 'sign-in');
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Trail Pro Boot 1', exact: true }).waitFor();
  assert.ok(page.url().endsWith('/products?stock=in'), page.url());
  // A session that ends elsewhere ends here with the next call.
  await context.clearCookies();
  await page.getByRole('link', { name: 'Imports' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('a narrow screen is used by the keyboard alone', async () => {
  const { page } = owner;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${store}/products`);
  await page.getByRole('link', { name: 'Trail Pro Boot 1', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Skip to the page');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog');
  await menu.getByRole('link', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Store settings', level: 1 });
  await heading.waitFor();
  await menu.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('the install page gives shop lines that work unchanged', async () => {
  const { page } = owner;
  await page.goto(`${store}/install`);
  const pinned = await page.getByText(/^<script async src="[^"]+\/widget\/[0-9a-f]{16}\.js"/).textContent();
  const [, address = '', integrity = ''] = /src="([^"]+)" integrity="([^"]+)"/.exec(pinned ?? '') ?? [];
  const script = await fetch(address);
  assert.equal(script.headers.get('access-control-allow-origin'), '*');
  const digest = createHash('sha384').update(await script.text());
  assert.equal(integrity, `sha384-${digest.digest('base64')}`);
  const whole = page.getByText(
    /^<script async src="[^"]+\/widget\.js" data-api-key="ft_pk_\w{38}"><\/script>$/,
  );
  assert.equal(await whole.count(), 1);
});

const pages = [
  { path: '', ready: 'Fix next' },
  { path: '/service', ready: 'Requests' },
  { path: '/products', ready: 'Products' },
  { path: '/products/A3', ready: 'What autocomplete knows' },
  { path: '/imports', ready: 'Imports' },
  { path: '/imports/new', ready: 'Import a file' },
  { path: '/searches/trail', ready: 'Products, and why they come in this order' },
  { path: '/install', ready: 'The line for your shop' },
  { path: '/install?part=keys', ready: 'Keys' },
  { path: '/settings', ready: 'Store settings' },
  { path: '/settings/team', ready: 'Members' },
  { path: '/settings/audit', ready: 'Audit log' },
  { path: '/account', ready: 'Name and password' },
];

for (const { path, ready } of pages) {
  test(`the page ${path || '/'} is fit for every reader and screen`, async () => {
    const { page } = owner;
    await page.goto(`${store}${path}`);
    await page.getByRole('heading', { name: ready }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await assertFitForAll(page, path);
  });
}

test('an import’s page and mapping fit every reader and screen', async () => {
  const { page } = owner;
  await page.goto(`${store}/imports`);
  await page.getByRole('link', { name: 'shop.csv' }).first().click();
  await page.getByRole('heading', { name: 'Failed rows' }).waitFor();
  await assertFitForAll(page, 'an import');
  await page.goto(`${store}/imports/new`);
  await chooseFile(owner, 'again.csv', shopFile());
  // The same columns again, which were mapped once.
  await page.getByText('Mapped as in corrected.csv.').waitFor();
  await page.getByText('24 rows in the file.').waitFor();
  await assertFitForAll(page, 'a file');
});

test('no page broke a script or its own policy', () => {
  assert.deepEqual(owner.faults, []);
});

function storeId(): string {
  return store.split('/').at(-1) ?? '';
}

/**
 * The first ten minutes of a merchant, in a real browser on a real service: files with foreign names of columns become products with
 * stock and pictures, what would fail is red before anything is sent, and clicks are counted.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { newId } from '../../server/ids.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { feedProducts, newAddress, privateFeeds } from '../support/feeds.ts';
import { type HostileFeedServer, startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importRun } from '../support/storage-rows.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

let service: TestService;
let browser: Browser;
let owner: Person;
let server: HostileFeedServer;
let shop: TestStore;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine, privateFeeds);
  server = await startHostileFeedServer();
  browser = await sharedBrowser();
  owner = await browseAs(browser, service.origin, await setUpOperator(service));
});

after(async () => {
  await closePages(browser);
  await server.close();
  await service.stop();
});

/** A store without products, and the address of its pages. */
async function openStore(name: string): Promise<string> {
  shop = await service.createStore({ name });
  return `${service.origin}/dashboard/stores/${shop.store.id}`;
}

async function chooseFile(name: string, content: string | Buffer): Promise<void> {
  await owner.page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

/** The product as the API shows it. */
async function productOf(id: string): Promise<Record<string, unknown>> {
  const answer = await service.request('GET', `/api/v1/products/${encodeURIComponent(id)}`, {
    key: shop.keys.secret,
  });
  return answer.as<Record<string, unknown>>();
}

/** Text as spreadsheets of Western Europe save it; of its characters beyond latin1 only the euro sign. */
function windows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
}

const germanFile = [
  'Artikel-Nr.;Bezeichnung;VK-Preis brutto;Link;Bild;Lagerbestand;Größe',
  'A-1;Stehlampe Föhr;129,00 €;https://x.example/1;https://x.example/1.jpg;4;groß',
  'A-2;Hocker Sylt;49,90 €;https://x.example/2;https://x.example/2.jpg;0;klein',
].join('\r\n');

test('a file in another language needs no choice at all', async () => {
  const { page } = owner;
  const store = await openStore('Nordlicht');
  await page.goto(`${store}/imports/new`);
  await chooseFile('artikel.csv', windows1252(germanFile));
  await page.getByText('7 columns, 5 guessed.').waitFor();
  const check = page.getByRole('listitem').filter({ hasText: 'Lagerbestand becomes Pieces in stock' });
  assert.match((await check.textContent()) ?? '', /4: in stock {2}· {2}0: sold out/);
  await page.getByText('Guessed by its name and values').first().waitFor();
  await assertFitForAll(page, 'a guessed mapping');
  await page.getByRole('button', { name: 'Accept and import', exact: true }).click();
  await page.getByRole('heading', { name: '2 products added' }).waitFor();
  const { in_stock, stock_quantity, image_url, price, attributes } = await productOf('A-2');
  assert.deepEqual(
    { in_stock, stock_quantity, image_url, price, attributes },
    {
      ...{ in_stock: false, stock_quantity: 0, image_url: 'https://x.example/2.jpg', price: '49.90' },
      attributes: { Größe: 'klein' },
    },
  );
});

test('two clicks lead from nothing to products that answer', async () => {
  const { page } = owner;
  await page.goto(await openStore('Anfang'));
  await page.getByRole('heading', { name: 'Bring Anfang to life' }).waitFor();
  await page.getByText('Drop a file here, or choose one').waitFor();
  await assertFitForAll(page, 'the start of an empty store');
  // The first click opens the file, the second accepts what was guessed.
  await chooseFile('artikel.csv', windows1252(germanFile));
  await page.getByRole('button', { name: 'Accept and import', exact: true }).click();
  await page.getByText('artikel.csv: 2 products added.').waitFor();
  const shopper = page.frameLocator('iframe');
  await shopper.getByRole('option', { name: /Stehlampe Föhr/ }).waitFor();
  await shopper.getByLabel('Search as a shopper').fill('hock');
  await shopper.getByRole('option', { name: /Hocker Sylt/ }).waitFor();
  await page.getByText(shop.keys.storefront).first().waitFor();
  await page.getByRole('link', { name: 'Check your shop' }).waitFor();
  await assertFitForAll(page, 'the start with products');
  await page.reload();
  await page.getByText('artikel.csv: 2 products added.').waitFor();
});

test('the keyboard alone brings a file to its dropdown', async () => {
  const { page } = owner;
  await page.goto(`${await openStore('Tasten')}/start`);
  const drop = page.locator('[aria-label="Drop a file here, or choose one"]');
  await drop.waitFor();
  const choosing = page.waitForEvent('filechooser');
  await drop.press('Enter');
  await (await choosing).setFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: windows1252(germanFile) });
  const accept = page.getByRole('button', { name: 'Accept and import', exact: true });
  await accept.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.locator(':focus').evaluateAll((found) => found[0]?.textContent === 'Accept and import'))
      break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByText('a.csv: 2 products added.').waitFor();
});

test('an address of the shop leads to its feed', async () => {
  const { page } = owner;
  const { url, serveProducts } = newAddress(server);
  serveProducts(feedProducts(1, 3));
  const home = newAddress(server).url;
  const link = new URL(url).pathname;
  server.answer(new URL(home).pathname, {
    body: `<!doctype html><link rel="alternate" type="application/json" href="${link}">`,
  });
  await page.goto(`${await openStore('Adresse')}/start`);
  await page.getByLabel('Address of a feed or of your shop').fill(home);
  await page.getByRole('button', { name: 'Find the feed' }).click();
  await page.getByText('3 products at its start, 3 can be imported').waitFor();
  await assertFitForAll(page, 'a feed that was found');
  await page.getByRole('link', { name: 'See what is in it' }).click();
  await page.getByRole('heading', { name: 'Add a feed' }).waitFor();
  assert.equal(await page.getByLabel('Address', { exact: true }).inputValue(), url);
  await page.getByText('3 rows: what a run would do').waitFor();
});

test('a shop that can be connected leads to its form', async () => {
  const { page } = owner;
  const home = newAddress(server).url;
  server.answer(new URL(home).pathname, {
    body: '<!doctype html><script src="https://cdn.shopify.com/s.js"></script>',
  });
  await page.goto(`${await openStore('Ohne Feed')}/start`);
  await page.getByLabel('Address of a feed or of your shop').fill(home);
  await page.keyboard.press('Enter');
  await page.getByText('This is a Shopify shop').waitFor();
  await page.getByText('Addresses that were tried').click();
  await page.getByText('/products.json?limit=5').waitFor();
  await assertFitForAll(page, 'a shop that can be connected');
  const connect = page.getByRole('link', { name: /^Connect / });
  assert.equal(await connect.textContent(), 'Connect Shopify');
  assert.match((await connect.getAttribute('href')) ?? '', /\/feeds\/new\?format=shopify$/);
  server.answer(new URL(home).pathname, {
    body: '<!doctype html><link href="/wp-content/plugins/woocommerce/a.css" rel="stylesheet">',
  });
  await page.getByRole('button', { name: 'Find the feed' }).click();
  await page.getByRole('link', { name: 'Connect WooCommerce' }).click();
  const address = page.getByLabel('Address of the shop');
  assert.equal(await address.inputValue(), new URL(home).origin);
  assert.ok(await page.getByRole('radio', { name: 'WooCommerce' }).isChecked());
  assert.equal(await page.getByText('Paste what', { exact: false }).count(), 0, 'nothing is asked yet');
});

test('an address that is no web address is refused', async () => {
  const { page } = owner;
  await page.goto(`${await openStore('Ohne Feed')}/start`);
  await page.getByLabel('Address of a feed or of your shop').fill('ftp://shop.example');
  await page.keyboard.press('Enter');
  await page
    .getByText(/Got "ftp:/)
    .first()
    .waitFor();
});

test('an import that is not there leads back to the beginning', async () => {
  const { page } = owner;
  const start = `${await openStore('Irrweg')}/start`;
  await page.goto(`${start}?import=${newId()}`);
  await page.getByText('There is no such import').waitFor();
  await assertFitForAll(page, 'an import that is not there');
  await page.getByRole('link', { name: 'Begin again' }).click();
  await page.getByText('Drop a file here, or choose one').waitFor();
});

test('keys that could not be read are read again', async () => {
  const { page } = owner;
  const start = `${await openStore('Schlüssel')}/start`;
  await importProducts(shop, [productInput('a')]);
  const keys = /\/keys$/;
  await page.route(keys, (route) => route.fulfill({ status: 400, json: { code: 'x', message: 'No keys' } }));
  await page.goto(start);
  await page.getByText('No keys').waitFor();
  await page.unroute(keys);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(shop.keys.storefront).first().waitFor();
});

test('an import that stopped midway opens the other steps', async () => {
  const { page } = owner;
  const start = `${await openStore('Abbruch')}/start`;
  const { id: storeId } = shop.store;
  const run = importRun(newId(), { storeId, source: 'csv', filename: 'half.csv', status: 'processing' });
  await service.storage.write(storeId, (writer) => writer.imports.insert(run));
  await page.goto(`${start}?import=${run.id}`);
  await page.getByRole('heading', { name: 'Add your products' }).waitFor();
  await page.getByRole('button', { name: 'Stop the import' }).waitFor();
  assert.equal(await page.locator('iframe').count(), 0);
  await importProducts(shop, [productInput('a', { title: 'Halbe Lampe' })]);
  const stopped = { status: 'failed', error: 'Cancelled. Rows that were taken stay.', validRows: 1 } as const;
  await service.storage.write(storeId, (writer) => writer.imports.update({ ...run, ...stopped }));
  await page.getByText('Some of your products are in the store').waitFor();
  await page.getByText(/^half.csv: /).waitFor();
  await page.getByText(stopped.error).waitFor();
  await page
    .frameLocator('iframe')
    .getByRole('option', { name: /Halbe Lampe/ })
    .waitFor();
  await page.getByRole('link', { name: 'Check your shop' }).waitFor();
  await assertFitForAll(page, 'an import that stopped midway');
});

test('stock and pictures of foreign names are not lost', async () => {
  const { page } = owner;
  const store = await openStore('Stock and Image');
  await page.goto(`${store}/imports/new`);
  const rows = ['1,Lamp,12.90,https://x.example/1,no,https://x.example/1.jpg'];
  await chooseFile('shop.csv', `external_id,title,price,url,Stock,Image\n${rows.join('\n')}\n`);
  await page.getByText('no: sold out').waitFor();
  await page.getByRole('button', { name: 'Accept and import', exact: true }).click();
  await page.getByRole('heading', { name: '1 product added' }).waitFor();
  const { in_stock, image_url, attributes } = await productOf('1');
  assert.deepEqual([in_stock, image_url, attributes], [false, 'https://x.example/1.jpg', {}]);
});

test('bad cells are red with their reason before sending', async () => {
  const { page } = owner;
  const store = await openStore('Bad cells');
  await page.goto(`${store}/imports/new`);
  const good = 'Lamp,12.90,https://x.example/1,yes';
  const bad = [
    '1,,5,https://x.example/1,yes',
    '2,Lamp,gratis,https://x.example/1,yes',
    '3,Lamp,-5,www.x.example,yes',
  ];
  const rows = [...bad, ...['4', '5', '6'].map((id) => `${id},${good}`)];
  await chooseFile('shop.csv', `external_id,title,price,url,in_stock\n${rows.join('\n')}\n`);
  await page.getByText('3 of the first 6 rows would fail:').waitFor();
  await page.getByRole('row', { name: 'price: The price "-5" is below zero; give zero or more.' }).waitFor();
  await page.getByText('The product has no title; give its name.').waitFor();
  await page.getByText('The price "gratis" is not a number').waitFor();
  await assertFitForAll(page, 'rows that would fail');
  await page.getByRole('button', { name: 'Accept and import (3 of the first 6 rows fail)' }).waitFor();
  await page.getByLabel('What the column price becomes').selectOption('compare_at_price');
  await page.getByText('One more thing is needed').waitFor();
});

test('no page of the first steps broke a script', () => {
  assert.deepEqual(owner.faults, []);
});

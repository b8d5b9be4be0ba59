/** The built client in a real browser, on a page of another origin than the service: it searches, reports clicks and verifies messages. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { clientFolder, loadClient } from '../support/client-package.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

let service: TestService;
let browser: Browser;
let shop: Server;

before(async () => {
  await loadClient();
  service = await startTestService(anyEngine);
  browser = await sharedBrowser();
  shop = createServer(({ url }, response) => {
    const isScript = url === '/client.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? readFileSync(new URL('client.js', clientFolder)) : '<!doctype html><title>Shop</title>',
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});

after(async () => {
  await closePages(browser);
  shop.close();
  shop.closeAllConnections();
  await service.stop();
});

async function openShop(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
  return page;
}

/** Runs statements in the page, which have the exports of the client as `foretype`. */
async function runInPage<Result>(statements: string): Promise<Result> {
  const page = await openShop();
  return page.evaluate<Result>(
    `(async () => { const foretype = await import('/client.js'); ${statements} })()`,
  );
}

test('a page of another origin searches and reports a click', async () => {
  const store = await service.createStore();
  await importProducts(store, [productInput('a', { title: 'Zebra lamp' })]);
  for (const keyIn of ['header', 'query']) {
    const options = { url: service.origin, key: store.keys.storefront, keyIn };
    const seen = await runInPage(`
      const session = foretype.createClient(${JSON.stringify(options)}).startSession();
      const [stale, answer] = await Promise.all([session.search('ze'), session.search('zeb')]);
      const { id: product_id, title } = answer.products[0];
      const { accepted } = await session.report({ type: 'product_click', product_id, region: 'products', query: 'zeb' });
      return { stale, title, accepted };
    `);
    assert.deepEqual(seen, { stale: null, title: 'Zebra lamp', accepted: 1 });
  }
});

test('a refused search in a page names its error', async () => {
  const options = { url: service.origin, key: 'ft_pk_x', attempts: 1 };
  const seen = await runInPage(`
    const error = await foretype.createClient(${JSON.stringify(options)}).startSession().search('zeb').catch((thrown) => thrown);
    return [error instanceof foretype.ForetypeError, error.code, error.status, error.requestId !== null];
  `);
  assert.deepEqual(seen, [true, 'invalid_api_key', 401, true]);
});

test('messages are verified by a browser’s own cryptography too', async () => {
  const timestamp = `${Math.round(Date.now() / 1_000)}`;
  const body = '{"type":"webhook.test","timestamp":"2026-11-21T23:14:48Z","data":{}}';
  const signature = createHmac('sha256', 'key').update(`m.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'm',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const message = { secret: `whsec_${Buffer.from('key').toString('base64')}`, headers, body };
  const seen = await runInPage(`
    const message = ${JSON.stringify(message)};
    const { type } = await foretype.verifyWebhook(message);
    const changed = await foretype.verifyWebhook({ ...message, body: message.body + ' ' }).catch(({ code }) => code);
    return [type, changed];
  `);
  assert.deepEqual(seen, ['webhook.test', 'webhook_invalid']);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import type { FoundFeed } from '../../../contract/shop-check.ts';
import { callShopChecks } from '../../../test/support/call-operation.ts';
import { withAnyEngine } from '../../../test/support/engines.ts';
import type { HostileFeedServer } from '../../../test/support/hostile-feed-server.ts';
import { type OutboundNetwork, openOutboundNetwork } from '../../../test/support/outbound-network.ts';
import { storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { createSystemClock } from '../../clock.ts';
import { AppError } from '../../errors.ts';

const policy = { allowPrivate: false };
let network: OutboundNetwork;
let shop: HostileFeedServer;

before(async () => {
  network = openOutboundNetwork();
  shop = await network.startPublicServer('shop.example');
});

after(() => network.close());

async function find(path: string): Promise<FoundFeed> {
  let result: FoundFeed | undefined;
  await withAnyEngine(async (storage) => {
    await storage.directory.createStore(storeRow(), []);
    const call = callShopChecks(storage, {
      ...{ policy, outbound: network.connect(policy), stopping: new AbortController().signal },
      clock: createSystemClock(),
      probe: (_, task) => task(),
      isOwnDocument: () => false,
    });
    const url = path.startsWith('/') ? `${shop.origin}${path}` : path;
    result = (await call('findFeed', { storeId: uuidOf(1), body: { url } })).found;
  });
  assert.ok(result !== undefined);
  return result;
}

const csv =
  'external_id,title,price,url\n1,Lamp,12.90,https://shop.example/1\n2,Chair,x,https://shop.example/2\n';
const json = JSON.stringify([{ id: '1', title: 'Lamp', price: '12.90', url: 'https://shop.example/1' }]);
const xml =
  '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id><g:title>Lamp</g:title><g:price>12.90 EUR</g:price><g:link>https://shop.example/1</g:link></item></channel></rss>';

const feeds = [
  ['csv', csv, 2, 1],
  ['json', json, 1, 1],
  ['google_xml', xml, 1, 1],
] as const;
for (const [format, body, rows, valid] of feeds) {
  test(`an address of a feed in ${format} is recognised`, async () => {
    shop.answer('/feed', { body });
    const { feed, tried } = await find('/feed');
    assert.deepEqual(feed, { url: `${shop.origin}/feed`, format, rows, valid_rows: valid });
    assert.equal(tried.length, 1);
  });
}

test('a long feed is judged by its beginning', async () => {
  const row = `9,Lamp,12.90,https://shop.example/9,${'x'.repeat(2_000)}\n`;
  shop.answer('/long', { body: `external_id,title,price,url,note\n${row.repeat(2_000)}` });
  const { feed } = await find('/long');
  assert.equal(feed?.format, 'csv');
  assert.ok((feed?.rows ?? 0) > 900);
});

test('a page leads to the feed that it links', async () => {
  shop.answer('/', {
    body: `<!doctype html><a href="https://other.example/feed.xml">x</a>
      <link rel="alternate" type="application/rss+xml" href="/blog.xml">
      <a href="/export/products.csv">Our products</a>`,
  });
  shop.answer('/blog.xml', {
    body: '<rss version="2.0"><channel><item><title>News</title></item></channel></rss>',
  });
  shop.answer('/export/products.csv', { body: csv });
  const { feed, tried } = await find('/');
  assert.equal(feed?.url, `${shop.origin}/export/products.csv`);
  assert.deepEqual(
    tried.map(({ url }) => url.slice(shop.origin.length)),
    ['/', '/blog.xml', '/export/products.csv'],
  );
  assert.match(tried[1]?.result ?? '', /None of its 1 products|no product/);
});

const systems = [
  ['shopify', '<script src="//cdn.shopify.com/a.js"></script>', /connect it.* choose Export/],
  ['woocommerce', '<link href="/wp-content/plugins/woocommerce/a.css">', /connect it.* WordPress/],
  ['magento', '<script src="/static/version171/a.js"></script>', /connect it.* System, Export/],
  ['prestashop', '<meta name="generator" content="PrestaShop">', /no feed.*PrestaShop/],
  ['shopware', '<script src="/bundles/storefront/a.js"></script>', /no feed.*Product comparison/],
] as const;
for (const [system, head, message] of systems) {
  test(`a page of ${system} says how its products are brought`, async () => {
    for (const path of ['/products.json', '/wp-json/wc/store/v1/products', '/feed/']) {
      shop.answer(path, { status: 404 });
    }
    shop.answer('/de/home', { body: `<!doctype html><html><head>${head}</head>` });
    const found = await find('/de/home');
    const addresses = { shopify: null, woocommerce: shop.origin, magento: shop.origin };
    assert.deepEqual([found.feed, found.system], [null, system]);
    const feed_url = system in addresses ? addresses[system as keyof typeof addresses] : undefined;
    assert.deepEqual(found.shop, feed_url === undefined ? null : { feed_format: system, feed_url });
    assert.match(found.message, message);
  });
}

test('a shop at its own address of Shopify can be connected there', async () => {
  const own = await network.startPublicServer('lumen.myshopify.com');
  own.answer('/', { body: '<!doctype html><script src="//cdn.shopify.com/a.js"></script>' });
  const { shop: found } = await find(`${own.origin}/`);
  assert.deepEqual(found, { feed_format: 'shopify', feed_url: own.origin });
});

test('at most six addresses are asked, of one host', async () => {
  const links = Array.from({ length: 40 }, (_, at) => `<a href="/feed-${at}.xml">x</a>`);
  const alternates = Array.from(
    { length: 40 },
    (_, at) => `<link rel="alternate" type="text/csv" href="/c-${at}.csv">`,
  );
  shop.answer('/many', { body: `<!doctype html>${links.join('')}${alternates.join('')}` });
  const { tried, feed } = await find('/many');
  assert.equal(feed, null);
  assert.equal(tried.length, limits.feedSearchRequests);
  assert.equal(new Set(tried.map(({ url }) => new URL(url).host)).size, 1);
});

test('an address within a network is never asked', async () => {
  const begun = network.attempts().length;
  for (const url of [
    'http://shop.example/',
    'https://127.0.0.1/feed',
    'https://[::1]/',
    'file:///etc/passwd',
  ]) {
    const refusal = await find(url).catch((error: unknown) => error);
    assert.ok(refusal instanceof AppError && refusal.code === 'validation_failed', url);
  }
  network.zone.set('rebound.example', ['127.0.0.1']);
  const { feed, tried } = await find('https://rebound.example/feed');
  assert.deepEqual([feed, tried.length], [null, 1]);
  assert.equal(network.attempts().length, begun, 'no connection was begun');
  shop.answer('/lead', { body: '<!doctype html><a href="/products.xml">x</a>' });
  shop.answer('/products.xml', { status: 302, headers: { location: 'https://127.0.0.1/products.xml' } });
  const led = await find('/lead');
  assert.equal(led.feed, null);
  assert.ok(network.attempts().every((address) => address === network.publicAddress));
});

test('an address without a feed says why it is none', async () => {
  shop.answer('/zip', { body: Buffer.from('PK\u0003\u0004....') });
  shop.answer('/none', { body: 'external_id,title,price,url\n1,Lamp,x,y\n' });
  shop.answer('/gone', { status: 404 });
  assert.equal((await find('/zip')).feed, null);
  assert.match((await find('/none')).message, /None of its 1 products can be taken: The price "x"/);
  assert.match((await find('/gone')).message, /answered 404/);
});

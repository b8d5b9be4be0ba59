/**
 * Goal: the guides that connect a shop work as they are written: their lines are run by a shell, with a server in the place of the
 * shop, the products are answered afterwards, and an order of the shop counts.
 * Method: a real service; `curl` is a program of this test that sends what it is given, so that no machine needs it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { AnalyticsValueBody } from '../../contract/analytics.ts';
import type { FeedBody } from '../../contract/feeds.ts';
import { anyEngine } from '../support/engines.ts';
import { endOfLatestRun, privateFeeds, stockOf } from '../support/feeds.ts';
import { magentoFeed, magentoProduct, startMagentoServer } from '../support/platforms/magento-server.ts';
import type { ShopServer } from '../support/platforms/shop-server.ts';
import {
  sendShopifyWebhook,
  sendWooWebhook,
  shopifyLine,
  shopifyOrder,
  type WebhookAnswer,
  wooLine,
  wooOrder,
} from '../support/platforms/shop-webhooks.ts';
import {
  shopifyClientFeed,
  shopifyProduct,
  startShopifyServer,
} from '../support/platforms/shopify-server.ts';
import { startWooServer, wooProduct, wooSecret } from '../support/platforms/woocommerce-server.ts';
import { readAnalytics } from '../support/search-calls.ts';
import { installCurl } from '../support/stand-in-curl.ts';
import { useService } from '../support/use-service.ts';

/** A guide, and the words in it that stand for a merchant's own. */
interface Guide {
  readonly page: string;
  readonly address: string;
  readonly placeholder: string;
  readonly secret: string;
  readonly start: () => Promise<ShopServer>;
  /** The secret for orders as the guide writes it, and an order of the system; absent where it sends none. */
  readonly orders?: {
    readonly secret: string;
    readonly send: (url: string, secret: string) => Promise<WebhookAnswer>;
  };
}

const guides: readonly Guide[] = [
  {
    page: 'connect-magento',
    address: 'https://shop.example',
    placeholder: 'Authorization: Bearer ACCESS_TOKEN',
    secret: magentoFeed.auth_secret,
    start: async () => {
      const shop = await startMagentoServer();
      shop.products = [magentoProduct(1, { sku: 'SKU-1' })];
      return shop;
    },
  },
  {
    page: 'connect-shopify',
    address: 'https://my-shop.myshopify.com',
    placeholder: 'CLIENT_ID:CLIENT_SECRET',
    secret: shopifyClientFeed.auth_secret,
    start: async () => {
      const shop = await startShopifyServer();
      shop.products = [shopifyProduct(1)];
      return shop;
    },
    orders: {
      secret: 'THE_SECRET_OF_THE_WEBHOOKS',
      send: (url, signed) =>
        sendShopifyWebhook(url, { secret: signed, body: shopifyOrder(1, [shopifyLine(1, 1000)]) }),
    },
  },
  {
    page: 'connect-woocommerce',
    address: 'https://shop.example',
    placeholder: 'ck_…:cs_…',
    secret: wooSecret,
    start: async () => {
      const shop = await startWooServer();
      shop.products = [wooProduct(1)];
      return shop;
    },
    orders: {
      secret: 'A_LONG_SECRET_OF_YOUR_OWN',
      send: (url, signed) => sendWooWebhook(url, { secret: signed, body: wooOrder(1, [wooLine(1, 1)]) }),
    },
  },
];

describe('guides that connect a shop', () => {
  const service = useService(anyEngine, privateFeeds);
  const folder = mkdtempSync(join(tmpdir(), 'foretype-guides-'));
  after(() => rmSync(folder, { recursive: true }));

  for (const { page, address, placeholder, secret, start, orders } of guides) {
    test(`the lines of docs/${page}.md connect a shop`, async (t) => {
      const shop = await start();
      t.after(() => shop.close());
      const store = await service.createStore();
      const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8');
      const [connect = '', takeOrders = '', ...others] = [
        ...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm),
      ].map(([, , block = '']) => block);
      assert.deepEqual(others, []);
      assert.ok(text.includes(placeholder) && text.includes(address));
      const run = async (lines: string, more: Readonly<Record<string, string>> = {}) => {
        const { stdout } = await promisify(execFile)('sh', ['-euc', lines], {
          env: {
            ...{ PATH: installCurl(folder), FORETYPE: service.current().origin },
            ...{ SECRET: store.keys.secret, ...more },
          },
        });
        return JSON.parse(stdout) as { feed?: FeedBody; accepted?: number };
      };
      const { feed } = await run(connect.replaceAll(address, shop.origin).replaceAll(placeholder, secret));
      assert.ok(feed !== undefined);
      const first = await endOfLatestRun(store, feed.id);
      assert.equal(first.status, 'completed', first.error ?? '');
      assert.notDeepEqual((await stockOf(store)).in, []);
      const answer = await run(takeOrders, { FEED: feed.id });
      if (orders === undefined) assert.equal(answer.accepted, 1);
      else {
        assert.ok(takeOrders.includes(orders.secret));
        const sent = await orders.send(answer.feed?.links.orders ?? '', orders.secret);
        assert.match(sent.text, /"accepted":1/);
      }
      const { totals } = await readAnalytics<AnalyticsValueBody>(store, 'value');
      assert.equal(totals.purchases, 1);
    });
  }
});

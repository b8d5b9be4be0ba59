/**
 * Goal: the guides that connect a shop work as they are written: their lines are run by a shell, with a server in the place of the
 * shop, and the products are answered afterwards.
 * Method: a real service; `curl` is a program of this test that sends what it is given, so that no machine needs it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { FeedBody } from '../../contract/feeds.ts';
import { anyEngine } from '../support/engines.ts';
import { endOfLatestRun, privateFeeds, stockOf } from '../support/feeds.ts';
import { magentoFeed, magentoProduct, startMagentoServer } from '../support/platforms/magento-server.ts';
import type { ShopServer } from '../support/platforms/shop-server.ts';
import {
  shopifyClientFeed,
  shopifyProduct,
  startShopifyServer,
} from '../support/platforms/shopify-server.ts';
import { startWooServer, wooProduct, wooSecret } from '../support/platforms/woocommerce-server.ts';
import { installCurl } from '../support/stand-in-curl.ts';
import { useService } from '../support/use-service.ts';

/** A guide, and the words in it that stand for a merchant's own. */
interface Guide {
  readonly page: string;
  readonly address: string;
  readonly placeholder: string;
  readonly secret: string;
  readonly start: () => Promise<ShopServer>;
}

const guides: readonly Guide[] = [
  {
    page: 'connect-magento',
    address: 'https://shop.example',
    placeholder: 'Authorization: Bearer ACCESS_TOKEN',
    secret: magentoFeed.auth_secret,
    start: async () => {
      const shop = await startMagentoServer();
      shop.products = [magentoProduct(1)];
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
  },
];

describe('guides that connect a shop', () => {
  const service = useService(anyEngine, privateFeeds);
  const folder = mkdtempSync(join(tmpdir(), 'foretype-guides-'));
  after(() => rmSync(folder, { recursive: true }));

  for (const { page, address, placeholder, secret, start } of guides) {
    test(`the lines of docs/${page}.md connect a shop`, async (t) => {
      const shop = await start();
      t.after(() => shop.close());
      const store = await service.createStore();
      const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8');
      const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
      assert.ok(blocks.length > 0 && text.includes(placeholder) && text.includes(address));
      const lines = blocks.join('\n').replaceAll(address, shop.origin).replaceAll(placeholder, secret);
      const { stdout } = await promisify(execFile)('sh', ['-euc', lines], {
        env: {
          PATH: installCurl(folder),
          FORETYPE: service.current().origin,
          SECRET: store.keys.secret,
        },
      });
      const { feed } = JSON.parse(stdout) as { feed?: FeedBody };
      assert.ok(feed !== undefined, stdout);
      const run = await endOfLatestRun(store, feed.id);
      assert.equal(run.status, 'completed', run.error ?? '');
      assert.notDeepEqual((await stockOf(store)).in, []);
    });
  }
});

/**
 * Goal: a shop that is described wrongly, or that answers wrongly, hugely or without end, is refused in words: nothing of it is
 * taken over, nothing of ours breaks, and other stores do not wait for it.
 * Method: a real service, and servers that speak the APIs of shops but for one answer.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connectors } from '../../contract/words/feeds.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { feedsPath } from '../support/feeds.ts';
import { magentoFeed } from '../support/platforms/magento-server.ts';
import { shopifyFeed } from '../support/platforms/shopify-server.ts';
import { wooFeed } from '../support/platforms/woocommerce-server.ts';
import { useSharedService } from '../support/use-service.ts';

const feeds = { shopify: shopifyFeed, woocommerce: wooFeed, magento: magentoFeed };

for (const engine of engines) {
  describe(`addresses of shops (${engine.name})`, () => {
    const service = useSharedService(engine);

    test('wrong addresses of shops are refused like those of files', async () => {
      const store = await service.createStore();
      const addresses = [
        ...['http://shop.example', 'shop.example', 'https://127.0.0.1', '', null, 5, 'https://'],
        ...[' https://shop.example', undefined],
      ];
      for (const path of [feedsPath, `${feedsPath}/preview`]) {
        for (const feed_url of addresses) {
          const refusalOf = async (fields: object) => {
            const body = { name: 'Shop', feed_url, ...fields };
            const { status, text } = await store.request('POST', path, { body });
            const { request_id: _, ...refusal } = JSON.parse(text) as Record<string, unknown>;
            return { status, refusal };
          };
          const ofFile = await refusalOf({ feed_format: 'csv' });
          assert.equal(ofFile.status, 422, String(feed_url));
          for (const format of connectors) assert.deepEqual(await refusalOf(feeds[format]), ofFile);
        }
      }
      // What is wrong with the credentials is said at the same time.
      const body = { name: 'Shop', feed_url: 'shop.example', feed_format: 'shopify' };
      const errors = expectError(await store.request('POST', feedsPath, { body }), 'validation_failed');
      assert.deepEqual(
        errors.map(({ code }) => code),
        ['feed_url_invalid', 'auth_secret_invalid'],
      );
    });
  });
}

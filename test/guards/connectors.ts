/** Guards of shops that are read by their API: where credentials go, that no page is passed over, and that a shop is not pressed. */
import type { Guard } from './guard.ts';

const woo = 'test/api/woocommerce.test.ts';

export const connectorsGuards: readonly Guard[] = [
  {
    name: 'a product that is deleted between pages shifts no other one out',
    file: 'server/feeds/connectors/woocommerce.ts',
    from: 'if (offset > 0 && firstId > lastId) {',
    to: 'if (offset < 0) {',
    tests: { [woo]: ['pages are read to the end while products are deleted'] },
  },
  {
    name: 'a shop that asks to wait is not asked before',
    file: 'server/feeds/connectors/shop-api.ts',
    from: "parseRetryAfter(header('retry-after'), nowMs) ?? growingMs(attempt)",
    to: 'nowMs * 0',
    tests: { [woo]: ['a shop that asks to wait is asked again later'] },
  },
  {
    name: 'a page of another shape ends the reading',
    file: 'server/feeds/connectors/woocommerce.ts',
    from: "if (!Array.isArray(value)) throw api.unexpected('a list of products');",
    to: '',
    tests: { [woo]: ['a page that fails midway leaves the catalog untouched'] },
  },
  {
    name: 'a shop is asked with the credentials of its system only',
    file: 'server/resources/feeds/feed-settings.ts',
    from: 'isConnector(format) ? findShopFault(format, url, credentials, policy) : null',
    to: 'isConnector(format) && policy === null ? findShopFault(format, url, credentials, policy) : null',
    tests: { [woo]: ['wrong addresses and credentials are refused with the next step'] },
  },
];

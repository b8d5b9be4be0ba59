/** Guards of shops that are read by their API: where credentials go, that no page is passed over, and that a shop is not pressed. */
import type { Guard } from './guard.ts';

const hostile = 'test/api/hostile-shops.test.ts';
const magento = 'test/api/magento.test.ts';
const shopify = 'test/api/shopify.test.ts';
const woo = 'test/api/woocommerce.test.ts';

export const connectorsGuards: readonly Guard[] = [
  {
    name: 'an address of a shop that was refused is not asked for its place',
    file: 'server/feeds/connectors/connector-document.ts',
    from: 'URL.canParse(url) ? connector.findRoot(new URL(url), policy) : null',
    to: 'connector.findRoot(new URL(url), policy)',
    tests: { [hostile]: ['wrong addresses of shops are refused like those of files'] },
  },
  {
    name: 'a product that is deleted between pages shifts no other one out',
    file: 'server/feeds/connectors/woocommerce.ts',
    from: 'const isJoined = offset === 0 || fresh.length < items.length;',
    to: 'const isJoined = offset >= 0;',
    tests: { [woo]: ['pages are read to the end while products are deleted'] },
  },
  {
    name: 'a shop that counts more than it showed was not read whole',
    file: 'server/feeds/connectors/woocommerce.ts',
    from: 'if (isEnd && readCount + addedCount >= total) return;',
    to: 'if (isEnd) return;',
    tests: { [hostile]: ['a shop that shows less than it counts changes nothing'] },
  },
  {
    name: 'requests that bring nothing new come to an end',
    file: 'server/feeds/connectors/woocommerce.ts',
    from: 'if (isEnd || fruitlessCount > fruitlessMax) {',
    to: 'if (isEnd) {',
    tests: { [hostile]: ['a shop that shows less than it counts changes nothing'] },
  },
  {
    name: 'a page that counts less than it shows says nothing of the whole',
    file: 'server/feeds/connectors/woocommerce.ts',
    from: '|| (items.length > 0 && offset + items.length > total)) {',
    to: ') {',
    tests: { [hostile]: ['a shop that shows less than it counts changes nothing'] },
  },
  {
    name: 'products that come in behind the reading are not missed ones',
    file: 'server/feeds/connectors/woocommerce.ts',
    from: 'addedCount += Math.max(0, total - totalBefore);',
    to: '',
    tests: { [hostile]: ['products that come in behind the reading fail no run'] },
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
  {
    name: 'a file of Shopify with less than all products counts for nothing',
    file: 'server/feeds/connectors/shopify.ts',
    from: 'if (count < productCount) throw',
    to: 'if (count < 0) throw',
    tests: { [shopify]: ['a file or page with less than all changes nothing'] },
  },
  {
    name: 'a page of Shopify without a place for the next is not the last',
    file: 'server/feeds/connectors/shopify.ts',
    from: "if (!Array.isArray(products.nodes)) throw api.unexpected('a page of products');",
    to: 'if (!Array.isArray(products.nodes)) return;',
    tests: { [shopify]: ['a file or page with less than all changes nothing'] },
  },
  {
    name: 'the points that Shopify grants are waited for',
    file: 'server/feeds/connectors/shopify.ts',
    from: 'await api.wait(Math.max(waitMs, 1_000));',
    to: '',
    tests: { [shopify]: ['a throttled query is sent again once points are back'] },
  },
  {
    name: 'the token of a shop goes to Shopify only',
    file: 'server/feeds/connectors/shopify.ts',
    from: String.raw`/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(url.hostname)`,
    to: "url.hostname !== ''",
    tests: { [shopify]: ['wrong addresses, tokens and permissions are refused with the next step'] },
  },
  {
    name: 'a file of a shop is asked for without credentials',
    file: 'server/feeds/connectors/shop-api.ts',
    from: 'credentials: isOwn ? this.#credentials : null,',
    to: 'credentials: this.#credentials,',
    tests: { [shopify]: ['Contract §10 a bulk operation imports all variants of a shop'] },
  },
  {
    name: 'a short page of Magento ends the reading',
    file: 'server/feeds/connectors/magento.ts',
    from: 'if (left === undefined || found.length < Math.min(left, size)) {',
    to: 'if (left === undefined) {',
    tests: { [magento]: ['a page that fails or is short changes nothing'] },
  },
  {
    name: 'a page of Magento that was read before ends the reading',
    file: 'server/feeds/connectors/magento.ts',
    from: 'if (!((numberOf(id) ?? 0) > lastId))',
    to: 'if (numberOf(id) === null)',
    tests: { [magento]: ['a page that fails or is short changes nothing'] },
  },
  {
    name: 'stock that Magento refuses to show is not taken for none',
    file: 'server/feeds/connectors/magento.ts',
    from: 'statuses: [404],\n    note: () => {',
    to: 'statuses: [401, 404],\n    note: () => {',
    tests: { [magento]: ['a page that fails or is short changes nothing'] },
  },
];

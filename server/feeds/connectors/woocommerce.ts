/**
 * Reads the products of a WooCommerce shop by its REST API, version 3 (WooCommerce 3.5 and later): pages of 100 by id, and the
 * variations of each variable product; or only those that changed. Two pages share a product: so a product that is deleted while the
 * pages are read shifts no other one out of them. It changes nothing in the shop. A page that is missing or out of order throws.
 */
// Tests: test/api/woocommerce.test.ts.
import { dayMs } from '../../clock.ts';
import { OutboundError } from '../../outbound/outbound.ts';
import type { ShopConnector, ShopProduct } from './connector.ts';
import { type JsonObject, objectOf, plainText, secondOf, textOf } from './json-values.ts';
import type { ShopAnswer, ShopApi } from './shop-api.ts';
import { shopRoot } from './shop-root.ts';
import { toProducts, type WooShop } from './woocommerce-products.ts';

/** Items of a page; the API gives no more. */
const pageSize = 100;
/** Pages of a beginning are small, so that it is there soon. Chosen. */
const beginningSize = 20;

/** The connector of WooCommerce. */
export const wooCommerce: ShopConnector = {
  name: 'WooCommerce',
  findRoot: (url) => shopRoot(url, /^wp-(?:json|admin|login\.php|content)$/),
  findCredentialFault: (credentials) =>
    credentials?.type === 'basic'
      ? null
      : 'WooCommerce takes auth_type "basic" with the consumer key and secret, ck_…:cs_…. Create them in WordPress under WooCommerce, Settings, Advanced, REST API.',
  async *readProducts(api, reading) {
    const shop = await readShop(api);
    const { isBeginning } = reading;
    for await (const page of readById(api, { path: 'products', fields: productFields, isBeginning })) {
      for (const product of page) yield* readProduct(api, product, shop, isBeginning);
    }
  },
  async *readChanges(api, _reading, { sinceMs }) {
    let shop: WooShop | null = null;
    const parents = await readChangedParents(api, sinceMs);
    const list = { path: 'products', fields: [...productFields, ...changeFields], sinceMs };
    for await (const page of readById(api, list)) {
      shop ??= await readShop(api);
      for (const product of page) {
        parents.delete(Number(product.id));
        yield* readProduct(api, product, shop);
      }
    }
    const left = [...parents].toSorted((one, other) => one - other);
    for (let start = 0; start < left.length; start += includedSize) {
      shop ??= await readShop(api);
      const include = left.slice(start, start + includedSize).join(',');
      for await (const page of readById(api, { path: 'products', fields: productFields, include })) {
        for (const product of page) yield* readProduct(api, product, shop);
      }
    }
  },
  describeRefusal(status, body) {
    const { code } = objectOf(body);
    if (status === 404) {
      return code === 'rest_no_route'
        ? 'WordPress answers, but not WooCommerce: activate WooCommerce 3.5 or later in this shop.'
        : 'There is no API of WordPress at this address. Give the address of the shop’s home page, and choose any permalinks but “Plain” in WordPress under Settings, Permalinks.';
    }
    if (code === 'woocommerce_rest_cannot_view' || status === 403) {
      return 'The consumer key may not read products. In WordPress under WooCommerce, Settings, Advanced, REST API, give it the permission Read and a user who is a shop manager. If it has both, the web server drops the header Authorization: have it passed on to PHP.';
    }
    if (status === 401) {
      return 'WooCommerce does not know the consumer key, or its secret is another one. Create a key in WordPress under WooCommerce, Settings, Advanced, REST API, and copy both parts.';
    }
    return `WooCommerce answered ${status}, not 200. Check the address in a browser.`;
  },
};

/** Shoppers find a product by a search unless the merchant hides it there. */
function isHidden({ catalog_visibility: visibility }: JsonObject): boolean {
  return visibility === 'hidden' || visibility === 'catalog';
}

function isVariable({ type }: JsonObject): boolean {
  return type === 'variable' || type === 'variable-subscription';
}

const apiPath = 'wp-json/wc/v3/';
const sharedFields = [
  ...['id', 'permalink', 'sku', 'global_unique_id', 'price', 'regular_price', 'on_sale', 'stock_status'],
  ...['stock_quantity', 'manage_stock', 'description', 'attributes'],
];
const productFields = [
  ...sharedFields,
  ...['name', 'type', 'catalog_visibility', 'short_description', 'categories', 'tags', 'brands', 'images'],
];
const variationFields = [...sharedFields, 'image'];

/** What tells of an item when it changed. */
const changeFields = ['date_modified_gmt'];
/** Products asked for by their ids: an address has 2,048 characters. Chosen. */
const includedSize = 50;

async function readShop(api: ShopApi): Promise<WooShop> {
  return { currency: await readCurrency(api), categories: await readCategories(api) };
}

/** The product, or its variations; nothing for one that shoppers do not find. */
async function* readProduct(
  api: ShopApi,
  product: JsonObject,
  shop: WooShop,
  isBeginning = false,
): AsyncGenerator<readonly ShopProduct[]> {
  if (isHidden(product)) return;
  if (!isVariable(product)) return yield toProducts(product, null, shop);
  const path = `products/${textOf(product.id) ?? ''}/variations`;
  for await (const variations of readById(api, { path, fields: variationFields, isBeginning })) {
    yield toProducts(product, variations, shop);
  }
}

/**
 * The products of variations that changed: such a change need not move the date of the product. WooCommerce before 10.3 has no list of
 * variations; there the save of a variation saves its product too.
 */
async function readChangedParents(api: ShopApi, sinceMs: number): Promise<Set<number>> {
  const parents = new Set<number>();
  const keep = api.keeping('changed variations');
  const fields = ['id', 'parent_id', ...changeFields];
  for await (const page of readById(api, { path: 'variations', fields, sinceMs, isOptional: true })) {
    keep(page.length);
    for (const { parent_id: parent } of page) if (Number(parent) > 0) parents.add(Number(parent));
  }
  return parents;
}

/** A list of the API, and the part of it that is wanted. */
interface WooList {
  readonly path: string;
  readonly fields: readonly string[];
  readonly isBeginning?: boolean;
  /** Items that changed after this moment. */
  readonly sinceMs?: number;
  /** The ids of the items, joined by commas. */
  readonly include?: string;
  /** Whether a shop without this list has no items in it. */
  readonly isOptional?: boolean;
}

/**
 * Requests in a row that bring nothing new, beyond which a list is given up: each steps back over one page of items that left. Chosen:
 * two thousand products that leave at once.
 */
const fruitlessMax = 20;

/**
 * The published items of a list in the order of their ids, page by page. The end is believed only where the shop counts no more than
 * were read: pages that a cache keeps, or that stay empty, look like an end too.
 */
async function* readById(api: ShopApi, list: WooList): AsyncGenerator<readonly JsonObject[]> {
  const { path, fields, sinceMs, include, isOptional = false } = list;
  const size = list.isBeginning === true ? beginningSize : pageSize;
  // The filter finds what changed after its second.
  const wanted = {
    ...{ status: 'publish', orderby: 'id', order: 'asc', per_page: String(size) },
    ...(include === undefined ? {} : { include }),
    ...(sinceMs === undefined ? {} : { modified_after: secondOf(sinceMs - 1_000), dates_are_gmt: 'true' }),
    _fields: fields.join(','),
  };
  let [offset, lastId, readCount, fruitlessCount] = [0, 0, 0, 0];
  /** Items that came in while the list was read: they may stand before the place that is read. */
  let addedCount = 0;
  let totalBefore = Number.POSITIVE_INFINITY;
  for (;;) {
    const query = { ...wanted, offset: String(offset) };
    const answer = await api.find(`${apiPath}${path}`, query, { statuses: isOptional ? [404] : [] });
    if (answer === null) return;
    const { items, total } = pageOf(api, answer, offset, size);
    if (sinceMs !== undefined) refuseUnfiltered(items, sinceMs);
    const fresh = items.filter(({ id }) => Number(id) > lastId);
    // Otherwise items before this page are gone since the last one: those that moved up are on the page before.
    const isJoined = offset === 0 || fresh.length < items.length;
    fruitlessCount = isJoined && fresh.length > 0 ? 0 : fruitlessCount + 1;
    if (isJoined) {
      lastId = Math.max(lastId, Number(items.at(-1)?.id ?? 0));
      readCount += fresh.length;
      addedCount += Math.max(0, total - totalBefore);
      totalBefore = total;
      if (fresh.length > 0) yield fresh;
    }
    const isEnd = isJoined && offset + items.length >= total;
    if (isEnd && readCount + addedCount >= total) return;
    if (isEnd || fruitlessCount > fruitlessMax) {
      const name = path.split('/').at(-1) ?? path;
      throw api.unexpected(`all ${Math.max(total, totalBefore)} ${name} that it counts: ${readCount} came`);
    }
    offset = Math.max(0, isJoined ? offset + items.length - 1 : offset - size);
  }
}

/** The items of a page in the order of their ids, and how many the whole list has. */
function pageOf(api: ShopApi, { value, header }: ShopAnswer, offset: number, size: number) {
  if (!Array.isArray(value)) throw api.unexpected('a list of products');
  const items = api.itemsOf(value, size);
  const ids = items.map(({ id }) => Number(id));
  if (ids.some((id, index) => !Number.isSafeInteger(id) || id <= (ids[index - 1] ?? 0))) {
    throw api.unexpected('products in the order of their ids');
  }
  const count = header('x-wp-total') ?? '';
  const total = Number(count);
  // WordPress counts nothing where a page is empty.
  if (!/^\d{1,9}$/.test(count) || (items.length > 0 && offset + items.length > total)) {
    throw api.unexpected('the number of all its products (the header X-WP-Total)');
  }
  return { items, total };
}

/** WooCommerce before 5.8 passes over the filter, and answers with all products. Clocks of a shop may be set to another zone. */
function refuseUnfiltered(items: readonly JsonObject[], sinceMs: number): void {
  const isOld = ({ date_modified_gmt: date }: JsonObject) =>
    Date.parse(`${textOf(date) ?? ''}Z`) < sinceMs - dayMs;
  if (!items.some(isOld)) return;
  const message =
    'WooCommerce does not say which products changed, so that only whole readings follow them. Update WooCommerce to 5.8 or later.';
  throw new OutboundError('status', message);
}

/** The shop's currency; undefined where the key may not read it: then it is the store's. */
async function readCurrency(api: ShopApi): Promise<string | undefined> {
  const answer = await api.find(
    `${apiPath}data/currencies/current`,
    { _fields: 'code' },
    { statuses: [401, 403, 404] },
  );
  return textOf(objectOf(answer?.value).code);
}

async function readCategories(api: ShopApi): Promise<WooShop['categories']> {
  const categories = new Map<string, { name: string; parent: string | null }>();
  const keep = api.keeping('categories');
  for (let page = 1; ; page += 1) {
    const query = { per_page: String(pageSize), page: String(page), _fields: 'id,name,parent' };
    const { value, header } = await api.get(`${apiPath}products/categories`, query);
    if (!Array.isArray(value)) throw api.unexpected('a list of categories');
    const items = api.itemsOf(value, pageSize);
    // Pages are full but for the last.
    keep(pageSize);
    for (const { id, name, parent } of items) {
      categories.set(textOf(id) ?? '', {
        name: plainText(textOf(name) ?? ''),
        parent: Number(parent) > 0 ? (textOf(parent) ?? null) : null,
      });
    }
    if (items.length === 0 || page >= Number(header('x-wp-totalpages') ?? 0)) return categories;
  }
}

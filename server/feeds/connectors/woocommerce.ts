/**
 * Reads the products of a WooCommerce shop by its REST API, version 3 (WooCommerce 3.5 and later): pages of 100 by id, and the
 * variations of each variable product. Two pages share a product: so a product that is deleted while the pages are read shifts no
 * other one out of them. It changes nothing in the shop. A page that is missing or out of order throws.
 */
// Tests: test/api/woocommerce.test.ts.
import type { Reading, ShopConnector } from './connector.ts';
import { type JsonObject, objectOf, objectsOf, plainText, textOf } from './json-values.ts';
import type { ShopApi } from './shop-api.ts';
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
    const shop: WooShop = { currency: await readCurrency(api), categories: await readCategories(api) };
    for await (const page of readById(api, 'products', productFields, reading)) {
      for (const product of page) {
        if (isHidden(product)) continue;
        if (!isVariable(product)) {
          yield toProducts(product, null, shop);
          continue;
        }
        const path = `products/${textOf(product.id) ?? ''}/variations`;
        for await (const variations of readById(api, path, variationFields, reading)) {
          yield toProducts(product, variations, shop);
        }
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

/** All published items in the order of their ids, page by page. */
async function* readById(
  api: ShopApi,
  path: string,
  fields: readonly string[],
  { isBeginning }: Pick<Reading, 'isBeginning'>,
): AsyncGenerator<readonly JsonObject[]> {
  const size = isBeginning ? beginningSize : pageSize;
  let offset = 0;
  let lastId = 0;
  for (;;) {
    const query = {
      ...{ status: 'publish', orderby: 'id', order: 'asc', per_page: String(size), offset: String(offset) },
      _fields: fields.join(','),
    };
    const { value, header } = await api.get(`${apiPath}${path}`, query);
    if (!Array.isArray(value)) throw api.unexpected('a list of products');
    const items = objectsOf(value);
    const ids = items.map(({ id }) => Number(id));
    const [firstId = Number.POSITIVE_INFINITY] = ids;
    // Items before this page are gone since the last one: those that moved up are on the page before.
    if (offset > 0 && firstId > lastId) {
      offset = Math.max(0, offset - size);
      continue;
    }
    if (ids.some((id, index) => !Number.isSafeInteger(id) || id <= (ids[index - 1] ?? 0))) {
      throw api.unexpected('products in the order of their ids');
    }
    const fresh = items.filter(({ id }) => Number(id) > lastId);
    lastId = ids.at(-1) ?? lastId;
    if (fresh.length > 0) yield fresh;
    const total = Number(header('x-wp-total') ?? Number.NaN);
    // A page that holds only the shared item is the end, and so is the last by count.
    if (items.length === 0 || (offset > 0 && fresh.length === 0) || offset + items.length >= total) return;
    offset += items.length - 1;
  }
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
  for (let page = 1; ; page += 1) {
    const query = { per_page: String(pageSize), page: String(page), _fields: 'id,name,parent' };
    const { value, header } = await api.get(`${apiPath}products/categories`, query);
    const items = objectsOf(value);
    for (const { id, name, parent } of items) {
      categories.set(textOf(id) ?? '', {
        name: plainText(textOf(name) ?? ''),
        parent: Number(parent) > 0 ? (textOf(parent) ?? null) : null,
      });
    }
    if (items.length === 0 || page >= Number(header('x-wp-totalpages') ?? 0)) return categories;
  }
}

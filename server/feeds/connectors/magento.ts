/**
 * Reads the products of a Magento shop (Magento Open Source or Adobe Commerce, 2.3 and later) by its REST API: pages in the order of
 * ids, each asked for by the last id before it, so that nothing shifts while products are deleted; then the children of its
 * configurable products, and their stock; or only what changed. It holds one page, the category tree and the options of attributes. It
 * changes nothing in the shop. A page that holds less than Magento counted throws.
 */
// Tests: test/api/magento.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { Reading, ShopConnector, ShopProduct } from './connector.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, secondOf, textOf, textsOf } from './json-values.ts';
import { type MagentoAttribute, type MagentoShop, type Stock, toProducts } from './magento-products.ts';
import { type Filter, searchQuery, valuesInParts } from './magento-search.ts';
import type { ShopApi } from './shop-api.ts';
import { shopRoot } from './shop-root.ts';

/** Products of a page, and of a beginning, so that it is there soon. Chosen. */
const [pageSize, beginningSize] = [100, 20];
/** Attributes and stocks of a page. Chosen. */
const listSize = 500;

/** The connector of Magento. */
export const magento: ShopConnector = {
  name: 'Magento',
  findRoot: (url) => shopRoot(url, /^(?:rest|graphql|index\.php|admin.*)$/),
  findCredentialFault: (credentials) =>
    credentials?.type === 'header' &&
    credentials.name.toLowerCase() === 'authorization' &&
    /^Bearer \S+$/.test(credentials.value)
      ? null
      : 'Magento takes auth_type "header" with the access token of an integration, Authorization: Bearer …. Create it in the Magento admin under System, Integrations.',
  async *readProducts(api, reading) {
    const shop = await readShop(api, await readView(api, reading));
    const size = reading.isBeginning ? beginningSize : pageSize;
    for await (const items of readPages(api, shop, shown, size)) yield* readPage(api, shop, items, reading);
  },
  async *readChanges(api, reading, { sinceMs, groupsOf }) {
    const view = await readView(api, reading);
    let shop: MagentoShop | null = null;
    /** SKUs of configurable products that were read: all their children were. */
    const read = new Set<string>();
    const changed: Filter[] = [enabled, ['updated_at', 'gteq', secondOf(sinceMs).replace('T', ' ')]];
    for await (const items of readPages(api, view, changed, pageSize)) {
      shop ??= await readShop(api, view);
      const found = items.filter(isShown);
      for (const sku of textsOf(found.map((item) => item.sku))) read.add(sku);
      yield* readPage(api, shop, found, reading);
      // A child tells nothing of its parent, but the catalog knows it.
      const groups = await groupsOf(textsOf(items.map(({ sku }) => sku)));
      const parents = [...new Set(groups.values())].filter((sku) => !read.has(sku));
      for (const sku of parents) read.add(sku);
      for (const filter of filtersOf(parents)) {
        for await (const page of readPages(api, shop, [...shown, filter], pageSize)) {
          yield* readPage(api, shop, page, reading);
        }
      }
    }
  },
  describeRefusal(status, body) {
    if (status === 401 || status === 403) {
      const resource = textOf(objectOf(objectOf(body).parameters).resources) ?? '';
      const place = resourcePlaces.get(resource) ?? 'Catalog, Inventory, Products';
      return `Magento does not let this token read. Either it is not the access token of an active integration, or the integration lacks the resource ${place}. In Magento 2.4.4 and later, also set Stores, Configuration, Services, OAuth, Consumer Settings, “Allow OAuth Access Tokens to be used as standalone Bearer tokens” to Yes.`;
    }
    if (status === 404)
      return 'There is no API of Magento at this address. Give the address of the shop’s home page, and check that /rest is not blocked.';
    return `Magento answered ${status}, not 200. Check the address in a browser.`;
  },
};

/** Resources that the API names, as the page of an integration shows them. */
const resourcePlaces = new Map([
  ['Magento_Catalog::products', 'Catalog, Inventory, Products'],
  ['Magento_Catalog::categories', 'Catalog, Inventory, Categories'],
  ['Magento_Catalog::attributes_attributes', 'Stores, Attributes, Product'],
  ['Magento_Backend::store', 'Stores, Settings, All Stores'],
  ['Magento_InventoryApi::source', 'Stores, Inventory, Sources'],
  ['Magento_CatalogInventory::cataloginventory', 'Stores, Settings, Configuration, Inventory Section'],
]);

/** A store view. */
type View = Pick<MagentoShop, 'code' | 'currency' | 'linkUrl' | 'mediaUrl'> & {
  readonly id: number | undefined;
};

async function readView(api: ShopApi, { locale }: Reading): Promise<View> {
  const { value } = await api.get('rest/V1/store/storeConfigs');
  const views = objectsOf(value);
  const languageOf = (text: unknown) => (textOf(text) ?? '').toLowerCase().split(/[-_]/)[0];
  const exact = views.find(
    (view) => textOf(view.locale)?.replace('_', '-').toLowerCase() === locale.toLowerCase(),
  );
  const view = exact ?? views.find((each) => languageOf(each.locale) === languageOf(locale)) ?? views[0];
  const code = textOf(view?.code);
  if (view === undefined || code === undefined || !/^\w+$/.test(code)) throw api.unexpected('a store view');
  return {
    ...{ code, id: numberOf(view.id) },
    currency: textOf(view.base_currency_code),
    linkUrl: textOf(view.secure_base_link_url) ?? textOf(view.base_link_url),
    mediaUrl: textOf(view.secure_base_media_url) ?? textOf(view.base_media_url),
  };
}

async function readShop(api: ShopApi, view: View): Promise<MagentoShop> {
  return {
    ...view,
    urlSuffix: await readSuffix(api),
    categories: await readCategories(api, view.code),
    attributes: await readAttributes(api, view.code, view.id),
  };
}

/** The end of product addresses. Only GraphQL tells it, to everybody; shops without it have Magento's own. */
async function readSuffix(api: ShopApi): Promise<string> {
  const query = { query: '{storeConfig{product_url_suffix}}' };
  const statuses = [400, 401, 403, 404, 405];
  const answer = await api.find('graphql', query, { statuses, isPublic: true });
  const config = objectOf(objectOf(objectOf(answer?.value).data).storeConfig);
  if (answer === null || !('product_url_suffix' in config)) return '.html';
  return textOf(config.product_url_suffix) ?? '';
}

async function readCategories(api: ShopApi, code: string): Promise<MagentoShop['categories']> {
  const { value } = await api.get(`rest/${code}/V1/categories`);
  const categories = new Map<string, { name: string; parent: string | null }>();
  // The top is the shop itself. Nodes are taken from a list: a tree may be deep.
  const open = objectsOf(objectOf(value).children_data).map((node) => ({
    node,
    parent: null as string | null,
  }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent } = next;
    const id = textOf(node.id) ?? '';
    if (node.is_active === false) continue;
    categories.set(id, { name: textOf(node.name) ?? '', parent });
    for (const child of objectsOf(node.children_data)) open.push({ node: child, parent: id });
  }
  return categories;
}

async function readAttributes(
  api: ShopApi,
  code: string,
  viewId: number | undefined,
): Promise<ReadonlyMap<string, MagentoAttribute>> {
  const attributes = new Map<string, MagentoAttribute>();
  const keep = api.keeping('attributes and their options');
  for await (const items of readList(api, `rest/${code}/V1/products/attributes`, [], { keep })) {
    for (const item of items) {
      const options = objectsOf(item.options);
      keep(options.length);
      const own = objectsOf(item.frontend_labels).find(({ store_id: id }) => numberOf(id) === viewId);
      attributes.set(textOf(item.attribute_code) ?? '', {
        id: textOf(item.attribute_id) ?? '',
        label: textOf(own?.label) ?? textOf(item.default_frontend_label),
        isShown: [item.is_searchable, item.is_filterable, item.is_visible_on_front].some(
          (flag) => flag === true || (numberOf(flag) ?? 0) > 0,
        ),
        options: new Map(options.map(({ value, label }) => [textOf(value) ?? '', textOf(label) ?? ''])),
      });
    }
  }
  return attributes;
}

/** What becomes of a list: how it is counted where it is kept, and what a shop without it answers. */
interface ListUse {
  keep(count: number): void;
  readonly isAbsent?: { readonly statuses: readonly number[]; note(): void };
}

/** All items that the filters find, in pages by number. For lists that do not change while they are read. */
async function* readList(
  api: ShopApi,
  path: string,
  filters: readonly Filter[],
  { keep, isAbsent }: ListUse,
): AsyncGenerator<readonly JsonObject[]> {
  let count = 0;
  for (let page = 1; ; page += 1) {
    const query = searchQuery(filters, { size: listSize, page });
    const answer = await api.find(path, query, { statuses: isAbsent?.statuses ?? [] });
    if (answer === null) return isAbsent?.note();
    const { items, total_count: total } = objectOf(answer.value);
    const found = api.itemsOf(items, listSize);
    count += found.length;
    keep(found.length);
    yield found;
    const wanted = numberOf(total);
    if (wanted !== undefined && count >= wanted) return;
    if (found.length === 0 || wanted === undefined)
      throw api.unexpected('all items of a list that it counted');
  }
}

const enabled: Filter = ['status', 'eq', '1'];
/** The visibilities of products that shoppers find by a search. */
const visibilities = ['3', '4'];
const shown: readonly Filter[] = [enabled, ['visibility', 'in', visibilities.join()]];

function isShown({ visibility }: JsonObject): boolean {
  return visibilities.includes(textOf(visibility) ?? '');
}

/** Children of products that are read together, in some three requests. Chosen. */
const childrenAtOnce = 500;

/** Products of a page in parts that have few children, but for those that have many alone. */
function inParts(api: ShopApi, items: readonly JsonObject[]): readonly JsonObject[][] {
  const parts: JsonObject[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const own = childIdsOf(item).length;
    api.keeping('variants of one product', limits.connectorVariantsMax)(own);
    if (count + own > childrenAtOnce) {
      parts.push([]);
      count = 0;
    }
    parts.at(-1)?.push(item);
    count += own;
  }
  return parts;
}

/** The products of a page, with their children and stock. */
async function* readPage(
  api: ShopApi,
  shop: MagentoShop,
  items: readonly JsonObject[],
  { nowMs }: Reading,
): AsyncGenerator<readonly ShopProduct[]> {
  for (const part of inParts(api, items)) {
    const children = await readChildren(api, shop, part);
    const skus = textsOf([...part, ...children.values()].map(({ sku }) => sku));
    const stocks = await readStocks(api, skus);
    yield part.flatMap((item) => toProducts({ item, children, stocks }, shop, nowMs));
  }
}

/** The products that the filters find, in the order of their ids. */
async function* readPages(
  api: ShopApi,
  { code }: Pick<MagentoShop, 'code'>,
  filters: readonly Filter[],
  size: number,
): AsyncGenerator<readonly JsonObject[]> {
  for (let lastId = 0; ; ) {
    const query = searchQuery([...filters, ['entity_id', 'gt', String(lastId)]], {
      size,
      sortBy: 'entity_id',
    });
    const { value } = await api.get(`rest/${code}/V1/products`, query);
    const { items, total_count: total } = objectOf(value);
    const found = api.itemsOf(items, size);
    const left = numberOf(total);
    if (left === undefined || found.length < Math.min(left, size)) {
      throw api.unexpected(`all products of a page that it counted`);
    }
    for (const { id } of found) {
      if (!((numberOf(id) ?? 0) > lastId)) throw api.unexpected('products in the order of their ids');
      lastId = numberOf(id) ?? lastId;
    }
    if (found.length > 0) yield found;
    if (found.length >= left) return;
  }
}

/** The enabled children of the page's configurable products, by id; those that shoppers find by themselves are products of their own. */
async function readChildren(
  api: ShopApi,
  { code }: MagentoShop,
  items: readonly JsonObject[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const ids = items.flatMap(childIdsOf);
  const keep = api.keeping('variants of some products');
  const children = new Map<string, JsonObject>();
  for (const part of valuesInParts([...new Set(ids)])) {
    const filters: Filter[] = [enabled, ['entity_id', 'in', part]];
    for await (const found of readList(api, `rest/${code}/V1/products`, filters, { keep })) {
      for (const child of found) if (!isShown(child)) children.set(textOf(child.id) ?? '', child);
    }
  }
  return children;
}

/** The ids of the products that a configurable one is sold as. */
function childIdsOf({ extension_attributes: extension }: JsonObject): string[] {
  const links = objectOf(extension).configurable_product_links;
  return Array.isArray(links) ? textsOf(links) : [];
}

/** Filters that find these SKUs together. */
function filtersOf(skus: readonly string[]): Filter[] {
  // A comma would end a value of a list.
  const plain = skus.filter((sku) => !sku.includes(','));
  const lists = valuesInParts(plain).map((part): Filter => ['sku', 'in', part]);
  return [...lists, ...skus.filter((sku) => sku.includes(',')).map((sku): Filter => ['sku', 'eq', sku])];
}

/** The stock by SKU: of all sources together, or of the one stock of shops without sources. */
async function readStocks(api: ShopApi, skus: readonly string[]): Promise<ReadonlyMap<string, Stock>> {
  const stocks = new Map<string, Stock>();
  const keep = api.keeping('stocks of some products');
  let hasSources = true;
  const isAbsent = {
    statuses: [404],
    note: () => {
      hasSources = false;
    },
  };
  for (const filter of filtersOf(skus)) {
    for await (const items of readList(api, 'rest/V1/inventory/source-items', [filter], { keep, isAbsent })) {
      for (const item of items) addStock(stocks, item);
    }
    if (!hasSources) break;
  }
  for (const sku of hasSources ? [] : skus) {
    const answer = await api.find(`rest/V1/stockItems/${encodeURIComponent(sku)}`, {}, { statuses: [404] });
    const item = objectOf(answer?.value);
    const isManaged = item.manage_stock !== false;
    if (answer !== null && isManaged) {
      stocks.set(sku, { isIn: item.is_in_stock !== false, quantity: numberOf(item.qty) ?? 0 });
    }
  }
  return stocks;
}

function addStock(stocks: Map<string, Stock>, { sku, quantity, status }: JsonObject): void {
  const key = textOf(sku) ?? '';
  const before = stocks.get(key) ?? { isIn: false, quantity: 0 };
  const isIn = numberOf(status) === 1;
  stocks.set(key, {
    isIn: before.isIn || isIn,
    quantity: before.quantity + (isIn ? Math.max(0, numberOf(quantity) ?? 0) : 0),
  });
}

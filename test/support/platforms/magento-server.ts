/**
 * A small Magento for tests: store views, categories, attributes, products by search criteria, sources of stock or single stock items,
 * from the public documentation of its REST API. It is strict: a token on each call, known conditions, known paths. A page beyond the
 * last is the last again, as in Magento. It holds what the test gives it.
 */
import {
  oldStamp,
  type ShopCall,
  type ShopReply,
  type ShopServer,
  stampOf,
  startShop,
} from './shop-server.ts';

type Plain = Readonly<Record<string, unknown>>;
type Item = Plain & { readonly id: number; readonly sku: string };

/** The lists of a shop. */
interface MagentoLists {
  products: Item[];
  sources: Plain[];
  /** Whether the shop has sources (MSI); else it has one stock item for each product. */
  hasSources: boolean;
  views: Plain[];
  attributes: Plain[];
  categories: Plain;
  suffix: string | null;
}

/** A running shop; its lists may be changed by the test. */
export type MagentoServer = ShopServer & MagentoLists;

const magentoToken = 'tok-0123456789';
/** The fields of a feed that reads the shop. */
export const magentoFeed = {
  ...{ feed_format: 'magento', auth_type: 'header' },
  auth_secret: `Authorization: Bearer ${magentoToken}`,
} as const;

/** Starts a shop without products. */
export const startMagentoServer = (): Promise<MagentoServer> => startShop(blankMagento(), answer);

const view = (id: number, code: string, locale: string) => ({
  ...{ id, code, locale, base_currency_code: 'EUR' },
  ...{ base_link_url: 'https://shop.example/', base_media_url: 'https://shop.example/media/' },
});

/** The lists of a new shop. */
export function blankMagento(): MagentoLists {
  return {
    ...{ products: [], sources: [], hasSources: true, suffix: '.html' },
    views: [view(1, 'default', 'en_US'), view(2, 'german', 'de_DE')],
    attributes: [
      {
        ...{ attribute_id: 93, attribute_code: 'color', default_frontend_label: 'Color' },
        ...{ is_searchable: '1', frontend_labels: [{ store_id: 2, label: 'Farbe' }] },
        options: [
          { label: ' ', value: '' },
          { label: 'Red', value: '49' },
          { label: 'Blue', value: '50' },
        ],
      },
      { attribute_id: 81, attribute_code: 'manufacturer', options: [{ label: 'Lumen', value: '7' }] },
      { attribute_id: 82, attribute_code: 'cost_center', is_searchable: '0', options: [] },
    ],
    categories: {
      ...{ id: 2, parent_id: 1, name: 'Default Category', is_active: true, level: 1 },
      children_data: [
        {
          ...{ id: 3, parent_id: 2, name: 'Lighting', is_active: true, level: 2 },
          children_data: [
            { id: 4, parent_id: 3, name: 'Lamps', is_active: true, level: 3, children_data: [] },
          ],
        },
      ],
    },
  };
}

/** Changes a product and stamps it. */
export function changeMagento(shop: MagentoServer, id: number, fields: Plain): void {
  const updated_at = stampOf(shop.clockMs()).replace('T', ' ');
  shop.products = shop.products.map((item) => (item.id === id ? { ...item, updated_at, ...fields } : item));
}

/** An enabled simple product, visible in the catalog and its search. */
export function magentoProduct(id: number, fields: Plain = {}, custom: Plain = {}): Item {
  const attributes = {
    url_key: `lamp-${id}`,
    description: '<p>Warm light</p>',
    manufacturer: '7',
    ...custom,
  };
  return {
    ...{ id, sku: `M-${id}`, name: `Lamp ${id}`, price: 19.9, status: 1, visibility: 4, type_id: 'simple' },
    updated_at: oldStamp.replace('T', ' '),
    extension_attributes: { website_ids: [1], category_links: [{ position: 0, category_id: '4' }] },
    media_gallery_entries: [{ media_type: 'image', disabled: false, types: ['image'], file: `/l/${id}.jpg` }],
    custom_attributes: Object.entries(attributes).map(([attribute_code, value]) => ({
      attribute_code,
      value,
    })),
    ...fields,
  };
}

function answer({ method, url, headers }: ShopCall, shop: MagentoServer): ShopReply {
  if (url.pathname === '/graphql') {
    if (headers.authorization !== undefined) return { status: 401, body: {} };
    return { body: { data: { storeConfig: { product_url_suffix: shop.suffix } } } };
  }
  const [, code = 'default', path = ''] = /^\/rest(?:\/(\w+))?\/V1\/(.+)$/.exec(url.pathname) ?? [];
  if (path === '' || method !== 'GET') return { status: 404, body: '<!doctype html><title>404</title>' };
  if (headers.authorization !== `Bearer ${magentoToken}`) return refuse(401, 'Magento_Backend::store');
  if (!shop.views.some((each) => each.code === code)) return refuse(400, 'view');
  if (path === 'store/storeConfigs') return { body: shop.views };
  if (path === 'categories') return { body: shop.categories };
  if (path === 'products/attributes') return search(shop.attributes, url.searchParams);
  if (path === 'products') {
    const inView = shop.products.map((item) => ({ ...item, ...(item[code] as Plain | undefined) }));
    return search(inView, url.searchParams);
  }
  if (path === 'inventory/source-items' && shop.hasSources) return search(shop.sources, url.searchParams);
  const [, sku] = /^stockItems\/(.+)$/.exec(path) ?? [];
  const found = shop.sources.find((item) => item.sku === decodeURIComponent(sku ?? ''));
  if (sku === undefined || found === undefined)
    return { status: 404, body: { message: 'Request does not match any route.' } };
  return { body: { qty: found.quantity, is_in_stock: found.status === 1, manage_stock: true } };
}

function refuse(status: number, resources: string): ShopReply {
  const message = "The consumer isn't authorized to access %resources.";
  return { status, body: { message, parameters: { resources } } };
}

/** Items that the search criteria find. */
function search(items: readonly Plain[], query: URLSearchParams): ShopReply {
  const at = (place: string) => query.get(`searchCriteria[${place}]`);
  let found = [...items];
  for (let index = 0; at(`filter_groups][${index}][filters][0][field`) !== null; index += 1) {
    const part = (name: string) => at(`filter_groups][${index}][filters][0][${name}`) ?? '';
    const [field, value] = [part('field'), part('value')];
    const read = (item: Plain) => String(item[field === 'entity_id' ? 'id' : field]);
    const conditions: Readonly<Record<string, (item: Plain) => boolean>> = {
      eq: (item) => read(item) === value,
      in: (item) => value.split(',').includes(read(item)),
      gt: (item) => Number(read(item)) > Number(value),
      // Times of the database, which are texts that sort.
      gteq: (item) => read(item) >= value,
    };
    const holds = conditions[part('condition_type')];
    const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);
    if (holds === undefined || (part('condition_type') === 'gteq' && !(field === 'updated_at' && isTime)))
      return { status: 400, body: { message: 'Invalid condition' } };
    found = found.filter(holds);
  }
  const order = at('sortOrders][0][field');
  if (order !== null && order !== 'entity_id') return { status: 400, body: { message: 'Invalid order' } };
  // Without an order, a database gives any.
  found =
    order === null ? found.toReversed() : found.toSorted((one, other) => Number(one.id) - Number(other.id));
  const size = Number(at('pageSize') ?? 20);
  const last = Math.max(1, Math.ceil(found.length / size));
  const begin = (Math.min(Number(at('currentPage') ?? 1), last) - 1) * size;
  return {
    body: { items: found.slice(begin, begin + size), search_criteria: {}, total_count: found.length },
  };
}

/**
 * A small WooCommerce for tests: products, variations, categories and the currency of REST API v3, from its public documentation. It
 * is strict: Basic credentials on each call, pages of 1 to 100, known values of `orderby`, `order` and `status`, and only the fields
 * that `_fields` names. It holds what the test gives it, and never more.
 */
import {
  oldStamp,
  type ShopCall,
  type ShopReply,
  type ShopServer,
  stampOf,
  startShop,
} from './shop-server.ts';

type Item = Readonly<Record<string, unknown>> & { readonly id: number };

/** A running shop; its lists may be changed by the test. */
export interface WooServer extends ShopServer {
  products: Item[];
  /** By the id of the variable product. */
  variations: Map<number, Item[]>;
  categories: Item[];
  /** Whether it knows `modified_after` (5.8 and later); before, it passes over parameters that it does not know. */
  knowsChanges: boolean;
  /** Whether it lists the variations of all products (10.3 and later). */
  listsVariations: boolean;
}

/** The credentials that the shop knows. */
export const wooSecret = 'ck_0123456789abcdef:cs_fedcba9876543210';
/** The fields of a feed that reads the shop. */
export const wooFeed = { feed_format: 'woocommerce', auth_type: 'basic', auth_secret: wooSecret } as const;

/** Starts a shop without products. */
export const startWooServer = (): Promise<WooServer> => startShop(blankWoo(), answer);

/** The lists and the version of a new shop. */
export function blankWoo() {
  return {
    ...{ products: [] as Item[], variations: new Map<number, Item[]>(), categories: [] as Item[] },
    ...{ knowsChanges: true, listsVariations: true },
  };
}

/** Changes a product, or a variation, and stamps it. */
export function changeWoo(shop: WooServer, id: number, fields: Readonly<Record<string, unknown>>): void {
  const change = (item: Item): Item =>
    item.id === id ? { ...item, date_modified_gmt: stampOf(shop.clockMs()), ...fields } : item;
  shop.products = shop.products.map(change);
  for (const [parent, items] of shop.variations) shop.variations.set(parent, items.map(change));
}

/** A published simple product as the API shows it. */
export function wooProduct(id: number, fields: Readonly<Record<string, unknown>> = {}): Item {
  return {
    id,
    name: `Lamp ${id}`,
    slug: `lamp-${id}`,
    permalink: `https://shop.example/product/lamp-${id}/`,
    type: 'simple',
    status: 'publish',
    catalog_visibility: 'visible',
    description: '<p>Warm light</p>',
    short_description: '',
    sku: `L-${id}`,
    global_unique_id: '',
    price: '19.90',
    regular_price: '19.90',
    sale_price: '',
    on_sale: false,
    manage_stock: false,
    stock_quantity: null,
    stock_status: 'instock',
    categories: [],
    tags: [],
    brands: [],
    images: [],
    attributes: [],
    variations: [],
    date_modified_gmt: oldStamp,
    ...fields,
  };
}

function answer({ method, url, headers }: ShopCall, held: WooServer): ShopReply {
  const [, path = ''] = /^\/(?:[a-z]+\/)?wp-json\/wc\/v3\/(.*)$/.exec(url.pathname) ?? [];
  if (path === '') return { status: 404, body: '<!doctype html><title>Page not found</title>' };
  if (method !== 'GET') return refuse(404, 'rest_no_route');
  const given = headers.authorization ?? '';
  if (given === '') return refuse(401, 'woocommerce_rest_cannot_view');
  if (given !== `Basic ${Buffer.from(wooSecret).toString('base64')}`) {
    return refuse(401, 'woocommerce_rest_authentication_error');
  }
  if (path === 'data/currencies/current') return { body: { code: 'EUR', name: 'Euro', symbol: '&euro;' } };
  const page = (items: readonly Item[]) => pageOf(items, url.searchParams, held.knowsChanges);
  if (path === 'products') return page(held.products);
  if (path === 'products/categories') return page(held.categories);
  if (path === 'variations' && held.listsVariations) {
    return page(
      [...held.variations].flatMap(([parent_id, items]) => items.map((item) => ({ ...item, parent_id }))),
    );
  }
  const [, parent] = /^products\/(\d+)\/variations$/.exec(path) ?? [];
  if (parent === undefined) return refuse(404, 'rest_no_route');
  const variations = held.variations.get(Number(parent));
  return variations === undefined ? refuse(404, 'woocommerce_rest_product_invalid_id') : page(variations);
}

function refuse(status: number, code: string): ShopReply {
  return { status, body: { code, message: 'Sorry.', data: { status } } };
}

const knownValues: Readonly<Record<string, readonly string[]>> = {
  orderby: [
    'date',
    'modified',
    'id',
    'include',
    'title',
    'slug',
    'price',
    'popularity',
    'rating',
    'menu_order',
  ],
  order: ['asc', 'desc'],
  status: ['any', 'future', 'trash', 'draft', 'pending', 'private', 'publish'],
};

/** The stamps of a shop whose own time is two hours ahead of UTC. */
const localHours = 2;

/** Whether an item changed after the wanted moment, which is in the shop's own time unless it is said to be in UTC. */
function isChanged(item: Item, query: URLSearchParams): boolean {
  const after = query.get('modified_after');
  if (after === null) return true;
  const ahead = query.get('dates_are_gmt') === 'true' ? 0 : localHours * 3_600_000;
  return Date.parse(`${item.date_modified_gmt}Z`) + ahead > Date.parse(`${after}Z`);
}

function pageOf(items: readonly Item[], query: URLSearchParams, knowsChanges: boolean): ShopReply {
  const size = Number(query.get('per_page') ?? 10);
  if (!(size >= 1 && size <= 100)) return refuse(400, 'rest_invalid_param');
  for (const [name, values] of Object.entries(knownValues)) {
    if (query.has(name) && !values.includes(query.get(name) ?? '')) return refuse(400, 'rest_invalid_param');
  }
  const status = query.get('status') ?? 'any';
  const after = query.get('modified_after') ?? stampOf(0);
  if (knowsChanges && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(after))
    return refuse(400, 'rest_invalid_param');
  const included = query.get('include')?.split(',').map(Number);
  const found = items
    .filter((item) => status === 'any' || (item.status ?? 'publish') === status)
    .filter(({ id }) => included === undefined || included.includes(id))
    .filter((item) => !knowsChanges || isChanged(item, query));
  const sorted =
    query.get('orderby') === 'id' ? found.toSorted((one, other) => one.id - other.id) : found.toReversed();
  const offset = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * size);
  const fields = query.get('_fields')?.split(',') ?? null;
  return {
    headers: {
      'x-wp-total': String(sorted.length),
      'x-wp-totalpages': String(Math.ceil(sorted.length / size)),
    },
    body: sorted
      .slice(offset, offset + size)
      .map((item) =>
        fields === null
          ? item
          : Object.fromEntries(fields.flatMap((name) => (name in item ? [[name, item[name]]] : []))),
      ),
  };
}

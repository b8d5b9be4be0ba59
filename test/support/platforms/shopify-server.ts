/**
 * A small Shopify for tests: as much of the Admin GraphQL API of 2026-07 as its public documentation says of products, bulk operations,
 * costs, permissions and tokens. It is strict: unknown fields, pages without a size, a query above 1,000 points, more than is
 * available of the allowance, another version, and credentials at the address of a file are refused. It keeps no real time but for the
 * allowance.
 */
import { checkSelection, GraphqlFault, nodeFields, parseQuery, type Schema, select } from './graphql.ts';
import {
  oldStamp,
  type ShopCall,
  type ShopReply,
  type ShopServer,
  stampOf,
  startShop,
} from './shop-server.ts';

type Plain = Readonly<Record<string, unknown>>;

/** A running shop; its lists and settings may be changed by the test. */
export interface ShopifyServer extends ShopServer {
  products: Plain[];
  scopes: Set<string>;
  locales: Plain[];
  /** What becomes of bulk operations. */
  bulk: 'completes' | 'refused' | 'fails' | 'cut' | 'misnamed';
  /** Points that come back each second. */
  restoreRate: number;
  /** Points that are left. */
  available: number;
  /** Queries that were refused for lack of points. */
  throttledCount: number;
}

export const shopifyToken = 'shpat_0123456789abcdef';
const shopifyClient = { id: 'client-1', secret: 'shpss_fedcba' };
/** The fields of a feed that reads the shop. */
export const shopifyFeed = {
  ...{ feed_format: 'shopify', auth_type: 'header' },
  auth_secret: `X-Shopify-Access-Token: ${shopifyToken}`,
} as const;
export const shopifyClientFeed = {
  ...{ feed_format: 'shopify', auth_type: 'basic' },
  auth_secret: `${shopifyClient.id}:${shopifyClient.secret}`,
} as const;

const bucket = 1_000;

/** Starts a shop without products. */
export async function startShopifyServer(): Promise<ShopifyServer> {
  const operations = new Map<string, Operation>();
  let filledMs = 0;
  return await startShop(blankShop(), (call, shop) => {
    shop.available = Math.min(bucket, shop.available + ((call.atMs - filledMs) / 1_000) * shop.restoreRate);
    filledMs = call.atMs;
    return answer(call, shop, operations);
  });
}

/** The state of a new shop. */
export function blankShop() {
  return {
    products: [] as Plain[],
    scopes: new Set(['read_products', 'read_locales', 'read_translations']),
    locales: [{ locale: 'en', primary: true, published: true }] as Plain[],
    bulk: 'completes' as ShopifyServer['bulk'],
    ...{ restoreRate: 100_000, available: bucket, throttledCount: 0 },
  };
}

/** Changes a product and stamps it. */
export function changeShopify(shop: ShopifyServer, id: number, fields: Plain): void {
  const updatedAt = `${stampOf(shop.clockMs())}Z`;
  shop.products = shop.products.map((item) =>
    numberOf(item) === id ? { ...item, updatedAt, ...fields } : item,
  );
}

/** A product with one variant for each of its options; without any it has the default one. */
export function shopifyProduct(id: number, fields: Plain = {}, colors: readonly string[] = []): Plain {
  const variant = (number: number, color: string | null): Plain => ({
    id: `gid://shopify/ProductVariant/${id * 1_000 + number}`,
    ...{ sku: `S-${id}-${number}`, barcode: '4006381333931', price: '19.90', compareAtPrice: null },
    ...{ availableForSale: true, inventoryQuantity: 5, inventoryItem: { tracked: true } },
    selectedOptions: [{ name: color === null ? 'Title' : 'Color', value: color ?? 'Default Title' }],
    image: color === null ? null : { url: `https://cdn.shopify.com/${color}.jpg` },
  });
  return {
    id: `gid://shopify/Product/${id}`,
    ...{ title: `Lamp ${id}`, handle: `lamp-${id}`, descriptionHtml: '<p>Warm light</p>', vendor: 'Lumen' },
    ...{ productType: 'Lamp', tags: ['warm'], hasOnlyDefaultVariant: colors.length === 0 },
    onlineStoreUrl: `https://shop.example/products/lamp-${id}`,
    updatedAt: `${oldStamp}Z`,
    translations: [],
    collections: [],
    media: [{ id: `gid://shopify/MediaImage/${id}`, image: { url: `https://cdn.shopify.com/${id}.jpg` } }],
    variants:
      colors.length === 0 ? [variant(0, null)] : colors.map((color, number) => variant(number, color)),
    ...fields,
  };
}

interface Operation {
  looks: number;
  readonly lines: readonly Plain[];
  readonly rootCount: number;
  readonly end: 'COMPLETED' | 'FAILED';
}

const scalars = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, {}]));
const pageArgs = { isConnection: true, args: ['first', 'after'] } as const;
const schema: Schema = {
  Query: {
    shop: { of: 'Shop' },
    shopLocales: { of: 'ShopLocale', scope: 'read_locales' },
    products: {
      ...{ of: 'Product', isConnection: true, scope: 'read_products' },
      args: ['first', 'after', 'sortKey', 'query'],
    },
    productsCount: { of: 'Count', args: ['query', 'limit'], scope: 'read_products' },
    product: { of: 'Product', args: ['id'], scope: 'read_products' },
    node: { of: 'BulkOperation', args: ['id'] },
    bulkOperationRunQuery: { of: 'BulkOperationRunQueryPayload', args: ['query', 'groupObjects'] },
  },
  Shop: { ...scalars('currencyCode name'), primaryDomain: { of: 'Domain' } },
  Count: scalars('count precision'),
  Domain: scalars('url'),
  ShopLocale: scalars('locale primary published'),
  Product: {
    ...scalars(
      'id title handle descriptionHtml vendor productType tags onlineStoreUrl hasOnlyDefaultVariant',
    ),
    translations: { of: 'Translation', args: ['locale'], scope: 'read_translations' },
    collections: { of: 'Collection', ...pageArgs },
    media: { of: 'Media', ...pageArgs },
    variants: { of: 'ProductVariant', ...pageArgs },
  },
  Translation: scalars('key value'),
  Collection: scalars('id title handle'),
  Media: { ...scalars('id'), image: { of: 'Image' } },
  Image: scalars('url'),
  ProductVariant: {
    ...scalars('id sku barcode price compareAtPrice availableForSale inventoryQuantity'),
    inventoryItem: { of: 'InventoryItem' },
    selectedOptions: { of: 'SelectedOption' },
    image: { of: 'Image' },
  },
  InventoryItem: scalars('tracked'),
  SelectedOption: scalars('name value'),
  BulkOperation: scalars('id status errorCode rootObjectCount url'),
  BulkOperationRunQueryPayload: { bulkOperation: { of: 'BulkOperation' }, userErrors: { of: 'UserError' } },
  UserError: scalars('field message'),
};

function answer(call: ShopCall, shop: ShopifyServer, operations: Map<string, Operation>): ShopReply {
  const { method, url, headers, body } = call;
  const [, file] = /^\/bulk\/(\d+)\.jsonl$/.exec(url.pathname) ?? [];
  if (file !== undefined) {
    if (headers['x-shopify-access-token'] !== undefined)
      return { status: 400, body: 'credentials at a file' };
    const lines = operations.get(file)?.lines ?? [];
    return { body: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
  }
  if (method !== 'POST') return { status: 404, body: { errors: 'Not Found' } };
  if (url.pathname === '/admin/oauth/access_token') return signIn(headers['content-type'] ?? '', body);
  if (url.pathname !== '/admin/api/2026-07/graphql.json')
    return { status: 404, body: { errors: 'Not Found' } };
  if (headers['x-shopify-access-token'] !== shopifyToken) {
    const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
    return { status: 401, body: { errors } };
  }
  const { query, variables = {} } = JSON.parse(body) as { query: string; variables?: Plain };
  return answerQuery(query, variables, shop, operations);
}

function signIn(contentType: string, body: string): ShopReply {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const isRight =
    contentType === 'application/x-www-form-urlencoded' &&
    fields.grant_type === 'client_credentials' &&
    fields.client_id === shopifyClient.id &&
    fields.client_secret === shopifyClient.secret;
  if (!isRight) return { status: 400, body: { error: 'invalid_client' } };
  return { body: { access_token: shopifyToken, scope: 'read_products', expires_in: 86_399 } };
}

function answerQuery(
  query: string,
  variables: Plain,
  shop: ShopifyServer,
  operations: Map<string, Operation>,
): ShopReply {
  const throttleStatus = () => ({
    ...{
      maximumAvailable: bucket,
      currentlyAvailable: Math.floor(shop.available),
      restoreRate: shop.restoreRate,
    },
  });
  let requestedQueryCost = 0;
  const refuse = (message: string, code: string | null): ShopReply => ({
    body: {
      errors: [{ message, ...(code === null ? {} : { extensions: { code } }) }],
      extensions: { cost: { requestedQueryCost, actualQueryCost: null, throttleStatus: throttleStatus() } },
    },
  });
  try {
    const fields = parseQuery(query, variables);
    requestedQueryCost = checkSelection('Query', fields, { schema, scopes: shop.scopes, isBulk: false });
    if (requestedQueryCost > bucket) return refuse('Query cost is too high', 'MAX_COST_EXCEEDED');
    if (requestedQueryCost > shop.available) {
      shop.throttledCount += 1;
      return refuse('Throttled', 'THROTTLED');
    }
    shop.available -= requestedQueryCost;
    const root = rootOf(fields[0]?.args ?? {}, shop, operations);
    const data = select('Query', root, fields, schema);
    const cost = {
      requestedQueryCost,
      actualQueryCost: requestedQueryCost,
      throttleStatus: throttleStatus(),
    };
    return { body: { data, extensions: { cost } } };
  } catch (error) {
    if (error instanceof GraphqlFault) return refuse(error.message, error.code);
    throw error;
  }
}

function rootOf(args: Plain, shop: ShopifyServer, operations: Map<string, Operation>): Plain {
  const sorted = shop.products.toSorted((one, other) => numberOf(one) - numberOf(other));
  return {
    shop: { currencyCode: 'EUR', name: 'Lumen', primaryDomain: { url: 'https://shop.example' } },
    shopLocales: shop.locales,
    get products() {
      return search(sorted, args.query);
    },
    get productsCount() {
      const { length } = search(sorted, args.query);
      return { count: Math.min(length, Number(args.limit)), precision: 'EXACT' };
    },
    product: sorted.find(({ id }) => id === args.id) ?? null,
    get node() {
      const [, id = ''] = /BulkOperation\/(\d+)$/.exec(String(args.id)) ?? [];
      return stateOf(id, operations.get(id), shop);
    },
    get bulkOperationRunQuery() {
      return beginBulk(args, sorted, shop, operations);
    },
  };
}

/** The products that a search finds; these tests make no other searches. */
function search(products: readonly Plain[], query: unknown): readonly Plain[] {
  const pattern = /^status:active AND published_status:published(?: AND updated_at:>='([^']+Z)')?$/;
  const found = pattern.exec(String(query));
  if (found === null) throw new GraphqlFault('Another search');
  const since = Date.parse(found[1] ?? '2000-01-01T00:00:00Z');
  return products.filter(({ updatedAt }) => Date.parse(String(updatedAt)) >= since);
}

function numberOf({ id }: Plain): number {
  return Number(/\d+$/.exec(String(id))?.[0] ?? 0);
}

function stateOf(
  id: string,
  operation: Operation | undefined,
  { bulk, origin }: ShopifyServer,
): Plain | null {
  if (operation === undefined) return null;
  operation.looks += 1;
  const status = operation.looks < 2 ? 'RUNNING' : operation.end;
  const isDone = status === 'COMPLETED' && operation.rootCount > 0;
  return {
    ...{ id: `gid://shopify/BulkOperation/${id}`, status, rootObjectCount: String(operation.rootCount) },
    ...{ errorCode: status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null },
    url: isDone ? `${bulk === 'misnamed' ? '' : origin}/bulk/${id}.jsonl` : null,
  };
}

function beginBulk(
  { query, groupObjects }: Plain,
  products: readonly Plain[],
  shop: ShopifyServer,
  operations: Map<string, Operation>,
): Plain {
  const refused = (message: string) => ({ bulkOperation: null, userErrors: [{ field: null, message }] });
  if (shop.bulk === 'refused')
    return refused('A bulk query operation for this app and shop is already in progress');
  try {
    const [top] = parseQuery(String(query), {});
    checkSelection('Query', top === undefined ? [] : [top], { schema, scopes: shop.scopes, isBulk: true });
    const found = search(products, top?.args.query);
    if (groupObjects !== true) throw new GraphqlFault('These tests read grouped files');
    const lines = found.flatMap((product) => linesOf(product, nodeFields(top?.fields ?? [])));
    const id = String(operations.size + 1);
    operations.set(id, {
      looks: 0,
      lines: shop.bulk === 'cut' ? lines.slice(0, -4) : lines,
      rootCount: found.length,
      end: shop.bulk === 'fails' ? 'FAILED' : 'COMPLETED',
    });
    return { bulkOperation: { id: `gid://shopify/BulkOperation/${id}`, status: 'CREATED' }, userErrors: [] };
  } catch (error) {
    if (error instanceof GraphqlFault) return refused(error.message);
    throw error;
  }
}

/** A product on one line, and each of its parts on a line of its own. */
function linesOf(product: Plain, fields: ReturnType<typeof nodeFields>): Plain[] {
  const isPart = (name: string) => schema.Product?.[name]?.isConnection === true;
  const own = select(
    'Product',
    product,
    fields.filter(({ name }) => !isPart(name)),
    schema,
  );
  const parts = fields
    .filter(({ name }) => isPart(name))
    .flatMap(({ name, fields: inner }) => {
      const type = schema.Product?.[name]?.of ?? '';
      return (product[name] as Plain[]).map((part) => ({
        ...select(type, part, nodeFields(inner), schema),
        __parentId: product.id,
      }));
    });
  return [own, ...parts];
}

/**
 * Reads the products of a Shopify shop by the Admin GraphQL API: all of them by a bulk operation, or page by page where Shopify
 * refuses one, for the beginning, and for what changed. It keeps to the cost that Shopify grants. It changes nothing in the shop; a
 * bulk operation is a file that Shopify deletes after a week. A file that holds fewer products than Shopify counted throws.
 */
// Tests: test/api/shopify.test.ts.
import { limits } from '../../../contract/limits.ts';
import { type Credentials, OutboundError } from '../../outbound/outbound.ts';
import type { Reading, ShopConnector, ShopProduct } from './connector.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from './json-values.ts';
import type { ShopApi } from './shop-api.ts';
import { idOf, type ShopifyParts, type ShopifyShop, toProducts } from './shopify-products.ts';
import {
  bulkBegin,
  bulkQuery,
  bulkState,
  changedProducts,
  countQuery,
  localesQuery,
  pageQuery,
  shopQuery,
  shownProducts,
  variantsQuery,
} from './shopify-queries.ts';

/** Shopify answers for a year; after that by its oldest version, which has the fields that are asked for. */
const version = '2026-07';
const apiPath = `admin/api/${version}/graphql.json`;
const tokenHeader = 'X-Shopify-Access-Token';

/** Products of a page. A query may cost 1,000 points, and a product with its parts some 100. */
const pageSize = 8;
/** Changed products beyond which Shopify writes a file of them. Chosen: pages of so many take a minute. */
const changesByPage = 400;
/** The wait between two looks at a bulk operation: it grows to the longest. Chosen: small shops take two seconds. */
const [firstLookMs, longestLookMs] = [500, 10_000];

/** The connector of Shopify. */
export const shopify: ShopConnector = {
  name: 'Shopify',
  findRoot(url, policy) {
    const isShop = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(url.hostname);
    // Servers of tests and proxies on this machine.
    if (isShop || (policy.allowPrivate && url.protocol === 'http:')) return new URL('/', url.origin);
    const [, name] =
      /^\/store\/([a-z0-9][a-z0-9-]*)/.exec(url.hostname === 'admin.shopify.com' ? url.pathname : '') ?? [];
    return name === undefined
      ? 'Give the address of the shop that ends in .myshopify.com. The Shopify admin shows it under Settings, Domains.'
      : `Give https://${name}.myshopify.com, the address of this shop.`;
  },
  findCredentialFault(credentials) {
    const isToken =
      credentials?.type === 'header' && credentials.name.toLowerCase() === tokenHeader.toLowerCase();
    return isToken || credentials?.type === 'basic'
      ? null
      : `Shopify takes auth_type "header" with the access token of an app, ${tokenHeader}: shpat_…, or "basic" with its client ID and secret, ID:SECRET. The app needs the permission read_products.`;
  },
  async *readProducts(api, reading) {
    await signIn(api);
    const shop = await readShop(api, reading);
    yield* readSearch(api, shop, shownProducts, !reading.isBeginning);
  },
  async *readChanges(api, reading, { sinceMs }) {
    await signIn(api);
    const search = changedProducts(sinceMs);
    const found = objectOf((await ask(api, countQuery, { search, limit: changesByPage + 1 })).productsCount);
    const count = numberOf(found.count);
    if (count === undefined) throw api.unexpected('the number of products that changed');
    if (count > 0) yield* readSearch(api, await readShop(api, reading), search, count > changesByPage);
  },
  describeRefusal(status) {
    if (status === 400 || status === 401) {
      return 'Shopify does not know these credentials: the token was revoked or has ended, or the app is not installed in this shop. Install the app, and give its client ID and secret, or a new access token.';
    }
    if (status === 402 || status === 423)
      return 'Shopify has closed the shop, or its plan is not paid. Open it again, then refresh the feed.';
    if (status === 403) return missingPermission('read_products');
    if (status === 404)
      return 'There is no shop of Shopify at this address. Check its name before .myshopify.com.';
    return `Shopify answered ${status}, not 200. Check the address in a browser.`;
  },
};

function missingPermission(scope: string): string {
  return `The app may not read products: it lacks the permission ${scope}. Add it to the Admin API access scopes of the app, and install the app again.`;
}

/** Apps of the Dev Dashboard have no lasting token: their client ID and secret give one for a day. */
async function signIn(api: ShopApi): Promise<void> {
  if (api.given?.type !== 'basic') return;
  const { user, password } = api.given;
  const fields = { grant_type: 'client_credentials', client_id: user, client_secret: password };
  await api.signIn('admin/oauth/access_token', fields, (value): Credentials => {
    const token = textOf(objectOf(value).access_token);
    if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) throw api.unexpected('an access token');
    return { type: 'header', name: tokenHeader, value: token };
  });
}

async function readShop(api: ShopApi, { locale }: Reading): Promise<ShopifyShop> {
  const shop = objectOf((await ask(api, shopQuery)).shop);
  return {
    currency: textOf(shop.currencyCode),
    origin: textOf(objectOf(shop.primaryDomain).url),
    language: await findLanguage(api, locale),
  };
}

/** The language of the store, if the shop publishes translations in it; null where its own language is right. */
async function findLanguage(api: ShopApi, locale: string): Promise<string | null> {
  const { shopLocales } = await ask(api, localesQuery, {}, true);
  const locales = objectsOf(shopLocales);
  const isMeant = (text: string) => text.toLowerCase().split('-')[0] === locale.toLowerCase().split('-')[0];
  const own = textOf(locales.find(({ primary }) => primary === true)?.locale) ?? locale;
  if (isMeant(own)) return null;
  const names = locales.flatMap((each) => (each.published === true ? (textOf(each.locale) ?? []) : []));
  return names.find((name) => name.toLowerCase() === locale.toLowerCase()) ?? names.find(isMeant) ?? null;
}

/** Sends one query within the granted cost. `isOptional`: a missing permission gives nothing instead of an error. */
async function ask(
  api: ShopApi,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  isOptional = false,
): Promise<JsonObject> {
  for (let attempt = 1; ; attempt += 1) {
    const { value } = await api.post(apiPath, { query, variables });
    const { data, errors, extensions } = objectOf(value);
    const faults = objectsOf(errors).map((error) => ({
      code: objectOf(error.extensions).code,
      message: textOf(error.message) ?? '',
    }));
    const waitMs = throttleMs(objectOf(objectOf(extensions).cost));
    if (faults.some(({ code }) => code === 'THROTTLED') && attempt < limits.connectorAttempts) {
      await api.wait(Math.max(waitMs, 1_000));
      continue;
    }
    const [fault] = faults;
    if (fault?.code === 'ACCESS_DENIED') {
      if (isOptional) return {};
      // Only the names of permissions are taken over from the answer.
      const [scope = 'read_products'] =
        /\bread_(?:products|inventory|translations)\b/.exec(fault.message) ?? [];
      throw new OutboundError('status', missingPermission(scope), { status: 403 });
    }
    if (fault !== undefined || typeof data !== 'object' || data === null) throw api.unexpected('data');
    // The next query costs about as much.
    await api.wait(waitMs);
    return objectOf(data);
  }
}

/** Milliseconds until as much is available again as this query asked for. */
function throttleMs(cost: JsonObject): number {
  const status = objectOf(cost.throttleStatus);
  const missing = (numberOf(cost.requestedQueryCost) ?? 0) - (numberOf(status.currentlyAvailable) ?? 0);
  const perSecond = numberOf(status.restoreRate) ?? 0;
  return missing <= 0 || perSecond <= 0 ? 0 : Math.ceil((missing / perSecond) * 1_000);
}

/** A finished file of a bulk operation. */
interface BulkFile {
  /** Null where no product was found. */
  readonly url: string | null;
  readonly productCount: number;
}

/** The products that a search finds, by a file or in pages. */
async function* readSearch(
  api: ShopApi,
  shop: ShopifyShop,
  search: string,
  isLong: boolean,
): AsyncGenerator<readonly ShopProduct[]> {
  const file = isLong ? await makeFile(api, shop, search) : null;
  yield* file === null ? readPages(api, shop, search) : readFile(api, file, shop);
}

/** Has Shopify write the products of a search into a file; null where it refuses or fails, so that pages are read instead. */
async function makeFile(api: ShopApi, { language }: ShopifyShop, search: string): Promise<BulkFile | null> {
  const query = bulkQuery(language, search);
  const begun = objectOf((await ask(api, bulkBegin, { query })).bulkOperationRunQuery);
  const id = textOf(objectOf(begun.bulkOperation).id);
  if (id === undefined || objectsOf(begun.userErrors).length > 0) return null;
  for (let lookMs = firstLookMs; ; lookMs = Math.min(lookMs * 2, longestLookMs)) {
    await api.wait(lookMs);
    const node = objectOf((await ask(api, bulkState, { id })).node);
    const { status } = node;
    if (status === 'COMPLETED') {
      return { url: textOf(node.url) ?? null, productCount: numberOf(node.rootObjectCount) ?? 0 };
    }
    if (status !== 'CREATED' && status !== 'RUNNING') return null;
  }
}

/** Products of the file, each once all its parts have come. */
async function* readFile(
  api: ShopApi,
  { url, productCount }: BulkFile,
  shop: ShopifyShop,
): AsyncGenerator<readonly ShopProduct[]> {
  let open: ShopifyParts | null = null;
  let keep = keepingParts(api);
  let count = 0;
  for await (const lines of url === null ? [] : api.lines(url)) {
    const products: ShopProduct[] = [];
    for (const line of lines.map(objectOf)) {
      const parent = textOf(line.__parentId);
      if (parent === undefined) {
        if (open !== null) products.push(...toProducts(open, shop));
        open = { product: line, variants: [], media: [], collections: [] };
        keep = keepingParts(api);
        count += 1;
      } else if (open === null || parent !== open.product.id) {
        throw api.unexpected('the parts of each product behind it');
      } else {
        keep(1);
        addPart(open, line);
      }
    }
    if (products.length > 0) yield products;
  }
  if (open !== null) yield toProducts(open, shop);
  if (count < productCount) throw api.unexpected(`all ${productCount} products that it counted`);
}

/** Counts the variants, pictures and collections of a product. */
function keepingParts(api: ShopApi) {
  return api.keeping('variants and pictures of one product', limits.connectorVariantsMax);
}

function addPart({ variants, media, collections }: ShopifyParts, line: JsonObject): void {
  const id = textOf(line.id) ?? '';
  if (id.includes('/ProductVariant/')) variants.push(line);
  else if (id.includes('/Collection/')) collections.push(line);
  else media.push(line);
}

async function* readPages(
  api: ShopApi,
  shop: ShopifyShop,
  search: string,
): AsyncGenerator<readonly ShopProduct[]> {
  const query = pageQuery(shop.language, search);
  let after: string | null = null;
  do {
    const products = objectOf((await ask(api, query, { first: pageSize, after })).products);
    if (!Array.isArray(products.nodes)) throw api.unexpected('a page of products');
    const page: ShopProduct[] = [];
    const nodes = api.itemsOf(products.nodes, pageSize);
    for (const product of nodes) {
      const parts = { media: nodesOf(product.media), collections: nodesOf(product.collections) };
      page.push(...toProducts({ product, ...parts, variants: await readVariants(api, product) }, shop));
    }
    yield page;
    const next = nextCursor(api, products);
    if (next !== null && (next === after || nodes.length === 0))
      throw api.unexpected('a page after this one');
    after = next;
  } while (after !== null);
}

async function readVariants(api: ShopApi, product: JsonObject): Promise<JsonObject[]> {
  const variants = [...nodesOf(product.variants)];
  const keep = keepingParts(api);
  keep(variants.length);
  let after = nextCursor(api, objectOf(product.variants));
  while (after !== null) {
    const { product: again } = await ask(api, variantsQuery, { id: product.id, after });
    const page = objectOf(objectOf(again).variants);
    if (!Array.isArray(page.nodes)) throw api.unexpected(`the variants of product ${idOf(product)}`);
    const found = nodesOf(page);
    // A page without any is one, too: they must come to an end.
    keep(Math.max(1, found.length));
    variants.push(...found);
    after = nextCursor(api, page);
  }
  return variants;
}

function nodesOf(connection: unknown): JsonObject[] {
  return [...objectsOf(objectOf(connection).nodes)];
}

/** The place of the next page; null after the last. A page without a place for the next one is not the last. */
function nextCursor(api: ShopApi, { pageInfo }: JsonObject): string | null {
  const { hasNextPage, endCursor } = objectOf(pageInfo);
  if (hasNextPage === false) return null;
  const cursor = textOf(endCursor);
  if (hasNextPage !== true || cursor === undefined) throw api.unexpected('the place of the next page');
  return cursor;
}

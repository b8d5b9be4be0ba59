/**
 * Finds the product feed behind an address: the address itself, a feed that the page links, or a well-known place of the shop system
 * that the page is made with. At most 6 addresses are asked, all of them of the same host, each guarded as a feed is; the first for 20
 * s, others for 5 s. A feed counts only if its beginning holds a product that an import would take. It stores nothing, and says how
 * to connect the shop or what to export where there is no feed.
 */
// Tests: ./find-feed.test.ts, ./find-feed.live.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { FoundFeed } from '../../../contract/shop-check.ts';
import { type DocumentFormat, isConnector, type ShopSystem } from '../../../contract/words/feeds.ts';
import { parseProduct } from '../../catalog/parse-product.ts';
import type { CatalogContext } from '../../catalog/product.ts';
import {
  createDocumentReader,
  formatOfContent,
  isWebPage,
} from '../../ingest/readers/create-document-reader.ts';
import { DocumentError, type DocumentRow } from '../../ingest/readers/document-reader.ts';
import { type Outbound, OutboundError, type OutboundPolicy } from '../../outbound/outbound.ts';
import { checkOutboundUrl } from '../../outbound/url-rules.ts';
import { type DocumentStart, decodeStart, fetchStart } from './fetch-start.ts';
import { readTags } from './html-tags.ts';

/** What a search for a feed needs. */
interface FeedSearch {
  readonly store: CatalogContext;
  readonly policy: OutboundPolicy;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  /** The time by which sales are on. */
  readonly nowMs: number;
}

/** Looks at the address, then at what its page leads to. A server that cannot be reached is part of the answer. */
export async function findFeed(url: URL, search: FeedSearch): Promise<FoundFeed> {
  const tried: { url: string; result: string }[] = [];
  const visit = async (at: URL, timeoutMs: number) => {
    try {
      const start = await fetchStart(at, { ...search, timeoutMs });
      const seen = judge(start, search);
      tried.push({ url: at.href, result: describe(seen) });
      return { start, seen };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      tried.push({ url: at.href, result: whyUnread(error) });
      return null;
    }
  };
  const answerOf = (at: URL, { format, rows, valid }: SeenFeed): FoundFeed => ({
    feed: { url: at.href, format, rows, valid_rows: valid },
    ...{ system: null, shop: null },
    message: `This is a feed (${namesOfFormats[format]}). See what is in it, then register it.`,
    tried,
  });
  const first = await visit(url, limits.shopCheckTimeoutMs);
  const unknown = { feed: null, system: null, shop: null, tried };
  if (first === null) return { ...unknown, message: tried[0]?.result ?? '' };
  if (first.seen.kind === 'feed') return answerOf(url, first.seen);
  if (first.seen.kind === 'other') {
    return { ...unknown, message: `${first.seen.message} ${advice.other}` };
  }
  const html = decodeStart(first.start);
  const system = systemOf(html);
  const shop = shopOf(system, first.start.url);
  const places = [...linkedFeeds(html, first.start.url), ...knownPlaces(system, first.start.url)];
  const asked = new Set([url.href]);
  for (const place of places) {
    if (tried.length === limits.feedSearchRequests) break;
    if (asked.has(place.href) || !checkOutboundUrl(place.href, search.policy).ok) continue;
    asked.add(place.href);
    const next = await visit(place, limits.feedSearchTimeoutMs);
    if (next?.seen.kind === 'feed') return { ...answerOf(place, next.seen), system, shop };
  }
  const message =
    shop === null ? `This page leads to no feed. ${advice[system ?? 'other']}` : advice[shop.feed_format];
  return { feed: null, system, shop, message, tried };
}

interface SeenFeed {
  readonly kind: 'feed';
  readonly format: DocumentFormat;
  readonly rows: number;
  readonly valid: number;
}

/** What an address holds. */
type Seen = SeenFeed | { readonly kind: 'page' } | { readonly kind: 'other'; readonly message: string };

function judge(start: DocumentStart, { store, nowMs }: FeedSearch): Seen {
  if (isWebPage(start.bytes)) return { kind: 'page' };
  const format = formatOfContent(start.bytes);
  try {
    const rows = readRows(start, format, nowMs);
    const valid = rows.filter(({ fault = null, value }) => fault === null && parseProduct(value, store).ok);
    if (valid.length > 0) return { kind: 'feed', format, rows: rows.length, valid: valid.length };
    if (rows.length === 0) return { kind: 'other', message: 'There is no product in it.' };
    return {
      kind: 'other',
      message: `None of its ${rows.length} products can be taken: ${reasonOf(rows[0], store)}`,
    };
  } catch (error) {
    if (error instanceof DocumentError) return { kind: 'other', message: error.message };
    throw error;
  }
}

/** The rows of the beginning. An end that was not fetched proves nothing. */
function readRows(
  { bytes, isCut, contentType }: DocumentStart,
  format: DocumentFormat,
  nowMs: number,
): DocumentRow[] {
  const reader = createDocumentReader(format, { nowMs, contentType });
  const rows = [...reader.read(bytes)];
  return isCut ? rows : [...rows, ...reader.end()];
}

function reasonOf(row: DocumentRow | undefined, store: CatalogContext): string {
  if (row?.fault != null) return row.fault.message;
  const parsed = row === undefined ? null : parseProduct(row.value, store);
  return parsed === null || parsed.ok ? '' : (parsed.problems[0]?.message ?? '');
}

function describe(seen: Seen): string {
  if (seen.kind === 'feed') return `A feed in ${namesOfFormats[seen.format]}.`;
  return seen.kind === 'page' ? 'A web page.' : seen.message;
}

const namesOfFormats: Readonly<Record<DocumentFormat, string>> = {
  google_xml: 'Google XML',
  json: 'JSON',
  csv: 'CSV',
};

/** Links of the page that a feed may be behind: those that say so first. Other hosts are never asked. */
export function linkedFeeds(html: string, page: URL): URL[] {
  const declared: URL[] = [];
  const likely: URL[] = [];
  let links = 0;
  for (const { name, attributes } of readTags(html)) {
    if (name !== 'a' && name !== 'link') continue;
    links += 1;
    if (links > linksRead || declared.length + likely.length === 2 * linksOfAKind) break;
    const url = sameHostUrl(attributes.get('href'), page);
    if (url === null) continue;
    const isAlternate = /\balternate\b/i.test(attributes.get('rel') ?? '');
    const isDeclared = name === 'link' && isAlternate && feedType.test(attributes.get('type') ?? '');
    const kind = isDeclared ? declared : likely;
    if ((isDeclared || (name === 'a' && isFeedFile(url))) && kind.length < linksOfAKind) kind.push(url);
  }
  return [...declared, ...likely];
}

function sameHostUrl(href: string | undefined, page: URL): URL | null {
  if (href === undefined || href.length > limits.urlMaxLength || !URL.canParse(href, page)) return null;
  const url = new URL(href, page);
  url.hash = '';
  return url.host === page.host && /^https?:$/.test(url.protocol) ? url : null;
}

function isFeedFile({ pathname }: URL): boolean {
  const file = pathname.slice(pathname.lastIndexOf('/') + 1);
  return (
    /feed|product|catalog|merchant|shopping/i.test(file) && /\.(?:xml|csv|tsv|json|txt)(?:\.gz)?$/i.test(file)
  );
}

const feedType = /(?:rss|atom)\+xml|text\/csv|application\/(?:json|xml)|text\/xml/i;
/** Links of a page that are followed, declared and likely ones apart. Chosen. */
const linksOfAKind = 2;
/** Links of a page that are looked at: a page of a shop has hundreds, and a page of a stranger may have any number. */
const linksRead = 2_000;

/** The places at which the system shows products to everybody. */
function knownPlaces(system: ShopSystem | null, { origin }: URL): URL[] {
  const places = {
    shopify: ['/products.json?limit=5'],
    woocommerce: ['/wp-json/wc/store/v1/products?per_page=5', '/feed/?post_type=product'],
    ...{ magento: [], prestashop: [], shopware: [] },
  };
  const paths = system === null ? ['/products.json?limit=5', '/feed.xml', '/products.csv'] : places[system];
  return paths.map((path) => new URL(path, origin));
}

const marks: readonly (readonly [ShopSystem, RegExp])[] = [
  ['shopify', /cdn\.shopify\.com|Shopify\.theme|\/cdn\/shop\//],
  ['woocommerce', /wp-content\/plugins\/woocommerce|class="[^"]{0,400}\bwoocommerce\b|content="WooCommerce/],
  ['magento', /Magento_|\/static\/version\d+\/|mage\/cookies/],
  ['prestashop', /content="PrestaShop|prestashop\s*=/],
  ['shopware', /content="Shopware|\/bundles\/storefront\//],
];

function systemOf(html: string): ShopSystem | null {
  return marks.find(([, mark]) => mark.test(html))?.[0] ?? null;
}

/** A page may be anywhere in its shop, which is mostly the whole origin. The API of Shopify is at an address that few pages have. */
function shopOf(system: ShopSystem | null, { origin, hostname }: URL): FoundFeed['shop'] {
  if (system === null || !isConnector(system)) return null;
  const isHidden = system === 'shopify' && !hostname.endsWith('.myshopify.com');
  return { feed_format: system, feed_url: isHidden ? null : origin };
}

/** What to do where a shop offers no feed, in the words of its system. */
const advice: Readonly<Record<ShopSystem | 'other', string>> = {
  shopify:
    'This is a Shopify shop: connect it, and its products are read by its API. Or in its admin open Products, choose Export, "All products" and "Plain CSV file", and drop that file here.',
  woocommerce:
    'This is a WooCommerce shop: connect it, and its products are read by its API. Or in WordPress open Products, choose Export with all columns, and drop that file here.',
  magento:
    'This is a Magento shop: connect it, and its products are read by its API. Or in its admin open System, Export, choose Products, and drop the file here.',
  prestashop:
    'It is a PrestaShop shop: export the products as CSV, and drop the file here; or add a module that writes a Google Shopping feed, and paste its address.',
  shopware:
    'It is a Shopware shop: add a sales channel "Product comparison" with the template for Google Shopping, and paste the address that it shows.',
  other:
    'Paste the address of a feed in CSV, Google XML or JSON, such as the one for Google Shopping; or export your products as a file, and drop it here.',
};

/** Why a page could not be read: sentences about feeds do not fit pages. */
export function whyUnread({ code, status, message }: OutboundError): string {
  if (code !== 'status') return `The page cannot be read. ${message}`;
  if (status === 401 || status === 403 || status === 429) {
    return `The shop answered ${status}: it does not let this service see the page. Check a page that everybody may see, and whether the shop blocks servers; for the check, allow the user agent Foretype.`;
  }
  if (status === 404 || status === 410) return `The shop answered ${status}: it has no page at this address.`;
  return `The shop answered ${status} instead of a page. Open the address in a browser, and check again.`;
}

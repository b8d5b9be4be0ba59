/** What of a store somebody should look at: the reason, what to do, and where. Pure; the words are the merchant's. */
import { isCancelled } from '../../contract/cancelled-import.ts';
import { plans } from '../../contract/limits.ts';
import { formatTimestamp } from '../clock.ts';
import type { DamagedTable } from '../jobs/damaged-tables.ts';
import type { QuarantinedStore } from '../jobs/quarantine-list.ts';
import { unreadablePage } from '../storage/damage.ts';
import type { Feed, FeedRun } from '../storage/feeds.ts';
import type { ImportRun, ListedKey, MissingCounts, Store } from '../storage/records.ts';
import type { Webhook } from '../storage/webhooks.ts';

/** Everything that the list is made of. */
export interface StoreFacts {
  readonly store: Store;
  /** The newest that {@link isTelling}. */
  readonly lastImport: ImportRun | null;
  readonly missing: MissingCounts;
  readonly keys: readonly ListedKey[];
  readonly feeds: readonly Feed[];
  /** The newest of each feed. */
  readonly feedRuns: readonly FeedRun[];
  readonly webhooks: readonly Webhook[];
  readonly isIndexLoaded: boolean;
  /** The kinds of work that fail for this store in the process that is asked. */
  readonly quarantined: readonly QuarantinedStore[];
  /** Damaged tables of all stores. */
  readonly damagedTables: readonly DamagedTable[];
  /** What could not be read for this list. */
  readonly unread: readonly OverviewPart[];
}

/** What an overview can be shown without. */
export type OverviewPart =
  | 'keys'
  | 'requests'
  | 'catalog sizes'
  | 'imports'
  | 'products'
  | 'phrases'
  | 'feeds'
  | 'webhooks';

/** One thing to look at. */
export interface Attention {
  readonly code: AttentionCode;
  readonly severity: 'info' | 'warning' | 'problem';
  readonly message: string;
  /** What to do about it. */
  readonly action: string;
  /** A path of the dashboard; null where no page of it helps. */
  readonly link: string | null;
}

/** Why a store needs attention. */
export type AttentionCode =
  | 'store_quarantined'
  | 'index_put_out'
  | 'products_unreadable'
  | 'service_damaged'
  | 'overview_incomplete'
  | 'no_products'
  | 'last_import_failed'
  | 'last_import_rows_failed'
  | 'feed_failing'
  | 'feed_rows_failed'
  | 'webhook_failing'
  | 'products_limit_reached'
  | 'enriched_limit_reached'
  | 'no_storefront_key'
  | 'storefront_key_unused'
  | 'products_without_image'
  | 'products_without_category'
  | 'index_loading';

type Finding = Attention | null;

/** Whether a run says something about the store and its files: it has ended by itself, and was no dry run, nor a feed's. */
export function isTelling(run: ImportRun): boolean {
  if (run.source === 'feed') return false;
  return !run.dryRun && (run.status === 'completed' || (run.status === 'failed' && !isCancelled(run)));
}

/** The worst first. */
export function findAttention(facts: StoreFacts): Attention[] {
  const path = (rest: string) => `/stores/${facts.store.id}${rest}`;
  const findings: Finding[] = [
    aboutQuarantine(facts),
    aboutMemory(facts),
    aboutUnreadProducts(facts, path),
    aboutTables(facts),
    aboutUnread(facts),
    aboutLastImport(facts, path),
    ...aboutFeeds(facts, path),
    ...aboutFeedRows(facts, path),
    ...aboutWebhooks(facts, path),
    aboutProducts(facts, path),
    facts.unread.includes('keys') ? null : aboutKeys(facts, path),
    aboutMissing(facts, 'image', path),
    aboutMissing(facts, 'category', path),
    aboutEnriched(facts, path),
    // One that cannot be read is not ready in a moment.
    facts.isIndexLoaded || facts.quarantined.some(({ work }) => work === 'index' || work === 'memory')
      ? null
      : {
          code: 'index_loading',
          severity: 'info',
          message: 'The search index of the store is being loaded.',
          action: 'Nothing to do: it is ready in a moment.',
          link: path('/playground'),
        },
  ];
  const order = ['problem', 'warning', 'info'];
  return findings
    .filter((finding) => finding !== null)
    .sort((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
}

type Path = (rest: string) => string;

/** One entry however many kinds of work fail: the reasons name tables and rows, and are for the operator. */
function aboutQuarantine({ quarantined, isIndexLoaded }: StoreFacts): Finding {
  const others = quarantined.filter((one) => unreadProducts(one) === null && one.work !== 'memory');
  if (others.length === 0) return null;
  const since = Math.min(...others.map((one) => one.since));
  const isDamaged = others.some(({ cause }) => cause !== 'defect');
  const what = isDamaged
    ? 'Some data of the store cannot be read'
    : 'Some background work for the store keeps failing';
  return {
    code: 'store_quarantined',
    severity: 'problem',
    message: `${what}, since ${writtenTime(since)}. ${effectOf(others, isIndexLoaded)}`,
    action: isDamaged
      ? 'Ask the operator to run "foretype doctor": it names what is damaged.'
      : 'Ask the operator to look into the log of the service and to run "foretype doctor".',
    link: null,
  };
}

/** How much memory indexes have is the operator's matter. */
function aboutMemory({ quarantined }: StoreFacts): Finding {
  const found = quarantined.find(({ work }) => work === 'memory');
  if (found === undefined) return null;
  return {
    code: 'index_put_out',
    severity: 'problem',
    message: `The search index of the store does not fit into the memory of the service, so that search fails at times, since ${writtenTime(found.since)}.`,
    action: 'Ask the operator to raise FORETYPE_INDEX_MEMORY_MB.',
    link: null,
  };
}

/** Products that cannot be read, which whoever has them can repair. */
function aboutUnreadProducts({ quarantined }: StoreFacts, path: Path): Finding {
  const found = quarantined.filter((one) => unreadProducts(one) !== null);
  if (found.length === 0) return null;
  const ids = [...new Set(found.flatMap((one) => unreadProducts(one) ?? []))];
  const count = Math.max(ids.length, ...found.map(({ rowCount = 0 }) => rowCount));
  const more = count > idsNamed ? ` and ${numbered(count - idsNamed)} more` : '';
  const since = writtenTime(Math.min(...found.map((one) => one.since)));
  const isOne = count === 1;
  const effect = found.some(({ work }) => work === 'index')
    ? `Shoppers do not find ${isOne ? 'it' : 'them'}; all others are found.`
    : `Shoppers still find ${isOne ? 'it' : 'them'}.`;
  return {
    code: 'products_unreadable',
    severity: 'problem',
    message: `${counted(count, 'product')} cannot be read (${ids.slice(0, idsNamed).join(', ')}${more}), since ${since}. ${effect}`,
    ...remedyOf(found, isOne ? 'it' : 'them', path),
  };
}

/** What lies on a damaged page cannot be written over, so that an upload would wait without end. */
function remedyOf(found: StoreFacts['quarantined'], them: string, path: Path) {
  const rows = found.flatMap((one) => one.rows ?? []);
  const ofPages = rows.filter(({ error }) => error === unreadablePage);
  const upload = `Upload ${them} again, with all fields: that repairs ${them}`;
  if (ofPages.length === 0) return { action: `${upload}.`, link: path('/imports/new') };
  const repair = `Ask the operator to run "foretype repair"`;
  if (ofPages.length === rows.length)
    return {
      action: `${repair}: until then ${them === 'it' ? 'it' : 'they'} cannot be replaced.`,
      link: null,
    };
  return { action: `${repair} first. ${upload}.`, link: null };
}

/** Of so many products the ids are told. Chosen. */
const idsNamed = 5;

/** The ids of the products, where the store works but for some that cannot be read; else null. */
function unreadProducts({ work, cause, rows = [] }: QuarantinedStore): string[] | null {
  const isOfProducts = (work === 'index' || work === 'calls') && cause === 'row';
  return isOfProducts && rows.every(({ table }) => table === 'products') ? rows.map(({ id }) => id) : null;
}

/** What was rebuilt is for the operator alone. */
function aboutTables({ damagedTables }: StoreFacts): Finding {
  const damaged = damagedTables.filter(({ isRebuilt }) => !isRebuilt);
  if (damaged.length === 0) return null;
  const since = Math.min(...damaged.map((one) => one.since));
  const names = damaged.map(({ table }) => table).join(', ');
  return {
    code: 'service_damaged',
    severity: 'problem',
    message: `Some data that all stores share cannot be read (${names}), since ${writtenTime(since)}. Shoppers are answered; some changes cannot be made.`,
    action: 'Ask the operator to run "foretype doctor": it says what to do.',
    link: null,
  };
}

function aboutUnread({ unread }: StoreFacts): Finding {
  if (unread.length === 0) return null;
  return {
    code: 'overview_incomplete',
    severity: 'problem',
    message: `Some of what belongs here cannot be read and is left out: ${unread.join(', ')}.`,
    action: 'Ask the operator to run "foretype doctor": it names what is damaged.',
    link: null,
  };
}

function effectOf(quarantined: readonly QuarantinedStore[], isIndexLoaded: boolean): string {
  const index = quarantined.find(({ work }) => work === 'index');
  if (index === undefined) return 'Shoppers still find the products.';
  if (isIndexLoaded) return 'Shoppers are still answered from the last good index.';
  return 'The store cannot be searched until it is repaired.';
}

/** `2026-11-22 14:05 UTC`. */
function writtenTime(micros: number): string {
  return `${formatTimestamp(micros).slice(0, 16).replace('T', ' ')} UTC`;
}

function aboutLastImport({ lastImport }: StoreFacts, path: Path): Finding {
  if (lastImport === null) return null;
  const { id, status, filename, error, failedRows } = lastImport;
  const link = path(`/imports/${id}`);
  if (status === 'failed') {
    return {
      code: 'last_import_failed',
      severity: 'problem',
      message: `The last import, ${filename}, failed${error === null ? '.' : `: ${error}`}`,
      action: 'See what was wrong with the file, correct it and import it again.',
      link,
    };
  }
  if (failedRows === 0) return null;
  return {
    code: 'last_import_rows_failed',
    severity: 'warning',
    message: `${counted(failedRows, 'row')} of the last import, ${filename}, could not be taken.`,
    action: 'Download the failed rows, correct them and upload that file.',
    link,
  };
}

function aboutFeeds({ feeds }: StoreFacts, path: Path): Finding[] {
  return feeds
    .filter(({ status }) => status === 'error')
    .map((feed) => ({
      code: 'feed_failing',
      severity: 'problem',
      message: `The feed ${feed.name} ${feed.failuresInRow === 1 ? 'failed' : `failed ${numbered(feed.failuresInRow)} times in a row`}: ${feed.lastError}`,
      action: 'Correct it and refresh it; until then the products stay as they were.',
      link: path(`/feeds/${feed.id}`),
    }));
}

/** Of feeds that went well: what is wrong with one that failed is told already. */
function aboutFeedRows({ feeds, feedRuns }: StoreFacts, path: Path): Finding[] {
  return feedRuns.flatMap(({ details: { id, feedId }, run }) => {
    const feed = feeds.find((one) => one.id === feedId);
    if (run.status !== 'completed' || run.failedRows === 0 || feed === undefined) return [];
    return {
      code: 'feed_rows_failed',
      severity: 'warning',
      message: `${counted(run.failedRows, 'row')} of the newest run of the feed ${feed.name} could not be taken.`,
      action: 'See what is wrong with them, and correct these products in the shop.',
      link: path(`/feeds/${feedId}/runs/${id}`),
    };
  });
}

function aboutWebhooks({ webhooks }: StoreFacts, path: Path): Finding[] {
  return webhooks
    .filter(({ disabledReason, failingSince }) => disabledReason !== null || failingSince !== null)
    .map(({ id, url, disabledReason }) => ({
      code: 'webhook_failing',
      severity: disabledReason === null ? 'warning' : 'problem',
      message:
        disabledReason === null
          ? `The endpoint ${URL.parse(url)?.host ?? ''} does not take its messages; they are tried again.`
          : `The endpoint ${URL.parse(url)?.host ?? ''} took no messages and was switched off.`,
      action: 'See what it answered, put it right and send a test.',
      link: path(`/webhooks/${id}`),
    }));
}

function aboutProducts({ store, lastImport }: StoreFacts, path: Path): Finding {
  if (store.productCount === 0) {
    return {
      code: 'no_products',
      severity: 'problem',
      message: 'The store holds no products yet, so the search box finds nothing.',
      action: 'Import a file of products, or send them through the API.',
      link: path('/imports'),
    };
  }
  const limit = plans[store.plan].products;
  if (limit === null || store.productCount < limit) return null;
  const skippedRows = lastImport?.skippedRows ?? 0;
  const skipped = skippedRows === 0 ? '' : ` The last import left out ${counted(skippedRows, 'row')}.`;
  return {
    code: 'products_limit_reached',
    severity: 'problem',
    message: `The store holds ${counted(store.productCount, 'product')}, all that the plan ${store.plan} allows: new ones are left out.${skipped}`,
    action: 'Move to a larger plan, then import the file again.',
    link: path('/settings'),
  };
}

function aboutEnriched({ store }: StoreFacts, path: Path): Finding {
  const limit = plans[store.plan].enriched;
  if (limit === null || store.enrichmentCount < limit || store.productCount <= limit) return null;
  return {
    code: 'enriched_limit_reached',
    severity: 'info',
    message: `Search phrases are written for ${counted(limit, 'product')}, all that the plan ${store.plan} allows.`,
    action: 'Move to a larger plan to have phrases for the others; they are found by their own words.',
    link: path('/settings'),
  };
}

function aboutKeys({ keys }: StoreFacts, path: Path): Finding {
  const storefront = keys.filter(({ kind, revokedAt }) => kind === 'storefront' && revokedAt === null);
  const link = path('/keys');
  if (storefront.length === 0) {
    return {
      code: 'no_storefront_key',
      severity: 'problem',
      message: 'There is no storefront key, so no shop can show the search box.',
      action: 'Create a storefront key and put it into the shop.',
      link,
    };
  }
  if (storefront.some(({ lastUsedAt }) => lastUsedAt !== null)) return null;
  return {
    code: 'storefront_key_unused',
    severity: 'info',
    message: 'No storefront key was used yet: the search box is not in the shop.',
    action: 'Copy the snippet into the pages of the shop.',
    link,
  };
}

const missingWords = {
  image: 'They show an empty box in the dropdown: add an image_url.',
  category: 'Shoppers cannot find them by category: add a category.',
} as const;

function aboutMissing({ missing }: StoreFacts, field: keyof typeof missingWords, path: Path): Finding {
  const count = missing[field];
  // A shop without any pictures has none on purpose; where only some lack one, it was likely forgotten.
  if (count === 0 || (field === 'image' && count === missing.looked)) return null;
  const verb = count === 1 ? 'has' : 'have';
  return {
    code: `products_without_${field}`,
    severity: field === 'image' ? 'info' : 'warning',
    message: `${counted(count, 'product')} of ${numbered(missing.looked)} looked at ${verb} no ${field}.`,
    action: missingWords[field],
    link: path(`/products?missing=${field}`),
  };
}

function counted(count: number, noun: string): string {
  return `${numbered(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function numbered(count: number): string {
  return count.toLocaleString('en');
}

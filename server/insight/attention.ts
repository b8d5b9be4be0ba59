/**
 * Lists what a person should look at in a store: the reason, what to do, and where. Pure; the words are the merchant's. It repairs
 * nothing. Limits that it speaks of are the plan's counts of products. A fact that is missing (null) gives no entry; it never throws.
 */
// Tests: ./attention.test.ts.
import { isCancelled } from '../../contract/cancelled-import.ts';
import { limits, plans } from '../../contract/limits.ts';
import type { ImportRun } from '../storage/records.ts';
import {
  aboutMemory,
  aboutQuarantine,
  aboutTables,
  aboutUnread,
  aboutUnreadProducts,
  aboutUnreadSettings,
  isIndexFailing,
} from './attention-to-damage.ts';
import { aboutEndsOfKeys } from './attention-to-keys.ts';
import {
  type Attention,
  counted,
  type Finding,
  numbered,
  type Path,
  type StoreFacts,
} from './store-facts.ts';

/** Whether a run says something about the store and its files: it ended by itself, was not undone, and was no dry run, nor a feed's. */
export function isReportable(run: ImportRun): boolean {
  if (run.source === 'feed' || run.undo !== null) return false;
  return !run.dryRun && (run.status === 'completed' || (run.status === 'failed' && !isCancelled(run)));
}

/** Whether a run stands still until something is repaired; its error says what. */
export function isWaiting({ status, error }: ImportRun): boolean {
  return (status === 'pending' || status === 'processing') && error !== null;
}

/** The worst first. */
export function findAttention(facts: StoreFacts): Attention[] {
  const path = (rest: string) => `/stores/${facts.store.id}${rest}`;
  const findings: Finding[] = [
    aboutQuarantine(facts),
    aboutMemory(facts),
    aboutUnreadProducts(facts, path),
    ...aboutUnreadSettings(facts, path),
    aboutTables(facts),
    aboutUnread(facts),
    ...aboutWaitingImports(facts, path),
    aboutLastImport(facts, path),
    ...aboutFeeds(facts, path),
    ...aboutChanges(facts, path),
    ...aboutFeedRows(facts, path),
    ...aboutWebhooks(facts, path),
    aboutProducts(facts, path),
    facts.unread.includes('keys') ? null : aboutKeys(facts, path),
    ...aboutEndsOfKeys(facts, path),
    aboutMissing(facts, 'image', path),
    aboutMissing(facts, 'category', path),
    aboutEnriched(facts, path),
    aboutHold(facts, path),
    // One that cannot be read is not ready in a moment.
    facts.isIndexLoaded || isIndexFailing(facts.quarantined)
      ? null
      : {
          code: 'index_loading',
          severity: 'info',
          message: 'The search index of the store is being loaded.',
          action: 'Nothing to do: it is ready in a moment.',
          link: path('/empty-box'),
        },
  ];
  const order = ['problem', 'warning', 'info'];
  return findings
    .filter((finding) => finding !== null)
    .sort((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
}

function aboutWaitingImports({ waitingImports }: StoreFacts, path: Path): Finding[] {
  return waitingImports.map(({ id, filename, error }) => ({
    code: 'import_waiting',
    severity: 'problem',
    message: `The import ${filename} stands still. ${error}`,
    action: 'It goes on by itself once that is repaired.',
    link: path(`/imports/${id}`),
  }));
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

/** Reports shops whose changes cannot be read. One whose whole readings fail, too, is reported once. */
function aboutChanges({ feeds }: StoreFacts, path: Path): Finding[] {
  return feeds
    .filter(({ status, changesError }) => status === 'active' && changesError !== null)
    .map((feed) => ({
      code: 'feed_changes_failing',
      severity: 'problem',
      message: `Changes of the shop ${feed.name} cannot be read: ${feed.changesError}`,
      action: 'Remove the cause; until then new prices and products wait for the next whole run.',
      link: path(`/feeds/${feed.id}`),
    }));
}

/** Reports failed rows of feeds whose newest run completed: a failed run is reported elsewhere. */
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
    .filter(({ url }) => !url.startsWith('mailto:'))
    .filter(({ disabledReason, failingSince }) => disabledReason !== null || failingSince !== null)
    .map(({ id, url, disabledReason }) => ({
      code: 'webhook_failing',
      severity: disabledReason === null ? 'warning' : 'problem',
      message:
        disabledReason === null
          ? `The webhook ${URL.parse(url)?.host ?? ''} does not take its messages; they are tried again.`
          : `The webhook ${URL.parse(url)?.host ?? ''} took no messages and was switched off.`,
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

/** A provider that is busy, or a budget that is spent, is nothing to repair. */
function aboutHold({ hold }: StoreFacts, path: Path): Finding {
  if (hold === null || (hold.code !== 'provider_away' && hold.code !== 'provider_refused')) return null;
  return {
    code: 'phrases_held',
    severity: 'warning',
    message: `New products wait for their search phrases. ${hold.message}`,
    action: 'It is tried again by itself. If it stays so, ask the operator of the service.',
    link: path('/phrases'),
  };
}

function aboutKeys({ keys, now }: StoreFacts, path: Path): Finding {
  const storefront = keys.filter(
    ({ kind, revokedAt, expiresAt }) =>
      kind === 'storefront' && revokedAt === null && (expiresAt === null || expiresAt > now),
  );
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
    action: 'Copy the line into the pages of your shop.',
    link,
  };
}

const missingWords = {
  image: 'The dropdown shows their first letter instead: add an image_url.',
  category: 'Shoppers cannot find them by category: add a category.',
} as const;

function aboutMissing({ missing, store }: StoreFacts, field: keyof typeof missingWords, path: Path): Finding {
  const count = missing[field];
  // A shop without any pictures has none on purpose; where only some lack one, it was likely forgotten.
  const isOnPurpose = field === 'image' && (missing.isWithoutImages || count === store.productCount);
  if (count === 0 || isOnPurpose) return null;
  const most = count < limits.missingCountMax ? '' : 'At least ';
  const verb = count === 1 ? 'has' : 'have';
  return {
    code: `products_without_${field}`,
    severity: field === 'image' ? 'info' : 'warning',
    message: `${most}${numbered(count)} of ${counted(store.productCount, 'product')} ${verb} no ${field}.`,
    action: missingWords[field],
    link: path(`/products?missing=${field}`),
  };
}

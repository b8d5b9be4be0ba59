/**
 * Declares the facts from which the list of things to look at is made (attention.ts), and the entries of that list. It reads nothing.
 * Parts that could not be read are named in `unread`, and their facts are empty; times are microseconds, counts are whole numbers that
 * are written with commas.
 */
// Tests: ./attention.test.ts.
import type { DamagedTable } from '../jobs/damaged-tables.ts';
import type { QuarantinedStore } from '../jobs/quarantine-list.ts';
import type { EnrichmentSettings } from '../storage/enrichment/tables.ts';
import type { Feed, FeedRun } from '../storage/feeds/tables.ts';
import type { ImportRun, ListedKey, MissingCounts, Store } from '../storage/records.ts';
import type { Webhook } from '../storage/webhooks/tables.ts';

/** Everything that the list is made of. */
export interface StoreFacts {
  readonly store: Store;
  /** The newest that `isReportable`. */
  readonly lastImport: ImportRun | null;
  /** The imports that are `isWaiting`. */
  readonly waitingImports: readonly ImportRun[];
  readonly missing: MissingCounts;
  readonly keys: readonly ListedKey[];
  /** The present time. */
  readonly now: number;
  readonly feeds: readonly Feed[];
  /** The newest of each feed. */
  readonly feedRuns: readonly FeedRun[];
  readonly webhooks: readonly Webhook[];
  readonly isIndexLoaded: boolean;
  /** The hold on the queue of phrases; null if there is none, or nothing waits. */
  readonly hold: EnrichmentSettings['hold'];
  /** The kinds of work that fail for this store in the process that is asked. */
  readonly quarantined: readonly QuarantinedStore[];
  /** Damaged tables of all stores. */
  readonly damagedTables: readonly DamagedTable[];
  /** The parts that could not be read for this list. */
  readonly unread: readonly OverviewPart[];
}

/** The parts that an overview can be shown without. */
export type OverviewPart =
  | 'keys'
  | 'requests'
  | 'catalog sizes'
  | 'imports'
  | 'products'
  | 'phrases'
  | 'feeds'
  | 'webhooks';

/** A thing that people should look at. */
export interface Attention {
  readonly code: AttentionCode;
  readonly severity: 'info' | 'warning' | 'problem';
  readonly message: string;
  /** The advice to the reader. */
  readonly action: string;
  /** A path of the dashboard; null where no page of it helps. */
  readonly link: string | null;
}

/** Why a store needs attention. */
export type AttentionCode =
  | 'store_quarantined'
  | 'index_put_out'
  | 'products_unreadable'
  | 'settings_unreadable'
  | 'service_damaged'
  | 'overview_incomplete'
  | 'no_products'
  | 'import_waiting'
  | 'phrases_held'
  | 'last_import_failed'
  | 'last_import_rows_failed'
  | 'feed_failing'
  | 'feed_changes_failing'
  | 'feed_rows_failed'
  | 'webhook_failing'
  | 'products_limit_reached'
  | 'enriched_limit_reached'
  | 'no_storefront_key'
  | 'storefront_key_unused'
  | 'key_ending'
  | 'key_ended'
  | 'old_key_used'
  | 'products_without_image'
  | 'products_without_category'
  | 'index_loading';

/** An entry, where there is something to say. */
export type Finding = Attention | null;

/** Makes a path of the dashboard out of what follows the store's. */
export type Path = (rest: string) => string;

/** `1,006 products`. */
export function counted(count: number, noun: string): string {
  return `${numbered(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1,006`. */
export function numbered(count: number): string {
  return count.toLocaleString('en');
}

/** The pauses after which pages of feeds are read again, in milliseconds. It makes no call. */
// Tests: test/browser/dashboard-feeds.test.ts.
import type { FeedBody, FeedRunBody } from '../../../../contract/feeds.ts';
import { isActive } from '../../api/imports.ts';

/** The pause while no run is under way: a scheduled run appears without a reload. Chosen. */
export const calmPollMs = 30_000;

/** The pause of a page about a feed, by its newest run. Chosen: one second while the run is under way. */
export function pollOfRun(latest: FeedRunBody | null | undefined): number {
  return latest != null && isActive(latest) ? 1_000 : calmPollMs;
}

/** The pause while a feed waits for its first order: the person who sets it up sees it arrive. Chosen. */
const firstOrderPollMs = 3_000;

/** The pause of the page of a feed, by what was read last. */
export function pollOfFeed(
  found: { readonly feed: FeedBody; readonly latest_run: FeedRunBody | null } | undefined,
): number {
  const isWaiting = found?.feed.has_orders_secret === true && found.feed.last_order_at === null;
  return Math.min(pollOfRun(found?.latest_run), isWaiting ? firstOrderPollMs : calmPollMs);
}

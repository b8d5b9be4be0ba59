/** The pauses after which pages of feeds are read again, in milliseconds. It makes no call. */
// Tests: test/browser/dashboard-feeds.test.ts.
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { isActive } from '../../api/imports.ts';

/** The pause while no run is under way: a scheduled run appears without a reload. Chosen. */
export const calmPollMs = 30_000;

/** The pause of a page about a feed, by its newest run. Chosen: one second while the run is under way. */
export function pollOfRun(latest: FeedRunBody | null | undefined): number {
  return latest != null && isActive(latest) ? 1_000 : calmPollMs;
}

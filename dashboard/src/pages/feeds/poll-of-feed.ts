/** How often pages of feeds are read again. */
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { isActive } from '../../api/imports.ts';

/** While nothing moves: a run on schedule appears by itself. Chosen. */
export const calmPollMs = 30_000;

/** A page about a feed whose newest run this is. Chosen: every second while the run is under way. */
export function pollOfRun(latest: FeedRunBody | null | undefined): number {
  return latest != null && isActive(latest) ? 1_000 : calmPollMs;
}

// Tests: test/browser/dashboard-feeds.test.ts.
import type { FeedBody } from '../../../../contract/feeds.ts';
import { Ago } from '../../parts/ago.tsx';
import { nowMs } from '../../words/clock.ts';
import { isDue } from '../../words/feeds.ts';

/** Says when the feed is fetched next. Makes no call. */
export function NextRun({ feed }: { readonly feed: Pick<FeedBody, 'status' | 'next_run_at'> }) {
  if (feed.status === 'paused') return 'once resumed';
  return isDue(feed, nowMs()) ? 'due now' : <Ago at={feed.next_run_at} />;
}

// Tests: test/browser/dashboard-feeds.test.ts.
import type { FeedBody, FeedRunMark } from '../../../../contract/feeds.ts';
import { isActive } from '../../api/imports.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfFeed, stateOfRun } from '../../words/feeds.ts';

interface FeedStateProps {
  readonly feed: Pick<FeedBody, 'status' | 'changes_error'>;
  readonly latest: FeedRunMark | null;
}

/** The state of a feed in a word, or that of its run while one waits or is under way. Makes no call. */
export function FeedState({ feed, latest }: FeedStateProps) {
  const { tone, words } = latest !== null && isActive(latest) ? stateOfRun(latest) : stateOfFeed(feed);
  return <StateMark tone={tone}>{words}</StateMark>;
}

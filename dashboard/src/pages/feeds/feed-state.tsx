import type { FeedBody, FeedRunMark } from '../../../../contract/feeds.ts';
import { isActive } from '../../api/imports.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfFeed, stateOfRun } from '../../words/feeds.ts';

interface FeedStateProps {
  readonly feed: Pick<FeedBody, 'status'>;
  readonly latest: FeedRunMark | null;
}

/** How a feed stands; while a run waits or is under way, that. */
export function FeedState({ feed, latest }: FeedStateProps) {
  const { tone, words } = latest !== null && isActive(latest) ? stateOfRun(latest) : stateOfFeed(feed);
  return <StateMark tone={tone}>{words}</StateMark>;
}

// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Button, Skeleton } from '@mantine/core';

import { useState } from 'react';
import type { PhraseReviewBody } from '../../../../contract/phrase-review.ts';
import type { PhraseVerdict } from '../../../../contract/words/phrase-patterns.ts';
import { usePages } from '../../api/call.ts';
import { queuePauseMs } from '../../api/poll.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { wordsOfPattern, wordsOfReview } from '../../words/patterns.ts';
import { ChoiceBar, useChosen } from './choice-bar.tsx';
import { DecideDialog, type PlannedDecision } from './decide-dialog.tsx';
import { GroupRow } from './group-row.tsx';
import classes from './phrases.module.css';
import { ReviewProgress } from './review-progress.tsx';

const pageGroups = 60;

const reading = {
  limit: pageGroups,
  pollEvery: (read: { readonly pages: readonly { readonly review: PhraseReviewBody }[] } | undefined) =>
    queuePauseMs(isWorking(read?.pages[0]?.review)),
};

/**
 * Lists groups of phrases that are not decided yet, the riskiest first (`GET /phrases/patterns`). Editors decide about
 * one, or about several that they chose. It is read again while decisions are applied.
 */
export function GroupsPanel() {
  const { storeId, may } = useStore();
  const { chosen, choose, clear } = useChosen();
  const [planned, setPlanned] = useState<PlannedDecision | null>(null);
  const list = usePages(storeId, 'GET /phrases/patterns', {}, reading);
  const review = list.data?.pages[0]?.review;
  const groups = list.data?.pages.flatMap(({ patterns }) => patterns) ?? [];
  const names = groups.map(({ pattern }) => pattern).filter((pattern) => chosen.has(pattern));
  const close = () => {
    setPlanned(null);
    clear();
  };
  const plan = (verdict: PhraseVerdict, patterns: readonly string[]) => {
    const [first = ''] = patterns;
    const subject = patterns.length === 1 ? wordsOfPattern(first) : countOf(patterns.length, 'group');
    setPlanned({ verdict, subject, group: { patterns } });
  };
  return (
    <Panel title="Groups of phrases" lead={review === undefined ? undefined : wordsOfReview(review)} flush>
      {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={220} m="md" />}
      {review?.progress != null && <ReviewProgress progress={review.progress} />}
      {list.isSuccess && groups.length === 0 && (
        <EmptyNote icon="phrases" title="Nothing to decide">
          {review === undefined ? '' : wordsOfReview(review)}
        </EmptyNote>
      )}
      {may('editor') && groups.length > 1 && (
        <ChoiceBar all={groups.map(({ pattern }) => pattern)} chosen={names} onChoose={choose}>
          <Button size="xs" variant="light" onClick={() => plan('approved', names)}>
            Approve {countOf(names.length, 'group')}
          </Button>
          <Button size="xs" variant="default" onClick={() => plan('refused', names)}>
            Refuse {countOf(names.length, 'group')}
          </Button>
        </ChoiceBar>
      )}
      <ul className={classes.products}>
        {groups.map((group) => (
          <GroupRow
            key={group.pattern}
            group={group}
            isChosen={chosen.has(group.pattern)}
            onChoose={(isChosen) => choose([group.pattern], isChosen)}
            onDecide={(verdict) => plan(verdict, [group.pattern])}
          />
        ))}
      </ul>
      <MoreButton list={list} label="Show more groups" p="md" />
      {planned !== null && <DecideDialog planned={planned} onClose={() => setPlanned(null)} onDone={close} />}
    </Panel>
  );
}

function isWorking(review: PhraseReviewBody | undefined): boolean {
  return review !== undefined && (review.progress !== null || review.unsorted_products > 0);
}

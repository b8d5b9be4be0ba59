// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Button, Center, Checkbox, Group, Progress, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { PhraseReviewBody } from '../../../../contract/phrase-review.ts';
import type { PhraseVerdict } from '../../../../contract/words/phrase-patterns.ts';
import { usePages } from '../../api/call.ts';
import { queuePauseMs } from '../../api/poll.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { wordsOfPattern, wordsOfReview } from '../../words/patterns.ts';
import { DecideDialog, type PlannedDecision } from './decide-dialog.tsx';
import { GroupRow } from './group-row.tsx';
import classes from './phrases.module.css';

const pageGroups = 60;

const reading = {
  limit: pageGroups,
  pollEvery: (read: { readonly pages: readonly { readonly review: PhraseReviewBody }[] } | undefined) =>
    queuePauseMs(isWorking(read?.pages[0]?.review)),
};

/**
 * Lists groups of phrases that nobody decided about, the riskiest first (`GET /phrases/patterns`). Editors decide about
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
        <ChoiceBar
          all={groups.map(({ pattern }) => pattern)}
          chosen={names}
          onChoose={choose}
          onDecide={(verdict) => plan(verdict, names)}
        />
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
      {list.hasNextPage && (
        <Center p="md">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </Center>
      )}
      {planned !== null && <DecideDialog planned={planned} onClose={() => setPlanned(null)} onDone={close} />}
    </Panel>
  );
}

interface ChoiceBarProps {
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (patterns: readonly string[], isChosen: boolean) => void;
  readonly onDecide: (verdict: PhraseVerdict) => void;
}

/** Chooses all groups, and decides about those that are chosen. */
function ChoiceBar({ all, chosen, onChoose, onDecide }: ChoiceBarProps) {
  return (
    <Group px={20} py="sm" gap="sm">
      <Checkbox
        label="Choose all"
        checked={chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        onChange={({ currentTarget: { checked } }) => onChoose(all, checked)}
      />
      {chosen.length > 0 && (
        <>
          <Button size="xs" variant="light" onClick={() => onDecide('approved')}>
            Approve {countOf(chosen.length, 'group')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onDecide('refused')}>
            Refuse {countOf(chosen.length, 'group')}
          </Button>
        </>
      )}
    </Group>
  );
}

/** The patterns that are chosen. */
function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen,
    choose: (patterns: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        for (const pattern of patterns) isChosen ? after.add(pattern) : after.delete(pattern);
        return after;
      }),
    clear: () => setChosen(new Set()),
  };
}

function isWorking(review: PhraseReviewBody | undefined): boolean {
  return review !== undefined && (review.progress !== null || review.unsorted_products > 0);
}

function ReviewProgress({ progress }: { readonly progress: NonNullable<PhraseReviewBody['progress']> }) {
  const { done, total } = progress;
  return (
    <div className={classes.progress}>
      <Text size="sm" mb={6} role="status">
        {wordsOfReview({ open_products: 0, decided_products: 0, unsorted_products: 0, progress })}
      </Text>
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        aria-label="Products that the decisions have reached"
      />
    </div>
  );
}

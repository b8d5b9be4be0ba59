// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Button, Group, Text } from '@mantine/core';
import { useChange, usePages } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { subjectOf, wordsOfVerdict } from '../../words/patterns.ts';
import classes from './phrases.module.css';

const pageDecisions = 20;

interface DecisionsPanelProps {
  readonly about: 'phrases' | 'types';
}

const leads = {
  phrases:
    'New phrases follow them. If you take a refusal back, its phrases are live again. What was decided about a single product stays.',
  types:
    'New products follow them. If you undo one, its products get their previous types back. What was decided about a single product stays.',
};

/** Lists the decisions that stand, newest first (`GET /phrases/decisions`); editors take them back. Absent while there is none. */
export function DecisionsPanel({ about }: DecisionsPanelProps) {
  const { storeId, may } = useStore();
  const list = usePages(storeId, 'GET /phrases/decisions', {}, { query: { about }, limit: pageDecisions });
  const takeBack = useChange(storeId, 'DELETE /phrases/decisions/:id');
  const decisions = list.data?.pages.flatMap((page) => page.decisions) ?? [];
  if (list.isError) return <FailureNote error={list.error} onRetry={() => void list.refetch()} />;
  if (decisions.length === 0) return null;
  return (
    <Panel title="Decisions that stand" lead={leads[about]} flush>
      <ul className={classes.products}>
        {decisions.map((decision) => {
          const { tone, label } = wordsOfVerdict(decision);
          const subject = subjectOf(decision);
          return (
            <li key={decision.id} className={classes.decision}>
              <div className={classes.words}>
                <Group gap="xs">
                  <StateMark tone={tone}>{label}</StateMark>
                  <Text fw={500} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                    {subject}
                  </Text>
                </Group>
                <Text size="xs" c="dimmed">
                  {decision.decided_by ?? 'Somebody'}, <Ago at={decision.decided_at} />
                </Text>
              </div>
              {may('editor') && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Take back: ${label} ${subject}`}
                  loading={takeBack.isPending && takeBack.variables.params.id === decision.id}
                  onClick={() =>
                    takeBack.mutate(
                      { params: { id: decision.id } },
                      { onSuccess: ({ message }) => noticeDone(message), onError: noticeFailure },
                    )
                  }
                >
                  Take back
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <MoreButton list={list} label="Show more decisions" p="md" />
    </Panel>
  );
}

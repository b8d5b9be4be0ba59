import { Button, Center, Skeleton, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { useFeedRuns } from '../../api/feeds.ts';
import { Ago } from '../../parts/ago.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import listClasses from '../../parts/list-sheet.module.css';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { describeRun, stateOfRun, summarizeRuns } from '../../words/feeds.ts';
import classes from './feeds.module.css';
import { RunTimeline } from './run-timeline.tsx';
import { formatTook, secondsOfRun } from './timing.ts';

/** Runs that the picture shows. */
const drawnRuns = 30;
/** Rows of the list at first: the settings stand below it. */
const firstRows = 8;

interface RunsPanelProps {
  readonly feedId: string;
  readonly latest: FeedRunBody | null;
}

/** How the runs went: a picture of the newest, and all of them as a list. */
export function RunsPanel({ feedId, latest }: RunsPanelProps) {
  const { storeId } = useStore();
  const list = useFeedRuns(storeId, feedId, latest);
  const listed = list.data?.pages.flatMap((page) => page.runs) ?? [];
  // The counters of a run under way are newer than the list.
  const runs = listed.map((run) => (run.id === latest?.id ? latest : run));
  const drawn = runs.slice(0, drawnRuns).reverse();
  const [isLong, setLong] = useState(false);
  const showOlder = () => (isLong ? void list.fetchNextPage() : setLong(true));
  return (
    <Panel title="Runs" lead={list.isSuccess && summarizeRuns(drawn)} flush>
      {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={260} m="md" />}
      {drawn.length > 0 && <RunTimeline runs={drawn} />}
      {runs.length > 0 && <RunTable runs={isLong ? runs : runs.slice(0, firstRows)} />}
      {(list.hasNextPage || (!isLong && runs.length > firstRows)) && (
        <Center p="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={showOlder}>
            Older runs
          </Button>
        </Center>
      )}
    </Panel>
  );
}

const columns = [
  { label: 'Begun' },
  { label: 'State' },
  { label: 'Result' },
  { label: 'Took', align: 'end' },
] as const;

function RunTable({ runs }: { readonly runs: readonly FeedRunBody[] }) {
  return (
    <StackedTable verticalSpacing={9} highlightOnHover columns={columns}>
      {runs.map((run) => (
        <RunRow key={run.id} run={run} />
      ))}
    </StackedTable>
  );
}

function RunRow({ run }: { readonly run: FeedRunBody }) {
  const { storeId } = useStore();
  const { tone, words } = stateOfRun(run);
  const seconds = secondsOfRun(run);
  return (
    <Table.Tr>
      <StackedCell>
        <Link
          to="/stores/$storeId/feeds/$feedId/runs/$runId"
          params={{ storeId, feedId: run.feed_id, runId: run.id }}
          className={listClasses.name}
        >
          <Ago at={run.created_at} />
        </Link>
      </StackedCell>
      <StackedCell label="State">
        <StateMark tone={tone}>{words}</StateMark>
      </StackedCell>
      <StackedCell label="Result">
        <span className={run.status === 'failed' ? classes.error : undefined}>{describeRun(run)}</span>
      </StackedCell>
      <StackedCell label="Took" align="end" className={classes.quiet}>
        {seconds !== null && <span>{formatTook(seconds)}</span>}
      </StackedCell>
    </Table.Tr>
  );
}

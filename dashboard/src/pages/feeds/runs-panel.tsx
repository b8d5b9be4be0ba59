// Tests: test/browser/dashboard-feeds.test.ts.
import { Button, Center, Skeleton, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { usePages, useRead } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import listClasses from '../../parts/list-sheet.module.css';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { describeRun, stateOfRun, summarizeRuns } from '../../words/feeds.ts';
import classes from './feeds.module.css';
import { pollOfRun } from './poll-of-feed.ts';
import { RunTimeline } from './run-timeline.tsx';
import { formatTook, secondsOfRun } from './timing.ts';

/** The most runs that the picture shows. */
const drawnRuns = 30;
/** Rows that the list shows at first, so that the settings below it stay in sight. */
const firstRows = 8;

/**
 * Shows the runs of a feed: a picture of the newest, and a list that can be read on (`GET
 * /product-feeds/:feed_id/runs`). / A failed read shows the reason, and a button to try again.
 */
export function RunsPanel({ feedId }: { readonly feedId: string }) {
  const { storeId } = useStore();
  const input = { params: { feed_id: feedId } };
  const list = usePages(storeId, 'GET /product-feeds/:feed_id/runs', input, {
    pollEvery: (found) => pollOfRun(found?.pages[0]?.runs[0]),
  });
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? [];
  // Readings of changes are small and many: they would leave no room for the others.
  const whole = useRead(storeId, 'GET /product-feeds/:feed_id/runs', input, {
    query: { reading: 'whole', limit: drawnRuns },
    pollEvery: (found) => pollOfRun(found?.runs[0]),
  });
  const drawn = (whole.data?.runs ?? []).toReversed();
  const [isLong, setLong] = useState(false);
  const showOlder = () => (isLong ? void list.fetchNextPage() : setLong(true));
  return (
    <Panel title="Runs" lead={whole.isSuccess && summarizeRuns(drawn)} flush>
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
  { label: 'Started' },
  { label: 'State' },
  { label: 'Result' },
  { label: 'Took', align: 'end' },
] as const;

function RunTable({ runs }: { readonly runs: readonly FeedRunBody[] }) {
  return (
    <StackedTable name="Runs" verticalSpacing={9} highlightOnHover columns={columns}>
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

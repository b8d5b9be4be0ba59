// Tests: test/browser/dashboard-feeds.test.ts.
import { Button, Skeleton, Stack, Table, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FeedWithRuns } from '../../../../contract/feeds.ts';
import { useRead } from '../../api/call.ts';
import { isActive } from '../../api/imports.ts';
import { RunColumns } from '../../charts/run-columns.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import listClasses from '../../parts/list-sheet.module.css';
import { PageHeader } from '../../parts/page-header.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { faultOfFeed, formatNames, intervalWords, summarizeRuns } from '../../words/feeds.ts';
import { FeedState } from './feed-state.tsx';
import classes from './feeds.module.css';
import { NextRun } from './next-run.tsx';
import { calmPollMs } from './poll-of-feed.ts';

/** The pause in ms until the list is read again. Chosen: short while a run is under way. */
function pollOf(list: { readonly feeds: readonly FeedWithRuns[] } | undefined): number {
  return list?.feeds.some(({ runs }) => runs.some(isActive)) === true ? 3_000 : calmPollMs;
}

/**
 * Lists the feeds of the store with state, last runs and next run (`GET /product-feeds`), read again as runs move.
 * Editors can register a feed. / A failed read shows the reason, and a button to try again.
 */
export function FeedsPage() {
  const { storeId, may } = useStore();
  const list = useRead(storeId, 'GET /product-feeds', {}, { pollEvery: pollOf });
  const feeds = list.data?.feeds;
  const newFeed = may('editor') && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to="/stores/$storeId/feeds/new" params={{ storeId }} {...props} />}
    >
      Add a feed
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Feeds"
        lead="Addresses of your shop that are fetched automatically, so that the search follows your catalog."
        actions={feeds !== undefined && feeds.length > 0 && newFeed}
      />
      <Stack gap="md">
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton h={220} radius="lg" />}
        {feeds !== undefined && (
          <div className={listClasses.sheet}>
            {feeds.length === 0 ? (
              <EmptyNote icon="feeds" title="No feed is registered yet" action={newFeed}>
                A feed is a file with your whole catalog that your shop keeps up to date at an address, such
                as the one for Google Merchant. It is fetched as often as you say: new products appear,
                changed ones follow, and what is no longer in it goes out of stock.
              </EmptyNote>
            ) : (
              <FeedTable feeds={feeds} />
            )}
          </div>
        )}
      </Stack>
    </>
  );
}

const columns = [
  { label: 'Feed' },
  { label: 'State' },
  { label: 'Last runs', width: 190 },
  { label: 'Next run', width: 150, align: 'end' },
] as const;

function FeedTable({ feeds }: { readonly feeds: readonly FeedWithRuns[] }) {
  return (
    <StackedTable name="Feeds" verticalSpacing={13} highlightOnHover columns={columns}>
      {feeds.map((feed) => (
        <FeedRow key={feed.id} feed={feed} />
      ))}
    </StackedTable>
  );
}

function FeedRow({ feed }: { readonly feed: FeedWithRuns }) {
  const { storeId } = useStore();
  const { id: feedId, name, feed_format: format, refresh_interval: interval, runs } = feed;
  const fault = faultOfFeed(feed);
  return (
    <Table.Tr>
      <StackedCell>
        <Link to="/stores/$storeId/feeds/$feedId" params={{ storeId, feedId }} className={listClasses.name}>
          {name}
        </Link>
        <span className={classes.detail}>
          {formatNames[format]}, {intervalWords[interval]}
        </span>
      </StackedCell>
      <StackedCell label="State">
        <span>
          <FeedState feed={feed} latest={runs.at(-1) ?? null} />
          {fault !== null && <span className={classes.error}>{fault}</span>}
        </span>
      </StackedCell>
      <StackedCell label="Last runs">
        {runs.length > 0 && (
          <div className={classes.spark}>
            <VisuallyHidden>{summarizeRuns(runs)}</VisuallyHidden>
            <RunColumns runs={runs} height={30} isSmall />
          </div>
        )}
      </StackedCell>
      <StackedCell label="Next run" align="end" className={classes.quiet}>
        <span>
          <NextRun feed={feed} />
        </span>
      </StackedCell>
    </Table.Tr>
  );
}

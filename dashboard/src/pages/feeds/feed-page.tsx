// Tests: test/browser/dashboard-feeds.test.ts.
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { FeedBody, FeedRunBody } from '../../../../contract/feeds.ts';
import { useChange, useRead } from '../../api/call.ts';
import { isActive } from '../../api/imports.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MissingNote } from '../../parts/missing-note.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatNames, intervalWords, wordsOfPhase } from '../../words/feeds.ts';
import { ChangesNote, ChangesRead } from './changes-read.tsx';
import { FeedState } from './feed-state.tsx';
import { NextRun } from './next-run.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { pollOfFeed } from './poll-of-feed.ts';
import { RunsPanel } from './runs-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TroubleNote } from './trouble-note.tsx';

const route = getRouteApi('/stores/$storeId/feeds/$feedId');

/**
 * One feed: its state, its runs and its settings, read again while a run is under way. Editors can refresh, pause,
 * resume, edit and delete it. An unknown id says that there is no such feed; a failed action is a notice.
 */
export function FeedPage() {
  const { storeId, may } = useStore();
  const { feedId } = route.useParams();
  const input = { params: { feed_id: feedId } };
  const answer = useRead(storeId, 'GET /product-feeds/:feed_id', input, {
    pollEvery: pollOfFeed,
  });
  const feed = answer.data?.feed;
  const latest = answer.data?.latest_run ?? null;
  return (
    <>
      <PageHeader
        title={feed?.name ?? 'Feed'}
        above={
          <TextLink to="/stores/$storeId/feeds" params={{ storeId }}>
            <BackArrow />
            Feeds
          </TextLink>
        }
        lead={feed !== undefined && <Lead feed={feed} latest={latest} />}
        actions={feed !== undefined && may('editor') && <Actions feed={feed} latest={latest} />}
      />
      {answer.isError && (
        <MissingNote
          icon="feeds"
          title="There is no such feed"
          error={answer.error}
          onRetry={() => void answer.refetch()}
        >
          It was deleted, or belongs to another store.
        </MissingNote>
      )}
      {answer.isPending && <Skeleton h={320} radius="lg" />}
      {feed !== undefined && (
        <Stack gap="lg">
          {latest !== null && isActive(latest) && <UnderWay run={latest} />}
          <TroubleNote feed={feed} latest={latest} />
          <ChangesNote feed={feed} />
          <RunsPanel feedId={feed.id} />
          <OrdersPanel feed={feed} />
          <SettingsPanel feed={feed} />
        </Stack>
      )}
    </>
  );
}

interface FeedProps {
  readonly feed: FeedBody;
  readonly latest: FeedRunBody | null;
}

function Lead({ feed, latest }: FeedProps) {
  return (
    <>
      <FeedState feed={feed} latest={latest} /> · {formatNames[feed.feed_format]},{' '}
      {intervalWords[feed.refresh_interval]} · <ChangesRead feed={feed} />
      next run <NextRun feed={feed} />
    </>
  );
}

function Actions({ feed, latest }: FeedProps) {
  const { storeId } = useStore();
  const params = { feed_id: feed.id };
  const refresh = useChange(storeId, 'POST /product-feeds/:feed_id/refresh');
  const change = useChange(storeId, 'PATCH /product-feeds/:feed_id');
  const isPaused = feed.status === 'paused';
  return (
    <>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ params, body: { is_active: isPaused } }, { onError: noticeFailure })}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {!isPaused && (
        <Button
          leftSection={<Icon name="feeds" size={16} />}
          loading={refresh.isPending}
          disabled={latest !== null && isActive(latest)}
          onClick={() => refresh.mutate({ params, body: {} }, { onError: noticeFailure })}
        >
          Refresh now
        </Button>
      )}
    </>
  );
}

function UnderWay({ run }: { readonly run: FeedRunBody }) {
  const { storeId } = useStore();
  return (
    <Alert color="gray" variant="light" role="status" icon={<Icon name="clock" />} title={wordsOfPhase(run)}>
      <Text size="sm">
        A run is under way.{' '}
        <TextLink
          underline="always"
          to="/stores/$storeId/feeds/$feedId/runs/$runId"
          params={{ storeId, feedId: run.feed_id, runId: run.id }}
        >
          Watch it
        </TextLink>
      </Text>
    </Alert>
  );
}

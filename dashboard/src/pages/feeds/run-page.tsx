// Tests: test/browser/dashboard-feeds.test.ts.
import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { type AnswerTo, useRead } from '../../api/call.ts';
import { isActive } from '../../api/imports.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FailuresPanel } from '../../parts/failures-panel.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IssuesPanel } from '../../parts/issues-panel.tsx';
import { MissingNote } from '../../parts/missing-note.tsx';
import { NotesPanel } from '../../parts/notes-panel.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RunProgress } from '../../parts/run-progress.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { UndoImport } from '../../parts/undo-import.tsx';
import { useStore } from '../../shell/current-store.ts';
import { inPageWords, partsOfRun, stateOfRun, triggerWords, wordsOfPhase } from '../../words/feeds.ts';
import { countOf, formatCount } from '../../words/numbers.ts';
import { formatDateTime } from '../../words/times.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { FetchPanel } from './fetch-panel.tsx';
import { formatTook, secondsOfRun } from './timing.ts';

const route = getRouteApi('/stores/$storeId/feeds/$feedId/runs/$runId');

/**
 * One run of a feed: live while it runs, then its fetch, its counts beside those of the run before, and its failed
 * rows. Read every second while it is active. An unknown id says that there is no such run.
 */
export function RunPage() {
  const { storeId } = useStore();
  const { feedId, runId } = route.useParams();
  const feed = useRead(storeId, 'GET /product-feeds/:feed_id', { params: { feed_id: feedId } });
  const input = { params: { feed_id: feedId, run_id: runId } };
  const answer = useRead(storeId, 'GET /product-feeds/:feed_id/runs/:run_id', input, {
    pollEvery: (found) => (found === undefined || isActive(found.run) ? 1_000 : false),
    inBackground: true,
  });
  const run = answer.data?.run;
  return (
    <>
      <PageHeader
        title={run === undefined ? 'Run' : `Run of ${formatDateTime(run.created_at)}`}
        above={
          <TextLink to="/stores/$storeId/feeds/$feedId" params={{ storeId, feedId }}>
            <BackArrow />
            {feed.data?.feed.name ?? 'Feed'}
          </TextLink>
        }
        lead={run !== undefined && <Lead run={run} />}
      />
      {answer.isError && (
        <MissingNote
          icon="feeds"
          title="There is no such run"
          error={answer.error}
          onRetry={() => void answer.refetch()}
        >
          Its feed was deleted, or the run is so old that it was removed.
        </MissingNote>
      )}
      {answer.isPending && <Skeleton h={320} radius="lg" />}
      {answer.data !== undefined && <Run {...answer.data} />}
    </>
  );
}

function Lead({ run }: { readonly run: FeedRunBody }) {
  const { tone, words } = stateOfRun(run);
  const seconds = secondsOfRun(run);
  return (
    <>
      <StateMark tone={tone}>{words}</StateMark> · {triggerWords[run.trigger]}
      {run.forced && ', past the guard'}
      {run.reading === 'changes' && ' · only what changed in the shop'}
      {seconds !== null && ` · took ${formatTook(seconds)}`}
    </>
  );
}

function Run({ run, before, warnings }: AnswerTo<'GET /product-feeds/:feed_id/runs/:run_id'>) {
  if (isActive(run)) {
    return (
      <Stack gap="lg">
        <LivePanel run={run} />
        <FetchPanel run={run} />
      </Stack>
    );
  }
  const tookIn = run.status === 'completed' && !run.not_modified;
  return (
    <Stack gap="lg">
      {run.status === 'failed' && <Broken run={run} />}
      {run.not_modified && <NotModified />}
      <UndoImport run={run} changedCount={run.created_rows + run.updated_rows + run.removed_rows} isOfFeed />
      {tookIn && <ComparisonPanel run={run} before={before} />}
      <FetchPanel run={run} />
      {run.issues.length > 0 && <IssuesPanel run={run} />}
      {run.failure_count > 0 && (
        <FailuresPanel
          runId={run.id}
          dropped={run.failures_dropped}
          lead={`${countOf(run.failure_count, 'row')}, in the order of the feed. Correct these products in your shop: the next run takes them. Those that the store holds already stay as they are until then.`}
        />
      )}
      {warnings.length > 0 && <NotesPanel count={run.warning_rows} rows={warnings} />}
    </Stack>
  );
}

/** The phase in words, how far it is, and what came of it so far. */
function LivePanel({ run }: { readonly run: FeedRunBody }) {
  const words = wordsOfPhase(run);
  const share = run.phase === 'importing' && run.total_rows > 0 ? run.processed_rows / run.total_rows : null;
  return (
    <Panel title={words}>
      <Stack gap="md">
        <RunProgress words={words} share={share} />
        <Text size="sm">
          {share === null
            ? run.total_rows > 0 && `${countOf(run.total_rows, 'row')} read`
            : `${formatCount(run.processed_rows)} of ${countOf(run.total_rows, 'row')}`}
        </Text>
        <Facts facts={partsOfRun(run).map(({ name, count }) => ({ name, value: formatCount(count) }))} />
        <Text size="sm" c="dimmed">
          You can leave this page: the run goes on, even if the service restarts.{' '}
          {run.reading === 'whole' && 'Nothing is changed before the whole feed has been read.'}
        </Text>
      </Stack>
    </Panel>
  );
}

function Broken({ run }: { readonly run: FeedRunBody }) {
  const wrote = run.created_rows + run.updated_rows + run.removed_rows > 0;
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon name="problem" />} title="The run failed">
      <Text size="sm">{inPageWords(run.error ?? 'The service gave no reason.')}</Text>
      {!wrote && (
        <Text size="sm" mt={4}>
          Nothing was changed: all products stay as they were.
        </Text>
      )}
      {run.error_code === 'removal_guard' && (
        <Text size="sm" mt={4}>
          If these products are gone for good, let one run through on the feed's page.
        </Text>
      )}
    </Alert>
  );
}

function NotModified() {
  return (
    <Alert
      color="gray"
      variant="light"
      role="status"
      icon={<Icon name="check" />}
      title="The feed had not changed"
    >
      It is the same as in the last good run, so there was nothing to do.
    </Alert>
  );
}

// Tests: test/browser/dashboard.test.ts.
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { isCancelled } from '../../../../contract/cancelled-import.ts';
import type { FileImportBody } from '../../../../contract/imports.ts';
import { isActive, useImport } from '../../api/imports.ts';
import { RequestFailure } from '../../api/request.ts';
import { Ago } from '../../parts/ago.tsx';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FailuresPanel } from '../../parts/failures-panel.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IssuesPanel } from '../../parts/issues-panel.tsx';
import { NotesPanel } from '../../parts/notes-panel.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { UndoImport } from '../../parts/undo-import.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf, formatBytes } from '../../words/numbers.ts';
import { FunnelPanel } from './funnel-panel.tsx';
import { ImportAgainButton } from './import-again-button.tsx';
import { ImportStatus } from './import-status.tsx';
import { LivePanel } from './live-panel.tsx';
import { TrialPanel } from './trial-panel.tsx';

const route = getRouteApi('/stores/$storeId/imports/$importId');

/**
 * One import: live while it runs, then the outcome of its rows, its failed rows, and ways to import again for editors.
 * A reload shows it again. An unknown id says that there is no such import.
 */
export function ImportPage() {
  const { storeId } = useStore();
  const { importId } = route.useParams();
  const query = useImport(storeId, importId);
  const run = query.data?.import;
  return (
    <>
      <PageHeader
        title={run === undefined ? 'Import' : titleOf(run)}
        above={
          <TextLink to="/stores/$storeId/imports" params={{ storeId }}>
            <BackArrow />
            Imports
          </TextLink>
        }
        lead={run !== undefined && <Facts run={run} />}
      />
      {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton h={320} radius="lg" />}
      {run !== undefined &&
        (run.feed_id === null ? (
          <Run key={run.id} run={run} />
        ) : (
          <Navigate
            to="/stores/$storeId/feeds/$feedId/runs/$runId"
            params={{ storeId, feedId: run.feed_id, runId: run.id }}
            replace
          />
        ))}
    </>
  );
}

function titleOf({ source, filename }: FileImportBody): string {
  return source === 'api' ? 'Sent through the API' : filename;
}

function Facts({ run }: { readonly run: FileImportBody }) {
  return (
    <>
      <ImportStatus run={run} /> · started <Ago at={run.created_at} />
      {run.file !== null && ` · ${formatBytes(run.file.bytes)}`}
      {run.dry_run && ' · trial run'}
    </>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (!(error instanceof RequestFailure) || error.status !== 404) {
    return <FailureNote error={error} onRetry={onRetry} />;
  }
  return (
    <EmptyNote icon="imports" title="There is no such import">
      Imports are kept for 90 days, and the newest 20 of a store for as long as the store exists.
    </EmptyNote>
  );
}

function Run({ run }: { readonly run: FileImportBody }) {
  if (isActive(run)) return <LivePanel run={run} />;
  const hasRows = run.total_rows > 0;
  return (
    <Stack gap="lg">
      {run.status === 'failed' && <Broken run={run} />}
      {run.dry_run && run.status === 'completed' && <TrialPanel run={run} />}
      {!run.dry_run && <UndoImport run={run} changedCount={run.created_rows + run.updated_rows} />}
      {hasRows && <FunnelPanel run={run} />}
      {run.issues.length > 0 && <IssuesPanel run={run} />}
      {run.failure_count > 0 && <Failures run={run} />}
      {run.warnings.length > 0 && <NotesPanel count={run.warning_rows} rows={run.warnings} />}
      {run.status === 'completed' && !run.dry_run && run.valid_rows > 0 && run.undo === null && <Next />}
    </Stack>
  );
}

/** The failed rows, which a person can download, correct and send again as a file. */
function Failures({ run }: { readonly run: FileImportBody }) {
  const { storeId, may } = useStore();
  return (
    <FailuresPanel
      runId={run.id}
      dropped={run.failures_dropped}
      lead={`${countOf(run.failure_count, 'row')}, numbered from the first row below the heading. A product of several rows has the number of its first row. Download them with the reasons, correct them in any program and upload the file again: the extra columns do no harm.`}
      actions={
        may('editor') &&
        !isCancelled(run) && (
          <Button
            variant="default"
            leftSection={<Icon name="upload" size={16} />}
            renderRoot={(props) => (
              <Link
                to="/stores/$storeId/imports/new"
                params={{ storeId }}
                search={{ like: run.id }}
                {...props}
              />
            )}
          >
            Upload the corrected file
          </Button>
        )
      }
    />
  );
}

/** An import that did not finish: it failed, or somebody stopped it, which is shown calmly. */
function Broken({ run }: { readonly run: FileImportBody }) {
  const isStopped = isCancelled(run);
  return (
    <Alert
      color={isStopped ? 'gray' : 'red'}
      variant="light"
      role={isStopped ? 'status' : 'alert'}
      icon={<Icon name={isStopped ? 'info' : 'problem'} />}
      title={isStopped ? 'The import was stopped' : 'The import failed'}
    >
      <Text size="sm">{run.error ?? 'The service gave no reason.'}</Text>
      {run.total_rows === 0 && !isStopped && (
        <Text size="sm" mt={4}>
          Nothing was written.
        </Text>
      )}
      <Again run={run} />
    </Alert>
  );
}

/** Offers to import the same file again while the service holds it, and to upload another one. */
function Again({ run }: { readonly run: FileImportBody }) {
  const { storeId, may } = useStore();
  const isStopped = isCancelled(run);
  if (!may('editor')) return null;
  return (
    <Group mt="sm" gap="sm">
      {run.file !== null && (run.layout !== null || run.total_rows > 0) && (isStopped || !run.dry_run) && (
        <ImportAgainButton run={run} file={run.file} isDryRun={run.dry_run}>
          {run.dry_run ? 'Try it again' : 'Import it again'}
        </ImportAgainButton>
      )}
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/stores/$storeId/imports/new" params={{ storeId }} {...props} />}
      >
        Upload another file
      </Button>
    </Group>
  );
}

/** Links to the next step after products were imported. */
function Next() {
  const { storeId } = useStore();
  return (
    <Text size="sm" c="dimmed">
      The products can be found already.{' '}
      <TextLink underline="always" to="/stores/$storeId/empty-box" params={{ storeId }}>
        Try them in the search box
      </TextLink>{' '}
      or{' '}
      <TextLink underline="always" to="/stores/$storeId/products" params={{ storeId }}>
        look at the catalog
      </TextLink>
      .
    </Text>
  );
}

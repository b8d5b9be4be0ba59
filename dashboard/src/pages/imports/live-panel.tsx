// Tests: test/browser/dashboard.test.ts.
import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FileImportBody } from '../../../../contract/imports.ts';
import { useChange } from '../../api/call.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { RunProgress } from '../../parts/run-progress.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nowMs } from '../../words/clock.ts';
import { formatCount } from '../../words/numbers.ts';
import { formatDuration } from '../../words/times.ts';
import classes from './live-panel.module.css';
import { addSight, type Observation, paceOf } from './pace.ts';

const phaseWords: Readonly<Record<NonNullable<FileImportBody['phase']>, string>> = {
  waiting: 'Waiting for its turn',
  surveying: 'Reading the whole file',
  fetching: 'Fetching the feed',
  importing: 'Importing the rows',
  reconciling: 'Taking missing products out of stock',
  indexing: 'Making them searchable',
};

/**
 * Shows an import under way: its phase, progress, rows a second and the time that is left. Editors can stop it after a
 * confirmation (`POST /product-imports/:import_id/cancel`); what was written stays. A failure to stop is a notice.
 */
export function LivePanel({ run }: { readonly run: FileImportBody }) {
  const isCounted = run.phase === 'importing' && run.total_rows > 0;
  const rows = run.phase === 'surveying' ? run.total_rows : run.processed_rows;
  const pace = usePace(run.phase, rows, isCounted ? run.total_rows : null);
  const share = isCounted ? run.processed_rows / run.total_rows : null;
  const words = phaseWords[run.phase ?? 'waiting'];
  return (
    <Panel title={words} actions={<CancelButton run={run} />}>
      <Stack gap="md">
        <RunProgress words={words} share={share} />
        <Group gap="lg" justify="space-between">
          <Text size="sm">
            {isCounted
              ? `${formatCount(run.processed_rows)} of ${formatCount(run.total_rows)} rows`
              : rows > 0 && `${formatCount(rows)} rows`}
          </Text>
          <Text size="sm" c="dimmed">
            {pace !== null && `${formatCount(Math.round(pace.rowsPerSecond))} rows a second`}
            {pace?.secondsLeft != null && `, ${formatDuration(pace.secondsLeft)} left`}
          </Text>
        </Group>
        <Counters run={run} />
        {run.error !== null && (
          <Text size="sm" c="red" role="status">
            {run.error}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          You can leave this page: the import goes on, even if the service restarts.
        </Text>
      </Stack>
    </Panel>
  );
}

function usePace(phase: NonNullable<FileImportBody['phase']> | null, rows: number, totalRows: number | null) {
  const [sights, setSights] = useState<readonly Observation[]>([]);
  useEffect(() => {
    // Rows are counted from 0 in each phase.
    if (phase !== null) setSights([]);
  }, [phase]);
  useEffect(() => {
    setSights((seen) => addSight(seen, { atMs: nowMs(), rows }));
  }, [rows]);
  return paceOf(sights, totalRows);
}

function Counters({ run }: { readonly run: FileImportBody }) {
  const counters = [
    { name: run.dry_run ? 'Would be added' : 'Added', count: run.created_rows },
    { name: run.dry_run ? 'Would be changed' : 'Changed', count: run.updated_rows },
    { name: 'Unchanged', count: run.unchanged_rows },
    { name: 'Over the plan', count: run.skipped_rows },
    { name: 'Failed', count: run.failed_rows },
  ];
  return (
    <dl className={classes.counters}>
      {counters.map(({ name, count }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function CancelButton({ run }: { readonly run: FileImportBody }) {
  const { storeId, may } = useStore();
  const cancel = useChange(storeId, 'POST /product-imports/:import_id/cancel');
  if (!may('editor')) return null;
  return (
    <ConfirmButton
      label="Stop the import"
      title="Stop the import?"
      confirmLabel="Stop it"
      isPending={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { import_id: run.id } }, { onError: noticeFailure })}
    >
      {run.dry_run
        ? 'The trial run stops. It has written nothing.'
        : 'What was written so far stays in the store. Import the file again later to do the rest.'}
    </ConfirmButton>
  );
}

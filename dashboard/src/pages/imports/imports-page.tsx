// Tests: test/browser/dashboard.test.ts.
import { Button, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FileImportBody } from '../../../../contract/imports.ts';
import { useImports } from '../../api/imports.ts';
import { Ago } from '../../parts/ago.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import listClasses from '../../parts/list-sheet.module.css';
import { MoreButton } from '../../parts/more-button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatCount } from '../../words/numbers.ts';
import { formatDateTime } from '../../words/times.ts';
import { ImportStatus } from './import-status.tsx';
import classes from './imports.module.css';
import { SourcesPanel } from './sources-panel.tsx';

/**
 * Shows what the products of each source lack, and lists the imports of files and API batches, newest first, and reads on by a button
 * (`GET /product-imports`). Runs of feeds are listed on their feed's page. Editors can import a file. / A failed read shows the reason, and a button to
 * try again.
 */
export function ImportsPage() {
  const { storeId, may } = useStore();
  const list = useImports(storeId);
  const imports = list.data?.pages.flatMap((page) => page.imports) ?? [];
  const importButton = may('editor') && (
    <Button
      leftSection={<Icon name="upload" size={16} />}
      renderRoot={(props) => <Link to="/stores/$storeId/imports/new" params={{ storeId }} {...props} />}
    >
      Import a file
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Imports"
        lead="Every file and every API batch with products. Runs of feeds are on the page of their feed."
        actions={importButton}
      />
      <Stack gap="md">
        <SourcesPanel />
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton h={320} radius="lg" />}
        {list.isSuccess && (
          <div className={listClasses.sheet}>
            {imports.length === 0 ? (
              <EmptyNote icon="imports" title="Nothing has been imported yet" action={importButton}>
                Drop a CSV file. You see what it contains before anything is sent, and you can try it without
                writing anything.
              </EmptyNote>
            ) : (
              <ImportTable imports={imports} />
            )}
          </div>
        )}
        <MoreButton list={list} label="Older imports" />
      </Stack>
    </>
  );
}

const columns = [
  { label: 'File or source' },
  { label: 'State' },
  { label: 'Accepted', align: 'end' },
  { label: 'Failed', align: 'end' },
  { label: 'Started', align: 'end' },
] as const;

function ImportTable({ imports }: { readonly imports: readonly FileImportBody[] }) {
  return (
    <StackedTable name="Imports" verticalSpacing={11} highlightOnHover columns={columns}>
      {imports.map((run) => (
        <ImportRow key={run.id} run={run} />
      ))}
    </StackedTable>
  );
}

function ImportRow({ run }: { readonly run: FileImportBody }) {
  const { storeId } = useStore();
  return (
    <Table.Tr>
      <StackedCell>
        <Link
          to="/stores/$storeId/imports/$importId"
          params={{ storeId, importId: run.id }}
          className={listClasses.name}
        >
          {run.source === 'api' ? 'Sent through the API' : run.filename}
          {/* Many have the same name, which read alone does not say which one it is. */}
          <VisuallyHidden> started {formatDateTime(run.created_at)}</VisuallyHidden>
        </Link>
        {run.dry_run && (
          <Text size="xs" c="dimmed">
            Trial run, nothing written
          </Text>
        )}
      </StackedCell>
      <StackedCell label="State">
        <ImportStatus run={run} />
      </StackedCell>
      <StackedCell label="Accepted" align="end">
        {formatCount(run.valid_rows)}
      </StackedCell>
      <StackedCell label="Failed" align="end">
        {formatCount(run.failed_rows)}
      </StackedCell>
      <StackedCell label="Started" align="end" className={classes.quiet}>
        <Ago at={run.created_at} />
      </StackedCell>
    </Table.Tr>
  );
}

import { Button, Center, Skeleton, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DashboardImport } from '../../api/answers.ts';
import { useImports } from '../../api/imports.ts';
import { Ago } from '../../parts/ago.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatCount } from '../../words/numbers.ts';
import { ImportStatus } from './import-status.tsx';
import classes from './imports.module.css';

/** Every run that brought products, newest first. */
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
        lead="Every file and every batch of the API that brought products."
        actions={importButton}
      />
      <Stack gap="md">
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton h={320} radius="lg" />}
        {list.isSuccess && (
          <div className={classes.sheet}>
            {imports.length === 0 ? (
              <EmptyNote icon="imports" title="Nothing was imported yet" action={importButton}>
                Drop a CSV file: you see what is in it before anything is sent, and can try it without
                writing.
              </EmptyNote>
            ) : (
              <ImportTable imports={imports} />
            )}
          </div>
        )}
        {list.hasNextPage && (
          <Center>
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Older imports
            </Button>
          </Center>
        )}
      </Stack>
    </>
  );
}

function ImportTable({ imports }: { readonly imports: readonly DashboardImport[] }) {
  return (
    <Table verticalSpacing={11} horizontalSpacing="lg" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>File or source</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="end" className={classes.aside ?? ''}>
            Taken
          </Table.Th>
          <Table.Th ta="end" className={classes.aside ?? ''}>
            Failed
          </Table.Th>
          <Table.Th ta="end" className={classes.aside ?? ''}>
            Begun
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {imports.map((run) => (
          <ImportRow key={run.id} run={run} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ImportRow({ run }: { readonly run: DashboardImport }) {
  const { storeId } = useStore();
  return (
    <Table.Tr>
      <Table.Td>
        <Link
          to="/stores/$storeId/imports/$importId"
          params={{ storeId, importId: run.id }}
          className={classes.name}
        >
          {run.source === 'api' ? 'Sent through the API' : run.filename}
        </Link>
        {run.dry_run && (
          <Text size="xs" c="dimmed">
            Trial run, nothing written
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <ImportStatus run={run} />
      </Table.Td>
      <Table.Td ta="end" className={classes.aside ?? ''}>
        {formatCount(run.valid_rows)}
      </Table.Td>
      <Table.Td ta="end" className={classes.aside ?? ''}>
        {formatCount(run.failed_rows)}
      </Table.Td>
      <Table.Td ta="end" className={`${classes.aside} ${classes.quiet}`}>
        <Ago at={run.created_at} />
      </Table.Td>
    </Table.Tr>
  );
}

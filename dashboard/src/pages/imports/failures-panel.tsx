import { Button, Center, Group, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isCancelled } from '../../../../contract/cancelled-import.ts';
import type { FailureBody } from '../../../../contract/product-import.ts';
import type { DashboardImport } from '../../api/answers.ts';
import { failuresFileUrl, useFailures } from '../../api/imports.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { ProblemRows } from './problem-rows.tsx';

/** The failed rows themselves, as a list and as a file that can be corrected and sent again. */
export function FailuresPanel({ run }: { readonly run: DashboardImport }) {
  const { storeId, may } = useStore();
  const list = useFailures(storeId, run.id);
  const failures: readonly FailureBody[] = list.data?.pages.flatMap((page) => page.failures) ?? [];
  return (
    <Panel
      title="Failed rows"
      lead={`${countOf(run.failure_count, 'row')}, numbered from the first below the heading; a product of several rows has the number of its first. Download them with the reasons, correct them in any program, and upload that file as it is: the added columns are understood.`}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            component="a"
            href={failuresFileUrl(storeId, run.id)}
            download
            leftSection={<Icon name="download" size={16} />}
          >
            Download as CSV
          </Button>
          {may('editor') && !isCancelled(run) && (
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
          )}
        </Group>
      }
      flush
    >
      {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={200} m="md" />}
      {failures.length > 0 && <ProblemRows rows={failures} heading="What is wrong" />}
      {list.hasNextPage && (
        <Center p="md">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </Center>
      )}
    </Panel>
  );
}

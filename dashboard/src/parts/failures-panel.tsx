// Tests: test/browser/dashboard.test.ts.
import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FailureBody } from '../../../contract/imports.ts';
import { failuresFileUrl, useFailures } from '../api/imports.ts';
import { useStore } from '../shell/current-store.ts';
import { countOf } from '../words/numbers.ts';
import { FailureNote } from './failure-note.tsx';
import { Icon } from './icon.tsx';
import { MoreButton } from './more-button.tsx';
import { Panel } from './panel.tsx';
import { ProblemRows } from './problem-rows.tsx';

interface FailuresPanelProps {
  /** The id of an import or of a feed's run, which is an import too. */
  readonly runId: string;
  /** Says how many rows failed and how to correct them. */
  readonly lead: ReactNode;
  /** The number of failed rows that were counted but not kept. */
  readonly dropped: number;
  /** Further buttons beside the download. */
  readonly actions?: ReactNode;
}

/**
 * Lists the failed rows of an import, page by page (`GET /product-imports/:import_id/failures`), and links to them as a CSV file that
 * can be corrected and imported again.
 */
export function FailuresPanel({ runId, lead, dropped, actions }: FailuresPanelProps) {
  const { storeId } = useStore();
  const list = useFailures(storeId, runId);
  const failures: readonly FailureBody[] = list.data?.pages.flatMap((page) => page.failures) ?? [];
  return (
    <Panel
      title="Failed rows"
      lead={lead}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            component="a"
            href={failuresFileUrl(storeId, runId)}
            download
            leftSection={<Icon name="download" size={16} />}
          >
            Download as CSV
          </Button>
          {actions}
        </Group>
      }
      flush
    >
      {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={200} m="md" />}
      {failures.length > 0 && <ProblemRows rows={failures} heading="What is wrong" />}
      <MoreButton list={list} label="Show more rows" p="md" />
      {dropped > 0 && (
        <Text c="dimmed" size="sm" p="md">
          Not kept: {countOf(dropped, 'more failed row')}. A store keeps a limited amount of failed rows; the
          newest imports are kept longest.
        </Text>
      )}
    </Panel>
  );
}

// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Skeleton, Table, Text } from '@mantine/core';
import type { AuditEntry } from '../../../../contract/stores.ts';
import { usePages } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { describeDetails, nameOfActor, sentenceOfAction, subjectOf } from '../../words/audit.ts';

/**
 * Lists who changed what in this dashboard, newest first, and reads on by a button (`GET /audit`). For owners. A failed
 * read shows the reason, and a button to try again.
 */
export function AuditPanel() {
  const { storeId } = useStore();
  const log = usePages(storeId, 'GET /audit', {});
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Panel title="Changes by members and API keys" flush>
      {log.isError && <FailureNote error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Skeleton h={160} m="md" />}
      {log.isSuccess && entries.length === 0 && (
        <EmptyNote icon="clock" title="No changes yet">
          Changes of keys, members, settings, feeds, rules and imports show here.
        </EmptyNote>
      )}
      {entries.length > 0 && <Entries entries={entries} />}
      <MoreButton list={log} label="Older entries" p="md" />
    </Panel>
  );
}

const columns = [{ label: 'When', width: 150 }, { label: 'Who', width: 170 }, { label: 'What' }];

function Entries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <StackedTable name="Changes" verticalSpacing="xs" columns={columns}>
      {entries.map((entry) => (
        <Table.Tr key={entry.id}>
          <StackedCell label="When">
            <Text size="sm" c="dimmed">
              <Ago at={entry.at} />
            </Text>
          </StackedCell>
          <StackedCell label="Who">
            <Text size="sm" title={entry.actor?.email ?? undefined}>
              {nameOfActor(entry.actor)}
            </Text>
          </StackedCell>
          <StackedCell label="What">
            <Text size="sm">
              {sentenceOfAction(entry.action)} <b>{subjectOf(entry)}</b>
            </Text>
            {describeDetails(entry.details).map((line) => (
              <Text key={line} size="xs" c="dimmed">
                {line}
              </Text>
            ))}
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
}

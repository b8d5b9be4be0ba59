// Tests: test/browser/dashboard-alerts.test.ts.
import { Skeleton, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AlertBody } from '../../../../contract/alerts.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { type AlertState, titleOfAlert } from '../../../../contract/words/alerts.ts';
import { usePages } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { parseAddress } from '../../words/addresses.ts';
import { alertWords } from '../../words/alerts.ts';
import { inPageWords } from '../../words/feeds.ts';
import { formatDateTime } from '../../words/times.ts';

/** Milliseconds until the list is read again. Chosen: runs end while the page is open. */
const pollMs = 10_000;

const timeHeadings = { open: 'Since', over: 'Ended' } as const;

interface AlertsPanelProps {
  readonly state: AlertState;
  readonly title: string;
  readonly lead: string;
  /** Shown where there are none; without it the whole panel is absent. */
  readonly empty?: ReactNode;
}

/**
 * Lists the alerts of one state, newest first, each with a link to where its cause is put right (`GET /alerts`, read again while the
 * page is open). A failed read shows the reason, and a button to try again.
 */
export function AlertsPanel({ state, title, lead, empty }: AlertsPanelProps) {
  const { storeId } = useStore();
  const list = usePages(storeId, 'GET /alerts', {}, { query: { state }, pollEvery: () => pollMs });
  const alerts = list.data?.pages.flatMap((page) => page.alerts) ?? [];
  if (empty === undefined && list.isSuccess && alerts.length === 0) return null;
  return (
    <Panel title={title} lead={lead} flush>
      {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={100} m="md" />}
      {list.isSuccess && alerts.length === 0 && empty}
      {alerts.length > 0 && (
        <StackedTable
          name={title}
          verticalSpacing="sm"
          columns={[
            { label: 'Alert' },
            { label: timeHeadings[state], width: 150 },
            { label: 'Where', width: 150, isLabelHidden: true },
          ]}
        >
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </StackedTable>
      )}
      <MoreButton list={list} label="Earlier alerts" p="md" />
    </Panel>
  );
}

function AlertRow({ alert }: { readonly alert: AlertBody }) {
  const { type, message, closed_at: closedAt, opened_at: openedAt, is_sent: isSent } = alert;
  const state = closedAt === null ? 'open' : 'over';
  const name = visibleText(alert.name);
  const { action, end } = alertWords[type];
  return (
    <Table.Tr>
      <StackedCell>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {titleOfAlert(type, { name, state })}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {visibleText(inPageWords(message))}
        </Text>
        <Text size="xs" c="dimmed">
          {state === 'open' ? end : `Began ${formatDateTime(openedAt)}.`}
          {!isSent && ' Not sent: there were 20 alerts in a day.'}
        </Text>
      </StackedCell>
      <StackedCell label={timeHeadings[state]}>
        <Text size="sm" c="dimmed">
          <Ago at={closedAt ?? openedAt} />
        </Text>
      </StackedCell>
      <StackedCell align="end">
        <TextLink
          {...parseAddress(alert.dashboard_path)}
          aria-label={name === '' ? action : `${action}: ${name}`}
        >
          {action}
        </TextLink>
      </StackedCell>
    </Table.Tr>
  );
}

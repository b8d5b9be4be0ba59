// Tests: test/browser/dashboard.test.ts.
import { Button, Modal, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { DeliveryBody } from '../../../../contract/webhooks.ts';
import { usePages } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatDateTime } from '../../words/times.ts';
import { nameMessage, stateOfDelivery } from '../../words/webhooks.ts';
import { StateBadge } from './state-badge.tsx';

const columns = [
  { label: 'Message' },
  { label: 'State' },
  { label: 'Last answer' },
  { label: 'Details', isLabelHidden: true },
];

/**
 * The pauses between two reads of the log, in ms: the short one while a message on the first page waits for its first attempt. Chosen.
 */
const usualPollMs = 10_000;
const untriedPollMs = 1_000;

/**
 * Lists the messages to a webhook, newest first, with the result of each attempt (`GET /webhooks/:id/deliveries`, read
 * again while the page is open). It only reads: it never sends or repeats a message. A failed read shows the reason, and a button to try again.
 */
export function DeliveriesPanel({ webhookId }: { readonly webhookId: string }) {
  const { storeId } = useStore();
  const log = usePages(
    storeId,
    'GET /webhooks/:id/deliveries',
    { params: { id: webhookId } },
    {
      pollEvery(data) {
        const newest = data?.pages[0]?.deliveries ?? [];
        const isUntried = newest.some(
          ({ status, attempts }) => status === 'pending' && attempts.length === 0,
        );
        return isUntried ? untriedPollMs : usualPollMs;
      },
    },
  );
  const [shownId, setShownId] = useState<string | null>(null);
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const shown = deliveries.find(({ id }) => id === shownId) ?? null;
  return (
    <Panel title="Messages" lead="The newest 1,000 messages of the last 30 days." flush>
      {log.isError && <FailureNote error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Skeleton h={160} m="md" />}
      {log.isSuccess && deliveries.length === 0 && (
        <EmptyNote icon="clock" title="No messages yet">
          Send a test message to see whether your server receives it.
        </EmptyNote>
      )}
      {deliveries.length > 0 && (
        <StackedTable name="Messages" verticalSpacing="xs" columns={columns}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} onShow={() => setShownId(delivery.id)} />
          ))}
        </StackedTable>
      )}
      <MoreButton list={log} label="Older messages" p="md" />
      <Modal
        opened={shown !== null}
        onClose={() => setShownId(null)}
        title={shown === null ? '' : nameMessage(shown.type)}
        size="lg"
      >
        {shown !== null && <Details delivery={shown} />}
      </Modal>
    </Panel>
  );
}

interface DeliveryRowProps {
  readonly delivery: DeliveryBody;
  readonly onShow: () => void;
}

function DeliveryRow({ delivery, onShow }: DeliveryRowProps) {
  const last = delivery.attempts.at(-1);
  return (
    <Table.Tr>
      <StackedCell>
        <Text size="sm" fw={500}>
          {nameMessage(delivery.type)}
        </Text>
        <Text size="xs" c="dimmed">
          <Ago at={delivery.created_at} />
        </Text>
      </StackedCell>
      <StackedCell label="State">
        <StateBadge state={stateOfDelivery(delivery)} />
        {delivery.next_attempt_at !== null && last !== undefined && (
          <Text size="xs" c="dimmed">
            Next attempt <Ago at={delivery.next_attempt_at} />
          </Text>
        )}
      </StackedCell>
      <StackedCell label="Last answer">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {last === undefined ? 'None yet' : (last.error ?? `${last.status} in ${last.duration_ms} ms`)}
        </Text>
        {delivery.attempts.length > 1 && (
          <Text size="xs" c="dimmed">
            {delivery.attempts.length} attempts
          </Text>
        )}
      </StackedCell>
      <StackedCell align="end">
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={`Details of ${nameMessage(delivery.type)}, ${formatDateTime(delivery.created_at)}`}
          onClick={onShow}
        >
          Details
        </Button>
      </StackedCell>
    </Table.Tr>
  );
}

function Details({ delivery }: { readonly delivery: DeliveryBody }) {
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        <code>webhook-id: {delivery.id}</code>
      </Text>
      {delivery.attempts.map((attempt) => (
        <div key={attempt.at}>
          <Text size="sm" fw={500}>
            {formatDateTime(attempt.at)}: {attempt.status ?? 'no answer'} in {attempt.duration_ms} ms
          </Text>
          {attempt.error !== null && <Text size="sm">{attempt.error}</Text>}
          {attempt.response !== null && <CodeBlock label="the answer" text={attempt.response} />}
        </div>
      ))}
      <div>
        <Text size="sm" fw={500}>
          The message
        </Text>
        <CodeBlock label="the message" text={JSON.stringify(delivery.payload, null, 2)} />
      </div>
    </Stack>
  );
}

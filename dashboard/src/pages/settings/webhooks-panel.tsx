import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import { useDeleteWebhook, useWebhooks } from '../../api/webhooks.ts';
import { Ago } from '../../parts/ago.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LeftOutNote } from '../../parts/left-out-note.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { describeEvents, stateOfWebhook } from '../../words/webhooks.ts';
import { NewWebhookDialog } from '../webhooks/new-webhook-dialog.tsx';
import { StateBadge } from '../webhooks/state-badge.tsx';

const columns = [
  { label: 'Endpoint' },
  { label: 'Told of' },
  { label: 'State' },
  { label: 'Last delivery', width: 150 },
];

/** Servers of the merchant that get a message when imports and feeds end. */
export function WebhooksPanel() {
  const { storeId, may } = useStore();
  const answer = useWebhooks(storeId);
  const [isOpen, dialog] = useDisclosure(false);
  const remove = useDeleteWebhook(storeId);
  const { webhooks, unreadable = [] } = answer.data ?? {};
  return (
    <Panel
      id="webhooks"
      title="Webhooks"
      lead="Your servers get a message when an import or a feed run ends."
      flush
      actions={
        may('owner') && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={dialog.open}
          >
            New endpoint
          </Button>
        )
      }
    >
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={100} m="md" />}
      {unreadable.map(({ id, message }) => (
        <LeftOutNote
          key={id}
          title="An endpoint cannot be read"
          message={message}
          isPending={remove.isPending}
          onDelete={may('owner') ? () => remove.mutate(id, { onError: noticeFailure }) : undefined}
        />
      ))}
      {webhooks?.length === 0 && (
        <EmptyNote icon="external" title="No endpoint is registered">
          Register one, and your server gets a message at once instead of asking again and again.
        </EmptyNote>
      )}
      {webhooks !== undefined && webhooks.length > 0 && (
        <StackedTable verticalSpacing="sm" columns={columns}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </StackedTable>
      )}
      <NewWebhookDialog isOpen={isOpen} onClose={dialog.close} />
    </Panel>
  );
}

function WebhookRow({ webhook }: { readonly webhook: WebhookBody }) {
  const { storeId } = useStore();
  return (
    <Table.Tr>
      <StackedCell>
        <Anchor
          size="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(props) => (
            <Link
              to="/stores/$storeId/webhooks/$webhookId"
              params={{ storeId, webhookId: webhook.id }}
              {...props}
            />
          )}
        >
          {webhook.url}
        </Anchor>
        {webhook.description !== '' && (
          <Text size="xs" c="dimmed">
            {webhook.description}
          </Text>
        )}
      </StackedCell>
      <StackedCell label="Told of">
        <Text size="sm">{describeEvents(webhook.events)}</Text>
      </StackedCell>
      <StackedCell label="State">
        <StateBadge state={stateOfWebhook(webhook)} />
      </StackedCell>
      <StackedCell label="Last delivery">
        <Text size="sm" c="dimmed">
          {webhook.last_delivered_at === null ? 'None' : <Ago at={webhook.last_delivered_at} />}
        </Text>
      </StackedCell>
    </Table.Tr>
  );
}

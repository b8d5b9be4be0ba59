// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import { useChange, useRead } from '../../api/call.ts';
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
  { label: 'Webhook' },
  { label: 'Events' },
  { label: 'State' },
  { label: 'Last delivery', width: 150 },
];

/**
 * Lists the webhooks of the store with their state (`GET /webhooks`). Owners can create one. A webhook that cannot be
 * read is left out with a note, and owners can delete it.
 */
export function WebhooksPanel() {
  const { storeId, may } = useStore();
  const answer = useRead(storeId, 'GET /webhooks', {});
  const [isOpen, dialog] = useDisclosure(false);
  const remove = useChange(storeId, 'DELETE /webhooks/:id');
  const { webhooks, unreadable = [] } = answer.data ?? {};
  return (
    <Panel
      title="Webhooks"
      lead="Your servers receive a message when an import or a feed run ends, and alerts if you choose them."
      flush
      actions={
        may('owner') && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={dialog.open}
          >
            New webhook
          </Button>
        )
      }
    >
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={100} m="md" />}
      {unreadable.map(({ id, message }) => (
        <LeftOutNote
          key={id}
          title="A webhook cannot be read"
          message={message}
          isPending={remove.isPending}
          onDelete={
            may('owner') ? () => remove.mutate({ params: { id } }, { onError: noticeFailure }) : undefined
          }
        />
      ))}
      {webhooks?.length === 0 && (
        <EmptyNote icon="external" title="No webhooks yet">
          Create one, and your server receives a message at once, so it does not have to poll.
        </EmptyNote>
      )}
      {webhooks !== undefined && webhooks.length > 0 && (
        <StackedTable name="Webhooks" verticalSpacing="sm" columns={columns}>
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
              to="/stores/$storeId/settings/webhooks/$webhookId"
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
      <StackedCell label="Events">
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

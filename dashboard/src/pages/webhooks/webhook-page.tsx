// Tests: test/browser/dashboard.test.ts.
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import { useChange, useRead } from '../../api/call.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LeftOutNote } from '../../parts/left-out-note.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nowMs } from '../../words/clock.ts';
import { formatDateTime } from '../../words/times.ts';
import { describeEvents, stateOfWebhook } from '../../words/webhooks.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { EditWebhookButton } from './edit-webhook-button.tsx';
import { RotateButton } from './rotate-button.tsx';
import { StateBadge } from './state-badge.tsx';

const route = getRouteApi('/stores/$storeId/settings/webhooks/$webhookId');

/**
 * One webhook: its events, its messages, and its actions for owners: test, edit, new secret, switch on, delete. It is
 * read from the list (`GET /webhooks`); an unknown id says that there is no such webhook. A failed action is a notice.
 */
export function WebhookPage() {
  const { storeId, may } = useStore();
  const { webhookId } = route.useParams();
  const answer = useRead(storeId, 'GET /webhooks', {});
  const { webhooks = [], unreadable = [] } = answer.data ?? {};
  const webhook = webhooks.find(({ id }) => id === webhookId);
  const leftOut = unreadable.find(({ id }) => id === webhookId);
  const removal = useRemoval(webhookId);
  return (
    <>
      <PageHeader
        title={webhook === undefined ? 'Webhook' : new URL(webhook.url).host}
        above={
          <TextLink to="/stores/$storeId/settings/webhooks" params={{ storeId }}>
            <BackArrow />
            Settings
          </TextLink>
        }
        lead={webhook !== undefined && <Facts webhook={webhook} />}
        actions={webhook !== undefined && may('owner') && <Actions webhook={webhook} removal={removal} />}
      />
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={240} radius="lg" />}
      {leftOut !== undefined && (
        <LeftOutNote
          title="This webhook cannot be read"
          message={leftOut.message}
          isPending={removal.isPending}
          onDelete={may('owner') ? removal.begin : undefined}
        />
      )}
      {answer.isSuccess && webhook === undefined && leftOut === undefined && (
        <EmptyNote icon="external" title="There is no such webhook">
          It was deleted, or it belongs to another store.
        </EmptyNote>
      )}
      {webhook !== undefined && (
        <Stack gap="lg">
          <Trouble webhook={webhook} />
          <DeliveriesPanel webhookId={webhook.id} />
        </Stack>
      )}
    </>
  );
}

function Facts({ webhook }: { readonly webhook: WebhookBody }) {
  const { url, description, events, previous_secret_until: until } = webhook;
  return (
    <>
      <span style={{ overflowWrap: 'anywhere' }}>{url}</span>
      {description !== '' && ` · ${description}`}
      <br />
      <StateBadge state={stateOfWebhook(webhook)} /> · {describeEvents(events).toLowerCase()}
      {until !== null && Date.parse(until) > nowMs() && (
        <> · also signed with the previous secret until {formatDateTime(until)}</>
      )}
    </>
  );
}

interface Removal {
  readonly isPending: boolean;
  readonly begin: () => void;
}

/** Deletes the webhook of this page. The page stays until it is deleted. */
function useRemoval(webhookId: string): Removal {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const { isPending, mutate } = useChange(storeId, 'DELETE /webhooks/:id');
  const begin = () =>
    mutate(
      { params: { id: webhookId } },
      {
        onSuccess: () => void navigate({ to: '/stores/$storeId/settings/webhooks', params: { storeId } }),
        onError: noticeFailure,
      },
    );
  return { isPending, begin };
}

interface ActionsProps {
  readonly webhook: WebhookBody;
  readonly removal: Removal;
}

function Actions({ webhook, removal }: ActionsProps) {
  const { storeId } = useStore();
  const test = useChange(storeId, 'POST /webhooks/:id/test');
  return (
    <>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() =>
          test.mutate(
            { params: { id: webhook.id } },
            {
              onSuccess: () => noticeDone('A test message is being sent.'),
              onError: noticeFailure,
            },
          )
        }
      >
        Send a test
      </Button>
      <EditWebhookButton webhook={webhook} />
      <RotateButton webhook={webhook} />
      <ConfirmButton
        label="Delete"
        size="sm"
        title="Delete this webhook?"
        confirmLabel="Delete the webhook"
        isPending={removal.isPending}
        onConfirm={removal.begin}
      >
        It receives no more messages, and the log of its messages is deleted too.
      </ConfirmButton>
    </>
  );
}

/** Says why a webhook fails or is switched off, and how to repair it; owners can switch it on again. */
function Trouble({ webhook }: { readonly webhook: WebhookBody }) {
  const { storeId, may } = useStore();
  const change = useChange(storeId, 'PATCH /webhooks/:id');
  const { is_active: isActive, disabled_reason: reason, failing_since: since } = webhook;
  if (isActive && since === null) return null;
  if (isActive && since !== null) {
    return (
      <Alert
        color="orange"
        variant="light"
        icon={<Icon name="warning" />}
        title="Messages do not reach this webhook"
      >
        <Text size="sm">
          No message has arrived since {formatDateTime(since)}; the list below shows why. Each message is sent
          again for three days. A webhook that fails for five days is switched off.
        </Text>
      </Alert>
    );
  }
  const why = {
    gone: 'Your server answered 410, which means that the address is gone for good.',
    failing: 'Messages failed for five days.',
  };
  return (
    <Alert
      color={reason === null ? 'gray' : 'red'}
      variant="light"
      icon={<Icon name={reason === null ? 'info' : 'problem'} />}
      title="This webhook is switched off"
    >
      <Text size="sm">
        {reason === null ? 'It receives no messages until it is switched on again.' : why[reason]}
      </Text>
      {may('owner') && (
        <Button
          mt="sm"
          variant="default"
          loading={change.isPending}
          onClick={() =>
            change.mutate(
              { params: { id: webhook.id }, body: { is_active: true } },
              { onError: noticeFailure },
            )
          }
        >
          Switch on
        </Button>
      )}
    </Alert>
  );
}

import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import { useChangeWebhook, useDeleteWebhook, useTestWebhook, useWebhooks } from '../../api/webhooks.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LeftOutNote } from '../../parts/left-out-note.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { nowMs } from '../../words/clock.ts';
import { formatDateTime } from '../../words/times.ts';
import { describeEvents, stateOfWebhook } from '../../words/webhooks.ts';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { EditWebhookButton } from './edit-webhook-button.tsx';
import { RotateButton } from './rotate-button.tsx';
import { StateBadge } from './state-badge.tsx';

const route = getRouteApi('/stores/$storeId/webhooks/$webhookId');

/** One endpoint: what it is told, how that went, and everything that can be done about it. */
export function WebhookPage() {
  const { storeId, may } = useStore();
  const { webhookId } = route.useParams();
  const answer = useWebhooks(storeId);
  const { webhooks = [], unreadable = [] } = answer.data ?? {};
  const webhook = webhooks.find(({ id }) => id === webhookId);
  const leftOut = unreadable.find(({ id }) => id === webhookId);
  const removal = useRemoval(webhookId);
  return (
    <>
      <PageHeader
        title={webhook === undefined ? 'Endpoint' : new URL(webhook.url).host}
        above={
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/stores/$storeId/settings" params={{ storeId }} hash="webhooks" {...props} />
            )}
          >
            ← Settings
          </Anchor>
        }
        lead={webhook !== undefined && <Facts webhook={webhook} />}
        actions={webhook !== undefined && may('owner') && <Actions webhook={webhook} removal={removal} />}
      />
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={240} radius="lg" />}
      {leftOut !== undefined && (
        <LeftOutNote
          title="This endpoint cannot be read"
          message={leftOut.message}
          isPending={removal.isPending}
          onDelete={may('owner') ? removal.begin : undefined}
        />
      )}
      {answer.isSuccess && webhook === undefined && leftOut === undefined && (
        <EmptyNote icon="external" title="There is no such endpoint">
          It was deleted, or belongs to another store.
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
      <StateBadge state={stateOfWebhook(webhook)} /> · told of {describeEvents(events).toLowerCase()}
      {until !== null && Date.parse(until) > nowMs() && (
        <> · signed with the secret before as well until {formatDateTime(until)}</>
      )}
    </>
  );
}

interface Removal {
  readonly isPending: boolean;
  readonly begin: () => void;
}

/** Of the page, which stays until it is over: the list lacks the endpoint before. */
function useRemoval(webhookId: string): Removal {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const { isPending, mutate } = useDeleteWebhook(storeId);
  const begin = () =>
    mutate(webhookId, {
      onSuccess: () =>
        void navigate({ to: '/stores/$storeId/settings', params: { storeId }, hash: 'webhooks' }),
      onError: noticeFailure,
    });
  return { isPending, begin };
}

interface ActionsProps {
  readonly webhook: WebhookBody;
  readonly removal: Removal;
}

function Actions({ webhook, removal }: ActionsProps) {
  const { storeId } = useStore();
  const test = useTestWebhook(storeId);
  return (
    <>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() =>
          test.mutate(webhook.id, {
            onSuccess: () => noticeDone('A test message is on its way.'),
            onError: noticeFailure,
          })
        }
      >
        Send a test
      </Button>
      <EditWebhookButton webhook={webhook} />
      <RotateButton webhook={webhook} />
      <ConfirmButton
        label="Delete"
        size="sm"
        title="Delete this endpoint?"
        confirmLabel="Delete the endpoint"
        isPending={removal.isPending}
        onConfirm={removal.begin}
      >
        It is told nothing more, at once, and the log of its messages goes with it.
      </ConfirmButton>
    </>
  );
}

/** Why it is off or fails, and the way out. */
function Trouble({ webhook }: { readonly webhook: WebhookBody }) {
  const { storeId, may } = useStore();
  const change = useChangeWebhook(storeId);
  const { is_active: isActive, disabled_reason: reason, failing_since: since } = webhook;
  if (isActive && since === null) return null;
  if (isActive && since !== null) {
    return (
      <Alert
        color="orange"
        variant="light"
        icon={<Icon name="warning" />}
        title="Messages do not reach this endpoint"
      >
        <Text size="sm">
          None has arrived since {formatDateTime(since)}; the list below says why. Each is tried again for
          three days. An endpoint that fails for five days is switched off.
        </Text>
      </Alert>
    );
  }
  const why = {
    gone: 'It answered 410, which says that it is gone for good.',
    failing: 'It failed for five days.',
  };
  return (
    <Alert
      color={reason === null ? 'gray' : 'red'}
      variant="light"
      icon={<Icon name={reason === null ? 'info' : 'problem'} />}
      title="This endpoint is switched off"
    >
      <Text size="sm">
        {reason === null ? 'It is told nothing until it is switched on again.' : why[reason]}
      </Text>
      {may('owner') && (
        <Button
          mt="sm"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ id: webhook.id, is_active: true }, { onError: noticeFailure })}
        >
          Switch it on
        </Button>
      )}
    </Alert>
  );
}

import { Modal } from '@mantine/core';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import { useRotateWebhook } from '../../api/webhooks.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { useStore } from '../../shell/current-store.ts';
import { ShownSecret } from './shown-secret.tsx';

/** Makes a new secret and shows it, this once. */
export function RotateButton({ webhook }: { readonly webhook: WebhookBody }) {
  const { storeId } = useStore();
  const rotate = useRotateWebhook(storeId);
  return (
    <>
      <ConfirmButton
        label="New secret"
        size="sm"
        title="Make a new secret?"
        confirmLabel="Make a new secret"
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate(webhook.id, { onError: noticeFailure })}
      >
        For 24 hours messages are signed with both secrets, so that your server can change over without
        missing one.
      </ConfirmButton>
      <Modal
        opened={rotate.data !== undefined}
        onClose={rotate.reset}
        title="Keep this secret"
        closeOnClickOutside={false}
      >
        <ShownSecret secret={rotate.data?.secret ?? ''} onClose={rotate.reset} />
      </Modal>
    </>
  );
}

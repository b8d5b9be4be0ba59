// Tests: test/browser/dashboard.test.ts.
import { Modal } from '@mantine/core';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import { useChange } from '../../api/call.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { useStore } from '../../shell/current-store.ts';
import { ShownSecret } from './shown-secret.tsx';

/**
 * Creates a new secret for a webhook after a confirmation (`POST /webhooks/:id/rotate`) and shows it this one time. A
 * failure is a notice. For owners.
 */
export function RotateButton({ webhook }: { readonly webhook: WebhookBody }) {
  const { storeId } = useStore();
  const rotate = useChange(storeId, 'POST /webhooks/:id/rotate');
  return (
    <>
      <ConfirmButton
        label="New secret"
        size="sm"
        title="Create a new secret?"
        confirmLabel="Create a new secret"
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate({ params: { id: webhook.id } }, { onError: noticeFailure })}
      >
        For 24 hours messages are signed with both secrets, so your server can switch without losing a
        message.
      </ConfirmButton>
      <Modal
        opened={rotate.data !== undefined}
        onClose={rotate.reset}
        title="Copy this secret"
        closeOnClickOutside={false}
      >
        <ShownSecret secret={rotate.data?.secret ?? ''} onClose={rotate.reset} />
      </Modal>
    </>
  );
}

// Tests: test/browser/dashboard.test.ts.
import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import { useChange } from '../../api/call.ts';
import { noticeFailure } from '../../parts/notices.ts';
import { useStore } from '../../shell/current-store.ts';
import { WebhookForm } from './webhook-form.tsx';

/**
 * Changes the address and the events of a webhook, or switches it off (`PATCH /webhooks/:id`). Faults are shown at
 * their fields. For owners.
 */
export function EditWebhookButton({ webhook }: { readonly webhook: WebhookBody }) {
  const { storeId } = useStore();
  const [isOpen, dialog] = useDisclosure(false);
  const change = useChange(storeId, 'PATCH /webhooks/:id');
  const switchOff = useChange(storeId, 'PATCH /webhooks/:id');
  const { id, url, description, events } = webhook;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Edit
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Edit the webhook">
        <Stack>
          <WebhookForm
            initial={{ url, description, events }}
            submitLabel="Save"
            isPending={change.isPending}
            error={change.error}
            onSubmit={(fields, options) =>
              change.mutate({ params: { id }, body: fields }, { onSuccess: dialog.close, ...options })
            }
          />
          {webhook.is_active && (
            <Button
              variant="subtle"
              color="gray"
              loading={switchOff.isPending}
              onClick={() =>
                switchOff.mutate(
                  { params: { id }, body: { is_active: false } },
                  { onSuccess: dialog.close, onError: noticeFailure },
                )
              }
            >
              Switch off
            </Button>
          )}
        </Stack>
      </Modal>
    </>
  );
}

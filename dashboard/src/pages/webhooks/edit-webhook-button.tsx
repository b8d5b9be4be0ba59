import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import { useChangeWebhook } from '../../api/webhooks.ts';
import { noticeFailure } from '../../parts/notices.ts';
import { useStore } from '../../shell/current-store.ts';
import { WebhookForm } from './webhook-form.tsx';

/** Changes where an endpoint is and what it is told, or switches it off. */
export function EditWebhookButton({ webhook }: { readonly webhook: WebhookBody }) {
  const { storeId } = useStore();
  const [isOpen, dialog] = useDisclosure(false);
  const change = useChangeWebhook(storeId);
  const switchOff = useChangeWebhook(storeId);
  const { id, url, description, events } = webhook;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Edit
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Edit the endpoint">
        <Stack>
          <WebhookForm
            initial={{ url, description, events }}
            submitLabel="Save"
            isPending={change.isPending}
            error={change.error}
            onSubmit={(fields, options) =>
              change.mutate({ id, ...fields }, { onSuccess: dialog.close, ...options })
            }
          />
          {webhook.is_active && (
            <Button
              variant="subtle"
              color="gray"
              loading={switchOff.isPending}
              onClick={() =>
                switchOff.mutate(
                  { id, is_active: false },
                  { onSuccess: dialog.close, onError: noticeFailure },
                )
              }
            >
              Switch it off for now
            </Button>
          )}
        </Stack>
      </Modal>
    </>
  );
}

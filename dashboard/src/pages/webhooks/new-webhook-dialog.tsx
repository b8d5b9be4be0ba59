// Tests: test/browser/dashboard.test.ts.
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { runEvents } from '../../../../contract/words/webhooks.ts';
import { type AnswerTo, useChange } from '../../api/call.ts';
import { useStore } from '../../shell/current-store.ts';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

const initial = { url: '', description: '', events: runEvents };

interface NewWebhookDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * Creates a webhook (`POST /webhooks`) and shows its secret this one time. Faults are shown at their fields. For
 * owners.
 */
export function NewWebhookDialog({ isOpen, onClose }: NewWebhookDialogProps) {
  const { storeId } = useStore();
  const create = useChange(storeId, 'POST /webhooks');
  const [created, setCreated] = useState<AnswerTo<'POST /webhooks'> | null>(null);
  const close = () => {
    onClose();
    setCreated(null);
    create.reset();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={created === null ? 'New webhook' : 'Copy this secret'}
      // A click outside would lose the secret, which is not shown again.
      closeOnClickOutside={created === null}
    >
      {created === null ? (
        <WebhookForm
          initial={initial}
          submitLabel="Create the webhook"
          isPending={create.isPending}
          error={create.error}
          onSubmit={(fields, options) =>
            create.mutate({ body: fields }, { onSuccess: setCreated, ...options })
          }
        />
      ) : (
        <ShownSecret secret={created.secret} onClose={close} />
      )}
    </Modal>
  );
}

import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useCreateWebhook, type WebhookWithSecret } from '../../api/webhooks.ts';
import { useStore } from '../../shell/current-store.ts';
import { eventChoices } from '../../words/webhooks.ts';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

const initial = { url: '', description: '', events: eventChoices.map(({ value }) => value) };

interface NewWebhookDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Registers an endpoint and shows its secret, this once. */
export function NewWebhookDialog({ isOpen, onClose }: NewWebhookDialogProps) {
  const { storeId } = useStore();
  const create = useCreateWebhook(storeId);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const close = () => {
    onClose();
    setCreated(null);
    create.reset();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={created === null ? 'New endpoint' : 'Keep this secret'}
      // A stray click beside the window would lose a secret that is never shown again.
      closeOnClickOutside={created === null}
    >
      {created === null ? (
        <WebhookForm
          initial={initial}
          submitLabel="Register the endpoint"
          isPending={create.isPending}
          error={create.error}
          onSubmit={(fields, options) => create.mutate(fields, { onSuccess: setCreated, ...options })}
        />
      ) : (
        <ShownSecret secret={created.secret} onClose={close} />
      )}
    </Modal>
  );
}

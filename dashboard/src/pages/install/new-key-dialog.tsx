// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-keys.test.ts.
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type KeyboardEvent, useState } from 'react';
import type { StoreKey } from '../../../../contract/keys.ts';
import { useChange } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { useStore } from '../../shell/current-store.ts';
import { fromLocalInput, ownZone } from '../../words/clock.ts';
import { scopeWords } from '../../words/keys.ts';
import { OriginsField } from './origins-field.tsx';
import { type MadeKey, ShownKey } from './shown-key.tsx';

interface NewKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * Makes a key (`POST /keys`) and shows it: a secret key this one time, since closing the dialog forgets it. A refusal is
 * shown in the form. For owners.
 */
export function NewKeyDialog({ isOpen, onClose }: NewKeyDialogProps) {
  const [created, setCreated] = useState<MadeKey | null>(null);
  const isSecret = created !== null && created.key.scope !== 'storefront';
  const close = () => {
    onClose();
    setCreated(null);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={created === null ? 'New key' : isSecret ? 'Keep this key' : 'The key is ready'}
      // A click outside the dialog would lose a secret key, which is never shown again.
      closeOnClickOutside={!isSecret}
    >
      {created === null ? <NewKeyForm onCreated={setCreated} /> : <ShownKey made={created} onClose={close} />}
    </Modal>
  );
}

interface NewKeyValues {
  scope: StoreKey['scope'];
  name: string;
  allowed_origins: string[];
  /** As an input for date and time has it; empty for none. */
  expires_at: string;
}

/**
 * Leaves the Tab key to the browser. The dialog, which keeps the focus within, looks a moment after a Tab in an input of several stops
 * where the focus went; if another Tab came meanwhile, it would put the focus back. The input is neither the first nor the last.
 */
function keepTab(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation();
}

function NewKeyForm({ onCreated }: { readonly onCreated: (created: MadeKey) => void }) {
  const { storeId } = useStore();
  const create = useChange(storeId, 'POST /keys');
  const form = useForm<NewKeyValues>({
    initialValues: { scope: 'storefront', name: '', allowed_origins: [], expires_at: '' },
  });
  const isStorefront = form.values.scope === 'storefront';
  const submit = form.onSubmit(({ scope, name, allowed_origins, expires_at }) =>
    create.mutate(
      {
        body: {
          ...{ scope, name, expires_at: fromLocalInput(expires_at) },
          ...(isStorefront && { allowed_origins }),
        },
      },
      { onSuccess: onCreated, onError: (error) => form.setErrors(fieldMessages(error)) },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group label="Scope" {...form.getInputProps('scope')}>
          <Stack gap="xs" mt={6}>
            {Object.entries(scopeWords).map(([value, { label, about }]) => (
              <Radio key={value} value={value} label={label} description={about} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label="Name"
          description="What uses it, such as Shop pages or Nightly sync."
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {isStorefront && <OriginsField {...form.getInputProps('allowed_origins')} />}
        <TextInput
          type="datetime-local"
          label="End"
          description={`In your time zone, ${ownZone()}. Empty: the key works until you revoke it.`}
          {...form.getInputProps('expires_at')}
          onKeyDown={keepTab}
        />
        <FormFailure error={create.error} form={form} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            Create the key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

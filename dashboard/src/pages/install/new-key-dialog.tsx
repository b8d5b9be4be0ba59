// Tests: test/browser/dashboard.test.ts.
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { StoreKey } from '../../../../contract/keys.ts';
import { type AnswerTo, useChange } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { useShopOrigin } from '../../api/widget.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { useStore } from '../../shell/current-store.ts';
import { embedLine } from '../../words/embed.ts';
import { OriginsField } from './origins-field.tsx';

interface NewKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * Makes a key (`POST /keys`) and shows it: a secret key this one time, since closing the dialog forgets it. A refusal is
 * shown in the form. For owners.
 */
export function NewKeyDialog({ isOpen, onClose }: NewKeyDialogProps) {
  const [created, setCreated] = useState<AnswerTo<'POST /keys'> | null>(null);
  const isSecret = created?.key.kind === 'secret';
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
      {created === null ? <NewKeyForm onCreated={setCreated} /> : <Shown created={created} onClose={close} />}
    </Modal>
  );
}

interface NewKeyValues {
  kind: StoreKey['kind'];
  name: string;
  allowed_origins: string[];
}

function NewKeyForm({ onCreated }: { readonly onCreated: (created: AnswerTo<'POST /keys'>) => void }) {
  const { storeId } = useStore();
  const create = useChange(storeId, 'POST /keys');
  const form = useForm<NewKeyValues>({
    initialValues: { kind: 'storefront', name: '', allowed_origins: [] },
  });
  const isStorefront = form.values.kind === 'storefront';
  const submit = form.onSubmit(({ kind, name, allowed_origins }) =>
    create.mutate(
      { body: { kind, name, ...(isStorefront && { allowed_origins }) } },
      { onSuccess: onCreated, onError: (error) => form.setErrors(fieldMessages(error)) },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group label="Kind" {...form.getInputProps('kind')}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="storefront"
              label="Storefront"
              description="For the pages of your shop. It can ask for suggestions and report clicks."
            />
            <Radio
              value="secret"
              label="Secret"
              description="For your servers. It can do everything, so never put it into a page."
            />
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

function Shown({
  created,
  onClose,
}: {
  readonly created: AnswerTo<'POST /keys'>;
  readonly onClose: () => void;
}) {
  const isSecret = created.key.kind === 'secret';
  const origin = useShopOrigin();
  return (
    <Stack>
      <Text size="sm">
        {isSecret
          ? 'The key is shown only this once, since only its fingerprint is kept. If you lose it, revoke it and make a new one.'
          : 'The key is public. The line for your shop shows it again whenever you choose it.'}
      </Text>
      <CopyField label={created.key.name} value={created.secret} />
      {!isSecret && <CodeBlock label="the line for your shop" text={embedLine(origin, created.secret)} />}
      <Group justify="flex-end">
        <Button onClick={onClose}>{isSecret ? 'I have saved it' : 'Done'}</Button>
      </Group>
    </Stack>
  );
}

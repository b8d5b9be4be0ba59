// Tests: test/browser/dashboard.test.ts.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { StoreKey } from '../../../../contract/keys.ts';
import { useChange } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { useStore } from '../../shell/current-store.ts';
import { OriginsField } from './origins-field.tsx';

/**
 * Changes the name of a key and, for a storefront key, its allowed origins (`PATCH /keys/:key_id`), with faults at their
 * fields. For owners.
 */
export function EditKeyButton({ item }: { readonly item: StoreKey }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" color="gray" size="xs" aria-label={`Edit ${item.name}`} onClick={dialog.open}>
        Edit
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`Edit ${item.name}`}>
        <EditForm item={item} onDone={dialog.close} />
      </Modal>
    </>
  );
}

function EditForm({ item, onDone }: { readonly item: StoreKey; readonly onDone: () => void }) {
  const { storeId } = useStore();
  const change = useChange(storeId, 'PATCH /keys/:key_id');
  const form = useForm({
    initialValues: { name: item.name, allowed_origins: [...(item.allowed_origins ?? [])] },
  });
  const submit = form.onSubmit(({ name, allowed_origins }) =>
    change.mutate(
      {
        params: { key_id: item.id },
        body: { name, ...(item.scope === 'storefront' && { allowed_origins }) },
      },
      { onSuccess: onDone, onError: (error) => form.setErrors(fieldMessages(error)) },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {item.scope === 'storefront' && <OriginsField {...form.getInputProps('allowed_origins')} />}
        <FormFailure error={change.error} form={form} />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldMessages, messageOf } from '../../api/request.ts';
import { type CreatedStore, useCreateStore } from '../../api/settings.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { CreatedKeys } from './created-keys.tsx';

const planChoices = [
  { value: 'unlimited', label: 'Unlimited' },
  { value: 'growth', label: 'Growth: 100,000 products' },
  { value: 'starter', label: 'Starter: 5,000 products' },
  { value: 'free', label: 'Free: 100 products' },
];

/** Makes a store and shows its two keys, this once. */
export function NewStoreForm() {
  const create = useCreateStore();
  const [created, setCreated] = useState<CreatedStore | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', currency: 'USD', locale: 'en', plan: 'unlimited' },
  });
  if (created !== null) return <CreatedKeys created={created} />;
  const submit = form.onSubmit((input) =>
    create.mutate(input, {
      onSuccess: setCreated,
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label="Name" required withAsterisk={false} {...form.getInputProps('name')} />
        <TextInput
          label="Currency"
          description="ISO 4217, such as EUR."
          required
          withAsterisk={false}
          maxLength={3}
          {...form.getInputProps('currency')}
        />
        <TextInput
          label="Language"
          description="As a language tag, such as en, de or pt-BR."
          required
          withAsterisk={false}
          {...form.getInputProps('locale')}
        />
        <NativeSelect label="Plan" data={planChoices} {...form.getInputProps('plan')} />
        {create.isError && <FormFault>{messageOf(create.error)}</FormFault>}
        <Button type="submit" loading={create.isPending}>
          Create the store
        </Button>
      </Stack>
    </form>
  );
}

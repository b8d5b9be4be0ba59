// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldMessages } from '../../api/request.ts';
import { type CreatedStore, useCreateStore } from '../../api/settings.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { planChoices } from '../../words/plans.ts';
import { CreatedKeys } from './created-keys.tsx';

/**
 * Creates a store (`POST /stores`) and shows its two keys this one time. Faults are shown at their fields. For
 * operators.
 */
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
        <FormFailure error={create.error} form={form} />
        <Button type="submit" loading={create.isPending}>
          Create the store
        </Button>
      </Stack>
    </form>
  );
}

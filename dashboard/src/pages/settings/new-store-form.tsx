// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldMessages } from '../../api/request.ts';
import { type CreatedStore, useCreateStore } from '../../api/settings.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { guessLocale } from '../../words/locales.ts';
import { planChoices } from '../../words/plans.ts';
import { CreatedKeys } from './created-keys.tsx';
import { CurrencyField, LanguageField } from './locale-fields.tsx';

/**
 * Creates a store (`POST /stores`) and shows its two keys this one time. Faults are shown at their fields. For
 * operators.
 */
export function NewStoreForm() {
  const create = useCreateStore();
  const [created, setCreated] = useState<CreatedStore | null>(null);
  // Guessed once: the form keeps what was chosen.
  const [guess] = useState(() => guessLocale(navigator.languages));
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', plan: 'unlimited', ...guess },
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
        <CurrencyField
          current={guess.currency}
          description="For products without a currency of their own."
          {...form.getInputProps('currency')}
        />
        <LanguageField
          current={guess.locale}
          description="The language of your catalog."
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

// Tests: test/browser/dashboard.test.ts.
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WebhookBody } from '../../../../contract/webhooks.ts';
import type { WebhookEvent } from '../../../../contract/words/webhooks.ts';
import { fieldMessages } from '../../api/request.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { eventChoices } from '../../words/webhooks.ts';

/** The fields that a person fills in. */
export type WebhookFields = Pick<WebhookBody, 'url' | 'description' | 'events'>;

interface WebhookFormProps {
  readonly initial: WebhookFields;
  readonly submitLabel: string;
  readonly isPending: boolean;
  /** The failure of the last attempt. */
  readonly error: unknown;
  readonly onSubmit: (fields: WebhookFields, options: { onError: (error: unknown) => void }) => void;
}

/**
 * The form of a webhook: its address, description and events. At least one event is required; other faults come from
 * the service and are shown at their fields. Makes no call itself.
 */
export function WebhookForm({ initial, submitLabel, isPending, error, onSubmit }: WebhookFormProps) {
  const form = useForm<{ url: string; description: string; events: WebhookEvent[] }>({
    initialValues: { ...initial, events: [...initial.events] },
    validate: { events: (events) => (events.length === 0 ? 'Choose at least one event.' : null) },
  });
  const submit = form.onSubmit((fields) =>
    onSubmit(fields, { onError: (failure) => form.setErrors(fieldMessages(failure)) }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Address"
          description="A public https address of your server."
          placeholder="https://shop.example/foretype"
          type="url"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label="Description" description="What it is for." {...form.getInputProps('description')} />
        <Checkbox.Group label="Events" {...form.getInputProps('events')}>
          <Stack gap="xs" mt={6}>
            {eventChoices.map((choice) => (
              <Checkbox key={choice.value} {...choice} />
            ))}
          </Stack>
        </Checkbox.Group>
        <FormFailure error={error} form={form} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

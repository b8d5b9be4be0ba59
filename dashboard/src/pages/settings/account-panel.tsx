// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Button, Divider, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldMessages } from '../../api/request.ts';
import { useChangeAccount } from '../../api/settings.ts';
import { FormFailure } from '../../parts/form-failure.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useStore } from '../../shell/current-store.ts';
import { newPasswordHint, validatePassword } from '../entrance/new-person-fields.tsx';

/**
 * Changes a person's own name and password (`PATCH /account`). A new password takes the current one and ends all other
 * sessions. Faults are shown at their fields.
 */
export function AccountPanel() {
  const { user } = useStore();
  return (
    <Panel title="Name and password">
      <NameForm key={user.name} name={user.name} />
      <Divider my="lg" />
      <PasswordForm />
    </Panel>
  );
}

function NameForm({ name }: { readonly name: string }) {
  const change = useChangeAccount();
  const form = useForm({ initialValues: { name } });
  const submit = form.onSubmit((input) =>
    change.mutate(input, {
      onSuccess: () => noticeDone('Your name was saved.'),
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label="Your name"
          autoComplete="name"
          flex="1 1 220px"
          maw={360}
          {...form.getInputProps('name')}
        />
        <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
          Save
        </Button>
      </Group>
      <FormFailure error={change.error} form={form} />
    </form>
  );
}

function PasswordForm() {
  const change = useChangeAccount();
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: { new_password: validatePassword },
  });
  const submit = form.onSubmit((input) =>
    change.mutate(input, {
      onSuccess: () => {
        form.reset();
        noticeDone('Your password was changed. All your other sessions have ended.');
      },
      onError: (error) => form.setErrors(fieldMessages(error)),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PasswordField
            label="Current password"
            description="This confirms that it is you."
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('current_password')}
          />
          <PasswordField
            label="New password"
            description={newPasswordHint}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('new_password')}
          />
        </SimpleGrid>
        <FormFailure error={change.error} form={form} />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            Change the password
          </Button>
          <Text size="sm" c="dimmed">
            All your other sessions end.
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Role } from '../../../../contract/words/roles.ts';
import { useChange } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { useStore } from '../../shell/current-store.ts';
import { roleChoices } from '../../words/roles.ts';
import classes from './invite-form.module.css';

/**
 * Invites a person (`POST /members`) and shows the link this one time. The service sends no mail: the owner passes it
 * on. Faults are shown at their fields. For owners.
 */
export function InviteForm() {
  const { storeId } = useStore();
  const invite = useChange(storeId, 'POST /members');
  const form = useForm<{ email: string; role: Role }>({ initialValues: { email: '', role: 'viewer' } });
  const submit = form.onSubmit((body) =>
    invite.mutate(
      { body },
      {
        onSuccess: () => form.reset(),
        onError: (error) => form.setErrors(fieldMessages(error)),
      },
    ),
  );
  const made = invite.data?.invitation;
  return (
    <Stack className={classes.place}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            className={classes.email}
            label="Invite by e-mail address"
            type="email"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <NativeSelect label="Role" data={roleChoices} {...form.getInputProps('role')} />
          <Button type="submit" variant="default" loading={invite.isPending}>
            Make a link
          </Button>
        </Group>
      </form>
      <FormFailure error={invite.error} form={form} />
      {made !== undefined && (
        <div role="status">
          <CopyField label={`Link for ${made.email}`} value={made.url} />
          <Text size="sm" c="dimmed" mt={6}>
            Send it yourself. It is shown only once, and works once within seven days.
          </Text>
        </div>
      )}
    </Stack>
  );
}

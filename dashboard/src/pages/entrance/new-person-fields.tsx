// Tests: test/browser/dashboard.test.ts.
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from '../../parts/password-field.tsx';

const passwordMinLength = 10;

/** The sentence below a field for a new password, with the least length in characters. */
export const newPasswordHint = `At least ${passwordMinLength} characters; several words are safer than symbols.`;

/** The fault of a password that the service would refuse anyway, shown before it is sent; null for none. */
export function validatePassword(password: string): string | null {
  return password.length < passwordMinLength ? `Enter at least ${passwordMinLength} characters.` : null;
}

interface PersonForm {
  readonly name: string;
  readonly password: string;
}

/** Fields for a person's name and a new password. Makes no call. */
export function NewPersonFields<Form extends PersonForm>({
  form,
}: {
  readonly form: UseFormReturnType<Form>;
}) {
  return (
    <>
      <TextInput
        label="Your name"
        autoComplete="name"
        required
        withAsterisk={false}
        {...form.getInputProps('name')}
      />
      <PasswordField
        label="Password"
        description={newPasswordHint}
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...form.getInputProps('password')}
      />
    </>
  );
}

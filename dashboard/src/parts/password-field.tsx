// Tests: test/browser/dashboard-readers.test.ts.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a secret with a button that shows what was typed, which is reached by the keyboard as well. */
export function PasswordField({ label, ...props }: PasswordInputProps & { readonly label: string }) {
  return (
    <PasswordInput
      label={label}
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}`, tabIndex: 0 }}
      {...props}
    />
  );
}

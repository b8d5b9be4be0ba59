// Tests: test/browser/dashboard-second-factor.test.ts.
import { TextInput, type TextInputProps } from '@mantine/core';
import type { RefObject } from 'react';

/** A field for a code of an authenticator app; it takes the focus when it appears, since the person waits with the code. */
export function CodeField(props: TextInputProps & { readonly ref?: RefObject<HTMLInputElement | null> }) {
  return (
    <TextInput
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      required
      withAsterisk={false}
      maw={360}
      ref={takeFocus}
      {...props}
    />
  );
}

function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}

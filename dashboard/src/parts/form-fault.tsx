// Tests: test/browser/dashboard.test.ts.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows what is wrong with a whole form; screen readers announce it when it appears. */
export function FormFault({ children }: { readonly children: ReactNode }) {
  return (
    <Text role="alert" size="sm" fw={500} style={{ color: 'var(--bad)' }}>
      {children}
    </Text>
  );
}

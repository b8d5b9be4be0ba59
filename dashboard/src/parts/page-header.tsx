// Tests: test/browser/dashboard.test.ts.
import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title.ts';

interface PageHeaderProps {
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly lead?: ReactNode;
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode;
  /** A link back, shown above the title. */
  readonly above?: ReactNode;
}

/**
 * Shows the title of a page with its buttons. The title also becomes the title of the tab and takes the focus when
 * the page opens.
 */
export function PageHeader({ title, lead, actions, above }: PageHeaderProps) {
  const heading = usePageTitle(title);
  return (
    <Group component="header" justify="space-between" align="flex-end" gap="md" mb="xl">
      <div>
        {above}
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {lead !== undefined && (
          <Text c="dimmed" mt={4} maw="64ch">
            {lead}
          </Text>
        )}
      </div>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}

// Tests: test/browser/dashboard.test.ts.
import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Controls at the end of the title's line. */
  readonly actions?: ReactNode;
  /** The target of links into the page. */
  readonly id?: string;
  /** Whether the content reaches the edges, as a table does. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** One subject of a page, with a heading that names it. */
export function Panel({ title, lead, actions, id, flush = false, children }: PanelProps) {
  const headingId = useId();
  return (
    <section id={id} className={classes.panel} aria-labelledby={headingId}>
      <Group justify="space-between" align="flex-start" gap="sm" className={classes.head}>
        <div className={classes.words}>
          <Title order={2} id={headingId}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" size="sm" maw="68ch">
              {lead}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}

// Tests: test/browser/dashboard.test.ts.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-note.module.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyNoteProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  /** The next step. */
  readonly action?: ReactNode;
}

/** Shown where there is nothing to list: why, and what to do about it. */
export function EmptyNote({ icon, title, children, action }: EmptyNoteProps) {
  return (
    <div className={classes.note}>
      <span className={classes.sign}>
        <Icon name={icon} size={22} />
      </span>
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Text c="dimmed" size="sm" maw="48ch">
          {children}
        </Text>
      )}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}

// Tests: test/browser/dashboard.test.ts.
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Wordmark } from '../parts/wordmark.tsx';
import classes from './shell.module.css';

interface SideDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The navigation of narrow screens, over the page. Makes no call. */
export function SideDrawer({ isOpen, onClose, children }: SideDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={280}
      title={<Wordmark />}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
      classNames={{ body: classes.drawer ?? '' }}
    >
      {children}
    </Drawer>
  );
}

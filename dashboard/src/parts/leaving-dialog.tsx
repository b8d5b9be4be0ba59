// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-query.test.ts.
import { Button, Group, Modal, Text } from '@mantine/core';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const leavesPage: ShouldBlockFn = ({ current, next }) => current.pathname !== next.pathname;

interface LeavingDialogProps {
  readonly title: string;
  /** Says what would be lost. */
  readonly children: ReactNode;
}

/** While this is mounted, leaving the page asks first. The browser asks when the tab is closed. */
export function LeavingDialog({ title, children }: LeavingDialogProps) {
  const leaving = useBlocker({ shouldBlockFn: leavesPage, withResolver: true });
  return (
    <Modal opened={leaving.status === 'blocked'} onClose={() => leaving.reset?.()} title={title}>
      <Text size="sm">{children}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => leaving.reset?.()} data-autofocus>
          Stay
        </Button>
        <Button color="red" onClick={() => leaving.proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}

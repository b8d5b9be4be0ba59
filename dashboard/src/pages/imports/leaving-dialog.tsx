// Tests: test/browser/dashboard.test.ts.
import { Button, Group, Modal, Text } from '@mantine/core';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';

const leavesPage: ShouldBlockFn = ({ current, next }) => current.pathname !== next.pathname;

/**
 * While this is mounted, leaving the page asks first: the chosen file and the choices about it would be lost. The
 * browser asks when the tab is closed.
 */
export function LeavingDialog() {
  const leaving = useBlocker({ shouldBlockFn: leavesPage, withResolver: true });
  return (
    <Modal
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title="Leave without importing?"
    >
      <Text size="sm">The file was not imported, and your choices for it are lost.</Text>
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

// Tests: test/browser/dashboard.test.ts.
import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface ConfirmButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection' | 'disabled'> {
  /** The text of the button. */
  readonly label: string;
  /** The name of the button for screen readers, where several have the same text. */
  readonly ariaLabel?: string;
  readonly title: string;
  /** Says what will happen. */
  readonly children: ReactNode;
  /** The text of the button that confirms. */
  readonly confirmLabel: string;
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
}

/**
 * A button for an action that cannot be undone: a dialog says what would happen and asks first. The action and its
 * failure are the caller's.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, ariaLabel, title, children, confirmLabel, isPending = false, onConfirm, ...button } = props;
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        loading={isPending}
        aria-label={ariaLabel ?? label}
        onClick={dialog.open}
        {...button}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={title}>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={dialog.close} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => {
              dialog.close();
              onConfirm();
            }}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Modal>
    </>
  );
}

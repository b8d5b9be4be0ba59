import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface ConfirmButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'leftSection' | 'disabled'> {
  /** On the button. */
  readonly label: string;
  /** Tells several such buttons apart for screen readers. */
  readonly ariaLabel?: string;
  readonly title: string;
  /** What will happen, in words. */
  readonly children: ReactNode;
  /** On the button that does it. */
  readonly confirmLabel: string;
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
}

/** A button for what cannot be taken back: it asks first, and says what would happen. */
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

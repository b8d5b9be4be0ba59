// Tests: test/browser/dashboard.test.ts.
import { Alert, Text } from '@mantine/core';
import { ConfirmButton } from './confirm-button.tsx';
import { Icon } from './icon.tsx';

interface LeftOutNoteProps {
  readonly title: string;
  /** Says what cannot be read, and what helps. */
  readonly message: string;
  readonly isPending: boolean;
  /** Absent for people who may not delete it. */
  readonly onDelete?: (() => void) | undefined;
}

/**
 * Names an entry that a list leaves out because it cannot be read, with a button that deletes it after a confirmation.
 */
export function LeftOutNote({ title, message, isPending, onDelete }: LeftOutNoteProps) {
  return (
    <Alert color="red" variant="light" icon={<Icon name="problem" />} title={title}>
      <Text size="sm">{message}</Text>
      {onDelete !== undefined && (
        <ConfirmButton
          label="Delete"
          ariaLabel={`Delete: ${title}`}
          title="Delete what cannot be read?"
          confirmLabel="Delete it"
          isPending={isPending}
          onConfirm={onDelete}
        >
          It is deleted for good. You can create it again afterwards.
        </ConfirmButton>
      )}
    </Alert>
  );
}

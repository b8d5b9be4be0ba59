import { Alert, Text } from '@mantine/core';
import { ConfirmButton } from './confirm-button.tsx';
import { Icon } from './icon.tsx';

interface LeftOutNoteProps {
  readonly title: string;
  /** What cannot be read of it, and what helps. */
  readonly message: string;
  readonly isPending: boolean;
  /** Absent for people who may not. */
  readonly onDelete?: (() => void) | undefined;
}

/** What a list leaves out since it cannot be read, and a way to delete it. */
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
          It goes for good. Make it again afterwards.
        </ConfirmButton>
      )}
    </Alert>
  );
}

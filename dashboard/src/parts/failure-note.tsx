// Tests: test/browser/dashboard.test.ts.
import { Alert, Button, Text } from '@mantine/core';
import { messageOf, RequestFailure } from '../api/request.ts';
import { Icon } from './icon.tsx';

interface FailureNoteProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** Shows what went wrong, in the words of the service, and a button to try again if there is a way. */
export function FailureNote({ error, title = 'That did not work', onRetry }: FailureNoteProps) {
  const requestId = error instanceof RequestFailure ? error.requestId : null;
  return (
    <Alert color="red" variant="light" icon={<Icon name="problem" />} title={title} role="alert">
      <Text size="sm">{messageOf(error)}</Text>
      {requestId !== null && (
        <Text size="xs" mt={4}>
          Request {requestId}
        </Text>
      )}
      {onRetry !== undefined && (
        <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

// Tests: test/browser/dashboard.test.ts.
import { Center, Container, Skeleton } from '@mantine/core';
import { FailureNote } from '../parts/failure-note.tsx';

/** Shown until it is known who is signed in. */
export function SessionSkeleton() {
  return (
    <Container component="main" size="lg" py="xl" aria-busy="true" aria-label="Loading">
      <Skeleton h={28} w={220} mb="lg" />
      <Skeleton h={280} radius="lg" />
    </Container>
  );
}

interface SessionFaultProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Fills the page when the session cannot be read: shows the message and a button to try again. */
export function SessionFault({ error, onRetry }: SessionFaultProps) {
  return (
    <Center component="main" mih="70vh" p="lg">
      <FailureNote error={error} onRetry={onRetry} />
    </Center>
  );
}

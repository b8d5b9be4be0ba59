import { RequestFailure } from '../../api/request.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';

interface MissingCollectionProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Why there is nothing to show: it is gone, or the service does not answer. */
export function MissingCollection({ error, onRetry }: MissingCollectionProps) {
  const isUnknown = error instanceof RequestFailure && error.status === 404;
  if (!isUnknown) return <FailureNote error={error} onRetry={onRetry} />;
  return (
    <EmptyNote icon="collections" title="There is no such collection">
      It was deleted or renamed, or it belongs to another store.
    </EmptyNote>
  );
}

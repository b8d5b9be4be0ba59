// Tests: test/browser/dashboard-collections.test.ts.
import { MissingNote } from '../../parts/missing-note.tsx';

interface MissingCollectionProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Says why there is nothing to show: the collection does not exist, or the service does not answer. */
export function MissingCollection(props: MissingCollectionProps) {
  return (
    <MissingNote icon="collections" title="There is no such collection" {...props}>
      It was deleted or renamed, or it belongs to another store.
    </MissingNote>
  );
}

// Tests: test/browser/dashboard.test.ts.
import type { ComponentProps, ReactNode } from 'react';
import { RequestFailure } from '../api/request.ts';
import { EmptyNote } from './empty-note.tsx';
import { FailureNote } from './failure-note.tsx';

interface MissingNoteProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly icon: ComponentProps<typeof EmptyNote>['icon'];
  /** The title of the note if the thing does not exist. */
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Says why a page has nothing to show: after a 404 that the thing does not exist, after any other failure what went
 * wrong, with a button to try again.
 */
export function MissingNote({ error, onRetry, icon, title, children }: MissingNoteProps) {
  const isUnknown = error instanceof RequestFailure && error.status === 404;
  if (!isUnknown) return <FailureNote error={error} onRetry={onRetry} />;
  return (
    <EmptyNote icon={icon} title={title}>
      {children}
    </EmptyNote>
  );
}

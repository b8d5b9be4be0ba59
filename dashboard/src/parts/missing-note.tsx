import type { ComponentProps, ReactNode } from 'react';
import { RequestFailure } from '../api/request.ts';
import { EmptyNote } from './empty-note.tsx';
import { FailureNote } from './failure-note.tsx';

interface MissingNoteProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly icon: ComponentProps<typeof EmptyNote>['icon'];
  /** What to say if the thing does not exist. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Why a page has nothing to show: the thing does not exist, or the service does not answer. */
export function MissingNote({ error, onRetry, icon, title, children }: MissingNoteProps) {
  const isUnknown = error instanceof RequestFailure && error.status === 404;
  if (!isUnknown) return <FailureNote error={error} onRetry={onRetry} />;
  return (
    <EmptyNote icon={icon} title={title}>
      {children}
    </EmptyNote>
  );
}

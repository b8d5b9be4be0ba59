// Tests: test/browser/dashboard.test.ts.
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { readLastStore } from './last-store.ts';
import { SessionFault, SessionSkeleton } from './session-states.tsx';

const FirstStore = lazy(async () => ({ default: (await import('./first-store.tsx')).FirstStore }));

/** The start page: leads to the store that was opened last, to the first store, or to the sign-in. */
export function Home() {
  const session = useSession();
  if (session.isError) return <SessionFault error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data === undefined) return <SessionSkeleton />;
  if (session.data === null) return <Navigate to="/sign-in" replace />;
  const { stores } = session.data;
  const last = readLastStore();
  const store = stores.find(({ id }) => id === last) ?? stores[0];
  if (store === undefined) {
    return (
      <Suspense fallback={<SessionSkeleton />}>
        <FirstStore session={session.data} />
      </Suspense>
    );
  }
  return <Navigate to="/stores/$storeId" params={{ storeId: store.id }} replace />;
}

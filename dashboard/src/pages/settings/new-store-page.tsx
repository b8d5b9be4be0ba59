// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Anchor } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { SessionFault, SessionSkeleton } from '../../shell/session-states.tsx';
import { Entrance } from '../entrance/entrance.tsx';
import { LostPage } from '../lost-page.tsx';
import { NewStoreForm } from './new-store-form.tsx';

/**
 * The page on which an operator creates another store; it belongs to no store itself. Others see that there is no such
 * page.
 */
export function NewStorePage() {
  const session = useSession();
  if (session.isError) return <SessionFault error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data === undefined) return <SessionSkeleton />;
  if (session.data === null) return <Navigate to="/sign-in" search={{ next: '/new-store' }} replace />;
  if (!session.data.user.is_operator) return <LostPage />;
  return (
    <Entrance
      title="Create a store"
      lead="One more catalog with its own keys and members. You are its owner."
      above={
        <Anchor size="sm" renderRoot={(props) => <Link to="/" {...props} />}>
          <BackArrow />
          Back to your stores
        </Anchor>
      }
    >
      <NewStoreForm />
    </Entrance>
  );
}

// Tests: test/browser/dashboard.test.ts.
import { getRouteApi, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../api/session.ts';
import { LostPage } from '../pages/lost-page.tsx';
import { CurrentStoreContext } from './current-store.ts';
import { keepLastStore } from './last-store.ts';
import { SessionFault, SessionSkeleton } from './session-states.tsx';
import { Shell } from './shell.tsx';

const route = getRouteApi('/stores/$storeId');

/**
 * The frame of every page of a store. A person who is signed out signs in first; a person who is no member sees that
 * there is no such page; a session that cannot be read shows why. Reads the session only.
 */
export function StoreFrame() {
  const { storeId } = route.useParams();
  const session = useSession();
  const store = session.data?.stores.find(({ id }) => id === storeId);
  const user = session.data?.user;
  const current = useMemo(
    () => (store === undefined || user === undefined ? null : { store, user }),
    [store, user],
  );
  useEffect(() => {
    if (store !== undefined) keepLastStore(store.id);
  }, [store]);
  if (session.isError) return <SessionFault error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data === undefined) return <SessionSkeleton />;
  if (session.data === null) return <SignInFirst />;
  if (current === null) return <LostPage />;
  return (
    <CurrentStoreContext value={current}>
      <Shell stores={session.data.stores}>
        <Outlet />
      </Shell>
    </CurrentStoreContext>
  );
}

/** Leads to the sign-in, which leads back here. The address is read once: during the navigation it changes. */
function SignInFirst() {
  const { href } = useLocation();
  const [next] = useState(href);
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { next }, replace: true });
  }, [navigate, next]);
  return <SessionSkeleton />;
}

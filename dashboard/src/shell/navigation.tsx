// Tests: test/browser/dashboard-rooms.test.ts.
import { Link, useLocation } from '@tanstack/react-router';
import { Icon } from '../parts/icon.tsx';
import { useStore } from './current-store.ts';
import classes from './navigation.module.css';
import { pageOf, type Room, type RoomPage, rooms } from './rooms.ts';

/** Links to the rooms of the store, and to the pages of the room that is open. Owners alone see the audit log. Makes no call. */
export function Navigation() {
  const { may } = useStore();
  const { pathname } = useLocation();
  const open = pageOf(pathname);
  const isFor = ({ to }: RoomPage) => to !== '/stores/$storeId/settings/audit' || may('owner');
  return (
    <nav aria-label="Pages of the store">
      <ul className={classes.rooms}>
        {rooms.map((room) => (
          <li key={room.label}>
            <RoomLink room={room} open={open} />
            {room.pages.length > 1 && open !== null && room.pages.includes(open) && (
              <ul className={classes.pages}>
                {room.pages.filter(isFor).map((page) => (
                  <li key={page.to}>
                    <PageLink page={page} isOpen={page === open} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RoomLink({ room, open }: { readonly room: Room; readonly open: RoomPage | null }) {
  const { storeId } = useStore();
  const isOpen = open !== null && room.pages.includes(open);
  return (
    <Link
      to={room.pages[0].to}
      params={{ storeId }}
      className={classes.room}
      data-open={isOpen}
      // The page of the room below it shows where one is.
      data-alone={room.pages.length === 1}
      activeOptions={{ exact: true }}
      {...(isOpen && { 'aria-current': room.pages.length > 1 ? 'true' : 'page' })}
    >
      <Icon name={room.icon} />
      {room.label}
    </Link>
  );
}

function PageLink({ page, isOpen }: { readonly page: RoomPage; readonly isOpen: boolean }) {
  const { storeId } = useStore();
  return (
    <Link
      to={page.to}
      params={{ storeId }}
      className={classes.page}
      activeOptions={{ exact: true }}
      {...(isOpen && { 'aria-current': 'page' })}
    >
      {page.label}
    </Link>
  );
}

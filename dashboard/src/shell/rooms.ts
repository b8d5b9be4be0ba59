/**
 * The rooms of a store and their pages, in the order of the navigation. Plain data. A room with one page has no list
 * of pages; the first page of a room is where the room's own link leads.
 */
// Tests: test/browser/dashboard-rooms.test.ts.
import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '../parts/icon.tsx';

/** A page of the navigation. `also`: the beginnings of other addresses below the store that belong to it. */
export interface RoomPage {
  readonly to: Exclude<LinkProps['to'], undefined>;
  readonly label: string;
  readonly also?: readonly string[];
}

/** One of the five parts of the dashboard. */
export interface Room {
  readonly label: string;
  readonly icon: IconName;
  readonly pages: readonly [RoomPage, ...RoomPage[]];
}

export const rooms: readonly Room[] = [
  {
    label: 'Home',
    icon: 'overview',
    pages: [{ to: '/stores/$storeId', label: 'Home', also: ['/start', '/service'] }],
  },
  {
    label: 'Searches',
    icon: 'search',
    pages: [
      { to: '/stores/$storeId/searches', label: 'What shoppers search', also: ['/searches/', '/empty-box'] },
      { to: '/stores/$storeId/synonyms', label: 'Synonyms' },
      { to: '/stores/$storeId/rules', label: 'Rules', also: ['/rules/', '/new-rule'] },
      { to: '/stores/$storeId/ranking', label: 'Ranking' },
      { to: '/stores/$storeId/phrases', label: 'Phrases', also: ['/phrases/'] },
    ],
  },
  {
    label: 'Catalog',
    icon: 'products',
    pages: [
      { to: '/stores/$storeId/products', label: 'Products', also: ['/products/'] },
      { to: '/stores/$storeId/imports', label: 'Imports', also: ['/imports/'] },
      { to: '/stores/$storeId/feeds', label: 'Feeds', also: ['/feeds/'] },
      { to: '/stores/$storeId/collections', label: 'Collections', also: ['/collections/'] },
    ],
  },
  {
    label: 'Install',
    icon: 'keys',
    pages: [{ to: '/stores/$storeId/install', label: 'Install', also: ['/install/'] }],
  },
  {
    label: 'Settings',
    icon: 'settings',
    pages: [
      { to: '/stores/$storeId/settings', label: 'Store' },
      { to: '/stores/$storeId/settings/team', label: 'Team' },
      { to: '/stores/$storeId/settings/alerts', label: 'Alerts' },
      { to: '/stores/$storeId/settings/webhooks', label: 'Webhooks', also: ['/settings/webhooks/'] },
      { to: '/stores/$storeId/settings/audit', label: 'Audit log' },
    ],
  },
];

/** The page of the navigation that an address of the store belongs to; null for one's account. */
export function pageOf(pathname: string): RoomPage | null {
  const address = pathname.replace(/^\/stores\/[^/]+/, '').replace(/\/$/, '');
  const pages = rooms.flatMap((room) => room.pages);
  return (
    pages.find(({ to }) => to === `/stores/$storeId${address}`) ??
    pages.find(({ also = [] }) => also.some((beginning) => `${address}/`.startsWith(beginning))) ??
    null
  );
}

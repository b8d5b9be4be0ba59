// Tests: test/browser/dashboard.test.ts.
import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useStore } from './current-store.ts';
import classes from './navigation.module.css';

const pages: readonly { readonly to: string; readonly label: string; readonly icon: IconName }[] = [
  { to: '/stores/$storeId', label: 'Overview', icon: 'overview' },
  { to: '/stores/$storeId/analytics', label: 'Analytics', icon: 'analytics' },
  { to: '/stores/$storeId/products', label: 'Products', icon: 'products' },
  { to: '/stores/$storeId/imports', label: 'Imports', icon: 'imports' },
  { to: '/stores/$storeId/feeds', label: 'Feeds', icon: 'feeds' },
  { to: '/stores/$storeId/phrases', label: 'Phrases', icon: 'phrases' },
  { to: '/stores/$storeId/collections', label: 'Collections', icon: 'collections' },
  { to: '/stores/$storeId/merchandising', label: 'Merchandising', icon: 'merchandising' },
  { to: '/stores/$storeId/playground', label: 'Playground', icon: 'playground' },
  { to: '/stores/$storeId/install', label: 'Install', icon: 'keys' },
  { to: '/stores/$storeId/settings', label: 'Settings', icon: 'settings' },
];

/** Links to the pages of the store. Makes no call. */
export function Navigation() {
  const { storeId } = useStore();
  return (
    <nav aria-label="Pages of the store" className={classes.pages}>
      {pages.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          params={{ storeId }}
          className={classes.page}
          activeOptions={{ exact: to === '/stores/$storeId', includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The addresses of the dashboard and the pages that they show. Each page is a file that is fetched when it is needed. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { LostPage } from './pages/lost-page.tsx';
import { Home } from './shell/home.tsx';
import { StoreFrame } from './shell/store-frame.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: LostPage });

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });

/** Where to go after signing in: a path of the dashboard, never another site. */
function parseNext(search: Record<string, unknown>): { next?: string } {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: parseNext,
  component: lazyRouteComponent(() => import('./pages/entrance/sign-in-page.tsx'), 'SignInPage'),
});
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./pages/entrance/setup-page.tsx'), 'SetupPage'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/entrance/invitation-page.tsx'), 'InvitationPage'),
});

const store = createRoute({
  getParentRoute: () => root,
  path: '/stores/$storeId',
  component: StoreFrame,
});
const overview = createRoute({
  getParentRoute: () => store,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const settings = createRoute({
  getParentRoute: () => store,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const pages = root.addChildren([home, signIn, setup, invitation, store.addChildren([overview, settings])]);

export function createDashboardRouter() {
  return createRouter({
    routeTree: pages,
    basepath: '/dashboard',
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}

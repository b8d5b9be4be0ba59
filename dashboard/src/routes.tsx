/**
 * The addresses of the dashboard and their pages. Each page is a file that is fetched when it is opened. Anything
 * unknown in an address is dropped, never an error.
 */
// Tests: test/browser/dashboard.test.ts.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { parseFoundFeed } from './pages/feeds/found-feed.ts';
import { parsePart } from './pages/install/parts.ts';
import { LostPage } from './pages/lost-page.tsx';
import { parseNext, parseProduct, parseProductFilter, parseReview } from './search-parameters.ts';
import { Home } from './shell/home.tsx';
import { StoreFrame } from './shell/store-frame.tsx';
import { parsePeriod } from './words/periods.ts';
import { searchAddress } from './words/search-address.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: LostPage });
const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });

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

const newStore = createRoute({
  getParentRoute: () => root,
  path: '/new-store',
  component: lazyRouteComponent(() => import('./pages/settings/new-store-page.tsx'), 'NewStorePage'),
});

const store = createRoute({
  getParentRoute: () => root,
  path: '/stores/$storeId',
  component: StoreFrame,
});
const storeHome = createRoute({
  getParentRoute: () => store,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
});
const service = createRoute({
  getParentRoute: () => store,
  path: '/service',
  component: lazyRouteComponent(() => import('./pages/health/service-page.tsx'), 'ServicePage'),
});

const start = createRoute({
  getParentRoute: () => store,
  path: '/start',
  // The import that the page follows.
  validateSearch: ({ import: run }: Record<string, unknown>): { import?: string } =>
    typeof run === 'string' ? { import: run } : {},
  component: lazyRouteComponent(() => import('./pages/start/start-page.tsx'), 'StartPage'),
});

const searches = createRoute({
  getParentRoute: () => store,
  path: '/searches',
  validateSearch: parsePeriod,
  component: lazyRouteComponent(() => import('./pages/searches/searches-page.tsx'), 'SearchesPage'),
});

const products = createRoute({
  getParentRoute: () => store,
  path: '/products',
  validateSearch: parseProductFilter,
  component: lazyRouteComponent(() => import('./pages/products/products-page.tsx'), 'ProductsPage'),
});
const product = createRoute({
  getParentRoute: () => store,
  path: '/products/$externalId',
  // A phrase to add to the product.
  validateSearch: ({ phrase }: Record<string, unknown>): { phrase?: string } =>
    typeof phrase === 'string' ? { phrase } : {},
  component: lazyRouteComponent(() => import('./pages/products/product-page.tsx'), 'ProductPage'),
});
const imports = createRoute({
  getParentRoute: () => store,
  path: '/imports',
  component: lazyRouteComponent(() => import('./pages/imports/imports-page.tsx'), 'ImportsPage'),
});
const newImport = createRoute({
  getParentRoute: () => store,
  path: '/imports/new',
  // The import whose failed rows the file corrects.
  validateSearch: ({ like }: Record<string, unknown>): { like?: string } =>
    typeof like === 'string' ? { like } : {},
  component: lazyRouteComponent(() => import('./pages/imports/new-import-page.tsx'), 'NewImportPage'),
});
const oneImport = createRoute({
  getParentRoute: () => store,
  path: '/imports/$importId',
  component: lazyRouteComponent(() => import('./pages/imports/import-page.tsx'), 'ImportPage'),
});

const feeds = createRoute({
  getParentRoute: () => store,
  path: '/feeds',
  component: lazyRouteComponent(() => import('./pages/feeds/feeds-page.tsx'), 'FeedsPage'),
});

const newFeed = createRoute({
  getParentRoute: () => store,
  path: '/feeds/new',
  validateSearch: parseFoundFeed,
  component: lazyRouteComponent(() => import('./pages/feeds/new-feed-page.tsx'), 'NewFeedPage'),
});

const oneFeed = createRoute({
  getParentRoute: () => store,
  path: '/feeds/$feedId',
  component: lazyRouteComponent(() => import('./pages/feeds/feed-page.tsx'), 'FeedPage'),
});

const feedRun = createRoute({
  getParentRoute: () => store,
  path: '/feeds/$feedId/runs/$runId',
  component: lazyRouteComponent(() => import('./pages/feeds/run-page.tsx'), 'RunPage'),
});

const collections = createRoute({
  getParentRoute: () => store,
  path: '/collections',
  component: lazyRouteComponent(() => import('./pages/collections/collections-page.tsx'), 'CollectionsPage'),
});

const newCollection = createRoute({
  getParentRoute: () => store,
  path: '/collections/new',
  component: lazyRouteComponent(
    () => import('./pages/collections/new-collection-page.tsx'),
    'NewCollectionPage',
  ),
});

const oneCollection = createRoute({
  getParentRoute: () => store,
  path: '/collections/$slug',
  component: lazyRouteComponent(() => import('./pages/collections/collection-page.tsx'), 'CollectionPage'),
});

const editCollection = createRoute({
  getParentRoute: () => store,
  path: '/collections/$slug/edit',
  component: lazyRouteComponent(
    () => import('./pages/collections/edit-collection-page.tsx'),
    'EditCollectionPage',
  ),
});

const rules = createRoute({
  getParentRoute: () => store,
  path: '/rules',
  component: lazyRouteComponent(() => import('./pages/rules/rules-page.tsx'), 'RulesPage'),
});

const newRule = createRoute({
  getParentRoute: () => store,
  path: '/new-rule',
  component: lazyRouteComponent(() => import('./pages/rules/rule-page.tsx'), 'NewRulePage'),
});

const ranking = createRoute({
  getParentRoute: () => store,
  path: '/ranking',
  component: lazyRouteComponent(() => import('./pages/ranking/ranking-page.tsx'), 'RankingPage'),
});

const rule = createRoute({
  getParentRoute: () => store,
  path: '/rules/$ruleId',
  component: lazyRouteComponent(() => import('./pages/rules/rule-page.tsx'), 'RulePage'),
});

const phrases = createRoute({
  getParentRoute: () => store,
  path: '/phrases',
  validateSearch: parseReview,
  component: lazyRouteComponent(() => import('./pages/phrases/phrases-page.tsx'), 'PhrasesPage'),
});

const types = createRoute({
  getParentRoute: () => store,
  path: '/phrases/types',
  validateSearch: ({ q, order }: Record<string, unknown>): { q?: string; order?: 'products' } => ({
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(order === 'products' && { order }),
  }),
  component: lazyRouteComponent(() => import('./pages/types/types-page.tsx'), 'TypesPage'),
});

const query = createRoute({
  getParentRoute: () => store,
  path: '/searches/$query',
  validateSearch: parseProduct,
  component: lazyRouteComponent(() => import('./pages/query/query-page.tsx'), 'QueryPage'),
});

const emptyBox = createRoute({
  getParentRoute: () => store,
  path: '/empty-box',
  component: lazyRouteComponent(() => import('./pages/query/query-page.tsx'), 'EmptyBoxPage'),
});

const synonyms = createRoute({
  getParentRoute: () => store,
  path: '/synonyms',
  component: lazyRouteComponent(() => import('./pages/synonyms/synonyms-page.tsx'), 'SynonymsPage'),
});

/** The earlier address of the page of a query. */
const playground = createRoute({
  getParentRoute: () => store,
  path: '/playground',
  validateSearch: ({ q, product }: Record<string, unknown>) => ({
    q: typeof q === 'string' ? q : '',
    ...parseProduct({ product }),
  }),
  beforeLoad({ params, search: { q, ...search } }) {
    throw redirect({ ...searchAddress(params.storeId, q), search, replace: true });
  },
});

const install = createRoute({
  getParentRoute: () => store,
  path: '/install',
  validateSearch: parsePart,
  component: lazyRouteComponent(() => import('./pages/install/install-page.tsx'), 'InstallPage'),
});
/** The earlier address of the keys. */
const keys = createRoute({
  getParentRoute: () => store,
  path: '/keys',
  beforeLoad: ({ params }) => {
    const search = { part: 'keys' } as const;
    throw redirect({ to: '/stores/$storeId/install', params, search, replace: true });
  },
});
const settings = createRoute({
  getParentRoute: () => store,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-pages.tsx'), 'StorePage'),
});
const team = createRoute({
  getParentRoute: () => store,
  path: '/settings/team',
  component: lazyRouteComponent(() => import('./pages/settings/settings-pages.tsx'), 'TeamPage'),
});
const alerts = createRoute({
  getParentRoute: () => store,
  path: '/settings/alerts',
  component: lazyRouteComponent(() => import('./pages/alerts/alerts-page.tsx'), 'AlertsPage'),
});
const webhooks = createRoute({
  getParentRoute: () => store,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('./pages/settings/settings-pages.tsx'), 'WebhooksPage'),
});
const audit = createRoute({
  getParentRoute: () => store,
  path: '/settings/audit',
  component: lazyRouteComponent(() => import('./pages/settings/settings-pages.tsx'), 'AuditPage'),
});
const account = createRoute({
  getParentRoute: () => store,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/settings/settings-pages.tsx'), 'AccountPage'),
});
const webhook = createRoute({
  getParentRoute: () => store,
  path: '/settings/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

/** Addresses of earlier versions, each with the present one; both have the same parameters. */
const earlier = [
  ['/analytics', '/searches'],
  ['/merchandising', '/rules'],
  ['/merchandising/new', '/new-rule'],
  ['/merchandising/rules/$ruleId', '/rules/$ruleId'],
  ['/webhooks/$webhookId', '/settings/webhooks/$webhookId'],
] as const;

const earlierAddresses = earlier.map(([path, now]) =>
  createRoute({
    getParentRoute: () => store,
    path,
    beforeLoad({ params, search }) {
      throw redirect({ to: `/stores/$storeId${now}`, params, search, replace: true });
    },
  }),
);

const pages = root.addChildren([
  home,
  signIn,
  setup,
  invitation,
  newStore,
  store.addChildren([
    storeHome,
    service,
    start,
    searches,
    products,
    product,
    imports,
    newImport,
    oneImport,
    feeds,
    newFeed,
    oneFeed,
    feedRun,
    phrases,
    types,
    collections,
    newCollection,
    oneCollection,
    editCollection,
    rules,
    newRule,
    rule,
    ranking,
    query,
    emptyBox,
    synonyms,
    playground,
    install,
    keys,
    settings,
    team,
    alerts,
    webhooks,
    webhook,
    audit,
    account,
    ...earlierAddresses,
  ]),
]);

export function createDashboardRouter() {
  return createRouter({
    routeTree: pages,
    basepath: '/dashboard',
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Parameters are plain text: `?q=007` is a typed query, not a number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}

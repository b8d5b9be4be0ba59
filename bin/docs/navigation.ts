/**
 * Lists the pages of the site and their order. A page is a Markdown file of the repository, or one of the API reference. It reads no
 * file: a page whose file is missing fails the build. No page may stand in two sections.
 */
// Tests: none; its own run shows whether it works.

export interface SitePage {
  /** The path from the root of the repository. */
  readonly file: string;
  /** The address below `/docs/`; empty for the first page. */
  readonly slug: string;
  /** The name in the menu; the page's heading if absent. */
  readonly label?: string;
}

export interface SiteSection {
  readonly label: string;
  readonly pages: readonly SitePage[];
  /** Whether its pages are about the inside: the search of the site finds them after all others. */
  readonly isBackground?: boolean;
}

const page = (name: string, label: string): SitePage => ({ file: `docs/${name}.md`, slug: name, label });

/** All pages but the API reference and the decision records, in the order of the menu. */
export const sections: readonly SiteSection[] = [
  { label: 'Start', pages: [{ file: 'docs/start.md', slug: '', label: 'Start here' }] },
  {
    label: 'Connect a shop',
    pages: [
      page('widget', 'Add the search box'),
      page('csv', 'Import a file'),
      page('files', 'My system writes files'),
      page('feeds', 'Import a feed'),
      page('feed-formats', 'Feed formats'),
      page('connect-shopify', 'Connect Shopify'),
      page('connect-woocommerce', 'Connect WooCommerce'),
      page('connect-magento', 'Connect Magento'),
      page('own-code', 'Connect your own code'),
      page('events', 'Report clicks and purchases'),
      page('webhooks', 'Receive webhooks'),
      page('alerts', 'Alerts'),
    ],
  },
  {
    label: 'Improve the results',
    pages: [
      page('synonyms', 'Synonyms'),
      page('merchandising', 'Merchandising rules'),
      page('ranking', 'Ranking settings'),
      page('collections', 'Collections'),
      page('enrichment', 'Search phrases'),
      page('analytics', 'Analytics'),
      page('dashboard', 'The dashboard'),
    ],
  },
  {
    label: 'Operate',
    pages: [
      page('keys', 'Keys'),
      page('production', 'From the container to production'),
      page('operating', 'Operating'),
      { file: 'SECURITY.md', slug: 'security', label: 'Security' },
    ],
  },
  {
    label: 'How it works',
    isBackground: true,
    pages: [
      { file: 'ARCHITECTURE.md', slug: 'architecture', label: 'Architecture' },
      page('internals/engine', 'The engine'),
      page('internals/indexes', 'Indexes on disk and in memory'),
      page('internals/lives', 'Lives of rules, files and feeds'),
      page('internals/parts', 'Other parts'),
      page('benchmarks', 'Benchmarks'),
      { file: 'RELIABILITY.md', slug: 'reliability', label: 'Reliability' },
    ],
  },
  {
    label: 'Change it',
    isBackground: true,
    pages: [
      { file: 'CONTRIBUTING.md', slug: 'contributing', label: 'Contributing' },
      { file: 'STYLE.md', slug: 'style', label: 'Style' },
      page('evaluation', 'Measure the answers'),
      { file: 'CHANGELOG.md', slug: 'changelog', label: 'Changes' },
    ],
  },
];

/** The label of the section after which the menu shows the API reference. */
export const referenceFollows = 'Improve the results';
export const errorsPage: SitePage = page('errors', 'Error codes');
export const decisionsFolder = 'docs/decisions';
/** The icon of the pages, from the root: the dashboard's. */
export const iconFile = 'dashboard/src/icon.svg';
/** The files of all pages but the decision records. */
export const pageFiles: readonly string[] = [...sections.flatMap(({ pages }) => pages), errorsPage].map(
  ({ file }) => file,
);

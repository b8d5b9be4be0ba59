/**
 * One example of every call of the API, in an order in which they can be sent one after another to an empty store. The API reference
 * shows them, and `test/api/examples.test.ts` sends them. Examples hold no real keys or addresses. A call without an example fails the
 * build of the reference, one that is not answered as it says fails that test. Bodies and answers have the units of the API (prices
 * decimal texts, times ISO 8601).
 */
// Tests: test/api/examples.test.ts.

export interface ApiExample {
  /** Method and path as in the OpenAPI document. */
  readonly operation: string;
  /** Values of path and query parameters. A path parameter without a value has the one that an earlier example kept. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The key that the example is sent with; the secret key where it is absent. */
  readonly key?: 'storefront' | 'manage';
  /** A value of the answer that later examples use, and the fields that lead to it. */
  readonly keeps?: { readonly name: string; readonly from: readonly string[] };
}

/** Names a value that an earlier example kept, in texts of bodies. */
function kept(name: string): string {
  return `{${name}}`;
}

const feed = {
  name: 'Main feed',
  feed_url: 'https://shop.example/feed.csv',
  feed_format: 'csv',
  refresh_interval: '6h',
};
const lampRules = {
  match: 'all',
  conditions: [
    { field: 'category', op: 'under', value: 'Home > Lighting' },
    { field: 'price', op: 'at_most', value: 100 },
  ],
};

const products: readonly ApiExample[] = [
  {
    operation: 'PUT /api/v1/products/{external_id}',
    parameters: { external_id: 'LAMP-1' },
    body: {
      title: 'Zebra Desk Lamp',
      price: '39.90',
      url: 'https://shop.example/lamp-1',
      category: 'Home > Lighting',
      colour: 'black and white',
    },
  },
  {
    operation: 'POST /api/v1/products',
    body: { external_id: 'LAMP-2', title: 'Oak Floor Lamp', price: 89, url: 'https://shop.example/lamp-2' },
  },
  {
    operation: 'POST /api/v1/product-imports',
    body: {
      products: [
        { external_id: 'SHELF-1', title: 'Walnut Shelf', price: 129, url: 'https://shop.example/shelf-1' },
        { external_id: 'SHELF-2', title: '', price: 99, url: 'https://shop.example/shelf-2' },
      ],
    },
    keeps: { name: 'import_id', from: ['import', 'id'] },
  },
  { operation: 'GET /api/v1/product-imports', parameters: { limit: '10' } },
  { operation: 'GET /api/v1/product-imports/{import_id}' },
  { operation: 'GET /api/v1/product-imports/{import_id}/failures' },
  {
    operation: 'POST /api/v1/product-imports/{import_id}/undo',
    parameters: { dry_run: 'true' },
  },
  { operation: 'GET /api/v1/products', parameters: { limit: '10' } },
  {
    operation: 'GET /api/v1/products/{external_id}',
    parameters: { external_id: 'LAMP-1' },
    keeps: { name: 'product_id', from: ['id'] },
  },
  {
    operation: 'PATCH /api/v1/products/{external_id}',
    parameters: { external_id: 'LAMP-1' },
    body: { price: '34.90', in_stock: true },
  },
  {
    operation: 'GET /api/v1/autocomplete',
    parameters: { q: 'desk la', limit: '5', query_id: '1' },
    key: 'storefront',
    keeps: { name: 'query_id', from: ['meta', 'query_id'] },
  },
];

const events: readonly ApiExample[] = [
  {
    operation: 'POST /api/v1/events',
    body: {
      session_id: 'k3J9x0aQ',
      events: [
        {
          type: 'product_click',
          product_id: kept('product_id'),
          region: 'products',
          query: 'desk la',
          position: 1,
        },
        { type: 'add_to_cart', external_id: 'LAMP-1', query: 'desk lamp' },
        {
          type: 'purchase',
          external_id: 'LAMP-1',
          quantity: 2,
          value: '59.80',
          currency: 'EUR',
          query_id: kept('query_id'),
        },
      ],
    },
  },
  { operation: 'DELETE /api/v1/events/sessions/{session_id}', parameters: { session_id: 'k3J9x0aQ' } },
];

const rankingSettings = {
  hide_out_of_stock: false,
  boosts: [{ when: { field: 'category', op: 'under', value: 'Lighting' }, strength: 'raise' }],
};

const ranking: readonly ApiExample[] = [
  {
    operation: 'PUT /api/v1/synonyms',
    body: {
      synonyms: [{ terms: ['lamp', 'light'] }, { from: ['couch'], to: ['sofa'] }],
      common: true,
    },
  },
  { operation: 'GET /api/v1/synonyms' },
  {
    operation: 'PUT /api/v1/merchandising',
    body: {
      rules: [
        {
          query: 'lamp',
          match: 'prefix',
          pins: ['LAMP-2'],
          boosts: [{ field: 'category', value: 'Lighting', weight: 5 }],
        },
      ],
    },
  },
  { operation: 'GET /api/v1/merchandising' },
  { operation: 'POST /api/v1/ranking/preview', body: rankingSettings },
  { operation: 'PUT /api/v1/ranking', body: rankingSettings },
  { operation: 'GET /api/v1/ranking' },
];

const collections: readonly ApiExample[] = [
  { operation: 'POST /api/v1/collections/preview', body: { rules: lampRules } },
  { operation: 'GET /api/v1/collections/suggested' },
  {
    operation: 'POST /api/v1/collections',
    body: { title: 'Lamps under 100', slug: 'lamps-under-100', sort: 'price_asc', rules: lampRules },
  },
  { operation: 'GET /api/v1/collections' },
  { operation: 'GET /api/v1/collections/{slug}', parameters: { slug: 'lamps-under-100' } },
  {
    operation: 'GET /api/v1/collections/{slug}/products',
    parameters: { slug: 'lamps-under-100', limit: '24' },
    key: 'storefront',
  },
  {
    operation: 'PATCH /api/v1/collections/{slug}',
    parameters: { slug: 'lamps-under-100' },
    body: { title: 'Affordable lamps' },
  },
  { operation: 'DELETE /api/v1/collections/{slug}', parameters: { slug: 'lamps-under-100' } },
];

const phrases: readonly ApiExample[] = [
  { operation: 'GET /api/v1/products/{external_id}/phrases', parameters: { external_id: 'LAMP-1' } },
  {
    operation: 'PUT /api/v1/products/{external_id}/phrases',
    parameters: { external_id: 'LAMP-1' },
    body: {
      suggestion_phrases: ['zebra desk lamp'],
      search_phrases: ['striped lamp'],
      type: { name: 'desk lamp' },
    },
  },
  { operation: 'GET /api/v1/enrichment' },
  { operation: 'PATCH /api/v1/enrichment', body: { monthly_budget_usd: '20.00', blocklist: ['cheap'] } },
  { operation: 'POST /api/v1/enrichment/retry', body: { external_ids: ['LAMP-2'] } },
  { operation: 'POST /api/v1/enrichment/queue', body: { external_ids: ['LAMP-2'] } },
  { operation: 'GET /api/v1/enrichment/products', parameters: { state: 'edited' } },
  { operation: 'GET /api/v1/enrichment/types', parameters: { q: 'lamp' } },
  { operation: 'GET /api/v1/phrases/patterns' },
  { operation: 'GET /api/v1/phrases', parameters: { q: 'desk lamp' } },
  { operation: 'POST /api/v1/phrases/decisions/preview', body: { patterns: ['brand-type'] } },
  {
    operation: 'POST /api/v1/phrases/decisions',
    body: { verdict: 'refused', words: 'striped' },
    keeps: { name: 'id', from: ['decisions', '0', 'id'] },
  },
  { operation: 'GET /api/v1/phrases/decisions', parameters: { about: 'phrases' } },
  { operation: 'DELETE /api/v1/phrases/decisions/{id}' },
];

const feeds: readonly ApiExample[] = [
  { operation: 'POST /api/v1/product-feeds/preview', body: feed },
  {
    operation: 'POST /api/v1/product-feeds',
    body: feed,
    keeps: { name: 'feed_id', from: ['feed', 'id'] },
  },
  { operation: 'GET /api/v1/product-feeds' },
  { operation: 'GET /api/v1/product-feeds/{feed_id}' },
  { operation: 'PATCH /api/v1/product-feeds/{feed_id}', body: { refresh_interval: '1h' } },
  {
    operation: 'POST /api/v1/product-feeds/{feed_id}/refresh',
    body: { force: false },
    keeps: { name: 'run_id', from: ['run', 'id'] },
  },
  { operation: 'GET /api/v1/product-feeds/{feed_id}/runs' },
  { operation: 'GET /api/v1/product-feeds/{feed_id}/runs/{run_id}' },
  { operation: 'GET /api/v1/product-feeds/{feed_id}/runs/{run_id}/failures' },
  { operation: 'DELETE /api/v1/product-feeds/{feed_id}' },
];

const webhooks: readonly ApiExample[] = [
  {
    operation: 'POST /api/v1/webhooks',
    body: {
      url: 'https://shop.example/hooks/foretype',
      events: ['import.failed', 'feed.run.failed'],
      description: 'Alerts',
    },
    keeps: { name: 'id', from: ['webhook', 'id'] },
  },
  { operation: 'GET /api/v1/webhooks' },
  { operation: 'GET /api/v1/webhooks/{id}' },
  { operation: 'PATCH /api/v1/webhooks/{id}', body: { description: 'Alerts of the shop' } },
  { operation: 'POST /api/v1/webhooks/{id}/test' },
  { operation: 'GET /api/v1/webhooks/{id}/deliveries' },
  { operation: 'POST /api/v1/webhooks/{id}/rotate' },
  { operation: 'DELETE /api/v1/webhooks/{id}' },
  { operation: 'GET /api/v1/alerts' },
];

const keys: readonly ApiExample[] = [
  {
    operation: 'POST /api/v1/keys',
    key: 'manage',
    body: { name: 'Nightly sync', scope: 'secret', expires_at: '2030-01-31T00:00:00Z' },
    keeps: { name: 'key_id', from: ['key', 'id'] },
  },
  { operation: 'GET /api/v1/keys', key: 'manage' },
  { operation: 'POST /api/v1/keys/{key_id}/rotate', key: 'manage', body: { overlap_hours: 24 } },
  { operation: 'DELETE /api/v1/keys/{key_id}', key: 'manage' },
];

const reading: readonly ApiExample[] = [
  ...['searches', 'no-results', 'clicks', 'products', 'value'].map((name) => ({
    operation: `GET /api/v1/analytics/${name}`,
    parameters: { limit: '20' },
  })),
  { operation: 'GET /api/v1/analytics/query', parameters: { q: 'lamp' } },
  { operation: 'GET /api/v1/analytics/completeness' },
  { operation: 'GET /api/v1/health', key: 'storefront' },
  { operation: 'DELETE /api/v1/products/{external_id}', parameters: { external_id: 'LAMP-2' } },
];

export const examples: readonly ApiExample[] = [
  ...products,
  ...events,
  ...ranking,
  ...collections,
  ...phrases,
  ...feeds,
  ...webhooks,
  ...keys,
  ...reading,
];

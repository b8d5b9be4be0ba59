/**
 * Declares the calls about figures of searches, clicks and products (Contract §10); docs/analytics.md says what each of
 * them counts. Days are UTC, shares from 0 to 1. A period or limit out of bounds is 422, which names the parameter; no
 * text of a query that too few visitors typed is in any answer.
 */
// Tests: test/api/analytics.test.ts, test/scenarios/searches-of-nodes.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operation, type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { importSources } from './words/product-import.ts';

/** The subjects of analytics calls. */
export const analyticsNames = ['searches', 'no-results', 'clicks', 'products', 'value'] as const;
/** One of {@link analyticsNames}. */
export type AnalyticsName = (typeof analyticsNames)[number];

const Day = Type.String({ description: 'A day in UTC, `2026-11-21`.' });
const span = { from: Day, to: Day };
const period = {
  ...span,
  previous_period: Type.Object(span, { description: 'As many days, right before.' }),
};
const count = (description: string) => Type.Integer({ minimum: 0, description });
const next_cursor = orNull(Type.String(), {
  description: 'For `cursor`: what follows in the list; null at its end.',
});

const ShareSchema = Type.Object(
  {
    value: Type.Number({ description: 'From 0 to 1.' }),
    low: Type.Number({ description: 'The lower end of the 95 % confidence interval (Wilson).' }),
    high: Type.Number({ description: 'Its upper end.' }),
  },
  { $id: 'Share' },
);
/** A share with its 95 % confidence interval (Wilson), on the wire. */
export type ShareBody = ValueOf<typeof ShareSchema>;

const share = (of: string) =>
  orNull(ShareSchema, {
    description: `${of}, of all searches; null below ${limits.shareCountMin} searches.`,
  });

const revenue = Type.Record(Type.String(), Type.String(), {
  description:
    'Decimal text by ISO 4217 code, such as `{ "EUR": "129.90" }`; currencies are never added. Empty without any value.',
});
/** Revenue by currency, on the wire. */
export type RevenueBody = ValueOf<typeof revenue>;

const sales = {
  carts: count('Products put into carts.'),
  purchases: count('Purchases that a server reported.'),
  revenue,
};

const searchCounts = {
  searches: count('What shoppers looked for: typing that continues is one search.'),
  no_results: count('Searches that found no product.'),
  clicked: count('Searches of which something was clicked.'),
  ...sales,
};

const SearchTotalsSchema = Type.Object(
  {
    ...searchCounts,
    no_result_rate: share('Searches that found no product'),
    click_through: share('Searches of which something was clicked'),
  },
  { $id: 'SearchTotals' },
);
/** Searches of a period on the wire. */
export type SearchTotalsBody = ValueOf<typeof SearchTotalsSchema>;

const SearchDaySchema = Type.Object({ day: Day, ...searchCounts }, { $id: 'SearchDay' });

const QueryFiguresSchema = Type.Object(
  {
    query: Type.String({ description: 'In lower case.' }),
    ...searchCounts,
    previous_searches: count('In the period before.'),
  },
  { $id: 'QueryFigures' },
);
/** The figures of a query that enough visitors used, on the wire. */
export type QueryFiguresBody = ValueOf<typeof QueryFiguresSchema>;

const ofSearches = {
  ...period,
  totals: SearchTotalsSchema,
  previous: SearchTotalsSchema,
  days: Type.Array(SearchDaySchema, { description: 'Every day of the period.' }),
};
const queries = (description: string) => Type.Array(QueryFiguresSchema, { description });

const AnalyticsSearchesSchema = Type.Object(
  {
    ...ofSearches,
    queries: queries('The most frequent first.'),
    rising: queries('What was searched more often than in the period before, by how much more.'),
    next_cursor,
  },
  { $id: 'AnalyticsSearches' },
);
/** The most frequent searches, and those that rose, on the wire. */
export type AnalyticsSearchesBody = ValueOf<typeof AnalyticsSearchesSchema>;

const AnalyticsNoResultsSchema = Type.Object(
  { ...ofSearches, queries: queries('By how often they found no product.'), next_cursor },
  { $id: 'AnalyticsNoResults' },
);
/** Searches that found nothing, on the wire. */
export type AnalyticsNoResultsBody = ValueOf<typeof AnalyticsNoResultsSchema>;

const Places = Type.Array(Type.Integer(), {
  description: `Clicks on the first place, the second and so on; the ${limits.clickPositionsKept}th holds all further ones.`,
});

const AnalyticsClicksSchema = Type.Object(
  {
    ...ofSearches,
    positions: Type.Object({ suggestions: Places, categories: Places, products: Places }),
    letters: Type.Array(Type.Integer(), {
      description: `First clicks after no letter, one letter and so on; the last holds ${limits.clickLettersKept} letters and more.`,
    }),
    average_letters: orNull(Type.Number(), { description: 'Letters typed until the click.' }),
    queries: queries('Those that found products of which nothing was clicked, the most frequent first.'),
    next_cursor,
  },
  { $id: 'AnalyticsClicks' },
);
/** Whether and where shoppers click, on the wire. */
export type AnalyticsClicksBody = ValueOf<typeof AnalyticsClicksSchema>;

const AnalyticsQuerySchema = Type.Object(
  {
    query: Type.String({ description: 'As it is counted: in lower case.' }),
    ...ofSearches,
    positions: Places,
  },
  { $id: 'AnalyticsQuery' },
);
/** One query over a period, on the wire. */
export type AnalyticsQueryBody = ValueOf<typeof AnalyticsQuerySchema>;

const productCounts = { clicks: count('Clicks on the product in answers.'), ...sales };

const ProductFiguresSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    external_id: Type.String(),
    title: Type.String(),
    image_url: orNull(Type.String()),
    ...productCounts,
    previous_clicks: count('In the period before.'),
  },
  { $id: 'ProductFigures' },
);
/** The figures of a product, on the wire. */
export type ProductFiguresBody = ValueOf<typeof ProductFiguresSchema>;

const AnalyticsProductsSchema = Type.Object(
  {
    ...period,
    totals: Type.Object(productCounts),
    previous: Type.Object(productCounts),
    days: Type.Array(Type.Object({ day: Day, ...productCounts })),
    products: Type.Array(ProductFiguresSchema, { description: 'The most clicked first.' }),
    next_cursor,
  },
  { $id: 'AnalyticsProducts' },
);
/** The most clicked products, on the wire. */
export type AnalyticsProductsBody = ValueOf<typeof AnalyticsProductsSchema>;

const valueCounts = {
  ...sales,
  from_searches: Type.Object(sales, { description: 'Of these, what began in the search box.' }),
};

const ValueTotalsSchema = Type.Object(
  {
    ...valueCounts,
    revenue_share: Type.Record(Type.String(), Type.Number(), {
      description: 'For each currency the share of its revenue that began in the search box, from 0 to 1.',
    }),
  },
  { $id: 'ValueTotals' },
);
/** What a store sold in a period, and how much of it began in the search box, on the wire. */
export type ValueTotalsBody = ValueOf<typeof ValueTotalsSchema>;

const SoldQuerySchema = Type.Object(
  {
    ...QueryFiguresSchema.properties,
    is_suggestion: Type.Boolean({ description: 'Whether shoppers clicked it as a suggestion.' }),
  },
  { $id: 'SoldQuery' },
);
/** A query, what it led to, and whether it is a suggestion, on the wire. */
export type SoldQueryBody = ValueOf<typeof SoldQuerySchema>;

const AnalyticsValueSchema = Type.Object(
  {
    ...period,
    totals: ValueTotalsSchema,
    previous: ValueTotalsSchema,
    days: Type.Array(Type.Object({ day: Day, ...valueCounts }), { description: 'Every day of the period.' }),
    queries: Type.Array(SoldQuerySchema, {
      description: 'Those that led to purchases or carts, the most purchases first.',
    }),
    next_cursor,
  },
  { $id: 'AnalyticsValue' },
);
/** Carts, purchases and revenue over a period, on the wire. */
export type AnalyticsValueBody = ValueOf<typeof AnalyticsValueSchema>;

const RequestHoursSchema = Type.Object({
  from: Type.String({ description: 'When the first hour begins, in UTC.' }),
  requests: Type.Array(count('Keystrokes of an hour, refused ones included.'), {
    description: 'One count for each of the last 672 hours; the last hour is not over.',
  }),
});
/** Keystrokes by hour, on the wire. */
export type RequestHoursBody = ValueOf<typeof RequestHoursSchema>;

const GapsSchema = Type.Object({
  image: count('Products without a picture.'),
  category: count('Products without a category.'),
  stock: count('Products without a stock count.'),
  type: count('Products without a type, which enrichment gives.'),
});

const SourceGapsSchema = Type.Object(
  {
    source: Type.Enum([...importSources, 'other'], {
      description: '`other`: imports that are no longer kept, and those of sources beyond the largest.',
    }),
    name: orNull(Type.String(), {
      description: 'Of a feed its name, of a file that of the file; else null.',
    }),
    feed_id: orNull(Type.String({ format: 'uuid' }), { description: 'Null for a feed that was deleted.' }),
    newest_import: orNull(Type.Object({ id: Type.String({ format: 'uuid' }), created_at: Type.String() }), {
      description: 'The newest import that wrote one of the products.',
    }),
    products: count('Products that the source wrote last.'),
    without: GapsSchema,
  },
  { $id: 'SourceGaps' },
);
/** What the products of one source lack, on the wire. */
export type SourceGapsBody = ValueOf<typeof SourceGapsSchema>;

const CompletenessSchema = Type.Object({
  products: count(
    `Products that were counted: all of the store, or the ${limits.completenessProductsMax} that changed last.`,
  ),
  is_whole: Type.Boolean({ description: 'Whether these are all products of the store.' }),
  sources: Type.Array(SourceGapsSchema, {
    description: `At most ${limits.completenessSourcesMax} and \`other\`, those of most products first.`,
  }),
});
/** What the products of each source lack, on the wire. */
export type CompletenessBody = ValueOf<typeof CompletenessSchema>;

const day = Type.Optional(
  Type.String({ format: 'date', description: 'UTC; the last 30 days by default, at most today.' }),
);
const figures = {
  description:
    'Beside the same for as many days before. Queries are shown once three visitors of a day used them.',
  tag: 'Analytics',
  key: 'secret',
  role: 'viewer',
  query: Type.Object({
    to: day,
    from: day,
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: limits.analyticsLimitMax }),
      limits.analyticsLimitDefault,
    ),
    cursor: Type.Optional(
      Type.String({ format: 'cursor-of-offset', description: 'The `next_cursor` of the previous answer.' }),
    ),
    format: Type.Optional(
      Type.String({ enum: ['json', 'csv'], description: 'csv: the list alone, for spreadsheets.' }),
    ),
  }),
  thread: 'reader',
  isLong: true,
} as const satisfies Partial<Operation>;

/** Every call about figures. */
export const analyticsOperations = {
  showSearches: {
    route: 'GET /analytics/searches',
    summary: 'What shoppers search, and what rises',
    answer: AnalyticsSearchesSchema,
    ...figures,
  },
  showNoResults: {
    route: 'GET /analytics/no-results',
    summary: 'What shoppers search and do not find',
    answer: AnalyticsNoResultsSchema,
    ...figures,
  },
  showClicks: {
    route: 'GET /analytics/clicks',
    summary: 'Whether and where shoppers click',
    answer: AnalyticsClicksSchema,
    ...figures,
  },
  showQueryFigures: {
    route: 'GET /analytics/query',
    summary: 'How often shoppers search one query, and where they click',
    description:
      'Beside the same for as many days before. What shoppers typed on the way to a query counts for the query. Days on which fewer than three visitors used it count nothing.',
    query: Type.Object({
      q: Type.String({ minLength: 1, maxLength: limits.queryMaxLength, description: 'A query.' }),
      to: day,
      from: day,
    }),
    answer: AnalyticsQuerySchema,
    ...{ tag: 'Analytics', key: 'secret', role: 'viewer', thread: 'reader' },
  },
  showProductFigures: {
    route: 'GET /analytics/products',
    summary: 'Which products shoppers click and buy',
    answer: AnalyticsProductsSchema,
    ...figures,
  },
  showValue: {
    route: 'GET /analytics/value',
    summary: 'What shoppers put into carts and buy, and how much of it began in the search box',
    answer: AnalyticsValueSchema,
    ...figures,
    description:
      'Beside the same for as many days before. Currencies are kept apart. `format=csv` has the days instead of the queries.',
  },
  showRequestHours: {
    route: 'GET /analytics/hours',
    summary: 'Keystrokes of the last four weeks by hour',
    answer: RequestHoursSchema,
    ...{ tag: 'Analytics', role: 'viewer', thread: 'reader' },
  },
  showCompleteness: {
    route: 'GET /analytics/completeness',
    summary: 'What the products of each feed, file and the API lack',
    description:
      'Each product counts for the source that wrote it last. Products out of stock count too. Single calls count as the API.',
    answer: CompletenessSchema,
    ...{ tag: 'Analytics', key: 'secret', role: 'viewer', thread: 'reader', isLong: true },
  },
} as const satisfies Operations;

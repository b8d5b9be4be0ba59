/** Figures of searches, clicks and products (Contract §10). What each counts stands in docs/analytics.md. */
import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

/** The subjects that can be asked for. */
export const analyticsNames = ['searches', 'no-results', 'clicks', 'products'] as const;
/** One of {@link analyticsNames}. */
export type AnalyticsName = (typeof analyticsNames)[number];

const Day = Type.String({ description: 'A day in UTC, `2026-11-21`.' });
const span = { from: Day, to: Day };
const period = {
  ...span,
  previous_period: Type.Object(span, { description: 'As many days, right before.' }),
};
const count = (description: string) => Type.Integer({ minimum: 0, description });
const next_cursor = Type.Union([Type.String(), Type.Null()], {
  description: 'For `cursor`: what follows in the list; null at its end.',
});

/** A share with its 95 % confidence interval (Wilson); null where there is too little to say anything. */
export const ShareSchema = Type.Object(
  {
    value: Type.Number({ description: 'From 0 to 1.' }),
    low: Type.Number({ description: 'The lower end of the 95 % confidence interval (Wilson).' }),
    high: Type.Number({ description: 'Its upper end.' }),
  },
  { $id: 'Share' },
);
/** A share on the wire. */
export type ShareBody = Static<typeof ShareSchema>;

const share = (of: string) =>
  Type.Union([Type.Ref('Share'), Type.Null()], {
    description: `${of}, of all searches; null below ${limits.shareCountMin} searches.`,
  });

const searchCounts = {
  searches: count('What shoppers looked for: typing that continues is one search.'),
  no_results: count('Searches that found no product.'),
  clicked: count('Searches of which something was clicked.'),
};

/** Searches of a period. */
export const SearchTotalsSchema = Type.Object(
  {
    ...searchCounts,
    no_result_rate: share('Searches that found no product'),
    click_through: share('Searches of which something was clicked'),
  },
  { $id: 'SearchTotals' },
);
/** Searches of a period on the wire. */
export interface SearchTotalsBody {
  searches: number;
  no_results: number;
  clicked: number;
  no_result_rate: ShareBody | null;
  click_through: ShareBody | null;
}

/** Searches of a day. */
export const SearchDaySchema = Type.Object({ day: Day, ...searchCounts }, { $id: 'SearchDay' });
/** Searches of a day on the wire. */
export type SearchDayBody = Static<typeof SearchDaySchema>;

/** What became of a query that enough visitors used. */
export const QueryFiguresSchema = Type.Object(
  {
    query: Type.String({ description: 'In lower case.' }),
    ...searchCounts,
    previous_searches: count('In the period before.'),
  },
  { $id: 'QueryFigures' },
);
/** What became of a query, on the wire. */
export type QueryFiguresBody = Static<typeof QueryFiguresSchema>;

const ofSearches = {
  ...period,
  totals: Type.Ref('SearchTotals'),
  previous: Type.Ref('SearchTotals'),
  days: Type.Array(Type.Ref('SearchDay'), { description: 'Every day of the period.' }),
};
const queries = (description: string) => Type.Array(Type.Ref('QueryFigures'), { description });

/** The most frequent searches, and those that rose. */
export const AnalyticsSearchesSchema = Type.Object(
  {
    ...ofSearches,
    queries: queries('The most frequent first.'),
    rising: queries('What was searched more often than in the period before, by how much more.'),
    next_cursor,
  },
  { $id: 'AnalyticsSearches' },
);

/** Searches that found nothing. */
export const AnalyticsNoResultsSchema = Type.Object(
  { ...ofSearches, queries: queries('By how often they found no product.'), next_cursor },
  { $id: 'AnalyticsNoResults' },
);

const Places = Type.Array(Type.Integer(), {
  description: `Clicks on the first place, the second and so on; the ${limits.clickPositionsKept}th holds all further ones.`,
});

/** Whether and where shoppers click. */
export const AnalyticsClicksSchema = Type.Object(
  {
    ...ofSearches,
    positions: Type.Object({ suggestions: Places, categories: Places, products: Places }),
    letters: Type.Array(Type.Integer(), {
      description: `First clicks after no letter, one letter and so on; the last holds ${limits.clickLettersKept} letters and more.`,
    }),
    average_letters: Type.Union([Type.Number(), Type.Null()], {
      description: 'Letters typed until the click.',
    }),
    queries: queries('Those that found products of which nothing was clicked, the most frequent first.'),
    next_cursor,
  },
  { $id: 'AnalyticsClicks' },
);

const productCounts = {
  clicks: count('Clicks on the product in answers.'),
  purchases: count('Purchases that a server reported.'),
};

/** What happened to a product. */
export const ProductFiguresSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    external_id: Type.String(),
    title: Type.String(),
    image_url: Type.Union([Type.String(), Type.Null()]),
    ...productCounts,
    previous_clicks: count('In the period before.'),
  },
  { $id: 'ProductFigures' },
);
/** What happened to a product, on the wire. */
export type ProductFiguresBody = Static<typeof ProductFiguresSchema>;

/** The most clicked products. */
export const AnalyticsProductsSchema = Type.Object(
  {
    ...period,
    totals: Type.Object(productCounts),
    previous: Type.Object(productCounts),
    days: Type.Array(Type.Object({ day: Day, ...productCounts })),
    products: Type.Array(Type.Ref('ProductFigures'), { description: 'The most clicked first.' }),
    next_cursor,
  },
  { $id: 'AnalyticsProducts' },
);

/** The period on the wire. */
export interface AnalyticsPeriodBody {
  from: string;
  to: string;
  previous_period: { from: string; to: string };
}
interface OfSearches extends AnalyticsPeriodBody {
  totals: SearchTotalsBody;
  previous: SearchTotalsBody;
  days: SearchDayBody[];
  queries: QueryFiguresBody[];
  next_cursor: string | null;
}
/** {@link AnalyticsSearchesSchema} on the wire. */
export interface AnalyticsSearchesBody extends OfSearches {
  rising: QueryFiguresBody[];
}
/** {@link AnalyticsNoResultsSchema} on the wire. */
export type AnalyticsNoResultsBody = OfSearches;
/** {@link AnalyticsClicksSchema} on the wire. */
export interface AnalyticsClicksBody extends OfSearches {
  positions: { suggestions: readonly number[]; categories: readonly number[]; products: readonly number[] };
  letters: readonly number[];
  average_letters: number | null;
}
/** {@link AnalyticsProductsSchema} on the wire. */
export interface AnalyticsProductsBody extends AnalyticsPeriodBody {
  totals: { clicks: number; purchases: number };
  previous: { clicks: number; purchases: number };
  days: { day: string; clicks: number; purchases: number }[];
  products: ProductFiguresBody[];
  next_cursor: string | null;
}

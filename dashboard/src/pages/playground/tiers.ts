/**
 * Explains the ranking in words. Products are compared tier by tier, and the first tier in which they differ decides.
 * The order of tiers is that of the engine: missing words, stock, exact title, beginning of the title, intent,
 * popularity, title. Pure; it explains an answer and never ranks.
 */
// Tests: ./tiers.test.ts.
import type { ExplainBody } from '../../../../contract/autocomplete.ts';

export type TierName = keyof ExplainBody | 'alphabetical';

export interface Tier {
  readonly name: TierName;
  readonly label: string;
  /** An explanation of the tier. */
  readonly meaning: string;
  /** The text in the cell of a product. */
  readonly cell: (explain: ExplainBody) => string;
  /** Whether the tier speaks for the product. */
  readonly isHit: (explain: ExplainBody) => boolean;
  /** Says why the upper product precedes the lower one, from which it differs in this tier. */
  readonly because: (upper: ExplainBody, lower: ExplainBody) => string;
  /** Higher is better. */
  readonly rank: (explain: ExplainBody) => number;
}

/** Intent is graded in steps up to this one. */
const intentMax = 15;

const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

const tiers: readonly Tier[] = [
  {
    name: 'missing_words',
    label: 'All words',
    meaning: 'Products that hold every word of the query come first.',
    cell: ({ missing_words: missing }) => (missing === 0 ? 'All' : `−${missing}`),
    isHit: ({ missing_words: missing }) => missing === 0,
    because: (upper, lower) =>
      upper.missing_words === 0
        ? 'it holds every word of the query'
        : `it misses fewer words (${upper.missing_words} against ${lower.missing_words})`,
    rank: ({ missing_words: missing }) => -missing,
  },
  {
    name: 'in_stock',
    label: 'In stock',
    meaning: 'Products out of stock come last.',
    cell: ({ in_stock }) => (in_stock ? 'Yes' : 'No'),
    isHit: ({ in_stock }) => in_stock,
    because: () => 'it is in stock',
    rank: ({ in_stock }) => Number(in_stock),
  },
  {
    name: 'exact_title',
    label: 'Exact',
    meaning: 'The query is the whole title.',
    cell: ({ exact_title }) => (exact_title ? 'Yes' : 'No'),
    isHit: ({ exact_title }) => exact_title,
    because: () => 'its title is exactly the query',
    rank: ({ exact_title }) => Number(exact_title),
  },
  {
    name: 'title_prefix',
    label: 'Begins',
    meaning: 'The title begins with the query.',
    cell: ({ title_prefix }) => (title_prefix ? 'Yes' : 'No'),
    isHit: ({ title_prefix }) => title_prefix,
    because: () => 'its title begins with the query',
    rank: ({ title_prefix }) => Number(title_prefix),
  },
  {
    name: 'intent',
    label: 'Intent',
    meaning: `How well the product matches the query, from 0 to ${intentMax}.`,
    cell: ({ intent }) => `${intent}`,
    isHit: ({ intent }) => intent > 0,
    because: (upper, lower) =>
      `it is a better match for the query (${upper.intent} against ${lower.intent} of ${intentMax})`,
    rank: ({ intent }) => intent,
  },
  {
    name: 'popularity',
    label: 'Popular',
    meaning: 'Clicks and purchases, fading by half every 14 days.',
    cell: ({ popularity }) => decimal.format(popularity),
    isHit: ({ popularity }) => popularity > 0,
    because: (upper, lower) =>
      `it is more popular (${decimal.format(upper.popularity)} against ${decimal.format(lower.popularity)})`,
    rank: ({ popularity }) => popularity,
  },
];

const pinOf = ({ merchandising }: ExplainBody) => merchandising?.pin ?? null;
const boostOf = ({ merchandising }: ExplainBody) => merchandising?.boost ?? 0;

/** The tiers of rules: a pin precedes all others, a boost follows the first two. */
const pinned: Tier = {
  name: 'merchandising',
  label: 'Pinned',
  meaning: 'A rule of merchandising puts it on top.',
  cell: (explain) => (pinOf(explain) === null ? 'No' : 'Yes'),
  isHit: (explain) => pinOf(explain) !== null,
  because: () => 'a rule pins it',
  rank: (explain) => -(pinOf(explain) ?? Number.MAX_SAFE_INTEGER),
};
const boosted: Tier = {
  name: 'merchandising',
  label: 'Boosted',
  meaning: 'A rule of merchandising lifts it.',
  cell: (explain) => `${boostOf(explain)}`,
  isHit: (explain) => boostOf(explain) > 0,
  because: (upper) => `a rule boosts it (by ${boostOf(upper)} of 10)`,
  rank: boostOf,
};
const decidingTiers: readonly Tier[] = [pinned, ...tiers.slice(0, 2), boosted, ...tiers.slice(2)];

/** The tiers to show for these products; those of rules only if a rule changed the order. */
export function tiersOf(ranked: readonly Placed[]): readonly Tier[] {
  return ranked.some(({ explain }) => explain.merchandising !== undefined) ? decidingTiers : tiers;
}

/** The tier that puts one product above another, or null where they are equal in all: then the title decides. */
export function decidingTier(upper: ExplainBody, lower: ExplainBody): Tier | null {
  return decidingTiers.find(({ rank }) => rank(upper) !== rank(lower)) ?? null;
}

/** A product with its tiers. */
export interface Placed {
  readonly title: string;
  readonly explain: ExplainBody;
}

/** Says for each product except the last why the next one is not higher. A repeated reason is shortened. */
export function reasonsDown(ranked: readonly Placed[]): readonly string[] {
  let isTitleTold = false;
  return ranked.slice(1).map((lower, index) => {
    const upper = ranked[index] ?? lower;
    const isByTitle = decidingTier(upper.explain, lower.explain) === null && upper.title !== lower.title;
    const isRepeated = isByTitle && isTitleTold;
    isTitleTold ||= isByTitle;
    return isRepeated
      ? `above “${lower.title}”, then by title`
      : `above “${lower.title}” because ${reasonBetween(upper, lower)}`;
  });
}

/** Says why a product precedes the next one, as a clause after "above X because". */
export function reasonBetween(upper: Placed, lower: Placed): string {
  const tier = decidingTier(upper.explain, lower.explain);
  if (tier !== null) return tier.because(upper.explain, lower.explain);
  return upper.title === lower.title
    ? 'they are equal in everything, so the order of their ids decides'
    : 'everything else is equal and its title comes first in the alphabet';
}

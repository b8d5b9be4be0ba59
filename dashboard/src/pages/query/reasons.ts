/**
 * Says in one line why each product of an answer stands above the next one: the first tier of the ranking in which they differ
 * decides. Pure; the order of the tiers is that of the engine with the rules of merchandising.
 */
// Tests: ./reasons.test.ts.
import type { ExplainBody } from '../../../../contract/autocomplete.ts';

/** A product with its tiers. */
export interface Placed {
  readonly title: string;
  readonly explain: ExplainBody;
}

/** One step of the ranking. */
interface Tier {
  /** Greater is better. */
  readonly rank: (explain: ExplainBody) => number;
  /** `lowerPlace` is the place of the lower one, such as `#2`. */
  readonly because: (upper: ExplainBody, lower: ExplainBody, lowerPlace: string) => string;
}

const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

const pinOf = ({ merchandising }: ExplainBody) => merchandising?.pin ?? null;
const boostOf = ({ merchandising }: ExplainBody) => merchandising?.boost ?? 0;

const tiers: readonly Tier[] = [
  {
    rank: (explain) => -(pinOf(explain) ?? Number.MAX_SAFE_INTEGER),
    because: (_, lower, place) => (pinOf(lower) === null ? 'Pinned' : `Pinned before ${place}`),
  },
  {
    rank: ({ missing_words: missing }) => -missing,
    because: (upper, _, place) =>
      upper.missing_words === 0
        ? `Has every word of the search; ${place} does not`
        : `Has more words of the search than ${place}`,
  },
  { rank: ({ in_stock }) => Number(in_stock), because: (_, __, place) => `In stock; ${place} is not` },
  {
    rank: boostOf,
    because: (upper, lower, place) =>
      `Boosted more than ${place} (${boostOf(upper)} against ${boostOf(lower)})`,
  },
  { rank: ({ exact_title }) => Number(exact_title), because: () => 'Its title is exactly the search' },
  { rank: ({ title_prefix }) => Number(title_prefix), because: () => 'Its title begins with the search' },
  { rank: ({ intent }) => intent, because: (_, __, place) => `Matches the words better than ${place}` },
  {
    rank: ({ popularity_for_query: isForQuery }) => Number(isForQuery === true),
    because: (upper, _, place) =>
      `Clicked for this search (${decimal.format(upper.popularity)}); ${place} was not`,
  },
  {
    rank: ({ popularity }) => popularity,
    because: (upper, lower, place) => {
      const counts = `(${decimal.format(upper.popularity)} against ${decimal.format(lower.popularity)})`;
      return upper.popularity_for_query === true
        ? `Clicked more for this search than ${place} ${counts}`
        : `Clicked and bought more than ${place} ${counts}`;
    },
  },
];

/** The reason for each product except the last, such as `Matches the words better than #2`. */
export function reasonsOf(ranked: readonly Placed[]): readonly string[] {
  return ranked.slice(1).map((lower, index) => reasonOver(ranked[index] ?? lower, lower, `#${index + 2}`));
}

function reasonOver(upper: Placed, lower: Placed, place: string): string {
  const tier = tiers.find(({ rank }) => rank(upper.explain) !== rank(lower.explain));
  if (tier !== undefined) return tier.because(upper.explain, lower.explain, place);
  return `Tied with ${place}; sorted by ${upper.title === lower.title ? 'product id' : 'name'}`;
}

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
  readonly because: (upper: ExplainBody, lower: ExplainBody) => string;
}

/** Intent is graded in steps up to this one. */
const intentMax = 15;

const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

const pinOf = ({ merchandising }: ExplainBody) => merchandising?.pin ?? null;
const boostOf = ({ merchandising }: ExplainBody) => merchandising?.boost ?? 0;

const tiers: readonly Tier[] = [
  {
    rank: (explain) => -(pinOf(explain) ?? Number.MAX_SAFE_INTEGER),
    because: (_, lower) => (pinOf(lower) === null ? 'pinned' : 'pinned before it'),
  },
  {
    rank: ({ missing_words: missing }) => -missing,
    because: (upper, lower) =>
      upper.missing_words === 0
        ? 'holds every word of the query'
        : `misses fewer words (${upper.missing_words} against ${lower.missing_words})`,
  },
  { rank: ({ in_stock }) => Number(in_stock), because: () => 'in stock' },
  {
    rank: boostOf,
    because: (upper, lower) => `lifted by a rule (${boostOf(upper)} against ${boostOf(lower)})`,
  },
  { rank: ({ exact_title }) => Number(exact_title), because: () => 'its title is exactly the query' },
  { rank: ({ title_prefix }) => Number(title_prefix), because: () => 'its title begins with the query' },
  {
    rank: ({ intent }) => intent,
    because: (upper, lower) =>
      `meets the query better (${upper.intent} against ${lower.intent} of ${intentMax})`,
  },
  {
    rank: ({ popularity_for_query: isForQuery }) => Number(isForQuery === true),
    because: (upper) => `clicked for this query (${decimal.format(upper.popularity)})`,
  },
  {
    rank: ({ popularity }) => popularity,
    because: (upper, lower) => {
      const counts = `${decimal.format(upper.popularity)} against ${decimal.format(lower.popularity)}`;
      return upper.popularity_for_query === true
        ? `clicked more for this query (${counts})`
        : `clicked and bought more (${counts})`;
    },
  },
];

/** The reason for each product except the last, such as `over #2: pinned`. */
export function reasonsOf(ranked: readonly Placed[]): readonly string[] {
  return ranked.slice(1).map((lower, index) => {
    const upper = ranked[index] ?? lower;
    return `over #${index + 2}: ${reasonBetween(upper, lower)}`;
  });
}

function reasonBetween(upper: Placed, lower: Placed): string {
  const tier = tiers.find(({ rank }) => rank(upper.explain) !== rank(lower.explain));
  if (tier !== undefined) return tier.because(upper.explain, lower.explain);
  return upper.title === lower.title ? 'equal in everything, so by id' : 'equal otherwise, so by title';
}

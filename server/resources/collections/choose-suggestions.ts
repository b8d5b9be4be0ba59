/**
 * Chooses a few of many possible collections that together show most of the catalog, and none of it twice: the greedy choice for the
 * maximum coverage problem (Nemhauser, Wolsey, Fisher 1978: at least 63 % of the best), with a bound on what two may share. Pure.
 * Inputs are trusted; without candidates nothing is chosen. At most `bounds.most` (12) are chosen, none with more than two fifths of
 * the catalog.
 */
// Tests: ./suggestion-candidates.test.ts.
import type { SuggestionCandidate } from './suggestion-candidates.ts';

/** The largest part of the smaller of two collections that may be in the other. Chosen. */
export const sharedMax = 0.3;
/**
 * The largest part of the catalog that a suggestion may hold: what most products share says nothing about some of them.
 * Chosen.
 */
const shareMax = 0.4;
/** Two sets that share more of all that is in either are one and the same collection. Chosen. */
const sameMin = 0.6;

/** `taken`: the members of collections that exist; of what is there again nothing is chosen. */
export function chooseSuggestions(
  candidates: readonly SuggestionCandidate[],
  taken: readonly ReadonlySet<number>[],
  bounds: { readonly products: number; readonly most: number },
): SuggestionCandidate[] {
  const chosen: SuggestionCandidate[] = [];
  const covered = new Set<number>();
  let left = candidates.filter(
    ({ members }) =>
      members.length <= bounds.products * shareMax && !taken.some((others) => areSame(members, others)),
  );
  while (chosen.length < bounds.most) {
    let best: SuggestionCandidate | null = null;
    let bestGain = 0;
    for (const candidate of left) {
      const gain = gainOf(candidate, covered, bounds.products);
      if (gain <= bestGain) continue;
      best = candidate;
      bestGain = gain;
    }
    if (best === null) return chosen;
    const members = new Set(best.members);
    chosen.push(best);
    for (const member of members) covered.add(member);
    left = left.filter((other) => other !== best && !overlaps(other.members, members));
  }
  return chosen;
}

/**
 * Computes the gain of a candidate: the products that it newly shows, times the information in it. A large part of the
 * catalog tells little, and a small one shows few products.
 */
function gainOf(
  { members, weight }: SuggestionCandidate,
  covered: ReadonlySet<number>,
  products: number,
): number {
  let fresh = 0;
  for (const member of members) if (!covered.has(member)) fresh += 1;
  return fresh * weight * Math.log(products / members.length);
}

function sharedOf(members: readonly number[], others: ReadonlySet<number>): number {
  let shared = 0;
  for (const member of members) if (others.has(member)) shared += 1;
  return shared;
}

function overlaps(members: readonly number[], others: ReadonlySet<number>): boolean {
  return sharedOf(members, others) > sharedMax * Math.min(members.length, others.size);
}

function areSame(members: readonly number[], others: ReadonlySet<number>): boolean {
  const shared = sharedOf(members, others);
  return shared >= sameMin * (members.length + others.size - shared);
}

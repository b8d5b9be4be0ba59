/**
 * Chooses what is shown among suggestions that answer a query, in the order of Contract §7: clicked ones first by
 * their score, then by the in-stock products that they lead to, then by the alphabet. The choice leaves out, and
 * never moves.
 */
import { compareCodePoints } from '../columns/string-column.ts';
import type { QueryBudget } from '../step-budget.ts';
import { isHalfOf, mayHalve, type SuggestionCounts } from './suggestion-evidence.ts';

/** A suggestion that leads to a product. */
export interface SuggestionCandidate extends SuggestionCounts {
  /** Decayed clicks; 0 for what nobody clicked. */
  readonly clicks: number;
}

/** What the choice asks about other suggestions. */
export interface ChoiceContext {
  /** Whether somebody named the key, and a live in-stock document is behind it. */
  isNamed(key: string): boolean;
  /** Whether it is never shown. */
  isLeftOut(candidate: SuggestionCounts): boolean;
  /** Halves of others are looked for as long as it lasts. */
  readonly budget: QueryBudget;
  /** The light stem of a folded word: what differs in endings only is shown once. */
  stem(word: string): string;
}

/** Below 0 where `left` stands first. */
export function compareSuggestions(left: SuggestionCandidate, right: SuggestionCandidate): number {
  return right.clicks - left.clicks || right.count - left.count || compareCodePoints(left.key, right.key);
}

/** The first `limit` candidates that are not left out, neither halves of others nor the same but for endings. */
export function choose(
  candidates: readonly SuggestionCandidate[],
  limit: number,
  context: ChoiceContext,
): SuggestionCandidate[] {
  const chosen: SuggestionCandidate[] = [];
  const stems = new Set<string>();
  for (const candidate of candidates.toSorted(compareSuggestions)) {
    if (chosen.length === limit) break;
    if (candidate.clicks === 0 && isHalf(candidate, candidates, context)) continue;
    const stem = candidate.key.split(' ').map(context.stem).join(' ');
    if (stems.has(stem)) continue;
    stems.add(stem);
    if (!context.isLeftOut(candidate)) chosen.push(candidate);
  }
  return chosen;
}

/**
 * Whether a choice among the candidates met so far is final, if a candidate that was not met has `bound` documents
 * at most and no clicks: it can neither outrank the last of the chosen nor show that one of them is a half.
 */
export function isFinal(chosen: readonly SuggestionCandidate[], limit: number, bound: number): boolean {
  const last = chosen[limit - 1];
  if (last === undefined) return bound === 0;
  return last.clicks > 0 || !mayHalve(bound, last.count);
}

function isHalf(
  candidate: SuggestionCandidate,
  others: readonly SuggestionCandidate[],
  { isNamed, budget }: ChoiceContext,
): boolean {
  if (candidate.named > 0 || !budget.allows()) return false;
  budget.spend(others.length);
  return others.some((other) => isHalfOf(candidate, other, isNamed));
}

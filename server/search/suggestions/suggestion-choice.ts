/**
 * Chooses what is shown among suggestions that answer a query, in the order of Contract §7: clicked ones first by
 * their score, then by the in-stock products that they lead to, then by the alphabet. The choice leaves out, and
 * never moves.
 */
import { compareCodePoints } from '../columns/text-order.ts';
import type { Suggestion } from './known-suggestions.ts';

/** A suggestion that a query meets. */
export interface SuggestionCandidate {
  readonly suggestion: Suggestion;
  /** Decayed clicks; 0 for what nobody clicked. */
  readonly clicks: number;
}

/** What the choice asks about suggestions. */
export interface ChoiceContext {
  /** Whether the query is shown it. */
  isShown(suggestion: Suggestion): boolean;
  /** Whether it is never shown. */
  isLeftOut(suggestion: Suggestion): boolean;
}

/** Below 0 where `left` stands first. */
export function compareSuggestions(left: SuggestionCandidate, right: SuggestionCandidate): number {
  return (
    right.clicks - left.clicks ||
    right.suggestion.count - left.suggestion.count ||
    compareCodePoints(left.suggestion.key, right.suggestion.key)
  );
}

/**
 * The first `limit` candidates that are not left out, neither halves of others nor the same but for endings. `candidates`: in
 * their order ({@link compareSuggestions}).
 */
export function choose(
  candidates: readonly SuggestionCandidate[],
  limit: number,
  { isShown, isLeftOut }: ChoiceContext,
): SuggestionCandidate[] {
  const chosen: SuggestionCandidate[] = [];
  const stems = new Set<string>();
  for (const candidate of candidates) {
    if (chosen.length === limit) break;
    const { suggestion, clicks } = candidate;
    if (clicks === 0 && suggestion.wholes.some(isShown)) continue;
    if (stems.has(suggestion.stems)) continue;
    stems.add(suggestion.stems);
    // What is left out can still show that another one is a half of it, or the same.
    if (!isLeftOut(suggestion)) chosen.push(candidate);
  }
  return chosen;
}

/**
 * Whether a choice among the candidates met so far is final, if a candidate that was not met has `bound` documents
 * at most and no clicks: it cannot outrank the last of the chosen.
 */
export function isFinal(chosen: readonly SuggestionCandidate[], limit: number, bound: number): boolean {
  const last = chosen[limit - 1];
  if (last === undefined) return bound === 0;
  return last.clicks > 0 || bound < last.suggestion.count;
}

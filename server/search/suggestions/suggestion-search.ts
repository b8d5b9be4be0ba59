/**
 * Finds suggestions (Contract §7): never one that leads to no product, those that read like something a shopper
 * would type (suggestion-evidence.ts), in the order of suggestion-choice.ts.
 *
 * A segment numbers its suggestions by strength, so each segment's matches are read from the strongest on, and a
 * suggestion's exact count over all segments is looked up when it is first met. Reading stops when no suggestion
 * that was not met can change the choice: its count is at most the sum of the counts at which reading stands (the
 * threshold algorithm of Fagin, Lotem and Naor, PODS 2001).
 */

import { TopList } from '../../top-list.ts';
import { evidence } from '../phrases/suggestion-phrases.ts';
import type { EngineQuestion } from '../products/product-question.ts';
import type { SearchedSegment } from '../products/product-words.ts';
import type { Query } from '../query/query.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import { scanWords } from '../text/words.ts';
import { choose, compareSuggestions, isFinal, type SuggestionCandidate } from './suggestion-choice.ts';
import { countSuggestion, displayOf, type SuggestionPlace } from './suggestion-counts.ts';
import { isClickable, isPhrase, type SuggestionCounts } from './suggestion-evidence.ts';
import { SuggestionMatches } from './suggestion-matches.ts';

/** What suggestions are judged by besides the segments. */
export interface SuggestionRules {
  /** Phrases begin with their noun (phrase-languages.ts). */
  readonly nounFirst: boolean;
  /** The light stem of a folded word of the store's language. */
  stem(word: string): string;
}

/** Chosen: trying costs about as much as reading on so far. */
const retryShare = 0.8;

/** At most `limit` suggestions that hold every word of the query, the last one as a prefix. */
export function searchSuggestions(
  segments: readonly SearchedSegment[],
  query: Query,
  question: EngineQuestion,
  rules: SuggestionRules,
): string[] {
  const matches = segments.map(
    ({ live, words }) =>
      new SuggestionMatches(
        live,
        words.map(({ terms }) => terms),
        question.budget,
      ),
  );
  const typed = scanWords(query.folded).map(({ text }) => text);
  return rankSuggestions(matches, typed, question, rules);
}

/** The best suggestions of all (§4.7 discovery). */
export function strongestSuggestions(
  segments: readonly LiveSegment[],
  question: EngineQuestion,
  rules: SuggestionRules,
): string[] {
  const matches = segments.map((live) => new SuggestionMatches(live, [], question.budget));
  return rankSuggestions(matches, [], question, rules);
}

function rankSuggestions(
  matches: readonly SuggestionMatches[],
  typed: readonly string[],
  { limit, signals, budget, isBlocked }: EngineQuestion,
  rules: SuggestionRules,
): string[] {
  const segments = matches.map(({ live }) => live);
  const countsOf = rememberCounts(segments, budget);
  const judge = { nounFirst: rules.nounFirst, typed, countsOf };
  const context = {
    isNamed: (key: string) => countsOf(key).named > 0,
    isLeftOut: rememberBlocked(segments, isBlocked, budget),
    stem: rules.stem,
    budget,
  };
  const candidates: SuggestionCandidate[] = [];
  const met = new Set<string>();
  const strongest = new TopList<SuggestionCandidate>(limit, compareSuggestions);
  const meet = (key: string, clicks: number, place: SuggestionPlace | null) => {
    if (met.has(key)) return;
    met.add(key);
    const found = countsOf(key, place);
    const isShown = clicks > 0 ? isClickable(found) : isPhrase(found, judge);
    if (!isShown) return;
    const candidate = { ...found, clicks };
    candidates.push(candidate);
    // What is left out can still show that another one is a half of it.
    if (!context.isLeftOut(candidate)) strongest.offer(candidate);
  };
  for (const [key, clicks] of signals.phrases) {
    if (!budget.allows()) break;
    budget.spend(stepsOf.phraseLookedUp);
    if (clicks > 0 && isMatched(matches, key)) meet(key, clicks, null);
  }
  // To choose costs more than to meet: it is tried again when reading has come some way since the last time.
  let triedAt = Number.POSITIVE_INFINITY;
  const read = (key: string, place: SuggestionPlace) => meet(key, 0, place);
  readByStrength(matches, budget, read, (bound) => {
    // All that are met could be chosen, and would not suffice.
    if (!isFinal(strongest.items, limit, bound) || bound > triedAt * retryShare) return false;
    triedAt = bound;
    budget.spend(candidates.length);
    return isFinal(choose(candidates, limit, context), limit, bound);
  });
  return choose(candidates, limit, context).map((candidate) => displayOf(segments, candidate));
}

type CountsOf = (key: string, place?: SuggestionPlace | null) => SuggestionCounts;

/** Words are asked for again and again while one query is answered. */
function rememberCounts(segments: readonly LiveSegment[], budget: QueryBudget): CountsOf {
  const known = new Map<string, SuggestionCounts>();
  return (key, place = null) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    budget.spend(segments.length * stepsOf.suggestionMet);
    const counts = countSuggestion(segments, key, place);
    known.set(key, counts);
    return counts;
  };
}

/** Whether a suggestion is blocked as it would be shown, which is looked up once each. */
function rememberBlocked(
  segments: readonly LiveSegment[],
  isBlocked: EngineQuestion['isBlocked'],
  budget: QueryBudget,
): (counts: SuggestionCounts) => boolean {
  if (isBlocked === null) return () => false;
  const known = new Map<string, boolean>();
  return (counts) => {
    const before = known.get(counts.key);
    if (before !== undefined) return before;
    budget.spend(segments.length * stepsOf.suggestionMet);
    const blocked = isBlocked(displayOf(segments, counts));
    known.set(counts.key, blocked);
    return blocked;
  };
}

/** Meets suggestions from the strongest on, until `isDecided` for the highest count that is still possible. */
function readByStrength(
  matches: readonly SuggestionMatches[],
  budget: QueryBudget,
  meet: (key: string, place: SuggestionPlace) => void,
  isDecided: (bound: number) => boolean,
): void {
  const places = new Uint32Array(matches.length);
  const heads = Float64Array.from(matches, (match) => headOf(match, 0));
  let bound = heads.reduce((total, count) => total + count, 0);
  while (bound > 0 && !isDecided(bound) && budget.allows()) {
    budget.spend(1);
    const index = indexOfMax(heads);
    const strongest = matches[index];
    if (strongest === undefined) return;
    const place = places[index] ?? 0;
    places[index] = place + 1;
    const isSingle = bound < 2;
    const head = headOf(strongest, place + 1);
    bound += head - (heads[index] ?? 0);
    heads[index] = head;
    const { live } = strongest;
    const number = strongest.at(place) ?? 0;
    // What one product alone says is shown only where somebody named it.
    const isVain = isSingle && !isNamed(live, number);
    if (!isVain) meet(live.segment.suggestionKeys.text(number), { live, number });
  }
}

function isNamed({ segment }: LiveSegment, number: number): boolean {
  const end = segment.suggestionSpellingOffsets[number + 1] ?? 0;
  for (let spelling = segment.suggestionSpellingOffsets[number] ?? 0; spelling < end; spelling += 1) {
    if (((segment.spellingEvidence[spelling] ?? 0) & evidence.named) !== 0) return true;
  }
  return false;
}

/** Documents behind the suggestion at a place of the matches when its segment was built; 0 behind the last one. */
function headOf(match: SuggestionMatches, place: number): number {
  const number = match.at(place);
  return number === null ? 0 : builtCount(match.live, number);
}

function indexOfMax(values: Float64Array): number {
  let most = 0;
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] ?? 0) > (values[most] ?? 0)) most = index;
  }
  return most;
}

/** Documents behind a suggestion when its segment was built: at least as many as live. */
function builtCount({ segment }: LiveSegment, number: number): number {
  let count = 0;
  const end = segment.suggestionSpellingOffsets[number + 1] ?? 0;
  for (let spelling = segment.suggestionSpellingOffsets[number] ?? 0; spelling < end; spelling += 1) {
    count += segment.spellingCounts[spelling] ?? 0;
  }
  return count;
}

/** Whether any segment's matches hold the key. */
function isMatched(matches: readonly SuggestionMatches[], key: string): boolean {
  const bytes = Buffer.from(key);
  return matches.some((match) => {
    const number = match.live.segment.findSuggestion(bytes);
    return number >= 0 && match.holds(number);
  });
}

/**
 * Finds suggestions (Contract §7): never one that leads to no product, those that read like something a shopper
 * would type (suggestion-evidence.ts), chosen and ordered by suggestion-choice.ts.
 *
 * Clicked suggestions are looked up first, then the types whose name begins with the typed text, then all matches. A segment numbers
 * its suggestions by strength, so each list is read from the strongest on, and what is known
 * of a suggestion over all segments is asked for when it is first met (known-suggestions.ts). Reading stops when no suggestion
 * that was not met can change the choice: its count is at most the sum of the counts at which reading stands (the
 * threshold algorithm of Fagin, Lotem and Naor, PODS 2001).
 *
 * It never changes the index, and never shows a blocked suggestion, not even when the budget is spent: then the choice is made of
 * those met so far. An empty text finds the strongest suggestions; `limit` is trusted.
 */
// Tests: test/search/suggestions.test.ts.

import { TopList } from '../../structures/top-list.ts';
import { evidence } from '../phrases/suggestion-phrases.ts';
import type { EngineQuestion } from '../products/product-question.ts';
import type { SearchedSegment } from '../products/product-words.ts';
import { mayBeListed, type Query } from '../query/query.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import type { KnownSuggestions, Suggestion } from './known-suggestions.ts';
import {
  type ChoiceContext,
  choose,
  compareSuggestions,
  createNearness,
  type SuggestionCandidate,
} from './suggestion-choice.ts';
import { isClickable, isShown } from './suggestion-evidence.ts';
import { SuggestionMatches } from './suggestion-matches.ts';

/** Chosen: trying costs about as much as reading on so far. */
const retryShare = 0.8;

/**
 * Returns at most `limit` suggestions with every word of the query, the last one as a prefix. `synonymsVersion` is that of the
 * query.
 */
export function searchSuggestions(
  segments: readonly SearchedSegment[],
  query: Query,
  question: EngineQuestion,
  known: KnownSuggestions,
  synonymsVersion: number,
): string[] {
  const isListed = mayBeListed(query);
  const matches = segments.map(({ live, words }) => {
    const { graph } = live.segment;
    const terms = words.map((word) => word.terms);
    const listed =
      isListed && graph.synonymsVersion === synonymsVersion ? graph.findSuggestions(query.folded) : null;
    return new SuggestionMatches(live, terms, question.budget, listed);
  });
  return rankSuggestions(matches, query, question, known);
}

/** The best suggestions of all (§4.7 discovery). */
export function strongestSuggestions(
  segments: readonly LiveSegment[],
  question: EngineQuestion,
  known: KnownSuggestions,
): string[] {
  const matches = segments.map((live) => new SuggestionMatches(live, [], question.budget));
  return rankSuggestions(matches, { folded: '', typed: [], unspaced: [] }, question, known);
}

function rankSuggestions(
  matches: readonly SuggestionMatches[],
  query: Pick<Query, 'folded' | 'typed' | 'unspaced'>,
  { limit, signals, budget, isBlocked }: EngineQuestion,
  known: KnownSuggestions,
): string[] {
  const { typed, unspaced, folded } = query;
  const clicksOf = ({ key }: Suggestion) => signals.phrases.get(key) ?? 0;
  const isNear = createNearness(folded, known.rules);
  const context = {
    isShown: (suggestion: Suggestion) =>
      clicksOf(suggestion) > 0 ? isClickable(suggestion) : isShown(suggestion.verdict, typed),
    isLeftOut: rememberBlocked(isBlocked, budget),
    isBegunType: ({ key, typed: typedCount }: Suggestion) =>
      folded !== '' && key.startsWith(folded) && typedCount > 0,
    isNear: once(({ key, subject }: Suggestion) => isNear(key, subject)),
    subjectOf: ({ subject }: Suggestion) =>
      subject?.split(' ').every((word) => typed.includes(word)) === true ? null : subject,
  };
  // They mostly come in their order.
  const candidates = new TopList<SuggestionCandidate>(Number.POSITIVE_INFINITY, compareSuggestions);
  let leftOutCount = 0;
  const meeting = known.newMeeting();
  const meet = (suggestion: Suggestion) => {
    if (!meeting(suggestion)) return;
    budget.spend(matches.length * stepsOf.suggestionMet);
    if (!context.isShown(suggestion) || !unspaced.every((run) => suggestion.key.includes(run))) return;
    candidates.offer({ suggestion, clicks: Math.max(clicksOf(suggestion), 0) });
    if (context.isLeftOut(suggestion)) leftOutCount += 1;
  };
  for (const [key, clicks] of signals.phrases) {
    if (!budget.allows()) break;
    budget.spend(stepsOf.phraseLookedUp);
    if (clicks <= 0) continue;
    const suggestion = known.ofKey(key);
    if (isMatched(matches, suggestion)) meet(suggestion);
  }
  // To choose costs more than to meet: it is tried again when reading has come some way since the last time.
  const decide = (isDecided: (bound: number) => boolean) => {
    let triedAt = Number.POSITIVE_INFINITY;
    return (bound: number) => {
      // All that are met could be chosen, and would not suffice.
      if (bound > triedAt * retryShare || candidates.items.length < limit + leftOutCount) return false;
      triedAt = bound;
      budget.spend(candidates.items.length);
      return isDecided(bound);
    };
  };
  const read = (live: LiveSegment, number: number) => meet(known.ofNumber(live, number));
  const isEnough = (bound: number) => countBegun(candidates.items, context, bound) >= limit;
  readByStrength(begunTypes(matches, folded), budget, read, decide(isEnough));
  const isFinal = (bound: number) => bound < choose(candidates.items, limit, context).finalBelow;
  readByStrength(matches, budget, read, decide(isFinal));
  return choose(candidates.items, limit, context).chosen.map(({ suggestion }) => suggestion.display);
}

/** Suggestions of a segment, strongest first. */
interface StrengthList {
  readonly live: LiveSegment;
  /** The number of the suggestion at a place, or null behind the last one. */
  at(place: number): number | null;
}

/** The types of each segment whose name begins with what is typed; none where nothing is. */
function begunTypes(matches: readonly SuggestionMatches[], folded: string): StrengthList[] {
  if (folded === '') return [];
  return matches.map(({ live }) => {
    const numbers = live.segment.types.begunWith(folded);
    return { live, at: (place) => numbers[place] ?? null };
  });
}

/** Begun types behind which more than `bound` documents are: distinct ones that may be chosen. */
function countBegun(
  candidates: readonly SuggestionCandidate[],
  { isBegunType, isLeftOut }: ChoiceContext,
  bound: number,
): number {
  const stems = new Set<string>();
  for (const { suggestion } of candidates) {
    if (suggestion.count > bound && isBegunType(suggestion) && !isLeftOut(suggestion))
      stems.add(suggestion.stems);
  }
  return stems.size;
}

/** Whether a suggestion is blocked as it would be shown, which is looked up once each. */
function rememberBlocked(
  isBlocked: EngineQuestion['isBlocked'],
  budget: QueryBudget,
): (suggestion: Suggestion) => boolean {
  if (isBlocked === null) return () => false;
  return once((suggestion) => {
    budget.spend(stepsOf.suggestionMet);
    return isBlocked(suggestion.display);
  });
}

/** Asks for each suggestion once. */
function once(ask: (suggestion: Suggestion) => boolean): (suggestion: Suggestion) => boolean {
  const known = new Map<Suggestion, boolean>();
  return (suggestion) => {
    const before = known.get(suggestion);
    if (before !== undefined) return before;
    const answer = ask(suggestion);
    known.set(suggestion, answer);
    return answer;
  };
}

/**
 * Segments with at most this many matches are read first, as a whole. As long as one of them has a match left, that could add to
 * any suggestion, so that of the thousands that one product of a large segment says none could be left out. Of 8, 16 and 32 this
 * let the fewest questions be cut, on 3,000 products after 400 single writes.
 */
const fewMatches = 16;

/** Meets suggestions from the strongest on, until `isDecided` for the highest count that is still possible. */
function readByStrength(
  matches: readonly StrengthList[],
  budget: QueryBudget,
  meet: (live: LiveSegment, number: number) => void,
  isDecided: (bound: number) => boolean,
): void {
  const places = Uint32Array.from(matches, (match) => {
    const hasFew = matches.length > 1 && match.at(fewMatches) === null;
    return hasFew ? readWhole(match, budget, meet) : 0;
  });
  const heads = Float64Array.from(matches, (match, index) => headOf(match, places[index] ?? 0));
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
    // A phrase that only one product has is shown only if it is named.
    if (!isSingle || live.segment.hasEvidence(number, evidence.named)) meet(live, number);
  }
}

/** Meets all matches of a segment; returns how many. */
function readWhole(
  match: StrengthList,
  budget: QueryBudget,
  meet: (live: LiveSegment, number: number) => void,
): number {
  let place = 0;
  for (let number = match.at(0); number !== null && budget.allows(); number = match.at(place)) {
    meet(match.live, number);
    place += 1;
  }
  return place;
}

/** Documents behind the suggestion at a place of the matches when its segment was built; 0 behind the last one. */
function headOf(match: StrengthList, place: number): number {
  const number = match.at(place);
  return number === null ? 0 : match.live.segment.builtCount(number);
}

function indexOfMax(values: Float64Array): number {
  let most = 0;
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] ?? 0) > (values[most] ?? 0)) most = index;
  }
  return most;
}

/** Whether any segment's matches hold the suggestion. */
function isMatched(matches: readonly SuggestionMatches[], { places }: Suggestion): boolean {
  return places.some(
    ({ live, number }) => matches.find((match) => match.live === live)?.holds(number) === true,
  );
}

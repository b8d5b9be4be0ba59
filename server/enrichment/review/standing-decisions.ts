/**
 * Applies standing decisions to the phrases and the type of a product: refused phrases are not live, and a product is approved once
 * each of its phrases is decided. What is live always follows from the generated phrases and the decisions, so that a decision that is taken back
 * leaves no trace. A decision on words goes before one on a pattern, and among decisions on words a refusal goes first. Pure. Products
 * that a person decided by themselves are left alone ({@link isOpenToDecisions}).
 */
// Tests: ./standing-decisions.test.ts, test/scenarios/phrase-decisions.test.ts.
import { fold } from '../../search/text/fold.ts';
import { scanWords } from '../../search/text/words.ts';
import type { StandingDecision } from '../../storage/enrichment/review-tables.ts';
import type { PhraseLists, PhraseSet } from '../../storage/enrichment/tables.ts';
import { type DecidedPhrases, sameLists } from '../decide-phrases.ts';

import { nameOfPattern, type Pattern, unpackPatterns } from './phrase-pattern.ts';
import type { DecideType } from './type-decisions.ts';

/** A phrase that is held against decisions. */
export interface JudgedPhrase {
  readonly phrase: string;
  readonly pattern: Pattern;
  /** The title of its product. */
  readonly title: string;
}

/** Finds the decision that holds for a phrase; null if none does. */
export type FindDecision = (phrase: JudgedPhrase) => StandingDecision | null;

/** Prepares decisions for many phrases. */
export function readDecisions(decisions: readonly StandingDecision[]): FindDecision {
  const byPattern = new Map(
    decisions.flatMap((decision) => (decision.kind === 'pattern' ? [[decision.subject, decision]] : [])),
  );
  const byWords = decisions
    .filter(({ kind }) => kind === 'words')
    .toSorted((left, right) => Number(right.verdict === 'refused') - Number(left.verdict === 'refused'))
    .map((decision) => ({ decision, matches: matchWords(decision.subject) }));
  return ({ phrase, pattern, title }) => {
    if (byWords.length > 0) {
      const text = wordsText(`${phrase} ${title}`);
      const found = byWords.find(({ matches }) => matches(text));
      if (found !== undefined) return found.decision;
    }
    return byPattern.get(nameOfPattern(pattern)) ?? null;
  };
}

/**
 * Returns whether each of the words begins a word of a text, which {@link wordsText} prepares. A text without words of its own
 * matches nothing.
 */
export function matchWords(wanted: string): (text: string) => boolean {
  const beginnings = wordsText(wanted)
    .split(' ')
    .filter((word) => word !== '');
  return (text) => beginnings.length > 0 && beginnings.every((word) => text.includes(` ${word}`));
}

/** The folded words of a text, a space before each. */
export function wordsText(text: string): string {
  return scanWords(fold(text)).reduce(
    (all, { kind, text: word }) => (kind === 'tail' ? all : `${all} ${word}`),
    '',
  );
}

/** Whether standing decisions apply to the product: a generator wrote its phrases, and no person has decided on this product. */
export function isOpenToDecisions({ state, generator, byDecision }: PhraseSet): boolean {
  return generator !== null && (state === 'generated' || (state === 'approved' && byDecision));
}

/** All phrases of both lists, in the order of packed patterns. */
export function allPhrases({ suggestionPhrases, searchPhrases }: PhraseLists): readonly string[] {
  return [...suggestionPhrases, ...searchPhrases];
}

/** Applies the decisions to a product whose set has the patterns of its generated phrases. */
export function applyDecisions(
  { set, live }: DecidedPhrases,
  title: string,
  { findDecision, decideType }: { readonly findDecision: FindDecision; readonly decideType: DecideType },
): DecidedPhrases {
  const generated = set.generated ?? live;
  const patterns = unpackPatterns(set.patterns ?? '');
  const decisions = allPhrases(generated).map((phrase, place) =>
    findDecision({ phrase, pattern: patterns[place] ?? 0, title }),
  );
  const suggestions = generated.suggestionPhrases.length;
  const isKept = (place: number) => decisions[place]?.verdict !== 'refused';
  const kept = {
    suggestionPhrases: generated.suggestionPhrases.filter((_, place) => isKept(place)),
    searchPhrases: generated.searchPhrases.filter((_, place) => isKept(suggestions + place)),
    type: decideType(generated.type),
  };
  const proposed = sameLists(generated, kept) ? null : generated;
  return { live: kept, set: { ...set, generated: proposed, ...reviewBy(decisions, set) } };
}

type Review = Pick<PhraseSet, 'state' | 'byDecision' | 'reviewedAt' | 'reviewedBy'>;

/** Approved by the newest of the decisions, if there is one for each phrase. */
function reviewBy(decisions: readonly (StandingDecision | null)[], set: PhraseSet): Review {
  const made = decisions.filter((decision) => decision !== null);
  const newest = made.toSorted(
    (left, right) => right.decidedAt - left.decidedAt || (left.id < right.id ? 1 : -1),
  )[0];
  if (newest !== undefined && made.length === decisions.length) {
    const { decidedAt: reviewedAt, decidedBy: reviewedBy } = newest;
    return { state: 'approved', byDecision: true, reviewedAt, reviewedBy };
  }
  if (set.byDecision) return { state: 'generated', byDecision: false, reviewedAt: null, reviewedBy: null };
  const { state, byDecision, reviewedAt, reviewedBy } = set;
  return { state, byDecision, reviewedAt, reviewedBy };
}

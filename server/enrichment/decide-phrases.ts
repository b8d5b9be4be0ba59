/**
 * What becomes of a product's phrases, decided by a person or by new ones that come. Pure.
 *
 * | state | is live | new phrases |
 * | --- | --- | --- |
 * | generated | what was generated | take its place |
 * | approved | what was generated | take its place: the state is `generated` again |
 * | edited | a person's words | are kept beside them, as a proposal |
 * | rejected | nothing | are live: the state is `generated` again |
 * | locked | what was live when it was locked | are never asked for |
 */
import type { decidedStates } from '../../contract/enrichment.ts';
import { AppError } from '../errors.ts';
import type { PhraseLists, PhraseOrigin, PhraseSet } from '../storage/enrichment.ts';

/** What a person decides: words of their own, or a state. */
export interface PhraseDecision extends Partial<PhraseLists> {
  readonly state?: (typeof decidedStates)[number];
}

/** The phrases of a product; `set` is null where none were ever generated nor decided about. */
export interface KnownPhrases {
  readonly productId: string;
  readonly live: PhraseLists;
  readonly set: PhraseSet | null;
}

/** The phrases of a product after a decision. */
export interface DecidedPhrases {
  readonly live: PhraseLists;
  readonly set: PhraseSet;
}

/** Who decides, and when. */
export interface Review {
  readonly reviewedAt: number;
  readonly reviewedBy: string | null;
}

const none: PhraseLists = { suggestionPhrases: [], searchPhrases: [] };

/** What a person's decision makes of the phrases. Throws `conflict` where nothing was generated that it is about. */
export function decideByPerson(
  { productId, live, set }: KnownPhrases,
  decision: PhraseDecision,
  review: Review,
): DecidedPhrases {
  const before = { ...(set ?? neverGenerated(productId)), ...review };
  const generated = before.generated ?? (before.generator === null ? null : live);
  const { suggestionPhrases, searchPhrases, state } = decision;
  if (suggestionPhrases !== undefined || searchPhrases !== undefined) {
    const words = {
      suggestionPhrases: suggestionPhrases ?? live.suggestionPhrases,
      searchPhrases: searchPhrases ?? live.searchPhrases,
    };
    return {
      live: words,
      set: { ...before, state: state ?? 'edited', generated: differing(generated, words) },
    };
  }
  if (state === 'locked') return { live, set: { ...before, state } };
  if (state === 'rejected') return { live: none, set: { ...before, state, generated: generated ?? live } };
  if (set === null) {
    const message = 'No phrases were generated for the product yet. Give it phrases, or wait for its turn.';
    throw new AppError('conflict', message);
  }
  return { live: generated ?? live, set: { ...before, state: state ?? 'generated', generated: null } };
}

/** What phrases that were just generated become; `live` is null where they are only proposed. */
export function decideByGenerator(
  { productId, set }: Omit<KnownPhrases, 'live'>,
  generated: PhraseLists,
  origin: PhraseOrigin,
): { readonly live: PhraseLists | null; readonly set: PhraseSet } {
  const before = set ?? neverGenerated(productId);
  if (before.state === 'edited') return { live: null, set: { ...before, ...origin, generated } };
  const review = { reviewedAt: null, reviewedBy: null };
  return {
    live: generated,
    set: { ...before, ...origin, ...review, state: 'generated', generated: null },
  };
}

function neverGenerated(productId: string): PhraseSet {
  return {
    ...{ productId, state: 'generated', generator: null, model: null, promptVersion: null },
    ...{ generatedAt: null, sourceHash: null, generated: null, reviewedAt: null, reviewedBy: null },
  };
}

function differing(generated: PhraseLists | null, live: PhraseLists): PhraseLists | null {
  return generated === null || sameLists(generated, live) ? null : generated;
}

/** Whether both hold the same phrases in the same order. */
export function sameLists(left: PhraseLists, right: PhraseLists): boolean {
  const textOf = ({ suggestionPhrases, searchPhrases }: PhraseLists) =>
    JSON.stringify([suggestionPhrases, searchPhrases]);
  return textOf(left) === textOf(right);
}

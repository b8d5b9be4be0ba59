/**
 * Decides a product's phrases after a decision of a person or after new phrases. Pure.
 *
 * | state | is live | new phrases |
 * | --- | --- | --- |
 * | generated | generated phrases | replace them |
 * | approved | generated phrases | replace them: the state is `generated` again |
 * | edited | a person's words | are kept beside them, as a proposal |
 * | rejected | nothing | are live: the state is `generated` again |
 * | locked | the phrases that were live at the time of locking | are never asked for |
 *
 * Standing decisions (review/standing-decisions.ts) are about products in the state `generated`, and those that they approved; any
 * decision about the product itself ends that.
 *
 * Unlocking leads back to the state before. If a person's words are rejected and the rejection is taken back, they are live again;
 * only accepting generated phrases, or new phrases after a rejection, discards them. It never checks phrases (check-phrases.ts does),
 * and throws `conflict` only where there is nothing to approve or to return to. Limits of phrases are those of the output rules.
 */
// Tests: test/api/enrichment.test.ts.
import type { decidedStates } from '../../contract/words/enrichment.ts';
import { sameType } from '../catalog/product-type.ts';
import { AppError } from '../errors.ts';
import type { PhraseLists, PhraseOrigin, PhraseSet } from '../storage/enrichment/tables.ts';

/** A person's decision: phrases or type in their own words, or a state. */
export interface PhraseDecision extends Partial<PhraseLists> {
  readonly state?: (typeof decidedStates)[number];
}

/** The phrases of a product; `set` is null if none were ever generated or decided. */
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

/** The reviewer and the time of a decision. */
export interface Review {
  readonly reviewedAt: number;
  readonly reviewedBy: string | null;
}

const none: PhraseLists = { suggestionPhrases: [], searchPhrases: [], type: null };

/** Phrases as they are known, before what is decided now. */
interface Before {
  readonly live: PhraseLists;
  readonly set: PhraseSet;
  /** The phrases that were generated, live or not; null if none were. */
  readonly generated: PhraseLists | null;
}

/** Applies a person's decision. Throws `conflict` if it needs generated phrases and there are none. */
export function decideByPerson(
  { productId, live, set }: KnownPhrases,
  decision: PhraseDecision,
  review: Review,
): DecidedPhrases {
  const known = { ...(set ?? neverGenerated(productId)), ...review, byDecision: false };
  const generated = known.generated ?? (known.generator === null ? null : live);
  const before = { live, set: known, generated };
  const { suggestionPhrases, searchPhrases, type, state = 'generated' } = decision;
  if (suggestionPhrases !== undefined || searchPhrases !== undefined || type !== undefined) {
    const words = {
      suggestionPhrases: suggestionPhrases ?? live.suggestionPhrases,
      searchPhrases: searchPhrases ?? live.searchPhrases,
      type: type === undefined ? live.type : type,
    };
    const edited = edit(before, words);
    return decision.state === 'locked' ? lock({ ...edited, generated }) : edited;
  }
  if (state === 'locked') return lock(before);
  if (state === 'rejected') return reject(before);
  return known.state === 'locked' ? unlock(before, state) : accept(before, state);
}

function edit({ set, generated }: Before, words: PhraseLists): DecidedPhrases {
  const state = { state: 'edited', lockedFrom: null } as const;
  return {
    live: words,
    set: { ...set, ...state, generated: differing(generated, words), edited: words },
  };
}

function lock({ live, set }: Before): DecidedPhrases {
  const { state } = set;
  return state === 'locked' ? { live, set } : { live, set: { ...set, state: 'locked', lockedFrom: state } };
}

/** A person's words are kept, and come back where the rejection is taken back. */
function reject({ live, set, generated }: Before): DecidedPhrases {
  const state = { state: 'rejected', lockedFrom: null } as const;
  return {
    live: none,
    set: { ...set, ...state, generated: generated ?? (set.edited === null ? live : null) },
  };
}

/** Restores the state before the lock, or approves generated phrases. */
function unlock({ live, set, generated }: Before, state: 'generated' | 'approved'): DecidedPhrases {
  const back = set.lockedFrom ?? 'generated';
  const unlocked = { ...set, state: back, lockedFrom: null };
  if (state === 'generated' || back === 'edited') return { live, set: unlocked };
  return accept({ live, set: unlocked, generated }, state);
}

/** Generated phrases are live; a rejection that is taken back restores the phrases of before. */
function accept({ live, set, generated }: Before, state: 'generated' | 'approved'): DecidedPhrases {
  if (set.state === 'rejected' && set.edited !== null && state === 'generated') {
    return edit({ live, set, generated }, set.edited);
  }
  if (generated === null && (set.state === 'edited' || sameLists(live, none))) {
    const message = 'No phrases were generated for the product yet. Give it phrases, or wait for its turn.';
    throw new AppError('conflict', message);
  }
  return { live: generated ?? live, set: { ...set, state, generated: null, edited: null } };
}

/** Applies newly generated phrases; `live` is null if they are only proposed. */
export function decideByGenerator(
  { productId, set }: Omit<KnownPhrases, 'live'>,
  generated: PhraseLists,
  origin: PhraseOrigin,
): { readonly live: PhraseLists | null; readonly set: PhraseSet } {
  const before = set ?? neverGenerated(productId);
  if (before.state === 'edited')
    return { live: null, set: { ...before, ...origin, generated, patterns: null } };
  const review = { reviewedAt: null, reviewedBy: null, byDecision: false, patterns: null };
  return {
    live: generated,
    set: { ...before, ...origin, ...review, state: 'generated', generated: null, edited: null },
  };
}

function neverGenerated(productId: string): PhraseSet {
  return {
    ...{ productId, state: 'generated', generator: null, model: null, promptVersion: null },
    ...{ generatedAt: null, sourceHash: null, generated: null, reviewedAt: null, reviewedBy: null },
    ...{ edited: null, lockedFrom: null, dropped: [] },
    ...{ patterns: null, byDecision: false },
  };
}

function differing(generated: PhraseLists | null, live: PhraseLists): PhraseLists | null {
  return generated === null || sameLists(generated, live) ? null : generated;
}

/** Whether both hold the same phrases in the same order, and the same type. */
export function sameLists(left: PhraseLists, right: PhraseLists): boolean {
  const textOf = ({ suggestionPhrases, searchPhrases }: PhraseLists) =>
    JSON.stringify([suggestionPhrases, searchPhrases]);
  return textOf(left) === textOf(right) && sameType(left.type, right.type);
}

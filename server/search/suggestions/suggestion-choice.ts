/**
 * Chooses among suggestions that match a query, in the order of Contract §7: clicked ones first by their score, then by the in-stock
 * products that they lead to, then by the alphabet. The choice only leaves suggestions out; it never reorders them. Pure. At most 2 of
 * the chosen are about one type while there are others; candidates must come in order, which is not checked.
 */
// Tests: ./suggestion-choice.test.ts.
import { compareCodePoints } from '../columns/text-order.ts';
import type { Suggestion } from './known-suggestions.ts';

/** A suggestion that matches a query. */
export interface SuggestionCandidate {
  readonly suggestion: Suggestion;
  /** Decayed clicks; 0 without clicks. */
  readonly clicks: number;
}

/** The facts about suggestions that the choice needs. */
export interface ChoiceContext {
  /** Whether the query shows a suggestion. */
  isShown(suggestion: Suggestion): boolean;
  /** Whether a suggestion is never shown. */
  isLeftOut(suggestion: Suggestion): boolean;
  /** Whether a suggestion is a type of product whose name begins with what is typed. */
  isBegunType(suggestion: Suggestion): boolean;
  /** Whether a suggestion continues the typed text (suggestion-choice.ts). */
  isNear(suggestion: Suggestion): boolean;
  /** The type of product that it is about; null where it is about none, or where its name is typed. */
  subjectOf(suggestion: Suggestion): string | null;
}

/** Suggestions for a query. */
export interface Choice {
  /** The chosen suggestions, in the order in which they are shown. */
  readonly chosen: readonly SuggestionCandidate[];
  /** A candidate that was not met changes nothing if fewer documents than this are behind it. */
  readonly finalBelow: number;
}

/** Negative if `left` comes first. */
export function compareSuggestions(left: SuggestionCandidate, right: SuggestionCandidate): number {
  return (
    right.clicks - left.clicks ||
    right.suggestion.count - left.suggestion.count ||
    compareCodePoints(left.suggestion.key, right.suggestion.key)
  );
}

/** The most lines about one type, while there are lines about others. */
const sameSubjectMax = 2;
/** A candidate with this many times fewer products than the strongest one displaces no line for the sake of variety. */
const fewerTimes = 16;

/**
 * Chooses at most `limit` candidates. Left out are blocked ones, halves of longer ones, and those that differ from a
 * chosen one only in endings. Clicked candidates are chosen first, then types whose name begins with the typed text, then
 * the others by strength. At most two of the chosen are about one type, unless every other candidate has less than
 * a sixteenth of the strongest one's products. If any candidate above that share continues the typed text, only such
 * candidates are chosen. `candidates`: in their order ({@link compareSuggestions}).
 */
export function choose(
  candidates: readonly SuggestionCandidate[],
  limit: number,
  context: ChoiceContext,
): Choice {
  const picks = new Picks(limit, context);
  const others = candidates.filter(({ clicks }) => clicks === 0);
  const isHalf = ({ suggestion, clicks }: SuggestionCandidate) =>
    clicks === 0 && suggestion.wholes.some(context.isShown);
  const mayShow = (candidate: SuggestionCandidate) =>
    !isHalf(candidate) && !context.isLeftOut(candidate.suggestion);
  for (const candidate of candidates) if (candidate.clicks > 0) picks.take(candidate);
  for (const candidate of others) if (context.isBegunType(candidate.suggestion)) picks.take(candidate);
  if (picks.isFull) return { chosen: picks.inOrder(), finalBelow: Number.POSITIVE_INFINITY };
  const least = (others.find(mayShow)?.suggestion.count ?? 0) / fewerTimes;
  const isNear = ({ suggestion }: SuggestionCandidate) =>
    context.isBegunType(suggestion) || (suggestion.count >= least && context.isNear(suggestion));
  const hasNear = candidates.some((candidate) => isNear(candidate) && mayShow(candidate));
  const mayTake = (candidate: SuggestionCandidate) =>
    (!hasNear || context.isNear(candidate.suggestion)) && !isHalf(candidate);
  let finalBelow = hasNear ? Number.POSITIVE_INFINITY : least;
  for (const candidate of others) {
    const { count } = candidate.suggestion;
    if (count < least || picks.isFull) break;
    if (picks.mayVary(candidate.suggestion) && mayTake(candidate) && picks.take(candidate))
      finalBelow = Math.min(finalBelow, count);
  }
  for (const candidate of others) {
    if (picks.isFull) break;
    if (mayTake(candidate) && picks.take(candidate))
      finalBelow = Math.min(finalBelow, least, candidate.suggestion.count);
  }
  return { chosen: picks.inOrder(), finalBelow: picks.isFull ? finalBelow : 0 };
}

/** The suggestions that are chosen so far. */
class Picks {
  readonly #limit: number;
  readonly #context: ChoiceContext;
  readonly #chosen: SuggestionCandidate[] = [];
  readonly #stems = new Set<string>();
  readonly #subjects = new Map<string, number>();

  constructor(limit: number, context: ChoiceContext) {
    this.#limit = limit;
    this.#context = context;
  }

  get isFull(): boolean {
    return this.#chosen.length === this.#limit;
  }

  /** Whether few of the chosen suggestions are about the type that this one is about. */
  mayVary(suggestion: Suggestion): boolean {
    const subject = this.#context.subjectOf(suggestion);
    return subject === null || (this.#subjects.get(subject) ?? 0) < sameSubjectMax;
  }

  /** Chooses a candidate unless it says what is chosen already; returns whether it did. */
  take(candidate: SuggestionCandidate): boolean {
    const { suggestion } = candidate;
    if (this.isFull || this.#stems.has(suggestion.stems)) return false;
    this.#stems.add(suggestion.stems);
    // A suggestion that is left out can still be the same as another one.
    if (this.#context.isLeftOut(suggestion)) return false;
    this.#chosen.push(candidate);
    const subject = this.#context.subjectOf(suggestion);
    if (subject !== null) this.#subjects.set(subject, (this.#subjects.get(subject) ?? 0) + 1);
    return true;
  }

  inOrder(): SuggestionCandidate[] {
    return this.#chosen.toSorted(compareSuggestions);
  }
}

/** The rules by which nearness is judged. */
interface NearnessRules {
  /** Phrases begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
  /** The light stem of a folded word. */
  stem(word: string): string;
}

/**
 * Several typed words must begin words of the suggestion, in the same order. A single typed word must begin the suggestion
 * or any word of its type's name (another inflected form counts), or equal one of its words: `tea` continues to `green tea`, not
 * to `deep teal swimsuit`.
 * `folded` is the query; `key` is folded; `subject` is the suggestion's type, or null.
 */
export function createNearness(
  folded: string,
  { nounFirst, stem }: NearnessRules,
): (key: string, subject: string | null) => boolean {
  const typed = partsOf(folded).map((text) => ({ text, stem: stem(text) }));
  const begins = (place: number, word: string) => {
    const part = typed[place];
    if (part === undefined || word[0] !== part.text[0]) return false;
    return word.startsWith(part.text) || stem(word) === part.stem;
  };
  return (key, subject) => {
    if (key.startsWith(folded)) return true;
    const words = partsOf(key);
    let place = 0;
    for (const word of words) if (place < typed.length && begins(place, word)) place += 1;
    if (place < typed.length) return false;
    if (typed.length !== 1 || subject === null) return true;
    const named = partsOf(subject).length;
    const isNamed = (at: number) => (nounFirst ? at < named : at >= words.length - named);
    return words.some((word, at) => (at === 0 || isNamed(at) || word === typed[0]?.text) && begins(0, word));
  };
}

function partsOf(folded: string): string[] {
  return folded.split(/[ -]+/).filter((part) => part !== '');
}

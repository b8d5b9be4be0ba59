/**
 * Facts about an index's suggestions from its live in-stock documents: exact after deletions, and independent of the segments. They do
 * not depend on a query, so they are computed once per suggestion and kept for later questions. Beyond 20,000 remembered suggestions
 * all are forgotten and found again. An unknown key is a suggestion with count 0, never an error. It reads no clicks.
 */
// Tests: ./suggestion-choice.test.ts.

import { intersect, runOf, unite } from '../columns/posting-list.ts';
import { sparseRange } from '../columns/posting-table.ts';
import type { Integers } from '../columns/sections.ts';
import { lowerBound } from '../columns/string-column.ts';
import { mostFrequent } from '../columns/text-order.ts';
import { wordsOf } from '../document/title-zones.ts';
import { evidence } from '../phrases/suggestion-phrases.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import {
  isHalfOf,
  judgePhrase,
  mayHalve,
  type PhraseVerdict,
  type SuggestionCounts,
} from './suggestion-evidence.ts';

/** A suggestion's number in one segment. */
export interface SuggestionPlace {
  readonly live: LiveSegment;
  readonly number: number;
}

/** The places of a key in the segments. `known` saves the search in a segment where the key was found already. */
export function placesOf(
  segments: readonly LiveSegment[],
  key: string,
  known: SuggestionPlace | null,
): SuggestionPlace[] {
  const places: SuggestionPlace[] = [];
  let bytes: Uint8Array | null = null;
  for (const live of segments) {
    if (live === known?.live) {
      places.push(known);
      continue;
    }
    bytes ??= Buffer.from(key);
    const number = live.segment.findSuggestion(bytes);
    if (number >= 0) places.push({ live, number });
  }
  return places;
}

/** Visits each spelling of a key that a live in-stock document has, with how many have it. */
function visitSpellings(
  places: readonly SuggestionPlace[],
  visit: (live: LiveSegment, spelling: number, count: number) => void,
): void {
  for (const { live, number } of places) {
    const { segment } = live;
    const end = segment.suggestionSpellingOffsets[number + 1] ?? 0;
    for (let spelling = segment.suggestionSpellingOffsets[number] ?? 0; spelling < end; spelling += 1) {
      const count = live.countOfSpelling(spelling);
      if (count > 0) visit(live, spelling, count);
    }
  }
}

/** The counts of live in-stock documents for a key over all its places; all zero if it has none. */
export function countSuggestion(places: readonly SuggestionPlace[], key: string): SuggestionCounts {
  let all = 0;
  let named = 0;
  let typed = 0;
  let breaksBefore = 0;
  let breaksBehind = 0;
  visitSpellings(places, ({ segment }, spelling, count) => {
    const bits = segment.spellingEvidence[spelling] ?? 0;
    all += count;
    if ((bits & evidence.named) !== 0) named += count;
    if ((bits & evidence.type) !== 0) typed += count;
    if ((bits & evidence.breaksBefore) !== 0) breaksBefore += count;
    if ((bits & evidence.breaksBehind) !== 0) breaksBehind += count;
  });
  return { key, count: all, named, typed, breaksBefore, breaksBehind };
}

/** Returns the display of a spelling, or null if it is spelled like its key. O(log n). */
function readDisplay({ ownSpellings, spellings }: Segment, spelling: number): string | null {
  const place = lowerBound(0, ownSpellings.length, (index) => (ownSpellings[index] ?? 0) - spelling);
  return ownSpellings[place] === spelling ? spellings.text(place) : null;
}

/** Returns the display of a suggestion: as most of the documents that name it spell it, or else as most titles do. */
function displayOf(places: readonly SuggestionPlace[], { key, named }: SuggestionCounts): string {
  const counts = new Map<string, number>();
  visitSpellings(places, ({ segment }, spelling, count) => {
    const isNamed = ((segment.spellingEvidence[spelling] ?? 0) & evidence.named) !== 0;
    if (isNamed !== named > 0) return;
    const display = readDisplay(segment, spelling) ?? key;
    counts.set(display, (counts.get(display) ?? 0) + count);
  });
  return mostFrequent(counts);
}

/** A suggestion of an index. */
export interface Suggestion extends SuggestionCounts {
  /** Its places in the segments that hold it. */
  readonly places: readonly SuggestionPlace[];
  /** The verdict that says which queries show it. */
  readonly verdict: PhraseVerdict;
  /** Its words in their light stems: of suggestions that differ in endings, hyphens or order one is shown. */
  readonly stems: string;
  /** The longest name of a type that it ends with, or begins with where phrases do; null where it has none. */
  readonly subject: string | null;
  /** Longer ones of which it is a half (suggestion-evidence.ts). */
  readonly wholes: readonly Suggestion[];
  /** Its text as it is shown. */
  readonly display: string;
}

/** The rules for suggestions besides the segments. */
export interface SuggestionRules {
  /** Phrases begin with their noun (phrase-languages.ts). */
  readonly nounFirst: boolean;
  /** The light stem of a folded word of the store's language. */
  stem(word: string): string;
}

/** The most longer phrases of one segment that are looked at. A document has some sixty suggestions. */
const wholesMax = 512;
/** Chosen: some megabytes at most. A suggestion that is left out is found again. */
const keptMax = 20_000;

/** The suggestions of one index, made with its reader. */
export class KnownSuggestions {
  readonly rules: SuggestionRules;
  readonly #segments: readonly LiveSegment[];
  readonly #byKey = new Map<string, KnownSuggestion>();
  #meetings = 0;
  /** Suggestions by number, for each segment. */
  readonly #byNumber: readonly Map<number, KnownSuggestion>[];

  constructor(segments: readonly LiveSegment[], rules: SuggestionRules) {
    this.#segments = segments;
    this.rules = rules;
    this.#byNumber = segments.map(() => new Map());
  }

  /** Returns a function that is true the first time it sees a suggestion. It is valid until the next call. */
  newMeeting(): (suggestion: Suggestion) => boolean {
    this.#meetings += 1;
    const meeting = this.#meetings;
    return (suggestion) => (suggestion as KnownSuggestion).meet(meeting);
  }

  /** The suggestion of a folded key; its count is 0 where no document has it. `met`: where it was met. */
  ofKey(key: string, met: SuggestionPlace | null = null): Suggestion {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#byKey.size >= keptMax) this.#forget();
    const places = placesOf(this.#segments, key, met);
    const found = new KnownSuggestion(key, places, this, this.#segments, this.rules);
    this.#byKey.set(key, found);
    return found;
  }

  /** Returns the suggestion of a number in a segment of the index. */
  ofNumber(live: LiveSegment, number: number): Suggestion {
    const kept = this.#byNumber[this.#segments.indexOf(live)];
    const known = kept?.get(number);
    if (known !== undefined) return known;
    const found = this.ofKey(live.segment.suggestionKeys.text(number), { live, number }) as KnownSuggestion;
    kept?.set(number, found);
    return found;
  }

  #forget(): void {
    this.#byKey.clear();
    for (const kept of this.#byNumber) kept.clear();
  }
}

class KnownSuggestion implements Suggestion {
  readonly key: string;
  readonly places: readonly SuggestionPlace[];
  readonly #index: KnownSuggestions;
  readonly #segments: readonly LiveSegment[];
  readonly #rules: SuggestionRules;
  #counts: SuggestionCounts | null = null;
  #verdict: PhraseVerdict | null = null;
  #stems: string | null = null;
  #subject: string | null | undefined;
  #wholes: readonly Suggestion[] | null = null;
  #display: string | null = null;
  /** The latest meeting that met it. */
  #metIn = 0;

  constructor(
    key: string,
    places: readonly SuggestionPlace[],
    index: KnownSuggestions,
    segments: readonly LiveSegment[],
    rules: SuggestionRules,
  ) {
    this.places = places;
    this.key = key;
    this.#index = index;
    this.#segments = segments;
    this.#rules = rules;
  }

  meet(meeting: number): boolean {
    const isFirst = this.#metIn !== meeting;
    this.#metIn = meeting;
    return isFirst;
  }

  get count(): number {
    return this.#counted.count;
  }

  get named(): number {
    return this.#counted.named;
  }

  get typed(): number {
    return this.#counted.typed;
  }

  get breaksBefore(): number {
    return this.#counted.breaksBefore;
  }

  get breaksBehind(): number {
    return this.#counted.breaksBehind;
  }

  /** Counted when first asked for: most phrases that were ever clicked do not match what is typed. */
  get #counted(): SuggestionCounts {
    this.#counts ??= countSuggestion(this.places, this.key);
    return this.#counts;
  }

  get verdict(): PhraseVerdict {
    const countsOf = (word: string) => this.#index.ofKey(word);
    this.#verdict ??= judgePhrase(this, { nounFirst: this.#rules.nounFirst, countsOf });
    return this.#verdict;
  }

  get stems(): string {
    this.#stems ??= this.key.split(/[ -]/).map(this.#rules.stem).sort().join(' ');
    return this.#stems;
  }

  get subject(): string | null {
    if (this.#subject === undefined) this.#subject = this.#findSubject();
    return this.#subject;
  }

  get wholes(): readonly Suggestion[] {
    this.#wholes ??= this.named > 0 ? [] : this.#findWholes();
    return this.#wholes;
  }

  get display(): string {
    this.#display ??= displayOf(this.places, this);
    return this.#display;
  }

  #findSubject(): string | null {
    if (this.typed > 0) return this.key;
    const words = this.key.split(' ');
    for (let count = words.length - 1; count > 0; count -= 1) {
      const name = (this.#rules.nounFirst ? words.slice(0, count) : words.slice(-count)).join(' ');
      const isNamed = this.#segments.some(({ segment }) => segment.types.has(name));
      if (isNamed && this.#index.ofKey(name).typed > 0) return name;
    }
    return null;
  }

  /**
   * A whole has at least 4/5 of the documents of its half. So in at least one segment it has 4/5 of the half's documents
   * there, and only suggestions that strong are read.
   */
  #findWholes(): Suggestion[] {
    const wholes = new Set<Suggestion>();
    const isNamed = (key: string) => this.#index.ofKey(key).named > 0;
    for (const live of this.#segments) {
      const { segment } = live;
      const own = this.places.find((place) => place.live === live);
      const least = own === undefined ? 0 : live.countOfSuggestion(own.number);
      const isStrong = (number: number) => mayHalve(segment.builtCount(number), least);
      const below = lowerBound(0, segment.suggestionKeys.length, (number) => (isStrong(number) ? -1 : 1));
      const numbers = numbersOfAll(segment, this.key, below);
      // So many longer phrases go on in different ways: none of them is the only one.
      if (numbers.length > wholesMax) return [];
      for (const number of numbers) {
        const whole = this.#index.ofNumber(live, number);
        if (isHalfOf(this, whole, isNamed)) wholes.add(whole);
      }
    }
    return [...wholes];
  }
}

/** The suggestions of a segment that hold all words of a key, as far as their numbers are below one. */
function numbersOfAll(segment: Segment, key: string, below: number): Integers {
  const { words, suggestionPostings } = segment;
  const terms = wordsOf(key).map((word) => words.terms.find(Buffer.from(word)));
  if (terms.includes(-1)) return new Uint32Array(0);
  return intersect(
    terms.map((term) => unite(suggestionPostings, [sparseRange(suggestionPostings, runOf(term))], [], below)),
  );
}

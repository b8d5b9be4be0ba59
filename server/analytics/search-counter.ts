/**
 * Counts searches without cookies. Keystrokes of one caller that continue each other are one search: the text in the box when the
 * caller stopped for half a minute, typed something else, emptied the box or clicked. Callers are known by a hash that needs the day's
 * salt and never leaves this memory. Texts that look private are counted without their text. Every keystroke passes here: it costs a
 * hash, a look-up and a comparison, and nothing is written or decided before the search is over. At most 20,000 callers and 50,000
 * queries are remembered; the oldest of the store that holds most goes first. A caller is forgotten after 30 minutes.
 */
// Tests: ./search-counter.test.ts.

import { limits } from '../../contract/limits.ts';
import { normalForm, saysSomething } from '../../contract/normal-form.ts';
import type { Clock } from '../clock.ts';
import { looksPrivate } from '../events/looks-private.ts';
import { writeEach } from '../jobs/write-each.ts';
import { type Caller, CallerNames } from './caller-names.ts';
import { PartitionedCache } from './partitioned-cache.ts';
import {
  addTally,
  addToQuery,
  type ClickRegion,
  clickAt,
  emptyTally,
  type SearchTally,
} from './search-tally.ts';
import { enoughVisitors, visitorMark } from './visitor-marks.ts';

/** A day, `2026-11-21`, and the salt of its hashes, which all processes share. */
export interface CallerDay {
  readonly day: string;
  readonly salt: string;
}

/** The present day, and the one before as far as its salt exists. */
export interface CallerDays extends CallerDay {
  readonly before: CallerDay | null;
}

/** A click on something of an answer. */
export interface SearchClick {
  /** The text in the box. */
  readonly query: string;
  /** The query that was meant, under which the search counts. Null if it must stay private. */
  readonly intent: string | null;
  /** The selected suggestion, which may be in the box from now on. */
  readonly phrase: string | null;
  readonly region: ClickRegion;
  readonly position: number | null;
  /** Whether the store shows such a thing; called only for clicks that would count. */
  readonly isShown: () => boolean;
}

/** The searches counted for a store and day. */
export interface StoreSearches {
  readonly storeId: string;
  readonly day: string;
  readonly tally: SearchTally;
}

/** Counts searches until somebody takes what was counted. */
export interface SearchCounter {
  /** A keystroke was answered; `found`: with at least one product, or a page to go to. */
  countQuery(caller: Caller, query: string, found: boolean): void;
  /** A click on something of an answer; that of a search which is not known here, or found nothing, counts nothing. */
  countClick(caller: Caller, click: SearchClick): void;
  /** Counts everything for this day from now on. Nothing is counted before the first day. */
  beginDay(day: CallerDay): void;
  /** The day that is counted for, or null. */
  day(): string | null;
  /** Everything counted, searches that are over included, which is then forgotten here. */
  take(): StoreSearches[];
  /** As `take`, and searches under way count as they stand. */
  takeAll(): StoreSearches[];
  /** Takes back what could not be written down. */
  restore(searches: StoreSearches): void;
}

/** Writes down what was counted, store by store. Rejects with the first error; then the rest is counted on. */
export async function flushSearches(
  counter: SearchCounter,
  taken: readonly StoreSearches[],
  write: (searches: StoreSearches) => Promise<unknown>,
): Promise<void> {
  await writeEach(taken, write, (unwritten) => counter.restore(unwritten));
}

/** The text that a caller typed last. */
interface Intent {
  readonly storeId: string;
  /** The time of its last change, on the clock's monotonic time. */
  atMs: number;
  text: string;
  found: boolean;
  /** The text before letters were taken off its end. */
  longest: string;
  longestFound: boolean;
  isCounted: boolean;
  /** The text that its counts stand under; null before it is counted, and where the totals alone count it. */
  countedAs: string | null;
  isClicked: boolean;
  /** The suggestion that took its place. */
  phrase: string | null;
}

/** The form in which queries are compared and kept: without control characters, of which PostgreSQL stores no NUL. */
export function searchText(query: string): string {
  // Most queries are plain, and then normalizing is the dearest part.
  const text = (plain.test(query) ? query : normalForm(query.replace(hiddenControls, ''), 'NFC'))
    .toLowerCase()
    .trim();
  return uneven.test(text) ? text.replace(/\s+/gu, ' ') : text;
}

/** Control characters that are no white space. */
const hiddenControls = /[^\P{Cc}\s]+/gu;

const plain = /^[\x20-\x7e]*$/;
const uneven = /\s\s|[^\S ]/u;

/** The query that a text with results was about to become; null if that is not known. */
export type IntentOf = (storeId: string, text: string) => string | null;

/** Creates a counter, which counts from the first {@link SearchCounter.beginDay}. Without `intentOf`, texts count as they were typed. */
export function createSearchCounter(
  clock: Pick<Clock, 'monotonicMs'>,
  intentOf: IntentOf = (_storeId, text) => text,
): SearchCounter {
  return new Counter(clock, intentOf);
}

class Counter implements SearchCounter {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #intentOf: IntentOf;
  #day: CallerDay | null = null;
  #names = new CallerNames();
  /** The open intents by store and caller, least recently heard of first within a store. */
  readonly #intents = new PartitionedCache<Intent>(limits.callersRemembered);
  /** The first callers by store and text, as many as are enough. */
  readonly #visitors = new PartitionedCache<readonly string[]>(limits.visitedQueriesRemembered);
  #tallies = new Map<string, StoreSearches>();

  constructor(clock: Pick<Clock, 'monotonicMs'>, intentOf: IntentOf) {
    this.#clock = clock;
    this.#intentOf = intentOf;
  }

  day(): string | null {
    return this.#day?.day ?? null;
  }

  countQuery(caller: Caller, query: string, found: boolean): void {
    if (this.#day === null) return;
    const { storeId } = caller;
    const name = this.#names.of(caller, this.#day.salt);
    const text = searchText(query);
    const nowMs = this.#clock.monotonicMs();
    const known = this.#intents.get(storeId, name);
    if (!saysSomething(text)) {
      // An empty box, or one with nothing but punctuation, is no search, but ends one.
      if (known !== undefined) this.#count(name, known);
      return;
    }
    if (known !== undefined) {
      const isSoon = nowMs - known.atMs <= limits.searchPauseMs;
      if (isSoon && continues(known, text)) {
        this.#intents.set(storeId, name, known);
        known.atMs = nowMs;
        if (!known.isCounted) type(known, text, found);
        return;
      }
      this.#count(name, known);
    }
    this.#begin(name, newIntent(storeId, text, found, nowMs));
  }

  countClick(caller: Caller, click: SearchClick): void {
    if (this.#day === null) return;
    const text = searchText(click.query);
    if (!saysSomething(text)) return;
    const { storeId } = caller;
    const name = this.#names.of(caller, this.#day.salt);
    const nowMs = this.#clock.monotonicMs();
    const intent = this.#intents.get(storeId, name);
    // No visitor is known to have searched it: another node counts the search, or a script made the click up.
    if (intent === undefined) return;
    if (nowMs - intent.atMs > limits.searchPauseMs) this.#count(name, intent);
    if (!isOneTyping(intent.text, text) && text !== intent.phrase) return;
    // After a search that found nothing there is nothing to click; a click on a thing that the store lacks is made up.
    if (!hadAnswer(intent, text) || !click.isShown()) return;
    this.#intents.delete(storeId, name);
    if (!intent.isCounted) {
      Object.assign(intent, { text, found: true, longest: text, longestFound: true });
      this.#count(name, intent, click.intent);
    }
    intent.atMs = nowMs;
    intent.phrase = click.phrase === null ? null : searchText(click.phrase);
    this.#begin(name, intent);
    this.#countClicked(intent, click, text);
  }

  beginDay(day: CallerDay): void {
    if (this.#day?.day === day.day) return;
    // A visitor known by the old salt is unknown by the new one, and must not count twice for one day.
    this.#countAll();
    this.#names = new CallerNames();
    this.#intents.clear();
    this.#visitors.clear();
    this.#day = day;
  }

  take(): StoreSearches[] {
    const nowMs = this.#clock.monotonicMs();
    for (const { storeId, name, value: intent } of this.#intents.entries()) {
      const idleMs = nowMs - intent.atMs;
      if (idleMs <= limits.searchPauseMs) continue;
      this.#count(name, intent);
      if (idleMs > limits.callerForgottenMs) this.#intents.delete(storeId, name);
    }
    const taken = [...this.#tallies.values()];
    this.#tallies = new Map();
    return taken;
  }

  takeAll(): StoreSearches[] {
    this.#countAll();
    return this.take();
  }

  restore({ storeId, day, tally }: StoreSearches): void {
    addTally(this.#tallyOf(storeId, day), tally);
  }

  #begin(name: string, intent: Intent): void {
    const forgotten = this.#intents.set(intent.storeId, name, intent);
    if (forgotten !== null) this.#count(forgotten.name, forgotten.value);
  }

  #countAll(): void {
    for (const { name, value: intent } of this.#intents.entries()) this.#count(name, intent);
  }

  /** Counts the first click of a search, under the text under which the search was counted. */
  #countClicked(intent: Intent, { region, position }: SearchClick, text: string): void {
    if (intent.isClicked) return;
    intent.isClicked = true;
    const tally = this.#tallyOf(intent.storeId);
    tally.clicked += 1;
    addAt(tally.letters, Array.from(text).length);
    if (position !== null) addAt(tally.positions[region], position - 1);
    if (intent.countedAs !== null) {
      const isPlaced = region === 'products' && position !== null;
      addToQuery(tally, intent.countedAs, {
        ...{ searches: 0, noResults: 0, clicked: 1, visitors: 0 },
        ...(isPlaced && { positions: clickAt(position - 1) }),
      });
    }
  }

  /** Counts a search that is over. `meant`: the query that the click at its end meant. */
  #count(name: string, intent: Intent, meant?: string | null): void {
    if (intent.isCounted) return;
    intent.isCounted = true;
    if (isBeingEmptied(intent)) {
      intent.text = intent.longest;
      intent.found = intent.longestFound;
    }
    const { storeId, found } = intent;
    const tally = this.#tallyOf(storeId);
    const noResults = found ? 0 : 1;
    tally.searches += 1;
    tally.noResults += noResults;
    const text = meant === undefined ? this.#meaningOf(intent) : meant && searchText(meant);
    // A query that is counted already was looked at.
    if (text === null || (!tally.queries.has(text) && looksPrivate(text))) return;
    intent.countedAs = text;
    addToQuery(tally, text, {
      searches: 1,
      noResults,
      clicked: 0,
      visitors: this.#markOf(name, storeId, text),
    });
  }

  /** The meaning of a search without a click. A text that found nothing counts as typed: no word of the store completes it. */
  #meaningOf({ storeId, text, found }: Intent): string | null {
    if (!found || looksPrivate(text)) return text;
    const meant = this.#intentOf(storeId, text);
    return meant && searchText(meant);
  }

  /** Exact for the callers of this process, and as exact as bits are together with others. */
  #markOf(name: string, storeId: string, text: string): number {
    const known = this.#visitors.get(storeId, text) ?? [];
    if (known.length >= limits.queryVisitorsMin) return enoughVisitors;
    const all = known.includes(name) ? known : [...known, name];
    this.#visitors.set(storeId, text, all.slice(0, limits.queryVisitorsMin));
    if (all.length >= limits.queryVisitorsMin) return enoughVisitors;
    return visitorMark(name, text);
  }

  #tallyOf(storeId: string, day: string = this.#day?.day ?? ''): SearchTally {
    const key = `${day}${storeId}`;
    const known = this.#tallies.get(key);
    if (known !== undefined) return known.tally;
    const tally = emptyTally();
    this.#tallies.set(key, { storeId, day, tally });
    return tally;
  }
}

function newIntent(storeId: string, text: string, found: boolean, atMs: number): Intent {
  return {
    ...{ storeId, text, found, atMs, longest: text, longestFound: found },
    ...{ isCounted: false, countedAs: null, isClicked: false, phrase: null },
  };
}

/** Whether a text that comes soon after is the same search still. */
function continues(intent: Intent, text: string): boolean {
  // A selected suggestion stands in the box, or what stood there stands there again: nothing new was typed.
  if (intent.isCounted) return intent.isClicked && (text === intent.phrase || text === intent.text);
  if (!isOneTyping(intent.text, text)) return false;
  // Typing on from what is left of an emptied box is a new search; taking off more is none.
  return text.length <= intent.text.length || !isBeingEmptied(intent);
}

function type(intent: Intent, text: string, found: boolean): void {
  if (text.length > intent.text.length || text === intent.longest) {
    intent.longest = text;
    intent.longestFound = found;
  }
  intent.text = text;
  intent.found = found;
}

/** Whether what was clicked may have been found; of a text that is not known any more, it is believed. */
function hadAnswer({ text, found, longest, longestFound, isCounted }: Intent, clicked: string): boolean {
  if (isCounted || clicked === text) return found;
  return clicked === longest ? longestFound : true;
}

/** Whether one text starts with the other. */
function isOneTyping(left: string, right: string): boolean {
  return left.length < right.length ? right.startsWith(left) : left.startsWith(right);
}

/** More than half of the text was taken off its end: that is no correction. */
function isBeingEmptied({ text, longest }: Intent): boolean {
  return 2 * text.length < longest.length;
}

function addAt(counts: number[], place: number): void {
  const last = Math.min(place, counts.length - 1);
  counts[last] = (counts[last] ?? 0) + 1;
}

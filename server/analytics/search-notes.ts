/**
 * Notes searches where several threads answer: keystrokes of one caller may come to each of them, and a click to yet
 * another. So each thread keeps notes, and one thread counts all notes in the order of their times. Notes hold hashes
 * of callers, never addresses.
 */
import type { Clock } from '../clock.ts';
import { CallerNames } from './caller-names.ts';
import {
  type CallerDay,
  type SearchCounter,
  type SearchNote,
  type SearchWatcher,
  searchText,
} from './search-counter.ts';

/** The notes of one thread. */
export interface SearchNotes extends SearchWatcher {
  /** Everything since the last call. */
  take(): SearchNote[];
}

/** Creates the notes of a thread that does not count itself. */
export function createSearchNotes(clock: Pick<Clock, 'monotonicMs'>): SearchNotes {
  let names = new CallerNames();
  let day: CallerDay | null = null;
  let notes: SearchNote[] = [];
  return {
    countQuery(caller, query, found) {
      if (day === null) return;
      const name = names.of(caller, day.salt);
      const { storeId } = caller;
      const text = searchText(query);
      notes.push({ kind: 'typed', name, atMs: clock.monotonicMs(), storeId, text, found });
    },
    countClick(caller, { isShown, ...click }) {
      if (day === null) return;
      const name = names.of(caller, day.salt);
      const { storeId } = caller;
      notes.push({ kind: 'click', name, atMs: clock.monotonicMs(), storeId, click, isShown: isShown() });
    },
    beginDay(begun) {
      names = new CallerNames();
      day = begun;
    },
    take() {
      const taken = notes;
      notes = [];
      return taken;
    },
  };
}

/** The notes of all threads. */
export interface SearchOrder {
  add(notes: readonly SearchNote[]): void;
  /** Counts notes up to a time. No thread may still have notes of that time. */
  settle(untilMs: number): void;
}

/** Puts notes in their order before they go to `counter`. */
export function createSearchOrder(counter: Pick<SearchCounter, 'countNote'>): SearchOrder {
  let waiting: SearchNote[] = [];
  return {
    add(notes) {
      for (const note of notes) waiting.push(note);
    },
    settle(untilMs) {
      const due = waiting.filter(({ atMs }) => atMs <= untilMs);
      waiting = waiting.filter(({ atMs }) => atMs > untilMs);
      due.sort((left, right) => left.atMs - right.atMs);
      for (const note of due) counter.countNote(note);
    },
  };
}

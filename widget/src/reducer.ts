/**
 * The state of one bound input: one function per event, from the old state to the new one, or the same object if nothing changes.
 * Pure, so tests can play every race. The difference between two states decides what to do (`binding.ts`). Answers have the version
 * of their request. Anything that supersedes a request (a newer one, closing) raises the version, which aborts the request; a late
 * answer is ignored.
 *
 * | State | True inside | Leaves by |
 * | --- | --- | --- |
 * | closed | `sought` is null, nothing is under way | `seek` |
 * | waiting | `isPending`, `shown` is null: nothing to show yet | `receive`, `close`, `seek` |
 * | open, pending | shows `shown`, of an older question or from memory | `receive`, `close`, `seek` |
 * | open, settled | shows the answer to `sought` | `seek`, `close` |
 */
// Tests: ./reducer.test.ts.
import type { Answer, Choice } from './answer.ts';

/** The state of one input. */
export interface WidgetState {
  readonly isPending: boolean;
  readonly askVersion: number;
  /** The normal form of the requested query; null while closed. */
  readonly sought: string | null;
  /** Null while closed or waiting: the panel is open while there is something to show. */
  readonly shown: Answer | null;
  /** Index of the active choice; -1: the input itself. */
  readonly active: number;
  /** The reason why the panel was closed last. */
  readonly closedBy: string;
}

/** The state of an input that was never searched. */
export const closedState: WidgetState = {
  isPending: false,
  askVersion: 0,
  sought: null,
  shown: null,
  active: -1,
  closedBy: '',
};

/** Queries that are equal in this form have the same answer (§4.9.7). */
export function normalizeQuery(query: string): string {
  return query.normalize().trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Requests a query, unless its answer is shown; a cached answer `known` is shown at once. */
export function seek(state: WidgetState, query: string, known: Answer | null, minChars: number): WidgetState {
  const sought = normalizeQuery(query);
  if (sought && [...sought].length < minChars) return close(state, 'short');
  if (sought === state.sought) return state;
  return {
    ...closedState,
    isPending: true,
    askVersion: state.askVersion + 1,
    sought,
    shown: known || state.shown,
  };
}

/** Handles an answer. The active choice stays active if the new answer has it. */
export function receive(state: WidgetState, version: number, answer: Answer): WidgetState {
  if (version !== state.askVersion) return state;
  if (answer.isNone && !answer.query) return close(state, 'empty');
  const before = state.shown?.choices[state.active];
  const isBefore = ({ group, id, label }: Choice) =>
    id === before?.id && label === before.label && group === before.group;
  return {
    ...state,
    isPending: false,
    shown: answer,
    active: answer.choices.findIndex(isBefore),
  };
}

/** Moves through all choices and the input itself, in a circle. */
export function move(state: WidgetState, step: number): WidgetState {
  const stops = (state.shown?.choices.length || 0) + 1;
  return { ...state, active: ((state.active + 1 + step + stops) % stops) - 1 };
}

/** Closes the panel; `closedBy` is the reason that the page hears. */
export function close(state: WidgetState, closedBy: string): WidgetState {
  return state.sought === null ? state : { ...closedState, askVersion: state.askVersion + 1, closedBy };
}

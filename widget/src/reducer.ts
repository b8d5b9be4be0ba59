/**
 * The state of one bound input: every event that can happen, the state after it and what is to be done. Pure, so
 * that each race can be played on purpose. Answers and failures carry the version of the question they belong to;
 * whatever supersedes a question (a newer one, closing) raises the version, so what comes late changes nothing.
 *
 * | State | True inside | Leaves by |
 * | --- | --- | --- |
 * | closed | `text` is null, nothing is under way | `seek` |
 * | waiting | `text` set, `isPending`, not open: nothing to show yet | `answer`, `failure`, `close`, `seek` |
 * | open, pending | shows `shown`, of an older question or from memory | `answer`, `failure`, `close`, `seek` |
 * | open, settled | shows the answer to `text` | `seek`, `close` |
 */
import { type Answer, type Choice, identifyChoice } from './answer.ts';

export interface WidgetState {
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly version: number;
  /** Normal form of what is asked for; null while closed. */
  readonly text: string | null;
  readonly shown: Answer | null;
  /** Index of the active choice; -1: the input itself. */
  readonly active: number;
  /** The active choice was reached by keys, not by pointing at it. */
  readonly isByKeys: boolean;
}

export type CloseReason =
  | 'escape'
  | 'tab'
  | 'enter'
  | 'outside'
  | 'blur'
  | 'select'
  | 'short'
  | 'empty'
  | 'error'
  | 'page'
  | 'api';

export type WidgetEvent =
  | {
      readonly type: 'seek';
      readonly value: string;
      /** What is remembered for this text, painted at once. */
      readonly cached: Answer | null;
      /** The memory is so young that asking again would be idle. */
      readonly isFresh: boolean;
      readonly delayMs: number;
      /** Ask even where the text is the one already shown. */
      readonly isForced: boolean;
    }
  | { readonly type: 'answer'; readonly version: number; readonly answer: Answer }
  | {
      readonly type: 'failure';
      readonly version: number;
      readonly status: number;
      /** Nothing was sent, since the service asked for a pause: what memory shows may stay. */
      readonly isHeld: boolean;
    }
  | { readonly type: 'move'; readonly step: 1 | -1 }
  | { readonly type: 'point'; readonly index: number }
  | { readonly type: 'choose'; readonly index: number; readonly isModified: boolean }
  | { readonly type: 'close'; readonly reason: CloseReason };

export type Effect =
  | { readonly type: 'ask'; readonly version: number; readonly value: string; readonly delayMs: number }
  | { readonly type: 'cancel' }
  /** Show `shown`; `isNew` where it came from the service. */
  | { readonly type: 'paint'; readonly isNew: boolean }
  | { readonly type: 'activate' }
  | { readonly type: 'hide' }
  | { readonly type: 'select'; readonly choice: Choice; readonly query: string }
  | { readonly type: 'emit'; readonly name: string; readonly detail: object };

export interface Step {
  readonly state: WidgetState;
  readonly effects: readonly Effect[];
}

export const closedState: WidgetState = {
  isOpen: false,
  isPending: false,
  version: 0,
  text: null,
  shown: null,
  active: -1,
  isByKeys: false,
};

/** Texts that are equal in this form have the same answer (§4.9.7). */
export function normalizeText(value: string): string {
  return value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The state after an event and what is to be done, in this order. */
export function reduce(state: WidgetState, event: WidgetEvent, minChars: number): Step {
  switch (event.type) {
    case 'seek':
      return seek(state, event, minChars);
    case 'answer':
      return event.version === state.version ? show(state, event.answer) : stay(state);
    case 'failure':
      return event.version === state.version ? fail(state, event) : stay(state);
    case 'move':
      return move(state, event.step);
    case 'point':
      return event.index === state.active ? stay(state) : activate(state, event.index, false);
    case 'choose':
      return choose(state, event);
    case 'close':
      return close(state, event.reason);
  }
}

function stay(state: WidgetState): Step {
  return { state, effects: [] };
}

function seek(state: WidgetState, event: WidgetEvent & { type: 'seek' }, minChars: number): Step {
  const text = normalizeText(event.value);
  if (text && [...text].length < minChars) return close(state, 'short');
  if (text === state.text && !event.isForced) return stay(state);
  const asks = !event.isFresh || event.isForced;
  const next = {
    ...state,
    text,
    version: state.version + 1,
    isPending: asks,
    active: -1,
    isByKeys: false,
  };
  const asking: Effect[] = asks
    ? [{ type: 'ask', version: next.version, value: event.value.trim(), delayMs: event.delayMs }]
    : [{ type: 'cancel' }];
  if (event.cached === null) return { state: next, effects: [...asking, { type: 'activate' }] };
  return {
    state: { ...next, isOpen: true, shown: event.cached },
    effects: [...asking, ...opening(state), { type: 'paint', isNew: false }],
  };
}

function opening({ isOpen }: WidgetState): Effect[] {
  return isOpen ? [] : [{ type: 'emit', name: 'open', detail: {} }];
}

/** An answer to the present question. The active choice stays active where the answer still has it. */
function show(state: WidgetState, answer: Answer): Step {
  const settled = { ...state, isPending: false };
  if (answer.mode === 'discovery' && answer.choices.length === 0) return close(settled, 'empty');
  const active = state.shown?.choices[state.active];
  const identity = active && identifyChoice(active);
  const index = identity ? answer.choices.findIndex((choice) => identifyChoice(choice) === identity) : -1;
  return {
    state: { ...settled, isOpen: true, shown: answer, active: index },
    effects: [...opening(state), { type: 'paint', isNew: true }],
  };
}

function fail(state: WidgetState, { status, isHeld }: WidgetEvent & { type: 'failure' }): Step {
  const isRemembered =
    state.isOpen && state.shown !== null && normalizeText(state.shown.query) === state.text;
  if (isHeld && isRemembered) return stay({ ...state, isPending: false });
  const { state: closed, effects } = close(state, 'error');
  return { state: closed, effects: [...effects, { type: 'emit', name: 'error', detail: { status } }] };
}

/** Through all choices and the input itself, in a circle. */
function move(state: WidgetState, step: 1 | -1): Step {
  const stops = (state.shown?.choices.length ?? 0) + 1;
  if (!state.isOpen || stops === 1) return stay(state);
  return activate(state, ((state.active + 1 + step + stops) % stops) - 1, true);
}

function activate(state: WidgetState, index: number, isByKeys: boolean): Step {
  if (!state.isOpen) return stay(state);
  return {
    state: { ...state, active: index, isByKeys },
    effects: [{ type: 'activate' }, { type: 'emit', name: 'active', detail: { index } }],
  };
}

/** A product is a link and leads away by itself; opened in another tab, the panel stays. */
function choose(state: WidgetState, { index, isModified }: WidgetEvent & { type: 'choose' }): Step {
  const choice = state.shown?.choices[index];
  if (!choice || !state.shown) return stay(state);
  const select: Effect = { type: 'select', choice, query: state.shown.query };
  if (choice.product === null || isModified) return { state, effects: [select] };
  const { state: closed, effects } = close(state, 'select');
  return { state: closed, effects: [select, ...effects] };
}

function close(state: WidgetState, reason: CloseReason): Step {
  if (state.text === null) return stay(state);
  return {
    state: { ...closedState, version: state.version + 1 },
    effects: [
      { type: 'cancel' },
      { type: 'hide' },
      ...(state.isOpen ? [{ type: 'emit', name: 'close', detail: { reason } } as const] : []),
    ],
  };
}

/**
 * One input and its panel: acts on the difference between two states of the reducer. It sends requests, paints, announces and
 * dispatches events to the page, and does not know the source of the input's events (`listeners.ts`).
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import type { Answer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Ask, Question } from './fetch-answer.ts';
import type { Labels } from './labels.ts';
import type { Announce } from './live-region.ts';
import { climb, put } from './make.ts';
import type { Report } from './outbox.ts';
import type { Panel } from './panel.ts';
import type { Recent } from './recent.ts';
import { close, receive, seek, type WidgetState } from './reducer.ts';
import { complete, type TextInput } from './results.ts';
import { countGroups, sayAnswer } from './say-answer.ts';
import type { Settings } from './settings.ts';

/** The settings and services that all inputs of one script tag share. */
export interface Shop {
  readonly settings: Settings;
  readonly cache: AnswerCache;
  readonly ask: Ask;
  readonly labels: Labels;
  readonly recent: Recent;
  /** Null if tracking is off. */
  readonly report: Report | null;
}

export interface Binding {
  readonly input: TextInput;
  readonly panel: Panel;
  readonly shop: Shop;
  readonly announce: Announce;
  state: WidgetState;
  question: Question | null;
  timer?: ReturnType<typeof setTimeout>;
  /** Unbinds the input and restores its attributes. */
  readonly release: () => void;
}

/** The longest query that the service accepts (§8); longer texts are not cached, shown or highlighted either. */
const queryMaxLength = 100;

/** Wraps a handler so that no error reaches the page: on an error the panel closes. */
export function guard<Value>({ panel }: Binding, handle: (value: Value) => void): (value: Value) => void {
  return (value) => {
    try {
      handle(value);
    } catch {
      panel.setOpen(false);
    }
  };
}

/** Searches the input's text after a pause, unless its answer is shown already. */
export function search(binding: Binding, delayMs: number): void {
  const { input, shop, state } = binding;
  if (!input.matches(':read-write')) return;
  const query = [...input.value.trim()].slice(0, queryMaxLength).join('');
  const known = shop.cache.recall(query);
  const after = seek(state, query, known && complete(input, shop, known), shop.settings.queryMin);
  become(binding, after);
  if (after === state || !after.isPending) return;
  binding.timer = setTimeout(
    guard(binding, () => ask(binding, query)),
    delayMs,
  );
}

export function dismiss(binding: Binding, reason: string): void {
  become(binding, close(binding.state, reason));
}

/** Fetches an answer, and dispatches an event for each request that is sent. */
export function fetchAnswer(binding: Binding, query: string): Question {
  const { ask, labels } = binding.shop;
  return ask(query, labels.load(languageOf(binding)), () => tell(binding, 'request', { query }));
}

function languageOf({ input, shop }: Binding): string {
  return shop.settings.attributes.lang || climb(input, '[lang]')?.lang || navigator.language;
}

/** Shows an answer that is still wanted, with the shop's own choices as they are now. */
export function show(binding: Binding, askVersion: number, answer: Answer): void {
  const { input, shop, state } = binding;
  become(binding, receive(state, askVersion, complete(input, shop, answer)));
}

function ask(binding: Binding, query: string): void {
  const { askVersion } = binding.state;
  binding.question = fetchAnswer(binding, query);
  const take = guard(binding, (answer: Answer) => {
    show(binding, askVersion, answer);
    // If nothing is found, the panel says so at once and shows discovery below when it arrives.
    if (query && !answer.found[0])
      fetchAnswer(binding, '').answer.then(
        (offer) => offer.isNone || take({ ...offer, query, isNone: true }),
        () => {},
      );
  });
  binding.question.answer.then(
    take,
    guard(binding, ({ status }: Response) => {
      if (askVersion !== binding.state.askVersion) return;
      dismiss(binding, 'error');
      tell(binding, 'error', { status });
    }),
  );
}

/** Applies a new state and its effects. An event handler of the page may cause the next state. */
export function become(binding: Binding, after: WidgetState): void {
  const { input, panel, state: before } = binding;
  const { active, askVersion, shown } = after;
  const isOpen = shown !== null;
  binding.state = after;
  const isAnother = askVersion !== before.askVersion;
  if (isAnother) {
    clearTimeout(binding.timer);
    binding.question?.giveUp();
  }
  panel.dropdown.toggleAttribute('data-busy', after.isPending);
  put(input, 'aria-expanded', `${!!shown?.choices[0]}`);
  if (isOpen === !before.shown) {
    panel.setOpen(isOpen);
    put(input, 'aria-controls', isOpen ? panel.dropdown.id : null);
    if (!isOpen) binding.announce('');
    tell(binding, isOpen ? 'open' : 'close', { reason: after.closedBy });
  }
  if (shown !== before.shown) paint(binding, isAnother);
  panel.activate(active);
  if (active !== before.active) tell(binding, 'active', { index: active });
}

function paint(binding: Binding, isCached: boolean): void {
  const { panel, shop, state } = binding;
  const answer = state.shown;
  if (!answer) return;
  const wording = shop.labels.wording(languageOf(binding));
  panel.paint(answer, wording);
  binding.announce(sayAnswer(answer, wording));
  tell(binding, 'render', { query: answer.query, counts: countGroups(answer), cached: isCached });
}

/** Dispatches an event on the input. Returns false if the page prevented the default action. */
export function tell({ input }: Binding, name: string, detail: object): boolean {
  const init = { bubbles: true, composed: true, cancelable: true, detail };
  return input.dispatchEvent(new CustomEvent(`foretype:${name}`, init));
}

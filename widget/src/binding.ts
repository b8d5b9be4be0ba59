/**
 * One input and its panel: what follows from the difference of two states of the reducer. It asks, paints, announces
 * and tells the page, and knows nothing of where the events come from (`listeners.ts`).
 */
import { type Answer, regions } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Ask, Question } from './fetch-answer.ts';
import { createWording } from './labels.ts';
import type { Announce } from './live-region.ts';
import { climb, put } from './make.ts';
import type { Report } from './outbox.ts';
import { noteOf, type Panel } from './panel.ts';
import { close, receive, seek, type WidgetState } from './reducer.ts';
import type { Settings } from './settings.ts';

export type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** What all inputs of one script tag share. */
export interface Shop {
  readonly settings: Settings;
  readonly cache: AnswerCache;
  readonly ask: Ask;
  /** Null where nothing is tracked. */
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
  /** Lets the input go, as it was. */
  readonly release: () => void;
}

/** The longest query that the service takes (§8); nothing longer is remembered, shown or marked either. */
const queryMaxLength = 100;

/** Nothing of ours is ever thrown into the page: whatever goes wrong, the panel closes. */
export function guard<Value>({ panel }: Binding, handle: (value: Value) => void): (value: Value) => void {
  return (value) => {
    try {
      handle(value);
    } catch {
      panel.setOpen(false);
    }
  };
}

/** Asks for what stands in the input, after a pause, unless it is what is shown. */
export function search(binding: Binding, delayMs: number): void {
  const { input, shop, state } = binding;
  if (!input.matches(':read-write')) return;
  const query = [...input.value.trim()].slice(0, queryMaxLength).join('');
  const after = seek(state, query, shop.cache.recall(query), shop.settings.queryMin);
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

/** Asks, and tells the page of each request that is sent for it. */
export function fetchAnswer(binding: Binding, query: string): Question {
  return binding.shop.ask(query, () => tell(binding, 'request', { query }));
}

function ask(binding: Binding, query: string): void {
  const { askVersion } = binding.state;
  binding.question = fetchAnswer(binding, query);
  const take = guard(binding, (answer: Answer) => {
    become(binding, receive(binding.state, askVersion, answer));
    // Where nothing is found, what the shop has is shown below the sentence that says so, which waits for nothing.
    if (query && !answer.choices[0])
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

/** Takes on a state and does what follows from it. The page may answer what it is told by causing the next one. */
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
  const { input, panel, shop, state } = binding;
  const answer = state.shown;
  if (!answer) return;
  const { attributes } = shop.settings;
  const language = attributes.lang || climb(input, '[lang]')?.lang || navigator.language;
  const wording = createWording(language, attributes);
  panel.paint(answer, wording);
  const { query, groups, isNone } = answer;
  const counts = groups.map(({ length }) => length);
  const said = counts.flatMap((count, place) => (count ? `${wording.say(place)}: ${count}` : []));
  binding.announce(isNone ? noteOf(answer, wording) : said.join(', '));
  const countOf = Object.fromEntries(regions.map((region, index) => [region, counts[index]]));
  tell(binding, 'render', { query, counts: countOf, cached: isCached });
}

/** An event of ours on the input. False where the page asked to leave it at that. */
export function tell({ input }: Binding, name: string, detail: object): boolean {
  const init = { bubbles: true, composed: true, cancelable: true, detail };
  return input.dispatchEvent(new CustomEvent(`foretype:${name}`, init));
}

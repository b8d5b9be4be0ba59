/**
 * The state of one search box: which text is searched, what is shown, which choice is active. The transitions are the widget's; this
 * file asks (answers.ts) and says when to draw again. It draws nothing and knows no
 * React. A failed question closes the panel and is handed to `onError`; nothing is thrown.
 */
// Tests: test/browser/react-package.test.ts.
import type { Client, SearchSession, ShopperEvent } from '@foretype/client';
import { type Answer, type Choice, wordsOf } from '../../../widget/src/answer.ts';
import type { Wording } from '../../../widget/src/labels.ts';
import { close, closedState, move, receive, seek, type WidgetState } from '../../../widget/src/reducer.ts';
import { complete } from '../../../widget/src/results.ts';
import { createAnswers } from './answers.ts';

/** The settings of a search box. */
export interface SearchOptions {
  /** A client with a storefront key. Make it once, outside of the component. */
  readonly client: Client;
  /** The text in the box at first. */
  readonly initialText?: string;
  /** The shop's page of all results, with `{query}`; absent: the form around the box leads there, if there is one. */
  readonly resultsUrl?: string;
  /** A language such as `de`, of labels and prices; absent: that of the page. */
  readonly language?: string;
  /** Labels of your own by the names of the widget's `data-label-NAME`, such as `{ products: 'Our lamps' }`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Results of a group, 1 to 20; absent: 5. */
  readonly limit?: number;
  /** Letters from which a text is searched; absent: 2. */
  readonly minChars?: number;
  /** Milliseconds without a keystroke after which a text is searched; absent: 150. */
  readonly debounceMs?: number;
  /** False reports no clicks. */
  readonly isTracking?: boolean;
  /** Hears of a choice; `preventDefault` keeps the box from following it, as a router does. */
  readonly onSelect?: (choice: Choice, event: { preventDefault(): void }) => void;
  /** Hears of a question that failed. */
  readonly onError?: (error: unknown) => void;
}

/** What there is to draw. It never changes; another state is another object. */
export interface Shown extends WidgetState {
  readonly text: string;
}

/** One box. */
export interface SearchState {
  readonly subscribe: (draw: () => void) => () => void;
  readonly read: () => Shown;
  /** Takes the text of the box, and searches it after so many milliseconds; null searches nothing. */
  type(text: string, delayMs: number | null): void;
  /** Searches the text of the box, unless its answer is shown. */
  search(delayMs: number): void;
  move(step: number): void;
  dismiss(reason: string): void;
  /** The labels and prices of a language. */
  wording(language: string): Wording;
  /** Reports the click of a choice. */
  report(choice: Choice): void;
}

/** The longest text that the service searches. */
const queryMaxLength = 100;

/** Creates the state of a box, which reads its settings whenever it needs one. */
export function createSearchState(
  settings: () => SearchOptions,
  findInput: () => HTMLInputElement | null,
  languageOf: () => string,
): SearchState {
  const { client, initialText = '', labels = {} } = settings();
  const session = client.startSession();
  const answers = createAnswers(client, session, labels, languageOf);
  const draws = new Set<() => void>();
  let shown: Shown = { ...closedState, text: initialText };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let question = new AbortController();

  function become(after: WidgetState, text = shown.text): void {
    if (after === shown && text === shown.text) return;
    if (after.askVersion !== shown.askVersion) {
      clearTimeout(timer);
      question.abort();
    }
    shown = { ...after, text };
    for (const draw of draws) draw();
  }
  const whole = (answer: Answer) => addResults(answer, findInput(), settings());
  async function ask(query: string): Promise<void> {
    const { askVersion } = shown;
    const { limit = 5, onError } = settings();
    question = new AbortController();
    try {
      for await (const answer of answers.load(query, limit, question.signal))
        become(receive(shown, askVersion, whole(answer)));
    } catch (error) {
      if (askVersion !== shown.askVersion) return;
      become(close(shown, 'error'));
      onError?.(error);
    }
  }
  const state: SearchState = {
    subscribe(draw) {
      draws.add(draw);
      return () => {
        draws.delete(draw);
        if (draws.size === 0) become(close(shown, 'gone'));
      };
    },
    read: () => shown,
    type(text, delayMs) {
      become(shown, text);
      if (delayMs !== null) state.search(delayMs);
    },
    search(delayMs) {
      const query = [...shown.text.trim()].slice(0, queryMaxLength).join('');
      const known = answers.recall(query);
      const before = shown.askVersion;
      become(seek(shown, query, known && whole(known), settings().minChars ?? 2));
      if (shown.askVersion === before || !shown.isPending) return;
      timer = setTimeout(() => void ask(query), delayMs);
    },
    move: (step) => become(move(shown, step)),
    dismiss: (reason) => become(close(shown, reason)),
    wording: answers.wording,
    report(choice) {
      if (shown.shown && settings().isTracking !== false) reportChoice(session, shown.shown, choice);
    },
  };
  return state;
}

/** Adds the way to all results, where the shop has one. */
function addResults(
  answer: Answer,
  input: HTMLInputElement | null,
  { resultsUrl = '' }: SearchOptions,
): Answer {
  const own = { settings: { resultsPage: resultsUrl }, recent: { list: () => [] } };
  return input ? complete(input, own, answer) : answer;
}

/** Reports the click of a choice of an answer. What cannot be reported is no fault of the shopper's. */
function reportChoice(session: SearchSession, { choices, query }: Answer, choice: Choice): void {
  const { group: region, id: product_id, label: phrase } = choice;
  const position = choices.indexOf(choice) - choices.findIndex(({ group }) => group === region) + 1;
  const send = (event: ShopperEvent) => void session.report(event).catch(() => {});
  if (region === 'products') send({ type: 'product_click', product_id, region, position, query });
  else if (region === 'suggestions' || region === 'categories')
    send({ type: 'suggestion_click', phrase, region, position, query });
}

/** The text that a choice writes into the box; empty for one that leads elsewhere. */
export function textOf({ group, label }: Choice): string {
  return group === 'suggestions' || group === 'categories' ? label : '';
}

/** The words of an answer that its choices are highlighted by; empty if they do not answer the query. */
export function highlightedOf(answer: Answer): string {
  return answer.isNone ? '' : wordsOf(answer);
}

/**
 * Selects choices: reports the click, tells the page, which may keep the choice for itself, and acts as the kind of the choice asks.
 * Products are links that navigate by themselves; the panel stays open if a link opens in another tab.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-results.test.ts, test/browser/widget-recent.test.ts.
import { type Answer, wordsOf } from './answer.ts';
import { type Binding, become, dismiss, search, show, tell } from './binding.ts';
import { submit } from './results.ts';

/** Whether a key is held with which a link opens elsewhere, or an arrow selects text. */
export function isModified(event: KeyboardEvent | MouseEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

/** Selects the choice with that index, if there is one. */
export function choose(binding: Binding, index: number, event: MouseEvent): void {
  const { input, shop } = binding;
  const { settings, recent, report } = shop;
  const shown = binding.state.shown as Answer;
  const choice = shown?.choices[index];
  if (!choice || event.button > 1) return;
  const { group: region, label, id, link } = choice;
  const { query, answerId, choices, isNone, correctedQuery } = shown;
  const [pressed] = event.composedPath() as Element[];
  if (region === 'clear' || pressed?.matches('[part=remove]')) {
    forget(binding, label);
    return;
  }
  const isProduct = region === 'products';
  const isText = !isProduct && region !== 'all';
  const value = isProduct ? id : label || wordsOf(shown);
  const position = index - choices.findIndex((other) => other.group === region) + 1;
  if (isProduct) report?.({ type: 'product_click', product_id: id, region, position, query });
  else if (/suggestions|categories/.test(region))
    report?.({ type: 'suggestion_click', phrase: label, region, position, query });
  if (isText || !isNone) recent.add(isText ? label : wordsOf(shown));
  const isElsewhere = link && (isModified(event) || event.button);
  if (!tell(binding, 'select', { kind: region, value, url: link, query, query_id: answerId }))
    event.preventDefault();
  else if (isText) {
    write(binding, label);
    if (link) location.href = link;
  } else if (!isProduct && !settings.resultsPage && !isElsewhere) {
    // The form itself is sent, with all that the page does then.
    event.preventDefault();
    if (correctedQuery) write(binding, correctedQuery);
    submit(input);
  }
  if (!isText && !isElsewhere) dismiss(binding, 'select');
}

/** Removes a recent search, or all with the empty text, and shows the rest. */
export function forget(binding: Binding, label: string): void {
  const { shown, askVersion, active } = binding.state;
  binding.shop.recent.forget(label);
  show(binding, askVersion, shown as Answer);
  // The next one becomes active, so that several can be removed in a row.
  if (binding.state.shown?.choices[active]?.group === 'recent') become(binding, { ...binding.state, active });
}

/** Writes the text so that frameworks which watch the input's property notice it, and searches without a pause. */
function write(binding: Binding, text: string): void {
  const { input } = binding;
  Reflect.set(Object.getPrototypeOf(input), 'value', text, input);
  search(binding, 0);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

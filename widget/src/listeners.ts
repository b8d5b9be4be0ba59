/**
 * Binds one input: lends it the attributes of a combobox, makes its panel, and turns what happens in the page into
 * changes of state. Every listener is guarded and ends with the binding.
 */
import type { Answer } from './answer.ts';
import {
  type Binding,
  become,
  dismiss,
  fetchAnswer,
  guard,
  type Shop,
  search,
  type TextInput,
  tell,
} from './binding.ts';
import { createAnnounce } from './live-region.ts';
import { put } from './make.ts';
import { createPanel } from './panel.ts';
import { closedState, move } from './reducer.ts';

/** Korean letters, kana, Bopomofo, Chinese characters: what is really composed, and little else. */
const composedScripts = /[\u1100-\u11ff\u3040-\ud7af]/;

/** Null where there is none. */
type Attributes = Readonly<Record<string, string | null>>;

/** What a closed combobox needs; the browser's own lists would lie upon the panel. */
const comboboxAttributes: Attributes = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': 'false',
  'aria-controls': null,
  autocomplete: 'off',
  list: null,
};

type Listen = <Name extends string>(target: EventTarget, names: Name, handle: (event: never) => void) => void;

export function bindInput(input: TextInput, id: string, shop: Shop): Binding {
  const panel = createPanel(input, id, shop.settings);
  const announce = createAnnounce(input);
  const release = () => {
    controller.abort();
    dismiss(binding, 'api');
    panel.dropdown.remove();
    lend(input, own);
  };
  const binding: Binding = { input, panel, shop, announce, state: closedState, question: null, release };
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  const listen: Listen = (target, names, handle) => {
    for (const name of names.split(' '))
      target.addEventListener(name, guard(binding, handle) as EventListener, options);
  };
  const own = lend(input, comboboxAttributes);
  try {
    // Placed once, closed, in the page.
    panel.setOpen(false);
    listenToInput(binding, listen);
    listenToPanel(binding, listen);
    listenToPage(binding, listen);
  } catch (error) {
    release();
    throw error;
  }
  return binding;
}

/** Gives an input attributes and returns those that it had: to give them back is the same. */
function lend(input: HTMLElement, attributes: Attributes): Attributes {
  const own: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(attributes)) {
    own[name] = input.getAttribute(name);
    put(input, name, value);
  }
  return own;
}

function listenToInput(binding: Binding, listen: Listen): void {
  const { input, shop } = binding;
  const { debounceMs } = shop.settings;
  const isAndroid = /android/i.test(navigator.userAgent);
  const isFocused = () => input.matches(':focus');
  let isComposing = false;
  let isTouched = false;
  let lastKey = '';
  const prefetch = () => {
    if (!shop.cache.recall('')) fetchAnswer(binding, '');
  };
  const onFocus = () => {
    prefetch();
    if (!input.value.trim()) search(binding, 0);
  };
  listen(input, 'pointerover pointerdown', ({ pointerType }: PointerEvent) => {
    isTouched = pointerType === 'touch';
    prefetch();
  });
  listen(input, 'focus', onFocus);
  listen(input, 'click', () => search(binding, 0));
  listen(input, 'input', () => {
    // A search field that Escape emptied stays closed.
    if (!(isComposing || (!input.value && lastKey === 'Escape'))) search(binding, debounceMs);
  });
  // Android keyboards compose ordinary Latin words as well, which are searched while they are typed.
  listen(input, 'compositionstart compositionupdate', ({ data }: CompositionEvent) => {
    isComposing ||= !isAndroid || composedScripts.test(data);
  });
  listen(input, 'compositionend', () => {
    isComposing = false;
    search(binding, debounceMs);
  });
  listen(input, 'keydown', (event: KeyboardEvent) => {
    lastKey = event.key;
    onKey(binding, event);
  });
  listen(input, 'blur', ({ relatedTarget }: FocusEvent) => {
    // A phone's keyboard that is put away takes the focus along, but nobody has left.
    if (!isFocused() && (relatedTarget || !isTouched)) dismiss(binding, 'blur');
  });
  if (isFocused()) {
    onFocus();
    // What was typed before the script came; a text that the page came with is no question yet.
    if (input.value !== input.defaultValue) search(binding, 0);
  }
}

/** The keys of §4.9.8; whatever is composed belongs to the input method (229 in browsers that do not say so). */
function onKey(binding: Binding, event: KeyboardEvent): void {
  const { key, keyCode, isComposing } = event;
  const { shown, active } = binding.state;
  const option = binding.panel.dropdown.children[active];
  if (isComposing || keyCode === 229) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step && !isModified(event)) {
    if (shown) become(binding, move(binding.state, step));
    else search(binding, 0);
    if (binding.state.sought !== null) event.preventDefault();
  } else if (key === 'Enter' && option) {
    event.preventDefault();
    // As a click with the same keys.
    option.dispatchEvent(new MouseEvent('click', event));
  } else if (/^(Enter|Tab|Escape)$/.test(key)) {
    dismiss(binding, key.toLowerCase());
    if (key !== 'Escape' || !shown) return;
    // A dialog around stays open, and a search field keeps its text.
    event.preventDefault();
    event.stopPropagation();
  }
}

/** With these keys a link opens elsewhere, and an arrow selects text. */
function isModified(event: KeyboardEvent | MouseEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

function listenToPanel(binding: Binding, listen: Listen): void {
  const { dropdown: host } = binding.panel;
  listen(host, 'mousedown', (event: MouseEvent) => event.preventDefault());
  listen(host, 'click auxclick', (event: MouseEvent) => {
    const index = [...host.children].findIndex((option) => option.contains(event.target as Node));
    choose(binding, index, event);
  });
}

/** A product is a link and leads away by itself, a category with an address after it was written; opened in another tab, the panel stays. */
function choose(binding: Binding, index: number, event: MouseEvent): void {
  const { shown } = binding.state;
  const choice = shown?.choices[index];
  if (!choice || event.button > 1) return;
  const { group: region, label, id, link } = choice;
  const { query, choices } = shown as Answer;
  const isProduct = region === 'products';
  const value = isProduct ? id : label;
  const what = isProduct
    ? { type: 'product_click', product_id: id }
    : { type: 'suggestion_click', phrase: label };
  const position = index - choices.findIndex((other) => other.group === region) + 1;
  binding.shop.report?.({ ...what, region, position, query });
  if (!tell(binding, 'select', { kind: region, value, url: link, query })) event.preventDefault();
  else if (!isProduct) {
    write(binding, label);
    if (link) location.href = link;
  }
  if (isProduct && !isModified(event) && !event.button) dismiss(binding, 'select');
}

/** Writes past frameworks that watch the input's own property, and asks without the pause that typing has. */
function write(binding: Binding, text: string): void {
  const { input } = binding;
  Reflect.set(Object.getPrototypeOf(input), 'value', text, input);
  search(binding, 0);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

function listenToPage(binding: Binding, listen: Listen): void {
  const { input, panel } = binding;
  listen(window, 'pointerdown', (event: PointerEvent) => {
    const isInside = (place: EventTarget) => place === input || place === panel.dropdown;
    if (!event.composedPath().some(isInside)) dismiss(binding, 'outside');
  });
  const leave = ({ navigationType }: Event & { navigationType?: string }) => {
    // Pages that note in their address what is typed replace it.
    if (navigationType !== 'replace') dismiss(binding, 'page');
  };
  listen(window, 'popstate pagehide', leave);
  listen((window as { navigation?: EventTarget }).navigation || window, 'navigate', leave);
}

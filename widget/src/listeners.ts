/**
 * Binds one input: gives it the attributes of a combobox, creates its panel, and turns events of the page into changes of state.
 * Every listener is guarded and ends with the binding.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import { type Binding, become, dismiss, fetchAnswer, guard, type Shop, search } from './binding.ts';
import { choose, forget, isModified } from './choose.ts';
import { isUnfinished } from './composition.ts';
import { createAnnounce } from './live-region.ts';
import { put } from './make.ts';
import { createPanel } from './panel.ts';
import { closedState, move } from './reducer.ts';
import type { TextInput } from './results.ts';

/** Null for an absent attribute. */
type Attributes = Readonly<Record<string, string | null>>;

/** The attributes of a closed combobox, without the browser's own lists, which would cover the panel. */
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

/** Sets attributes of an input and returns the previous ones, which the same function restores. */
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
  listen(input, 'compositionstart compositionupdate', ({ data }: CompositionEvent) => {
    isComposing ||= isUnfinished(data);
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
    // Hiding a phone's keyboard removes the focus, although the shopper has not left.
    if (!isFocused() && (relatedTarget || !isTouched)) dismiss(binding, 'blur');
  });
  if (isFocused()) {
    onFocus();
    // Searches a text that was typed before the script loaded, but not one that came with the page.
    if (input.value !== input.defaultValue) search(binding, 0);
  }
}

/** Handles the keys of §4.9.8. Keys during composition belong to the input method (229 in browsers that do not report it). */
function onKey(binding: Binding, event: KeyboardEvent): void {
  const { key, keyCode, isComposing } = event;
  const { shown, active } = binding.state;
  const option = binding.panel.dropdown.children[active];
  const choice = shown?.choices[active];
  if (isComposing || keyCode === 229) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step && !isModified(event)) {
    if (shown) become(binding, move(binding.state, step));
    else search(binding, 0);
    if (binding.state.sought !== null) event.preventDefault();
  } else if (key === 'Enter' && option) {
    event.preventDefault();
    // Like a click with the same modifier keys.
    option.dispatchEvent(new MouseEvent('click', event));
  } else if (/^(Delete|Backspace)$/.test(key) && choice?.group === 'recent') {
    event.preventDefault();
    forget(binding, choice.label);
  } else if (/^(Enter|Tab|Escape)$/.test(key)) {
    if (key === 'Enter') binding.shop.recent.add(binding.input.value);
    dismiss(binding, key.toLowerCase());
    if (key !== 'Escape' || !shown) return;
    // A dialog around stays open, and a search field keeps its text.
    event.preventDefault();
    event.stopPropagation();
  }
}

function listenToPanel(binding: Binding, listen: Listen): void {
  const { dropdown: host } = binding.panel;
  listen(host, 'mousedown', (event: MouseEvent) => event.preventDefault());
  listen(host, 'click auxclick', (event: MouseEvent) => {
    const index = [...host.children].findIndex((option) => option.contains(event.target as Node));
    choose(binding, index, event);
  });
}

function listenToPage(binding: Binding, listen: Listen): void {
  const { input, panel, shop } = binding;
  listen(window, 'pointerdown', (event: PointerEvent) => {
    const isInside = (place: EventTarget) => place === input || place === panel.dropdown;
    if (!event.composedPath().some(isInside)) dismiss(binding, 'outside');
  });
  const leave = ({ navigationType }: Event & { navigationType?: string }) => {
    // Pages that record the typed text in their address replace the entry.
    if (navigationType !== 'replace') dismiss(binding, 'page');
  };
  // The search button of the form, too, leads somewhere.
  listen(window, 'submit', ({ target }: Event) => {
    if (target === input.form) shop.recent.add(input.value);
  });
  listen(window, 'popstate pagehide', leave);
  listen((window as { navigation?: EventTarget }).navigation || window, 'navigate', leave);
}

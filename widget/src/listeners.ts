/**
 * Binds one input: lends it the attributes of a combobox, makes its panel, and turns what happens in the page into
 * changes of state. Every listener is guarded and ends with the binding.
 */
import { type Binding, become, dismiss, guard, type Shop, search, type TextInput, tell } from './binding.ts';
import { createAnnounce } from './live-region.ts';
import { createPanel } from './panel.ts';
import { activate, closedState, move } from './reducer.ts';

/** Korean letters, kana, Bopomofo, Chinese characters: what is really composed, and little else. */
const composedScripts = /[\u1100-\u11ff\u3040-\ud7af]/;

type Listen = <Name extends string>(target: EventTarget, names: Name, handle: (event: never) => void) => void;

/** The binding, and what gives the input back as it was. */
export interface Bound {
  readonly binding: Binding;
  readonly release: () => void;
}

export function bindInput(input: TextInput, id: string, shop: Shop): Bound {
  const panel = createPanel(input, id, shop.settings);
  const announce = createAnnounce(input);
  const binding: Binding = { input, panel, shop, announce, state: closedState, question: null };
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  const listen: Listen = (target, names, handle) => {
    for (const name of names.split(' '))
      target.addEventListener(name, guard(binding, handle) as EventListener, options);
  };
  const restore = lendAttributes(input, id);
  const release = () => {
    controller.abort();
    dismiss(binding, 'api');
    panel.host.remove();
    restore();
  };
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
  return { binding, release };
}

/** What a combobox needs; the browser's own lists would lie upon the panel. Returns the way back. */
function lendAttributes(input: HTMLElement, panelId: string): () => void {
  const lent = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': panelId,
    autocomplete: 'off',
    list: null,
  };
  const put = (name: string, value: string | null) =>
    value === null ? input.removeAttribute(name) : input.setAttribute(name, value);
  const own = Object.entries(lent).map(([name, value]) => {
    const before = input.getAttribute(name);
    put(name, value);
    return [name, before] as const;
  });
  return () => {
    for (const [name, value] of own) put(name, value);
  };
}

function listenToInput(binding: Binding, listen: Listen): void {
  const { input, shop } = binding;
  const { debounceMs } = shop.settings;
  const isAndroid = /android/i.test(navigator.userAgent);
  const isFocused = () => input.matches(':focus');
  let isComposing = false;
  let isTouched = false;
  const prefetch = () => {
    if (!shop.cache.recall('')) shop.ask('');
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
    if (!isComposing) search(binding, debounceMs);
  });
  // Android keyboards compose ordinary Latin words as well, which are searched while they are typed.
  listen(input, 'compositionstart compositionupdate', ({ data }: CompositionEvent) => {
    isComposing = isComposing || !isAndroid || composedScripts.test(data);
  });
  listen(input, 'compositionend', () => {
    isComposing = false;
    search(binding, debounceMs);
  });
  listen(input, 'keydown', (event: KeyboardEvent) => onKey(binding, event));
  listen(input, 'blur', ({ relatedTarget }: FocusEvent) => {
    // A phone's keyboard that is put away takes the focus along, but nobody has left.
    if (!isFocused() && (relatedTarget || !isTouched)) dismiss(binding, 'blur');
  });
  if (isFocused()) onFocus();
}

/** The keys of §4.9.8; whatever is composed belongs to the input method (229 in browsers that do not say so). */
function onKey(binding: Binding, event: KeyboardEvent): void {
  const { key, keyCode, isComposing } = event;
  const { isOpen, active, isByKeys } = binding.state;
  const option = binding.panel.options[isByKeys ? active : -1];
  if (isComposing || keyCode === 229) return;
  if (/^Arrow(Up|Down)$/.test(key) && !isModified(event)) {
    if (isOpen) become(binding, move(binding.state, key === 'ArrowDown' ? 1 : -1));
    else search(binding, 0);
    if (binding.state.sought !== null) event.preventDefault();
  } else if (key === 'Enter' && option) {
    event.preventDefault();
    // As a click with the same keys.
    option.dispatchEvent(new MouseEvent('click', event));
  } else if (/^(Enter|Tab|Escape)$/.test(key)) {
    dismiss(binding, key.toLowerCase());
    if (key !== 'Escape' || !isOpen) return;
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
  const { host, options } = binding.panel;
  const indexOf = (event: Event) => options.findIndex((option) => event.composedPath().includes(option));
  const point = (active: number) => become(binding, activate(binding.state, active, false));
  listen(host, 'mousedown', (event: MouseEvent) => event.preventDefault());
  listen(host, 'click auxclick', (event: MouseEvent) => choose(binding, indexOf(event), event));
  listen(host, 'pointermove', (event: PointerEvent) => {
    // A panel that comes up under a resting pointer is not pointed at.
    if (event.pointerType !== 'touch' && (event.movementX || event.movementY)) point(indexOf(event));
  });
  listen(host, 'pointerleave', ({ target }: PointerEvent) => {
    if (target === host && !binding.state.isByKeys) point(-1);
  });
}

/** A product is a link and leads away by itself, a category with an address after it was written; opened in another tab, the panel stays. */
function choose(binding: Binding, index: number, event: MouseEvent): void {
  const { shown } = binding.state;
  const choice = shown?.choices[index];
  if (!shown || !choice || event.button > 1) return;
  const { group: region, label, id, link } = choice;
  const { query, choices } = shown;
  const isProduct = region === 'products';
  const value = isProduct ? id : label;
  const position = choices.filter((other) => other.group === region).indexOf(choice) + 1;
  const what = isProduct
    ? { type: 'product_click', product_id: id }
    : { type: 'suggestion_click', phrase: label };
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
  if (!input.matches(':read-write')) return;
  Reflect.set(Object.getPrototypeOf(input), 'value', text, input);
  search(binding, 0);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

function listenToPage(binding: Binding, listen: Listen): void {
  const { input, panel } = binding;
  // Browsers tell of scrolling once a frame.
  const place = () => {
    if (binding.state.isOpen) panel.place();
  };
  listen(window, 'pointerdown', (event: PointerEvent) => {
    const path = event.composedPath();
    if (!path.includes(input) && !path.includes(panel.host)) dismiss(binding, 'outside');
  });
  listen(window, 'popstate pagehide', () => dismiss(binding, 'page'));
  listen(window, 'scroll resize', place);
  listen(visualViewport as VisualViewport, 'scroll resize', place);
}

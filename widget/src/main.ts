/**
 * The widget (§4.9): finds its script tag, binds the inputs that the page has and those that come later, and offers
 * `window.foretype`. It throws nothing into the page, sets no cookie, and stores a random session id and unsent click
 * events in session storage only. Scripts on one page share a registry: the first to claim an input keeps it, a tag
 * that comes twice does nothing the second time, tags with other keys and targets live side by side.
 */
import { createAnswerCache } from './answer-cache.ts';
import { type Binding, dismiss, type Shop, search, type TextInput } from './binding.ts';
import { createAsk } from './fetch-answer.ts';
import { createId } from './ids.ts';
import { bindInput } from './listeners.ts';
import { createReport } from './outbox.ts';
import { readSettings } from './settings.ts';

declare const VERSION: string;

/** What a page may hold of ours. */
interface Page {
  /** Inputs by who bound them: the first script to claim one keeps it. */
  [registryName]?: Map<Element, Binding | null>;
  foretype?: Controls;
}

/** What a page may do with the inputs: all of them need none but the first. */
interface Controls {
  readonly version: string;
  /** The script's attributes. */
  readonly config: DOMStringMap;
  readonly bind: (input: unknown) => void;
  readonly unbind: (input: unknown) => void;
  readonly open: (input?: unknown) => void;
  readonly close: (input?: unknown) => void;
  readonly refresh: (input?: unknown) => void;
}

const registryName = 'foretype-widget';
const page: Window & Page = window;

/** For a page that passes what it likes: an input, a selector of one, or what makes no sense and does nothing. */
function offer(act: (element: Element) => void): (target?: unknown) => void {
  return (target) => {
    try {
      act((typeof target === 'string' ? document.querySelector(target) : target) as Element);
    } catch {
      // Nothing is thrown into the page.
    }
  };
}

function start(script: HTMLScriptElement): void {
  page[registryName] ||= new Map();
  const bindings = page[registryName];
  const settings = readSettings(script);
  if (!settings.storefrontKey) return;
  const cache = createAnswerCache();
  const report = settings.isTracking ? createReport(settings) : null;
  const shop: Shop = { settings, cache, ask: createAsk(settings, cache), report };
  const bind = offer((element) => {
    if (!element.isConnected || !element.matches('input,textarea') || bindings.get(element)) return;
    // What cannot be bound is not tried again: its own traces would have it found for ever.
    bindings.set(element, null);
    bindings.set(element, bindInput(element as TextInput, `foretype-${createId()}`, shop));
  });
  const unbind = offer((element) => {
    bindings.get(element)?.release();
    // What is still there shall not be found and bound again.
    if (element.isConnected) bindings.set(element, null);
    else bindings.delete(element);
  });
  /** A control over one input, or the first. */
  const control = (act: (binding: Binding) => void) =>
    // What is not bound throws, and nobody hears it.
    offer((element) => act((element ? bindings.get(element) : [...bindings.values()][0]) as Binding));
  // An element of that id is no controls.
  if (!page.foretype?.bind)
    page.foretype = {
      version: VERSION,
      config: script.dataset,
      bind,
      unbind,
      open: control((binding) => {
        binding.input.focus();
        search(binding, 0);
      }),
      close: control((binding) => dismiss(binding, 'api')),
      refresh: control((binding) => {
        dismiss(binding, 'api');
        search(binding, 0);
      }),
    };
  let frame = 0;
  const scan = () => {
    frame = 0;
    for (const element of bindings.keys()) if (!element.isConnected) unbind(element);
    for (const element of document.querySelectorAll(settings.selector))
      if (!bindings.has(element)) bind(element);
  };
  // Whatever a selector may name: its words are those of attributes, among others.
  const attributeFilter = ['class', 'id', ...(settings.selector.match(/[\w-]+/g) || [])];
  // However much a page changes, it is looked through once a frame; a frame asked for stays asked for, since a
  // page that changes in each frame would put it off for ever.
  const observer = new MutationObserver(() => {
    if (!frame) frame = requestAnimationFrame(scan);
  });
  observer.observe(document, { childList: true, subtree: true, attributeFilter });
  scan();
}

try {
  // A module, and whoever evaluates the text later, is no current script.
  const script =
    document.currentScript ||
    [...document.querySelectorAll<HTMLScriptElement>('[data-api-key]')]
      .filter(({ src }) => /\/widget(\/\w{16})?\.js/.test(src))
      .pop();
  // Browsers of before 2024 cannot draw the panel; in those that cannot show it, the first binding fails.
  if (CSS.supports('color', 'light-dark(red,red)')) start(script as HTMLScriptElement);
} catch {
  // A page without search suggestions is better than a page with an error.
}

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
import { type Bound, bindInput } from './listeners.ts';
import { createReport } from './outbox.ts';
import { readSettings } from './settings.ts';

declare const VERSION: string;

/** What a page may hold of ours. */
interface Page {
  /** Inputs by who bound them: the first script to claim one keeps it. */
  [registryName]?: Map<Element, Bound | null>;
  foretype?: Controls;
}

/** What a page may do with the inputs: all of them need none but the first. */
interface Controls {
  readonly version: string;
  /** The script's attributes. */
  readonly config: DOMStringMap;
  readonly bind: (input: Element) => void;
  readonly unbind: (input: Element) => void;
  readonly open: (input?: Element) => void;
  readonly close: (input?: Element) => void;
  readonly refresh: (input?: Element) => void;
}

const registryName = Symbol.for('foretype.widget');
const page: Window & Page = window;

function start(script: HTMLScriptElement): void {
  const bindings = page[registryName] || new Map<Element, Bound | null>();
  page[registryName] = bindings;
  const settings = readSettings(script);
  const cache = createAnswerCache();
  const report = settings.isTracking ? createReport(settings) : null;
  const shop: Shop = { settings, cache, ask: createAsk(settings, cache), report };
  const bind = (element: Element) => {
    if (element.matches('input,textarea') && !bindings.get(element)) {
      bindings.set(element, bindInput(element as TextInput, `foretype-${createId()}`, shop));
    }
  };
  const unbind = (element: Element) => {
    bindings.get(element)?.release();
    // Not to be found and bound again.
    bindings.set(element, null);
  };
  /** A control over one input, or the first. */
  const control = (act: (binding: Binding) => void) => (element?: Element) => {
    const bound = element ? bindings.get(element) : [...bindings.values()][0];
    if (bound) act(bound.binding);
  };
  page.foretype ||= {
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
  const scan = () => {
    try {
      for (const [element, bound] of bindings) {
        if (element.isConnected) continue;
        bound?.release();
        bindings.delete(element);
      }
      for (const element of document.querySelectorAll(settings.target))
        if (!bindings.has(element)) bind(element);
    } catch {
      // A selector that is none binds nothing.
    }
  };
  const attributeFilter = ['type', 'data-widget-search'];
  new MutationObserver(scan).observe(document, { childList: true, subtree: true, attributeFilter });
  scan();
}

try {
  const tags = document.querySelectorAll('script[data-api-key]');
  const script = document.currentScript || tags[tags.length - 1];
  // Browsers of before 2024 cannot draw the panel.
  const isAble = CSS.supports('color', 'light-dark(red,red)');
  if (isAble && script instanceof HTMLScriptElement && script.dataset.apiKey) start(script);
} catch {
  // A page without search suggestions is better than a page with an error.
}

/**
 * The widget (§4.9): finds its script tag, binds the inputs of the page, including later ones, and offers `window.foretype`. It
 * throws no error into the page, sets no cookie, and stores only a random session id, unsent click events and the recent
 * searches of the tab, in session storage. Scripts on one page share a registry: the first to claim an input keeps it, a repeated tag has no effect, and tags with different
 * keys and targets coexist.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import { createAnswerCache } from './answer-cache.ts';
import { type Binding, dismiss, type Shop, search } from './binding.ts';
import { createAsk } from './fetch-answer.ts';
import { createId } from './ids.ts';
import { createLabels } from './labels.ts';
import { bindInput } from './listeners.ts';
import { createReport } from './outbox.ts';
import { createRecent } from './recent.ts';
import type { TextInput } from './results.ts';
import { isWidget, readSettings } from './settings.ts';

declare const VERSION: string;

/** The widget's properties of a page. */
interface Page {
  /** Bound inputs: the first script to claim one keeps it. */
  [registryName]?: Map<Element, Binding | null>;
  foretype?: Controls;
}

/** The methods for a page; without an argument they use the first input. */
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

/** Accepts any value from a page: an input, a selector, or an invalid value, which has no effect. */
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
  const shop: Shop = {
    settings,
    cache,
    ask: createAsk(settings, cache),
    labels: createLabels(settings),
    recent: createRecent(settings),
    report,
  };
  const bind = offer((element) => {
    if (!element.isConnected || !element.matches('input,textarea') || bindings.get(element)) return;
    // An input that cannot be bound is not tried again: its attributes would make it found forever.
    bindings.set(element, null);
    bindings.set(element, bindInput(element as TextInput, `foretype-${createId()}`, shop));
  });
  const unbind = offer((element) => {
    bindings.get(element)?.release();
    // An input that is still in the page must not be found and bound again.
    if (element.isConnected) bindings.set(element, null);
    else bindings.delete(element);
  });
  /** A control over one input, or the first. */
  const control = (act: (binding: Binding) => void) =>
    // An unbound input throws, and the error is caught.
    offer((element) => act((element ? bindings.get(element) : [...bindings.values()][0]) as Binding));
  // An element with that id is not our object.
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
  // Attributes that a selector may name: its words include the names of attributes.
  const attributeFilter = ['class', 'id', ...(settings.selector.match(/[\w-]+/g) || [])];
  // The page is searched at most once per frame. A requested frame is not postponed, since a page that changes in every frame would
  // postpone it forever.
  const observer = new MutationObserver(() => {
    if (!frame) frame = requestAnimationFrame(scan);
  });
  observer.observe(document, { childList: true, subtree: true, attributeFilter });
  scan();
}

try {
  // A module, and a script that is evaluated later, is not `document.currentScript`.
  const script =
    document.currentScript ||
    [...document.querySelectorAll<HTMLScriptElement>('[data-api-key]')]
      .filter(({ src }) => isWidget(src))
      .pop();
  // Browsers of before 2024 cannot draw the panel; in those that cannot show it, the first binding fails.
  if (CSS.supports('color', 'light-dark(red,red)')) start(script as HTMLScriptElement);
} catch {
  // A page without search suggestions is better than a page with an error.
}

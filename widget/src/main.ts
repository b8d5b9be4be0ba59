/**
 * The widget (§4.9): finds its script tag, binds the inputs that the page has and those that come later, and offers
 * `window.foretype`. It throws nothing into the page, sets no cookie, and stores a random session id and unsent click
 * events in session storage only.
 */
import { createAnswerCache } from './answer-cache.ts';
import { type Binding, bindInput, type Shop, type TextInput } from './bind-input.ts';
import { createAsk } from './fetch-answer.ts';
import { createOutbox } from './outbox.ts';
import { openRegistry, type Registry } from './registry.ts';
import { readSettings } from './settings.ts';

declare const VERSION: string;

function findScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.dataset.apiKey) return currentScript;
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[data-api-key]');
  return scripts[scripts.length - 1] ?? null;
}

function createShop(script: HTMLScriptElement): Shop {
  const settings = readSettings(script);
  const cache = createAnswerCache();
  return {
    settings,
    cache,
    ask: createAsk(settings, cache),
    outbox: settings.isTracking ? createOutbox(settings) : null,
  };
}

function isTextInput(element: unknown): element is TextInput {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function bind(registry: Registry, shop: Shop, element: unknown): void {
  if (!isTextInput(element) || registry.bindings.has(element)) return;
  registry.count += 1;
  registry.bindings.set(element, bindInput(element, `foretype-${registry.count}`, shop));
}

function unbind(registry: Registry, element: Element): void {
  const binding = registry.bindings.get(element);
  registry.bindings.delete(element);
  binding?.release();
}

/** Binds what is there and follows what comes and goes. */
function watch(registry: Registry, shop: Shop): void {
  const { target } = shop.settings;
  const scan = () => {
    for (const element of registry.bindings.keys()) if (!element.isConnected) unbind(registry, element);
    try {
      for (const element of document.querySelectorAll(target)) bind(registry, shop, element);
    } catch {
      // A selector that is none binds nothing.
    }
  };
  new MutationObserver(scan).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributeFilter: ['type', 'data-widget-search'],
  });
  scan();
}

/** `window.foretype`, for pages that draw themselves: of the first script, over the inputs of all. */
function offerControls(registry: Registry, shop: Shop): void {
  const find = (element: Element | undefined): Binding | undefined =>
    element ? registry.bindings.get(element) : registry.bindings.values().next().value;
  const controls = {
    version: VERSION,
    config: shop.settings,
    bind: (element: unknown) => bind(registry, shop, element),
    unbind: (element: Element) => unbind(registry, element),
    open: (element?: Element) => find(element)?.open(),
    close: (element?: Element) => find(element)?.close('api'),
    refresh: (element?: Element) => find(element)?.refresh(),
  };
  const page = window as unknown as { foretype?: { version?: unknown } };
  if (!page.foretype?.version) page.foretype = controls;
}

function start(): void {
  const script = findScript();
  if (!script?.dataset.apiKey) return;
  const registry = openRegistry();
  const tag = JSON.stringify([script.src, script.dataset]);
  if (registry.tags.has(tag)) return;
  registry.tags.add(tag);
  const shop = createShop(script);
  offerControls(registry, shop);
  shop.outbox?.flush();
  watch(registry, shop);
}

try {
  start();
} catch {
  // A page without search suggestions is better than a page with an error.
}

/**
 * Reads the attributes of the script tag (§4.9) once, with their defaults. An invalid value counts as absent, and
 * nothing throws into the page. Pauses are milliseconds.
 */
// Tests: ./settings.test.ts.
import { readWebAddress } from './answer.ts';

export interface Settings {
  readonly storefrontKey: string;
  /** A selector of the inputs to bind. */
  readonly selector: string;
  readonly answersUrl: string;
  readonly eventsUrl: string;
  /** The shop's page of results, with `{query}`; empty: the input's form leads there. */
  readonly resultsPage: string;
  /** The folder of labels, beside the script; empty if the script has no address. */
  readonly labelsUrl: string;
  readonly queryMin: number;
  readonly debounceMs: number;
  /** Results per group; the service accepts 1 to 20. */
  readonly groupMax: number;
  readonly corners: string;
  readonly display: string;
  readonly isTracking: boolean;
  /** Recent searches are kept in the tab. */
  readonly isRemembering: boolean;
  /** The key is in the address instead of a header, which avoids a preflight for every query. */
  readonly isKeyInQuery: boolean;
  /** Answers carry an id, which the page may keep with a cart. */
  readonly hasQueryId: boolean;
  /** A selector of an element around an input; the panel is as wide as it. Empty: the input itself. */
  readonly boxSelector: string;
  /** All `data-` attributes, for `data-label-*`, and `data-lang`, the language of labels and prices; absent: the page's. */
  readonly attributes: DOMStringMap;
}

const scriptName = /(\/[\da-f]{16})?\.js([?#].*)?$/;

/** Whether an address is that of the widget: the newest build or, by its hash, a pinned one. */
export const isWidget = (src: string) => /^[^?#]*\/widget(\/[\da-f]{16})?\.js([?#]|$)/.test(src);

/** A whole number from `min` to `max`. */
function readWhole(given: string | undefined, initial: number, min: number, max: number): number {
  const value = Number(given);
  return given && value >= min && value <= max && !(value % 1) ? value : initial;
}

function readSelector(given: string | undefined): string {
  try {
    document.querySelector(given || '*');
    return given || '';
  } catch {
    return '';
  }
}

export function readSettings({ dataset, src }: Pick<HTMLScriptElement, 'dataset' | 'src'>): Settings {
  const { apiKey, target, endpoint, eventsEndpoint, anchor, resultsUrl, tracking, recent } = dataset;
  const home = (path: string) => new URL(`/api/v1/${path}`, src || location.href).href;
  return {
    storefrontKey: apiKey || '',
    selector: readSelector(target) || 'input[type=search],[data-widget-search]',
    answersUrl: readWebAddress(endpoint) || home('autocomplete'),
    eventsUrl: readWebAddress(eventsEndpoint) || home('events'),
    resultsPage: (readWebAddress(resultsUrl) && resultsUrl) || '',
    // `/widget.js` and its pinned builds, `/widget/<hash>.js`, have them in `/widget/`.
    labelsUrl: (src || '').replace(scriptName, '/'),
    queryMin: readWhole(dataset.minChars, 2, 0, 100),
    debounceMs: readWhole(dataset.debounce, 150, 0, 5000),
    groupMax: readWhole(dataset.limit, 5, 1, 20),
    corners: /^(sharp|compact)$/.exec(dataset.theme || '')?.[0] || 'rounded',
    display: dataset.productDisplay === 'card' ? 'card' : 'line',
    isTracking: tracking !== 'off',
    // Who wants no reports gets nothing stored either, unless it is asked for.
    isRemembering: (recent || tracking) !== 'off',
    isKeyInQuery: dataset.keyIn === 'query',
    hasQueryId: dataset.queryId === 'on',
    boxSelector: readSelector(anchor),
    attributes: dataset,
  };
}

/** The attributes of the script tag (§4.9), read once, with their defaults. What makes no sense counts as absent. */
import { readWebAddress } from './answer.ts';

const themes = ['rounded', 'sharp', 'compact'];
const displays = ['line', 'card'];

export interface Settings {
  readonly apiKey: string;
  /** A selector of the inputs to bind. */
  readonly target: string;
  readonly endpoint: string;
  readonly eventsEndpoint: string;
  readonly minChars: number;
  readonly debounceMs: number;
  /** Of each group; the service takes 1 to 20. */
  readonly limit: number;
  readonly theme: string;
  readonly display: string;
  readonly isTracking: boolean;
  /** The key goes into the address instead of a header, which spares a preflight for every query. */
  readonly isKeyInQuery: boolean;
  /** A selector of the box around an input that the panel is as wide as; empty: the input itself. */
  readonly anchor: string;
  /** The language of labels and prices; empty: the page's. */
  readonly lang: string;
  /** All `data-` attributes, for `data-label-*`. */
  readonly attributes: DOMStringMap;
}

export function readSettings(script: HTMLScriptElement): Settings {
  const data = script.dataset;
  const address = (given: string | undefined, path: string) =>
    readWebAddress(given) || new URL(path, script.src || location.href).href;
  const whole = (given: string | undefined, initial: number, min: number, max: number) => {
    const value = given?.trim() ? Math.floor(Number(given)) : Number.NaN;
    return value >= min ? Math.min(value, max) : initial;
  };
  return {
    apiKey: data.apiKey || '',
    target: data.target || 'input[type="search"], [data-widget-search]',
    endpoint: address(data.endpoint, '/api/v1/autocomplete'),
    eventsEndpoint: address(data.eventsEndpoint, '/api/v1/events'),
    minChars: whole(data.minChars, 2, 0, 100),
    debounceMs: whole(data.debounce, 150, 0, 5000),
    limit: whole(data.limit, 5, 1, 20),
    theme: themes.find((name) => name === data.theme) || 'rounded',
    display: displays.find((name) => name === data.productDisplay) || 'line',
    isTracking: data.tracking !== 'off',
    isKeyInQuery: data.keyIn === 'query',
    anchor: data.anchor || '',
    lang: data.lang || '',
    attributes: data,
  };
}

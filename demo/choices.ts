/**
 * The looks of the demo shop and its widget, as they are written in the address, so that every view can be linked to. Anything unknown
 * in an address is the default, never an error. It stores nothing; there are no limits but the lists of known words.
 */
// Tests: ./storefront.test.ts.
import { type Language, languages } from './shop-words.ts';

export const themes = ['rounded', 'sharp', 'compact'] as const;
export const displays = ['line', 'card'] as const;
export const schemes = ['auto', 'light', 'dark'] as const;
export const devices = ['desktop', 'phone'] as const;

/** The first of each kind is the default. */
export interface Choices {
  readonly theme: (typeof themes)[number];
  readonly display: (typeof displays)[number];
  readonly scheme: (typeof schemes)[number];
  readonly device: (typeof devices)[number];
  readonly lang: Language;
  /** Whether it stands within the screen of the phone, where nothing can be chosen. */
  readonly framed: boolean;
}

/** The choices of an address; a missing or misspelt choice takes its default. */
export function readChoices(query: Readonly<Record<string, unknown>>): Choices {
  const choose = <Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice =>
    choices.find((choice) => choice === query[name]) ?? choices[0];
  return {
    theme: choose('theme', themes),
    display: choose('display', displays),
    scheme: choose('scheme', schemes),
    device: choose('device', devices),
    lang: choose('lang', languages),
    framed: query.framed === '1',
  };
}

/** The choices as parameters; defaults are left out. */
export function choiceParameters(choices: Choices): readonly (readonly [string, string])[] {
  const defaults = readChoices({});
  const names = ['theme', 'display', 'scheme', 'device', 'lang'] as const;
  const chosen = names
    .filter((name) => choices[name] !== defaults[name])
    .map((name) => [name, choices[name]] as const);
  return choices.framed ? [...chosen, ['framed', '1']] : chosen;
}

/** An address within the shop that keeps what was chosen. */
export function shopLink(
  path: string,
  choices: Choices,
  others: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams([
    ...Object.entries(others),
    ...choiceParameters(choices).map(([...pair]) => pair),
  ]);
  return query.size === 0 ? path : `${path}?${query}`;
}

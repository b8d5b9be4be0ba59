/**
 * Recent searches of this tab, newest first: what led to a click or a submit. They are kept in session storage under the key of the
 * store and never leave the tab. Without storage there are none. `data-recent="off"` keeps and shows none.
 */
// Tests: test/browser/widget-recent.test.ts.
import { readText } from './answer.ts';
import { normalizeQuery } from './reducer.ts';
import type { Settings } from './settings.ts';
import { keep, read } from './storage.ts';

const recentMax = 5;

export interface Recent {
  readonly list: () => string[];
  readonly add: (text: string) => void;
  /** Removes one, or all with the empty text. */
  readonly forget: (text: string) => void;
}

export function createRecent({ storefrontKey, isRemembering }: Settings): Recent {
  const name = `foretype-recent-${storefrontKey}`;
  // The page's own code may have written anything there, and a page that comes back may not know of later ones.
  const list = () =>
    (isRemembering ? ([] as unknown[]).concat(read(name)) : []).map(readText).filter(Boolean);
  const others = (text: string) => list().filter((other) => normalizeQuery(other) !== normalizeQuery(text));
  return {
    list: () => list().slice(0, recentMax),
    add(text) {
      if (isRemembering && text.trim()) keep(name, [text.trim(), ...others(text)].slice(0, recentMax));
    },
    forget: (text) => keep(name, text ? others(text) : []),
  };
}

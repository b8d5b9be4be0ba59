// Tests: test/browser/widget-keyboard.test.ts.
/** Korean letters, kana, Bopomofo, Chinese characters: scripts that need an input method. */
const composedScripts = /[\u1100-\u11ff\u3040-\ud7af]/;

/**
 * Whether a text that an input method composes is not to be searched yet. Android keyboards compose ordinary Latin words as well, which
 * are searched while they are typed.
 */
export function isUnfinished(composed: string): boolean {
  return !/android/i.test(navigator.userAgent) || composedScripts.test(composed);
}

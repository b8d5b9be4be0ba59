/**
 * Input method editors: what is being composed is not yet a query. Android keyboards compose ordinary Latin words as
 * well, so there only scripts that are really composed wait for the end.
 */

/** Korean letters, kana, Bopomofo, Chinese characters. */
const composedScripts = /[\u1100-\u11ff\u3040-\u31ff\u3400-\u9fff\uac00-\ud7af]/;

export interface Composition {
  readonly update: (text: string) => void;
  readonly end: () => void;
  /** The text in the box is not to be searched yet. */
  readonly isUnderWay: () => boolean;
}

export function createComposition(isAndroid: boolean): Composition {
  let isUnderWay = false;
  return {
    update(text) {
      isUnderWay ||= !isAndroid || composedScripts.test(text);
    },
    end() {
      isUnderWay = false;
    },
    isUnderWay: () => isUnderWay,
  };
}

/**
 * The widget’s labels in the page’s language, and prices in that language. English is built in; labels of other languages are a small
 * file beside the script, loaded with the first question of a page in that language. A label that is absent there is English. A
 * merchant can replace any label with `data-label-NAME`. Labels are only ever text.
 */
// Tests: test/browser/widget-languages.test.ts.
import { readText } from './answer.ts';
import { createSend } from './send.ts';
import type { Settings } from './settings.ts';

/** The codes of the languages that have a file, each between spaces; put here by the build. */
declare const LANGUAGES: string;

/** Indexes into the lists below; the first are the regions. */
export const suggestions = 2;
export const popular = 6;
/** The place of “In stock”. */
export const inStock = 7;
/** The place of “Out of stock”. */
export const outOfStock = 8;
export const none = 9;
export const corrected = 10;
/** The place of “Was”, which is read out before a price of the past. */
export const before = 11;

/** The names of `data-label-NAME` in a dataset. New ones go to the end, since pinned builds read newer files. */
const names =
  'Recent|Clear|Suggestions|Categories|Products|All|Popular|InStock|OutOfStock|None|Corrected|Before'.split(
    '|',
  );

/** The labels in English, in the order of their names. */
const english =
  'Recent searches|Clear all|Suggestions|Categories|Products|See all results|Popular|In stock|Out of stock|No results|Showing results for {query}|Was'.split(
    '|',
  );

/** After this many milliseconds the panel opens in English. Chosen. */
const timeoutMs = 1_000;

/** The words and prices of one page. */
export interface Wording {
  readonly say: (place: number) => string;
  /** A decimal text as money; never throws. */
  readonly formatPrice: (price: string, currency: string) => string;
}

export interface Labels {
  /** Resolves when the labels of a language are there or cannot be had; undefined if they are built in. */
  readonly load: (language: string) => Promise<void> | undefined;
  readonly wording: (language: string) => Wording;
}

/** The language that has a file and is meant by a code such as `zh_TW`; undefined if there is none. */
function findFile(given: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(given).maximize();
    return [`${language}-${script}`, language].find((code) => LANGUAGES.includes(` ${code} `));
  } catch {
    return;
  }
}

/** Creates the labels of one script tag or box; `attributes` may replace single ones. */
export function createLabels({ attributes, labelsUrl }: Pick<Settings, 'attributes' | 'labelsUrl'>): Labels {
  const loading: Record<string, Promise<void>> = {};
  const loaded: Record<string, Readonly<Record<number, unknown>> | null> = {};
  /** Making one takes longer than to draw a product. */
  const formats: Record<string, Intl.NumberFormat> = {};
  const send = createSend(timeoutMs);
  const tagOf = (language: string) => language.replace('_', '-');

  return {
    load(language) {
      const file = findFile(tagOf(language));
      if (!file || !labelsUrl) return;
      loading[file] ||= send(`${labelsUrl}${file}.json`, {}, new AbortController())
        .then((text) => {
          loaded[file] = JSON.parse(text);
        })
        .catch(() => {});
      return loading[file];
    },
    wording(given) {
      const language = tagOf(given);
      const words = loaded[findFile(language) || ''];
      return {
        say: (place) =>
          attributes[`label${names[place]}`] || readText(words?.[place]) || (english[place] as string),
        formatPrice(price, currency) {
          try {
            const amount = Number(price);
            // A price has at most 12 digits (§8), two of them decimals; any other text is shown unchanged.
            if (amount < 1e11) {
              const name = `${language} ${currency}`;
              formats[name] ||= new Intl.NumberFormat(language, { style: 'currency', currency });
              return formats[name].format(amount);
            }
          } catch {
            // An invalid language or currency.
          }
          return `${price} ${currency}`;
        },
      };
    },
  };
}

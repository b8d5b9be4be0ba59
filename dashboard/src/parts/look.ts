/**
 * Lists the looks that can be tried, with the attributes of the widget’s line that stand for them. Pure:
 * nothing is saved, and an attribute that equals its default is left out.
 */
// Tests: ./look.test.ts.
import { limits } from '../../../contract/limits.ts';
import { widgetLanguages } from '../../../contract/words/widget.ts';
import type { EmbedAttributes } from '../words/embed.ts';

/** The choices; the first of each is the widget's default. */
export const lookChoices = {
  theme: ['rounded', 'sharp', 'compact'],
  display: ['line', 'card'],
  scheme: ['auto', 'light', 'dark'],
  screen: ['phone', 'desktop'],
  limit: ['5', '3', '4', '6', '8', '10', '20'],
  lang: ['page', ...widgetLanguages],
} as const;

export type LookName = keyof typeof lookChoices;

/** One choice of each kind. */
export type Look = { readonly [Name in LookName]: (typeof lookChoices)[Name][number] };

/** The look of a widget without attributes. */
export const defaultLook: Look = {
  ...{ theme: 'rounded', display: 'line', scheme: 'auto', screen: 'phone' },
  ...{ limit: '5', lang: 'page' },
};

/** The attributes of the line for a shop; those that equal a default are left out. Colours and width are those of the page. */
export function lookAttributes({ theme, display, limit, lang }: Look): EmbedAttributes {
  return {
    ...(theme === defaultLook.theme ? {} : { 'data-theme': theme }),
    ...(display === defaultLook.display ? {} : { 'data-product-display': display }),
    ...(Number(limit) === limits.autocompleteLimitDefault ? {} : { 'data-limit': limit }),
    ...(lang === defaultLook.lang ? {} : { 'data-lang': lang }),
  };
}

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he']);

/** The address of the frame that shows this look, with `q` in its box at first; without another choice in the store's language. */
export function previewAddress(
  { storeId, locale }: { readonly storeId: string; readonly locale: string },
  look: Look,
  q: string,
): string {
  const { theme, display, scheme, limit } = look;
  // The page around the box in the frame is in the language of the labels.
  const lang = look.lang === 'page' ? locale : look.lang;
  const dir = rightToLeft.has(lang.slice(0, 2)) ? 'rtl' : 'ltr';
  return `/dashboard/preview?${new URLSearchParams({ store: storeId, theme, display, scheme, limit, lang, dir, q })}`;
}

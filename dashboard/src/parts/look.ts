/**
 * Lists the looks that can be tried, with the attributes of the widget’s line that stand for them. Pure:
 * nothing is saved, and an attribute that equals its default is left out.
 */
// Tests: ./look.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { EmbedAttributes } from '../words/embed.ts';

/** The choices; the first of each is the widget's default. */
export const lookChoices = {
  theme: ['rounded', 'sharp', 'compact'],
  display: ['line', 'card'],
  scheme: ['auto', 'light', 'dark'],
  screen: ['phone', 'desktop'],
  limit: ['5', '3', '4', '6', '8', '10', '20'],
  lang: ['en', 'de', 'fr', 'es', 'it', 'pt', 'tr', 'ar'],
} as const;

export type LookName = keyof typeof lookChoices;

/** One choice of each kind. */
export type Look = { readonly [Name in LookName]: (typeof lookChoices)[Name][number] };

/** The look of a widget without attributes. */
export const defaultLook: Look = {
  ...{ theme: 'rounded', display: 'line', scheme: 'auto', screen: 'phone' },
  ...{ limit: '5', lang: 'en' },
};

/** The attributes of the line for a shop; those that equal a default are left out. */
export function lookAttributes({ theme, display, limit }: Look): EmbedAttributes {
  return {
    ...(theme === defaultLook.theme ? {} : { 'data-theme': theme }),
    ...(display === defaultLook.display ? {} : { 'data-product-display': display }),
    ...(Number(limit) === limits.autocompleteLimitDefault ? {} : { 'data-limit': limit }),
  };
}

/** The address of the frame that shows this look, with `q` in its box at first. */
export function previewAddress(storeId: string, look: Look, q: string): string {
  const { theme, display, scheme, limit, lang } = look;
  const dir = lang === 'ar' ? 'rtl' : 'ltr';
  return `/dashboard/preview?${new URLSearchParams({ store: storeId, theme, display, scheme, limit, lang, dir, q })}`;
}

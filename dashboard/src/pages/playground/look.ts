/** How the widget looks in the playground: what can be chosen, and the attributes that say so. */
import { limits } from '../../../../contract/limits.ts';
import type { EmbedAttributes } from '../../words/embed.ts';

/** Everything that can be chosen; the first of each is what the widget does by itself. */
export const lookChoices = {
  theme: ['rounded', 'sharp', 'compact'],
  display: ['line', 'card'],
  scheme: ['auto', 'light', 'dark'],
  screen: ['phone', 'desktop'],
  limit: ['5', '3', '4', '6', '8', '10', '20'],
  lang: ['en', 'de', 'fr', 'es', 'it', 'pt', 'tr', 'ar'],
} as const;

export type LookName = keyof typeof lookChoices;

export type Look = { readonly [Name in LookName]: (typeof lookChoices)[Name][number] };

export const defaultLook: Look = {
  ...{ theme: 'rounded', display: 'line', scheme: 'auto', screen: 'phone' },
  ...{ limit: '5', lang: 'en' },
};

/** The attributes of the line for a shop; those that would say what is so anyway are left out. */
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

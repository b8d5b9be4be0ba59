/**
 * Tells screen readers how much was found (§4.9.8). One region a document, made before there is anything to say and
 * never taken away, since readers miss regions that come with their text; in a modal dialog, which hides the rest of
 * the page from them, one within it.
 */
import { make } from './element.ts';

/** Chosen: after the reader has spoken the last letter typed. */
const pauseMs = 600;
/** Out of sight but read; important, because a page may style every element. */
const hidden =
  'position:fixed!important;top:0!important;left:0!important;width:1px!important;height:1px!important;' +
  'margin:0!important;padding:0!important;border:0!important;overflow:hidden!important;clip-path:inset(50%)!important;white-space:nowrap!important';

let timer = 0;

/** The region for an input; made where there is none yet. */
export function findLiveRegion(input: Element): HTMLElement {
  const home = input.closest('dialog,[aria-modal=true]') || document.body;
  const present = home.querySelector<HTMLElement>(':scope > [data-foretype-live]');
  if (present) return present;
  const region = make('div', {
    'data-foretype-live': '',
    role: 'status',
    'aria-live': 'polite',
    'aria-atomic': 'true',
  });
  region.style.cssText = hidden;
  home.append(region);
  return region;
}

/** Says a text after a pause, unless another comes before; the same text again is made different and so read again. */
export function announce(input: Element, text: string): void {
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      const region = findLiveRegion(input);
      region.textContent = text && region.textContent === text ? `${text}\u00a0` : text;
    },
    text ? pauseMs : 0,
  ) as unknown as number;
}

/**
 * Tells screen readers how much was found (§4.9.8). One region a document, made before there is anything to say and
 * never taken away, since readers miss regions that come with their text; in a modal dialog, which hides the rest of
 * the page from them, one within it.
 */
import { make } from './make.ts';

/** Chosen: after the reader has spoken the last letter typed. */
const pauseMs = 600;

let timer: ReturnType<typeof setTimeout>;

/** Says a text after a pause, unless another comes before. */
export function announce(input: Element, text: string): void {
  const home = input.closest('dialog,[aria-modal=true]') || document.body;
  const attributes = { 'data-foretype-live': '', role: 'status', 'aria-live': 'polite' };
  const region = home.querySelector<HTMLElement>(':scope>[data-foretype-live]') || make('div', attributes);
  // Important, since a page may style every element.
  region.style.cssText = 'all:initial!important;position:fixed!important;clip-path:inset(50%)!important';
  if (!region.isConnected) home.append(region);
  clearTimeout(timer);
  timer = setTimeout(() => region.replaceChildren(text), pauseMs);
}

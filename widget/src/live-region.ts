/**
 * Tells screen readers how much was found (§4.9.8). One region a document, made before there is anything to say and
 * never taken away, since readers miss regions that come with their text; in a modal dialog, which hides the rest of
 * the page from them, one within it.
 */
import { climb, make } from './make.ts';

/** Chosen: after the reader has spoken the last letter typed. */
const pauseMs = 600;

/** Says a text after a pause, unless another of the same input comes before. */
export type Announce = (text: string) => void;

export function createAnnounce(input: Element): Announce {
  let timer: ReturnType<typeof setTimeout>;
  findRegion(input);
  return (text) => {
    const region = findRegion(input);
    clearTimeout(timer);
    timer = setTimeout(() => region.replaceChildren(text), pauseMs);
  };
}

function findRegion(input: Element): HTMLElement {
  const home = climb(input, 'dialog,[aria-modal=true]') || document.body;
  const attributes = { 'data-foretype-live': '', 'aria-live': 'polite' };
  const region = home.querySelector<HTMLElement>(':scope>[data-foretype-live]') || make('div', attributes);
  // Important, since a page may style every element.
  region.style.cssText = 'all:initial!important;position:fixed!important;clip-path:inset(50%)!important';
  if (!region.isConnected) home.append(region);
  return region;
}

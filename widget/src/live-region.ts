/**
 * Announces the number of results to screen readers (§4.9.8). Each document has one region, created before the first message and
 * never removed, since readers miss regions that are added with their text. A modal dialog hides the rest of the page from them, so
 * it has a region inside.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import { climb, make } from './make.ts';

/** Chosen: after the reader has spoken the last letter typed. */
const pauseMs = 600;

/** Announces a text after a pause, unless another of the same input comes first. */
export type Announce = (text: string) => void;

/** Creates the announcements of one input, in the region of its document or dialog. */
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

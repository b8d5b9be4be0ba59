/**
 * The dropdown of one input. Its host is the listbox and stands in the page's own tree, in the input's landmark;
 * options are children of the host and shown through slots, so that references by id reach them, and all that is
 * seen is drawn in shadow roots that the page's styles do not enter (record 0028). Closed, it takes no room.
 */
import { type Answer, regions } from './answer.ts';
import { none, popular, suggestions, type Wording } from './labels.ts';
import { climb, make, openShadow, put } from './make.ts';
import { createOption } from './option.ts';
import type { Settings } from './settings.ts';

/** With less room than this below, the panel stands above where there is more. */
const roomMin = 160;

export interface Panel {
  /** What stands in the page; its children are the options. */
  readonly dropdown: HTMLElement;
  /** Shows an answer; one that is shown already is left alone, with its active choice and the place scrolled to. */
  readonly paint: (answer: Answer, wording: Wording) => void;
  /** The active choice, -1 for none, is brought into sight. */
  readonly activate: (active: number) => void;
  /** An open panel follows its input from frame to frame, wherever the page moves it, and comes back where the page drops it. */
  readonly setOpen: (isOpen: boolean) => void;
}

/** A form's own styles may count its children, so it takes the panel only where there is no other landmark. */
function findHome(input: Element): Node {
  return (
    input.closest('dialog,[popover],[aria-modal=true],main,header,nav,footer') ||
    input.closest('search,[role=search],body') ||
    input.getRootNode()
  );
}

/** What has to be said in words; empty where the choices speak for themselves. */
export function noteOf({ query, correctedQuery, isNone }: Answer, { say }: Wording): string {
  if (isNone) return `${say(none)}: “${query}”`;
  return correctedQuery && `${query} → ${correctedQuery}`;
}

export function createPanel(
  input: HTMLElement,
  id: string,
  { corners, display, boxSelector }: Settings,
): Panel {
  const attributes = { 'data-foretype': '', 'data-theme': corners, 'data-display': display };
  const host = make('div', { ...attributes, id, popover: 'manual' });
  const root = openShadow(host);
  let painted = '';
  let placed = '';
  let frame = 0;

  const panel: Panel = {
    dropdown: host,
    paint(answer, wording) {
      const { choices, isNone } = answer;
      const query = isNone ? '' : answer.correctedQuery || answer.query;
      const face = JSON.stringify(answer);
      if (face === painted) return;
      painted = face;
      const options = choices.map((choice, index) =>
        createOption(choice, `${id}-${index}`, query, display, wording),
      );
      root.replaceChildren(drawFrame(answer, wording));
      // A listbox without options is none.
      put(host, 'role', options[0] ? 'listbox' : 'group');
      put(host, 'aria-label', wording.say(suggestions));
      host.replaceChildren(...options);
      host.scrollTop = 0;
    },
    activate(active) {
      const chosen = host.children[active];
      for (const option of host.children) put(option, 'aria-selected', `${option === chosen}`);
      put(input, 'aria-activedescendant', chosen?.id || null);
      chosen?.scrollIntoView({ block: 'nearest' });
    },
    setOpen(isOpen) {
      // The input may have been moved, or the panel taken away by whoever swaps parts of the page.
      const home = findHome(input);
      if (input.isConnected && host.parentNode !== home) home.appendChild(host);
      host.toggleAttribute('data-open', isOpen);
      if (host.isConnected) host.togglePopover(isOpen);
      const css = measure(host, input, (boxSelector && climb(input, boxSelector)) || input);
      // Whoever watches the page's attributes hears of changes only.
      if (css !== placed) {
        placed = css;
        host.style.cssText = css;
      }
      cancelAnimationFrame(frame);
      if (isOpen) frame = requestAnimationFrame(() => panel.setOpen(true));
    },
  };
  return panel;
}

/** Where box and screen are, for the styles, which place the panel. */
function measure(host: HTMLElement, input: Element, box: Element): string {
  const { top, bottom, left, right, width } = box.getBoundingClientRect();
  const { direction } = getComputedStyle(input);
  // Every browser that draws the panel has it.
  const { offsetTop: over, height } = visualViewport as VisualViewport;
  const above = top - over;
  const below = over + height - bottom;
  const isAbove = below < roomMin && above > below;
  const start = direction === 'rtl' ? document.documentElement.clientWidth - right : left;
  // The part of the window that can be seen is smaller where a keyboard stands in it.
  const rest = isAbove ? over : innerHeight - over - height;
  const lengths = [isAbove ? top : bottom, isAbove ? above : below, start, width, rest];
  // Measured on the screen, and to be counted as a page counts that enlarges itself by `zoom`.
  const zoom = (host as { currentCSSZoom?: number }).currentCSSZoom || 1;
  host.toggleAttribute('data-above', isAbove);
  return `${lengths.map((length, place) => `--${place}:${length / zoom}px;`).join('')}direction:${direction}`;
}

/** The groups that have choices, with slots for them. */
function drawFrame(answer: Answer, wording: Wording): HTMLElement {
  const note = noteOf(answer, wording);
  const groups = regions.map((region, index) => {
    const isPopular = !(index || (answer.query && !answer.isNone));
    const heading = make('div', { part: 'heading', id: region }, wording.say(isPopular ? popular : index));
    const attributes = { part: `group ${region}`, role: 'group', 'aria-labelledby': region };
    return answer.groups[index]?.[0] && make('div', attributes, heading, make('slot', { name: region }));
  });
  return make('div', { part: 'panel' }, note && make('bdi', { part: 'note' }, note), ...groups);
}

/**
 * The dropdown of one input. Its host is the listbox and stands in the page's own tree, in the input's landmark;
 * options are children of the host and shown through slots, so that references by id reach them, and all that is
 * seen is drawn in shadow roots that the page's styles do not enter (record 0028). Closed, it takes no room.
 */
import { type Answer, regions } from './answer.ts';
import { none, popular, suggestions, type Wording } from './labels.ts';
import { climb, make, openShadow } from './make.ts';
import { createOption } from './option.ts';
import type { Settings } from './settings.ts';

/** With less room than this below, the panel stands above where there is more. */
const roomMin = 160;

export interface Panel {
  readonly host: HTMLElement;
  readonly options: readonly HTMLElement[];
  /** Shows an answer; one that is shown already is left alone, with its active choice and the place scrolled to. */
  readonly paint: (answer: Answer, wording: Wording) => void;
  /** -1 for none; a choice reached by keys is brought into sight. */
  readonly activate: (active: number, isByKeys: boolean) => void;
  readonly place: () => void;
  readonly setOpen: (isOpen: boolean) => void;
}

/** A form's own styles may count its children, so it takes the panel only where there is no other landmark. */
function findHome(input: Element): Node {
  const root = input.getRootNode();
  return (
    input.closest('dialog,[popover],[aria-modal=true],main,header,nav,footer') ||
    input.closest('search,[role=search]') ||
    (root === document ? document.body : root)
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
  { theme, display, boxSelector }: Settings,
): Panel {
  const attributes = { 'data-foretype': '', 'data-theme': theme, 'data-display': display, id };
  const host = make('div', { ...attributes, role: 'listbox', popover: 'manual' });
  const root = openShadow(host);
  const options: HTMLElement[] = [];
  let painted = '';

  const place = () => placePanel(host, input, (boxSelector && climb(input, boxSelector)) || input);
  return {
    host,
    options,
    place,
    paint(answer, wording) {
      const { choices, isNone } = answer;
      const query = isNone ? '' : answer.correctedQuery || answer.query;
      const face = JSON.stringify(answer);
      if (face === painted) return;
      painted = face;
      options.length = 0;
      for (const choice of choices)
        options.push(createOption(choice, `${id}-${options.length}`, query, display, wording));
      root.replaceChildren(drawFrame(answer, wording));
      host.setAttribute('aria-label', wording.say(suggestions));
      host.replaceChildren(...options);
      host.scrollTop = 0;
    },
    activate(active, isByKeys) {
      input.removeAttribute('aria-activedescendant');
      host.toggleAttribute('data-by-keys', isByKeys);
      for (const option of options) {
        const isActive = option === options[active];
        option.setAttribute('aria-selected', `${isActive}`);
        if (isActive) input.setAttribute('aria-activedescendant', option.id);
        if (isActive && isByKeys) option.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
    },
    setOpen(isOpen) {
      // The input may have been moved, or the panel taken away by whoever swaps parts of the page.
      const home = findHome(input);
      if (input.isConnected && host.parentNode !== home) home.appendChild(host);
      host.toggleAttribute('data-open', isOpen);
      if (host.isConnected) host.togglePopover(isOpen);
      place();
    },
  };
}

/** Tells the styles where box and screen are: they place the panel. */
function placePanel(host: HTMLElement, input: Element, box: Element): void {
  const { top, bottom, left, right, width } = box.getBoundingClientRect();
  const { direction } = getComputedStyle(input);
  // Every browser that draws the panel has it.
  const { offsetTop: over, height } = visualViewport as VisualViewport;
  const under = innerHeight - over - height;
  const below = innerHeight - under - bottom;
  const start = direction === 'rtl' ? document.documentElement.clientWidth - right : left;
  // From the edges of the window; over and under the part that can be seen, which a keyboard makes smaller.
  const lengths = [top, bottom, start, width, over, under];
  // Measured on the screen, and to be counted as a page counts that enlarges itself by `zoom`.
  const zoom = (host as { currentCSSZoom?: number }).currentCSSZoom || 1;
  for (const [place, length] of lengths.entries()) host.style.setProperty(`--${place}`, `${length / zoom}px`);
  host.toggleAttribute('data-above', below < roomMin && top - over > below);
  host.dir = direction;
}

/** The groups that have choices, with slots for them. */
function drawFrame(answer: Answer, wording: Wording): HTMLElement {
  const note = noteOf(answer, wording);
  const groups = regions.map((region, index) => {
    const isPopular = !index && (answer.isNone || !answer.query);
    const heading = make('div', { part: 'heading', id: region }, wording.say(isPopular ? popular : index));
    const attributes = { part: `group ${region}`, role: 'group', 'aria-labelledby': region };
    return !!answer.groups[index]?.[0] && make('div', attributes, heading, make('slot', { name: region }));
  });
  return make('div', { part: 'panel' }, note && make('bdi', { part: 'note' }, note), ...groups);
}

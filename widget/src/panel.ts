/**
 * The dropdown of one input. Its host is the listbox, placed in the page's own tree, in the input's landmark. Options are children
 * of the host and shown through slots, so references by id reach them. Everything visible is in shadow roots, which the page's
 * styles do not enter (record 0028). Closed, it takes no space.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import { type Answer, isSingle, regions, wordsOf } from './answer.ts';
import { splitBy } from './highlight.ts';
import { none, suggestions, type Wording } from './labels.ts';
import { climb, make, openShadow, put } from './make.ts';
import { createOption } from './option.ts';
import { nameGroup, noteOf } from './say-answer.ts';
import type { Settings } from './settings.ts';

/** The least space below; with less, the panel opens above if there is more. */
const roomMin = 160;

export interface Panel {
  /** The element in the page; its children are the options. */
  readonly dropdown: HTMLElement;
  /** Shows an answer. If it is shown already, the active choice and scroll position stay. */
  readonly paint: (answer: Answer, wording: Wording) => void;
  /** Sets the active choice (-1 for none) and scrolls it into view. */
  readonly activate: (active: number) => void;
  /** Opens or closes the panel. While open, it follows its input in every frame, and returns if the page removes it. */
  readonly setOpen: (isOpen: boolean) => void;
}

/** A form's styles may depend on its children, so the panel goes into a form only if there is no other landmark. */
function findHome(input: Element): Node {
  return (
    input.closest('dialog,[popover],[aria-modal=true],main,header,nav,footer') ||
    input.closest('search,[role=search],body') ||
    input.getRootNode()
  );
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
      const split = splitBy(isNone ? '' : wordsOf(answer));
      // Labels of another language differ in this one.
      const face = wording.say(none) + JSON.stringify(answer);
      if (face === painted) return;
      painted = face;
      const options = choices.map((choice, index) =>
        createOption(choice, `${id}-${index}`, split, display, wording),
      );
      root.replaceChildren(drawFrame(answer, wording));
      // An empty element is not a listbox.
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
      // The page may have moved the input or removed the panel.
      const home = findHome(input);
      if (input.isConnected && host.parentNode !== home) home.appendChild(host);
      host.toggleAttribute('data-open', isOpen);
      if (host.isConnected) host.togglePopover(isOpen);
      const css = measure(host, input, (boxSelector && climb(input, boxSelector)) || input);
      // Write only changes, since the page may observe attributes.
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

/** The positions of box and screen as custom properties, with which the styles place the panel. */
function measure(host: HTMLElement, input: Element, box: Element): string {
  const { top, bottom, left, right, width } = box.getBoundingClientRect();
  const { direction } = getComputedStyle(input);
  // Every browser that draws the panel has it.
  const { offsetTop: over, height } = visualViewport as VisualViewport;
  const above = top - over;
  const below = over + height - bottom;
  const isAbove = below < roomMin && above > below;
  const start = direction === 'rtl' ? document.documentElement.clientWidth - right : left;
  // The visible part of the window is smaller while a keyboard is open.
  const rest = isAbove ? over : innerHeight - over - height;
  const lengths = [isAbove ? top : bottom, isAbove ? above : below, start, width, rest];
  // Measured in screen pixels, converted for a page that uses `zoom`.
  const zoom = (host as { currentCSSZoom?: number }).currentCSSZoom || 1;
  host.toggleAttribute('data-above', isAbove);
  return `${lengths.map((length, place) => `--${place}:${length / zoom}px;`).join('')}direction:${direction}`;
}

/** The groups that have choices, with slots for them. */
function drawFrame(answer: Answer, wording: Wording): HTMLElement {
  const { choices } = answer;
  const [before, emphasized = '', after] = noteOf(answer, wording);
  const strong = emphasized && make('b', { part: 'strong', dir: 'auto' }, emphasized);
  const note = before !== undefined && make('bdi', { part: 'note' }, before, strong, after);
  const groups = regions.map((region, index) => {
    if (!choices.some(({ group }) => group === region)) return '';
    const slot = make('slot', { name: region });
    if (isSingle(region)) return slot;
    const heading = make('div', { part: 'heading', id: region }, nameGroup(answer, index, wording));
    return make('div', { part: `group ${region}`, role: 'group', 'aria-labelledby': region }, heading, slot);
  });
  return make('div', { part: 'panel' }, note, ...groups);
}

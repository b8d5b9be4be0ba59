/**
 * The dropdown of one input. Its host is the listbox and stands in the page's own tree beside the input's landmark;
 * options are children of the host and shown through slots, so that references by id reach them, and all that is
 * seen is drawn in shadow roots that the page's styles do not enter (record 0028). Closed, it takes no room.
 */
import { type Answer, countChoices, regions } from './answer.ts';
import { make, openShadow } from './element.ts';
import type { LabelName, Wording } from './labels.ts';
import { createOption } from './option.ts';
import { placePanel } from './place.ts';
import type { Settings } from './settings.ts';

const landmarks = 'dialog,[popover],[aria-modal=true],main,header,nav,footer';
/** A form's own styles may count its children, so it takes the panel only where there is no other landmark. */
const searchLandmarks = 'search,[role=search]';

const headings: Readonly<Record<string, readonly LabelName[]>> = {
  search: ['suggestions', 'categories', 'products'],
  discovery: ['popular', 'categories', 'trending'],
};

export interface Panel {
  readonly host: HTMLElement;
  readonly options: () => readonly HTMLElement[];
  readonly paint: (answer: Answer, wording: Wording) => void;
  /** -1 for none; a choice reached by keys is brought into sight. */
  readonly activate: (index: number, isByKeys: boolean) => void;
  readonly show: () => void;
  readonly hide: () => void;
  readonly place: () => void;
  readonly setBusy: (isBusy: boolean) => void;
}

function findHome(input: Element): Node {
  const root = input.getRootNode();
  const outside = root instanceof ShadowRoot ? root : document.body;
  return input.closest(landmarks) || input.closest(searchLandmarks) || outside;
}

export function createPanel(input: HTMLElement, id: string, settings: Settings): Panel {
  const note = make('div', { part: 'note', 'aria-hidden': 'true' });
  const groups = regions.map((region) => {
    const heading = make('div', { part: 'heading', id: region });
    const list = make('div', { part: `list list-${region}` }, make('slot', { name: region }));
    const group = make(
      'div',
      { part: `group group-${region}`, role: 'group', 'aria-labelledby': region },
      heading,
      list,
    );
    return { region, heading, group };
  });
  const phrases = make('div', { part: 'phrases' }, ...groups.slice(0, 2).map(({ group }) => group));
  const host = make('div', {
    'data-foretype': '',
    'data-theme': settings.theme,
    'data-display': settings.display,
    id,
    role: 'listbox',
    popover: 'manual',
  });
  const body = make('div', { part: 'panel' }, note, phrases, ...groups.slice(2).map(({ group }) => group));
  openShadow(host, make('div', { part: 'progress', 'aria-hidden': 'true' }), body);
  let painted = '';
  let pictures = new Map<string, HTMLElement>();
  let options: HTMLElement[] = [];

  function paint(answer: Answer, wording: Wording): void {
    const language = JSON.stringify([
      answer.mode,
      answer.query,
      answer.correctedQuery,
      answer.choices,
      wording.language,
    ]);
    if (language === painted) return;
    painted = language;
    const markedQuery = answer.mode === 'search' ? answer.correctedQuery || answer.query : '';
    const looks = { query: markedQuery, display: settings.display, wording, pictures: new Map(pictures) };
    options = answer.choices.map((choice) => createOption(choice, looks));
    for (const [index, option] of options.entries()) option.id = `${id}-${index}`;
    pictures = looks.pictures;
    const counts = countChoices(answer);
    const names = headings[answer.mode === 'search' ? 'search' : 'discovery'] ?? [];
    for (const [index, { region, heading, group }] of groups.entries()) {
      heading.textContent = wording.say(names[index] ?? region);
      group.hidden = counts[region] === 0;
    }
    phrases.hidden = counts.suggestions + counts.categories === 0;
    body.toggleAttribute('data-wide', !phrases.hidden && counts.products > 0);
    note.textContent = describeAnswer(answer, wording);
    note.hidden = !note.textContent;
    host.setAttribute('aria-label', wording.say('results'));
    host.replaceChildren(...options);
    host.scrollTop = 0;
  }

  function activate(index: number, isByKeys: boolean): void {
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === index));
    host.toggleAttribute('data-by-keys', isByKeys);
    const option = options[index];
    if (option && isByKeys) option.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function place(): void {
    const box = ((settings.anchor && input.closest(settings.anchor)) || input).getBoundingClientRect();
    const { offsetTop, offsetLeft, width, height } = visualViewport || {
      offsetTop: 0,
      offsetLeft: 0,
      width: innerWidth,
      height: innerHeight,
    };
    const sight = {
      top: offsetTop,
      left: offsetLeft,
      bottom: offsetTop + height,
      right: offsetLeft + width,
      layoutHeight: innerHeight,
    };
    const style = getComputedStyle(host);
    const isRtl = getComputedStyle(input).direction === 'rtl';
    const length = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
    const placed = placePanel(box, sight, length('--_gap'), isRtl, length('--foretype-width'));
    const set = (name: string, value: number | null) =>
      host.style.setProperty(name, value === null ? 'auto' : `${value}px`);
    set('--_top', placed.top);
    set('--_bottom', placed.bottom);
    set('--_left', placed.left);
    set('--_width', placed.width);
    set('--_height', placed.maxHeight);
    host.dataset.side = placed.side;
    host.dir = isRtl ? 'rtl' : 'ltr';
  }

  function show(): void {
    // Whoever swaps parts of the page may have taken the panel away while the input stayed.
    if (!host.isConnected) findHome(input).appendChild(host);
    if (host.hasAttribute('data-open')) return;
    host.setAttribute('data-open', '');
    host.showPopover?.();
    place();
  }

  function hide(): void {
    host.removeAttribute('data-open');
    host.removeAttribute('data-busy');
    if (host.isConnected) host.hidePopover?.();
  }

  findHome(input).appendChild(host);
  return {
    host,
    options: () => options,
    paint,
    activate,
    show,
    hide,
    place,
    setBusy: (isBusy) => host.toggleAttribute('data-busy', isBusy),
  };
}

/** What has to be said in words; empty where the choices speak for themselves. */
function describeAnswer({ mode, query, correctedQuery }: Answer, wording: Wording): string {
  if (mode === 'none') return wording.say('none', query);
  return mode === 'search' && correctedQuery ? wording.say('corrected', correctedQuery) : '';
}

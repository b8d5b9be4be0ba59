/**
 * The hook: properties for an input, a list and its options of your own, which make them a combobox as the widget is one: keyboard,
 * input methods, announcements, right-to-left texts. It draws nothing. Spread the properties last, so that none is lost.
 */
// Tests: test/browser/react-package.test.ts.
import {
  type AnchorHTMLAttributes,
  type CompositionEvent,
  type HTMLAttributes,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Choice, type Region, regions } from '../../../widget/src/answer.ts';
import { isModified } from '../../../widget/src/choose.ts';
import { isUnfinished } from '../../../widget/src/composition.ts';
import { splitBy } from '../../../widget/src/highlight.ts';
import { before, inStock, outOfStock } from '../../../widget/src/labels.ts';
import { type Announce, createAnnounce } from '../../../widget/src/live-region.ts';
import { submit } from '../../../widget/src/results.ts';
import { nameGroup, noteOf, sayAnswer } from '../../../widget/src/say-answer.ts';
import {
  createSearchState,
  highlightedOf,
  type SearchOptions,
  type SearchState,
  textOf,
} from './search-state.ts';

/** Choices of one group, with their places among all choices. */
export interface ChoiceGroup {
  readonly name: Region;
  /** The heading; empty for a group that has none, such as the way to all results. */
  readonly heading: string;
  /** The properties of the element around the heading and its choices, if there is a heading. */
  readonly groupProps: HTMLAttributes<HTMLElement>;
  readonly headingProps: HTMLAttributes<HTMLElement>;
  readonly choices: readonly { readonly choice: Choice; readonly index: number }[];
}

/** What a box draws, and the properties that make it work. */
export interface Autocomplete {
  readonly text: string;
  readonly isOpen: boolean;
  /** The shown choices answer an older text. */
  readonly isPending: boolean;
  readonly groups: readonly ChoiceGroup[];
  /** The note above the choices in pieces, of which the second is emphasized; empty if there is none. */
  readonly note: readonly string[];
  /** The index of the active choice; -1: the input itself. */
  readonly active: number;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly inputProps: InputHTMLAttributes<HTMLInputElement>;
  readonly listProps: HTMLAttributes<HTMLElement>;
  /** The properties of an option: of a link where the choice has an `href`. */
  optionProps(choice: Choice, index: number): AnchorHTMLAttributes<HTMLElement>;
  /** The words of a choice: its label, price, price before a reduction and stock, in the page's language. */
  wordsOf(choice: Choice): ChoiceWords;
  /** The label in pieces, alternating between not matched and matched by the query. */
  split(label: string): readonly string[];
  close(): void;
}

/** A choice in words; what it does not have is empty. */
export interface ChoiceWords {
  readonly label: string;
  readonly price: string;
  readonly priceBefore: string;
  /** “Was”, for those who cannot see that a price is struck through. */
  readonly before: string;
  readonly stock: string;
}

/** The page's language, or the browser's; English where there is no page. */
function findLanguage(input: HTMLElement | null): string {
  return input?.closest<HTMLElement>('[lang]')?.lang || globalThis.navigator?.language || 'en';
}

export function useAutocomplete(options: SearchOptions): Autocomplete {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const latest = useRef(options);
  const languageOf = () => latest.current.language ?? findLanguage(inputRef.current);
  const [state] = useState(() =>
    createSearchState(
      () => latest.current,
      () => inputRef.current,
      languageOf,
    ),
  );
  const shown = useSyncExternalStore(state.subscribe, state.read, state.read);
  useEffect(() => {
    latest.current = options;
  });
  const { shown: answer, active, text, isPending } = shown;
  const wording = state.wording(languageOf());
  const optionId = (index: number) => `${id}-${index}`;
  useAnnouncement(inputRef, answer ? sayAnswer(answer, wording) : '');
  useActiveInView(answer && active >= 0 ? optionId(active) : null);
  const choose = (choice: Choice, event: MouseEvent) =>
    follow(choice, event, state, options, inputRef.current);

  return {
    ...{ text, isPending, active, inputRef },
    isOpen: answer !== null,
    note: answer ? noteOf(answer, wording) : [],
    groups: regions.flatMap((name, place) => {
      const choices = (answer?.choices ?? []).map((choice, index) => ({ choice, index }));
      const own = choices.filter(({ choice }) => choice.group === name);
      const heading = answer && name !== 'all' ? nameGroup(answer, place, wording) : '';
      const headingId = `${id}-${name}`;
      const groupProps = { role: 'group', 'aria-labelledby': headingId } as const;
      return own[0] ? [{ name, heading, groupProps, headingProps: { id: headingId }, choices: own }] : [];
    }),
    inputProps: {
      ...useInputEvents(state, options, optionId),
      ...{ value: text, role: 'combobox', autoComplete: 'off', 'aria-autocomplete': 'list' },
      'aria-expanded': !!answer?.choices[0],
      'aria-controls': answer ? `${id}-list` : undefined,
      'aria-activedescendant': answer && active >= 0 ? optionId(active) : undefined,
    },
    listProps: {
      id: `${id}-list`,
      // An empty element is no listbox.
      role: answer?.choices[0] ? 'listbox' : 'group',
      'aria-label': wording.say(regions.indexOf('suggestions')),
      onMouseDown: (event) => event.preventDefault(),
    },
    optionProps: (choice, index) => ({
      ...{ id: optionId(index), role: 'option', tabIndex: -1, 'aria-selected': index === active },
      ...(choice.link && !textOf(choice) && { href: choice.link }),
      onClick: (event) => choose(choice, event),
    }),
    wordsOf({ group, label, price, priceBefore, currencyCode, isInStock }) {
      const isProduct = group === 'products';
      return {
        label: label || wording.say(regions.indexOf(group)),
        price: isProduct && price ? wording.formatPrice(price, currencyCode) : '',
        priceBefore: priceBefore && wording.formatPrice(priceBefore, currencyCode),
        before: wording.say(before),
        stock: isProduct ? wording.say(isInStock ? inStock : outOfStock) : '',
      };
    },
    split: splitBy(answer ? highlightedOf(answer) : ''),
    close: () => state.dismiss('api'),
  };
}

/** Announces a text to screen readers, in the region that the widget uses. */
function useAnnouncement(input: RefObject<HTMLInputElement | null>, text: string): void {
  const announce = useRef<Announce>(null);
  useEffect(() => {
    if (input.current) announce.current = createAnnounce(input.current);
  }, [input]);
  useEffect(() => announce.current?.(text), [text]);
}

function useActiveInView(id: string | null): void {
  useEffect(() => {
    if (id !== null) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}

/** Does what a choice asks for, unless the shop does it. */
function follow(
  choice: Choice,
  event: MouseEvent,
  state: SearchState,
  { onSelect }: SearchOptions,
  input: HTMLInputElement | null,
): void {
  state.report(choice);
  onSelect?.(choice, event);
  const text = textOf(choice);
  const isElsewhere = choice.link && (isModified(event.nativeEvent) || event.button);
  if (event.isDefaultPrevented()) state.dismiss('select');
  else if (text) {
    state.type(text, 0);
    if (choice.link) location.href = choice.link;
  } else if (!isElsewhere) {
    state.dismiss('select');
    if (!choice.link && input?.form) submit(input);
  }
}

/** The listeners of the input: those of the widget, as far as they are the box's own. */
function useInputEvents(
  state: SearchState,
  { debounceMs = 150 }: SearchOptions,
  optionId: (index: number) => string,
): InputHTMLAttributes<HTMLInputElement> {
  const typing = useRef({ isComposing: false, isTouched: false, lastKey: '' });
  const compose = ({ data }: CompositionEvent) => {
    typing.current.isComposing ||= isUnfinished(data);
  };
  return {
    onChange({ target: { value } }) {
      const { isComposing, lastKey } = typing.current;
      // A search field that Escape emptied stays closed.
      state.type(value, isComposing || (!value && lastKey === 'Escape') ? null : debounceMs);
    },
    onFocus: () => {
      if (!state.read().text.trim()) state.search(0);
    },
    onClick: () => state.search(0),
    onPointerDown: ({ pointerType }: PointerEvent) => {
      typing.current.isTouched = pointerType === 'touch';
    },
    onBlur({ relatedTarget }) {
      // Hiding a phone's keyboard removes the focus, although the shopper has not left.
      if (relatedTarget || !typing.current.isTouched) state.dismiss('blur');
    },
    onCompositionStart: compose,
    onCompositionUpdate: compose,
    onCompositionEnd({ currentTarget: { value } }) {
      typing.current.isComposing = false;
      state.type(value, debounceMs);
    },
    onKeyDown(event) {
      typing.current.lastKey = event.key;
      pressKey(event, state, optionId);
    },
  };
}

/** Handles the keys of a combobox. Keys during composition belong to the input method (229 in browsers that do not report it). */
function pressKey(event: KeyboardEvent, state: SearchState, optionId: (index: number) => string): void {
  const { key, keyCode, nativeEvent } = event;
  const { shown, active } = state.read();
  if (nativeEvent.isComposing || keyCode === 229) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const option = active >= 0 ? document.getElementById(optionId(active)) : null;
  if (step && !isModified(nativeEvent)) {
    if (shown) state.move(step);
    else state.search(0);
    if (state.read().sought !== null) event.preventDefault();
  } else if (key === 'Enter' && option) {
    event.preventDefault();
    // Like a click with the same modifier keys.
    option.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent));
  } else if (/^(Enter|Tab|Escape)$/.test(key)) {
    state.dismiss(key.toLowerCase());
    if (key !== 'Escape' || !shown) return;
    // A dialog around stays open, and a search field keeps its text.
    event.preventDefault();
    event.stopPropagation();
  }
}

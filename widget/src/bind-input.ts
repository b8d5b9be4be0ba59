/**
 * One input and its panel: turns what happens in the page into events for the reducer and carries out its effects.
 * Every entry from the page is guarded: whatever goes wrong, the panel closes and the page hears nothing of it.
 */
import { countChoices, regions } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { lendAttributes } from './attributes.ts';
import { readClock } from './clock.ts';
import { createComposition } from './composition.ts';
import type { Ask, AskFailure, Question } from './fetch-answer.ts';
import { createWording, type Wording } from './labels.ts';
import { announce, findLiveRegion } from './live-region.ts';
import type { Outbox } from './outbox.ts';
import { createPanel } from './panel.ts';
import { type CloseReason, closedState, type Effect, reduce, type WidgetEvent } from './reducer.ts';
import type { Settings } from './settings.ts';

export type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** What all inputs of one script tag share. */
export interface Shop {
  readonly settings: Settings;
  readonly cache: AnswerCache;
  readonly ask: Ask;
  /** Null where nothing is tracked. */
  readonly outbox: Outbox | null;
}

export interface Binding {
  readonly input: TextInput;
  readonly open: () => void;
  readonly close: (reason: CloseReason) => void;
  readonly refresh: () => void;
  readonly release: () => void;
}

/** Discovery that was fetched ahead is not fetched again at once. */
const freshMs = 5_000;

export function bindInput(input: TextInput, id: string, shop: Shop): Binding {
  const { settings, cache, ask, outbox } = shop;
  const panel = createPanel(input, id, settings);
  const composition = createComposition(/android/i.test(navigator.userAgent));
  const controller = new AbortController();
  let state = closedState;
  let question: Question | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;
  let isTouched = false;
  /** The text that is being written into the input by us: searched without waiting. */
  let isWriting = false;
  let isPrevented = false;
  let frame = 0;

  const restore = lendAttributes(
    input,
    {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': id,
      'aria-haspopup': 'listbox',
    },
    { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'search' },
  );

  function wording(): Wording {
    return createWording(
      settings,
      input.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang,
    );
  }

  /** False where the page asked to leave it at that. */
  function emit(name: string, detail: object): boolean {
    return input.dispatchEvent(
      new CustomEvent(`foretype:${name}`, { bubbles: true, composed: true, cancelable: true, detail }),
    );
  }

  function dispatch(event: WidgetEvent): void {
    const { state: next, effects } = reduce(state, event, settings.minChars);
    state = next;
    panel.setBusy(state.isOpen && state.isPending);
    for (const effect of effects) carryOut(effect);
  }

  function seek(delayMs: number, isForced = false): void {
    const remembered = cache.recall(input.value);
    const isFresh = !input.value.trim() && remembered !== null && remembered.ageMs < freshMs;
    dispatch({
      type: 'seek',
      value: input.value,
      cached: remembered && remembered.answer,
      isFresh,
      delayMs,
      isForced,
    });
  }

  const close = (reason: CloseReason) => dispatch({ type: 'close', reason });

  function cancel(): void {
    clearTimeout(timer);
    question?.abort();
    question = null;
  }

  function request(value: string, version: number): void {
    emit('request', { query: value });
    askedAt = readClock();
    question = ask(value);
    question.answer.then(
      guard((answer) => dispatch({ type: 'answer', version, answer })),
      guard((failure: AskFailure) => dispatch({ type: 'failure', version, ...failure })),
    );
  }

  /** Nothing of ours is ever thrown into the page. */
  function guard<Value>(handle: (value: Value) => void): (value: Value) => void {
    return (value) => {
      try {
        handle(value);
      } catch {
        panel.hide();
      }
    };
  }

  function carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'ask': {
        const { value, version, delayMs } = effect;
        cancel();
        if (delayMs > 0)
          timer = setTimeout(
            guard(() => request(value, version)),
            delayMs,
          );
        else request(value, version);
        return;
      }
      case 'cancel':
        return cancel();
      case 'paint':
        return paint(effect.isNew);
      case 'activate':
        return panel.activate(state.active, state.isByKeys);
      case 'hide':
        panel.activate(-1, false);
        panel.hide();
        input.setAttribute('aria-expanded', 'false');
        return announce(input, '');
      case 'select':
        return select(effect);
      case 'emit':
        emit(effect.name, effect.detail);
    }
  }

  function paint(isNew: boolean): void {
    const answer = state.shown;
    if (!answer) return;
    const words = wording();
    panel.paint(answer, words);
    panel.show();
    panel.activate(state.active, state.isByKeys);
    const counts = countChoices(answer);
    input.setAttribute('aria-expanded', String(answer.choices.length > 0));
    const said = regions
      .filter((region) => counts[region])
      .map((region) => `${words.say(region)}: ${counts[region]}`);
    announce(input, (answer.mode === 'none' ? [words.say('none', answer.query)] : said).join('. '));
    emit('render', {
      query: answer.query,
      counts,
      source: answer.source,
      cached: !isNew || answer.isCached,
      ms: isNew ? readClock() - askedAt : 0,
    });
  }

  function select({ choice, query }: Effect & { type: 'select' }): void {
    const { region, label, product, position } = choice;
    const event = { region, query, position };
    if (product) outbox?.put({ type: 'product_click', product_id: product.id, ...event }, true);
    else outbox?.put({ type: 'suggestion_click', phrase: label, ...event }, false);
    const detail = { kind: region, value: product ? product.id : label, url: product && product.url, query };
    isPrevented = !emit('select', detail);
    if (!product && !isPrevented) write(label);
  }

  /** As a shopper's typing would, past frameworks that watch the property. */
  function write(text: string): void {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
    isWriting = true;
    try {
      input.dispatchEvent(
        new InputEvent('input', {
          bubbles: true,
          composed: true,
          inputType: 'insertReplacementText',
          data: text,
        }),
      );
    } finally {
      isWriting = false;
    }
  }

  function listen<Name extends string>(
    target: EventTarget,
    names: Name,
    handle: (event: never) => void,
    capture = false,
  ): void {
    for (const name of names.split(' '))
      target.addEventListener(name, guard(handle as (event: Event) => void), {
        signal: controller.signal,
        capture,
        passive: name === 'touchstart' || undefined,
      } as AddEventListenerOptions);
  }

  const isFocused = () => (input.getRootNode() as Document | ShadowRoot).activeElement === input;
  const indexOf = (event: Event) =>
    panel.options().findIndex((option) => event.composedPath().includes(option));

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === 229) return;
    const { key } = event;
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (isModified) return;
      if (state.isOpen) dispatch({ type: 'move', step: key === 'ArrowDown' ? 1 : -1 });
      else seek(0);
      if (state.text !== null) event.preventDefault();
    } else if (key === 'Escape') {
      if (state.isOpen) {
        event.preventDefault();
        event.stopPropagation();
      }
      close('escape');
    } else if (key === 'Tab') {
      close('tab');
    } else if (key === 'Enter') {
      const option = panel.options()[state.active];
      if (!state.isOpen || !option) return close('enter');
      event.preventDefault();
      const { ctrlKey, metaKey, shiftKey } = event;
      option.dispatchEvent(
        new MouseEvent('click', {
          bubbles: true,
          composed: true,
          cancelable: true,
          ctrlKey,
          metaKey,
          shiftKey,
          view: window,
        }),
      );
    }
  }

  function onChoose(event: MouseEvent): void {
    const index = indexOf(event);
    if (index < 0 || event.button > 1) return;
    isPrevented = false;
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1;
    dispatch({ type: 'choose', index, isModified });
    if (isPrevented) event.preventDefault();
  }

  function onPoint(event: PointerEvent): void {
    // A panel that comes up under a resting pointer is not pointed at.
    if (event.pointerType !== 'touch' && (event.movementX || event.movementY))
      dispatch({ type: 'point', index: indexOf(event) });
  }

  function onBlur({ relatedTarget }: FocusEvent): void {
    // A phone's keyboard that is put away takes the focus along, but nobody has left.
    if (!isFocused() && (relatedTarget || !isTouched)) close('blur');
  }

  function placeSoon(): void {
    if (!state.isOpen) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(guard(panel.place));
  }

  const prefetch = () => {
    if (!input.value.trim() && !cache.recall('')) ask('');
  };

  listen(input, 'pointerover touchstart focusin', prefetch);
  listen(input, 'focus', () => {
    if (!input.value.trim()) seek(0);
  });
  listen(input, 'click', () => seek(0));
  listen(input, 'input', () => {
    if (!composition.isUnderWay()) seek(isWriting ? 0 : settings.debounceMs);
  });
  listen(input, 'compositionstart compositionupdate', ({ data }: CompositionEvent) =>
    composition.update(data || ''),
  );
  listen(input, 'compositionend', () => {
    composition.end();
    seek(settings.debounceMs);
  });
  listen(input, 'keydown', onKey);
  listen(input, 'blur', onBlur);
  listen(panel.host, 'mousedown', (event: MouseEvent) => event.preventDefault());
  listen(panel.host, 'click auxclick', onChoose);
  listen(panel.host, 'pointermove', onPoint);
  listen(panel.host, 'pointerleave', () => {
    if (!state.isByKeys) dispatch({ type: 'point', index: -1 });
  });
  listen(
    window,
    'pointerdown',
    (event: PointerEvent) => {
      isTouched = event.pointerType === 'touch';
      const path = event.composedPath();
      if (!path.includes(input) && !path.includes(panel.host)) close('outside');
    },
    true,
  );
  listen(window, 'popstate pagehide', () => close('page'));
  listen(window, 'scroll resize', placeSoon, true);
  if (window.visualViewport) listen(window.visualViewport, 'scroll resize', placeSoon);
  findLiveRegion(input);
  if (isFocused() && !input.value.trim()) seek(0);

  return {
    input,
    open() {
      input.focus();
      seek(0);
    },
    close,
    refresh: () => seek(0, true),
    release() {
      close('api');
      controller.abort();
      panel.host.remove();
      restore();
    },
  };
}

/**
 * Walks through a page with the Tab key alone, once around, and says what somebody without a pointer cannot do: elements that the focus
 * never reaches or reaches twice, that do not show it, or that hold it. Also whether a dialog closes with Escape and gives the focus
 * back. It judges nothing else, and no key but Tab and Escape is pressed.
 */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { waitUntil } from './wait-until.ts';

/** Steps beyond the known elements after which a walk that has not come around is given up: frames have steps of their own. */
const spareSteps = 25;

/** Keys sent ahead of their answers; the browser handles them in order. */
const keysAhead = 8;

/**
 * Runs in the page. `begin` finds what must be reached and how it looks without the focus; then each step is noted when the next key
 * arrives, so that what the focus looks like is drawn.
 */
const walker = `(() => {
  const able = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [role=button], [role=link], [role=tab]';
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility());
  const scope = dialogs.at(-1) ?? document;
  const isHidden = (one) => one.closest('[aria-hidden=true], [inert]') !== null;
  // Those are reached by the arrow keys from the one that has the focus in their place.
  const isByArrows = (one) =>
    (one.type === 'radio' && !one.checked && document.querySelector('input[name="' + CSS.escape(one.name) + '"]:checked') !== null) ||
    (one.getAttribute('role') === 'tab' && one.getAttribute('aria-selected') === 'false') || one.getAttribute('role') === 'option';
  const isNative = (one) => one.matches('a[href], button, input, select, textarea, summary');
  const expected = [...scope.querySelectorAll(able)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !isHidden(one) && !isByArrows(one) &&
    (one.tabIndex >= 0 || isNative(one)) && one.type !== 'hidden' && one.type !== 'file');
  const name = (one) => one === null ? 'nothing' : (one.localName + ' "' + (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ??
    one.title + one.textContent).trim().slice(0, 60) + '"');
  /** The look of an element and of what is drawn for it: the mark beside it, the frames around it. */
  const look = (one) => {
    const parts = [one, one.nextElementSibling];
    for (let frame = one.parentElement; frame !== null && parts.length < 6; frame = frame.parentElement) parts.push(frame);
    return parts.map((part) => {
      if (part === null) return '';
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(part);
      return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow].join();
    }).join('|');
  };
  const first = document.activeElement;
  first?.blur();
  const plain = new Map(expected.map((one) => [one, look(one)]));
  first?.focus();
  const steps = [];
  const faults = new Set();
  let isAround = false;
  const stepOn = (one) => {
    // The heading of a page has the focus at first, and no key leads there.
    if (one === null || one.tabIndex < 0 || isAround) return;
    if (steps.at(-1) === one && expected.length > 1) return;
    if (steps[0] === one) { isAround = true; return; }
    if (steps.includes(one)) faults.add('the focus comes twice to ' + name(one));
    steps.push(one);
    if (one.localName === 'iframe') return;
    if (plain.has(one) && plain.get(one) === look(one)) faults.add('the focus is not seen on ' + name(one));
    // What is drawn for a radio button without a size is its label.
    const drawn = one.getBoundingClientRect().width === 0 && one.labels?.length > 0 ? one.labels[0] : one;
    const { top, bottom, width, height } = drawn.getBoundingClientRect();
    if (width === 0 || height === 0 || bottom < 0 || top > innerHeight) faults.add('the focus is out of sight on ' + name(one));
  };
  const note = () => document.activeElement?.localName !== 'iframe' && stepOn(document.activeElement);
  const frames = expected.filter((one) => one.localName === 'iframe');
  // Keys within a frame are not heard here.
  for (const frame of frames) frame.contentWindow.addEventListener('focusin', () => stepOn(frame), true);
  window.walk = {
    count: expected.length,
    note,
    isAround: () => isAround,
    end: () => {
      removeEventListener('keydown', note, true);
      if (!isAround) faults.add('the focus does not come around; it ends at ' + name(steps.at(-1) ?? null));
      for (const one of expected) if (!steps.includes(one)) faults.add('the focus never comes to ' + name(one));
      return [...faults];
    },
  };
  addEventListener('keydown', note, true);
  return expected.length;
})()`;

/** Returns what is wrong when the page, or the dialog on it, is walked through by the Tab key. */
export async function walkByTab(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(walker);
  for (let step = 0; step < count + spareSteps; step += keysAhead) {
    await Promise.all(Array.from({ length: keysAhead }, () => page.keyboard.press('Tab')));
    if (await page.evaluate<boolean>('walk.note(), walk.isAround()')) break;
  }
  return page.evaluate<string[]>('walk.end()');
}

/** Opens a dialog from the keyboard, and checks that Escape closes it and gives the focus back to its opener. */
export async function assertEscapeReturns(page: Page, opener: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  // With any name.
  const dialog = page.getByRole('dialog', { name: /./ });
  await dialog.waitFor();
  await waitUntil('the focus in the dialog', () => dialog.evaluate((one) => one.matches(':focus-within')));
  assert.deepEqual(await walkByTab(page), []);
  // The first closes a list that is open in the dialog.
  const hasList = (await dialog.locator(':focus[aria-expanded=true]').count()) > 0;
  await page.keyboard.press('Escape');
  if (hasList) await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await waitUntil('the focus to be back', () => opener.evaluate((one) => one.matches(':focus')));
}

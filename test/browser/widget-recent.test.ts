/**
 * Recent searches in the widget: what is kept in the tab, how it is shown, chosen and removed, by pointer and by keyboard, and that
 * they stay within their store, their tab and the page's wishes. Each test has a tab of its own.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { emptyAnswer, shopPage, usualAnswer } from '../support/answering-shop.ts';
import { waitUntil } from '../support/wait-until.ts';
import { panelSelector, setUpWidgetShop, shownOptions, waitOpen } from '../support/widget-page.ts';

const { shop, openPage } = setUpWidgetShop();

const recent = '[role=option][slot=recent]';
const isOpen = `document.querySelector('${panelSelector}')?.matches(':popover-open') ?? false`;

/** The recent searches that the panel shows in the empty box. */
async function shownRecent(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('${recent} [data-foretype-item]')].map((item) => item.shadowRoot.querySelector('[part=title]').textContent)`,
  );
}

/** Opens a page of a tab whose searches are known. */
async function openWith(texts: readonly unknown[], path = '/', answer?: typeof shop.answer) {
  const opened = await openPage(path, {});
  await opened.page.evaluate(
    `sessionStorage.setItem('foretype-recent-ft_pk_test', ${JSON.stringify(JSON.stringify(texts))})`,
  );
  if (answer) shop.answer = answer;
  await opened.page.focus('input');
  await waitOpen(opened.page, '');
  return opened;
}

test('searches that led to a click or submit are kept', async () => {
  const { page, faults } = await openPage('/', {});
  const type = async (text: string) => {
    await page.locator('input').fill(text);
    await waitOpen(page, text);
  };
  await type('never');
  await type('run');
  await page.locator('a[role=option][slot=products]').first().click();
  await page.waitForURL('**/product-1');
  await type('belt');
  await page.locator('[role=option][slot=suggestions]').first().click();
  await page.locator('input').fill('by enter');
  await page.locator('input').press('Enter');
  await page.waitForURL('**/searched?s=by+enter');
  await type('RUN');
  await page.locator('[role=option][slot=all]').click();
  await page.waitForURL('**/searched?s=RUN');
  await page.focus('input');
  await waitOpen(page, '');
  assert.deepEqual(await shownRecent(page), ['RUN', 'by enter', 'belt shoes']);
  assert.equal(await page.locator('[part=heading]').first().innerText(), 'Recent searches');
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('a search button and a failed search lead apart', async () => {
  shop.answer = (query) => (query === 'zzz' ? emptyAnswer : usualAnswer(query));
  shop.put(
    '/button',
    shopPage({
      body: '<header><form><input type="search" aria-label="Search" name="s"><button>Go</button></form></header>',
    }),
  );
  const { page } = await openPage('/button', {});
  await page.locator('input').fill('zzz');
  await waitOpen(page, 'zzz');
  await page.locator('a[role=option]').first().click();
  await page.goto(`${shop.origin}/button`);
  await page.locator('input').fill('by button');
  await page.locator('button').click();
  await page.waitForURL('**/button?s=by+button');
  await page.focus('input');
  await waitOpen(page, '');
  assert.deepEqual(await shownRecent(page), ['by button']);
  await page.context().close();
});

test('five texts at most are shown, and only texts', async () => {
  const { page } = await openWith(['a1', 7, null, '', ...['a2', 'a3', 'a4', 'a5', 'a6', '<b>']]);
  assert.deepEqual(await shownRecent(page), ['a1', 'a2', 'a3', 'a4', 'a5']);
  await page.locator('input').press('x');
  await page.locator('input').press('y');
  await waitOpen(page, 'xy');
  assert.equal(await page.locator(recent).count(), 0);
  await page.context().close();
});

test('a recent search is written and searched, and not reported', async () => {
  const { page } = await openWith(['belt', 'run']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue('input'), 'run');
  await waitOpen(page, 'run');
  await page.locator('input').fill('');
  await waitOpen(page, '');
  assert.deepEqual(await shownRecent(page), ['run', 'belt']);
  assert.deepEqual(shop.events, []);
  await page.context().close();
});

test('keys remove one recent search after the other', async () => {
  const { page } = await openWith(['one', 'two', 'three']);
  const active = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent ?? ''`;
  const shortcut = await page.locator(recent).first().getAttribute('aria-keyshortcuts');
  assert.equal(shortcut, 'Delete');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  assert.deepEqual(await shownRecent(page), ['one', 'three']);
  assert.equal(typeof (await page.evaluate<string>(active)), 'string');
  await page.keyboard.press('Backspace');
  assert.deepEqual(await shownRecent(page), ['one']);
  await page.keyboard.press('Backspace');
  assert.deepEqual(await shownRecent(page), ['one'], 'no option is active any more');
  await page.context().close();
});

test('a pointer removes one recent search, or all at once', async () => {
  const { page, faults } = await openWith(['one', 'two']);
  await page.locator(`${recent} [part=remove]`).first().click();
  assert.deepEqual(await shownRecent(page), ['two']);
  assert.equal(await page.evaluate<boolean>(isOpen), true);
  const clear = page.getByRole('option', { name: 'Clear all' });
  await clear.click();
  assert.equal(await page.locator(recent).count(), 0);
  assert.equal(await clear.count(), 0);
  assert.equal((await shownOptions(page))[0], 'running shoes');
  await page.reload();
  await page.focus('input');
  await waitOpen(page, '');
  assert.equal(await page.locator(recent).count(), 0);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('recent searches alone open the panel, and close it removed', async () => {
  const { page } = await openWith(['one'], '/', () => emptyAnswer);
  assert.deepEqual(await shownRecent(page), ['one']);
  await page.locator(`${recent} [part=remove]`).click();
  await waitUntil('closing', async () => !(await page.evaluate<boolean>(isOpen)));
  await page.context().close();
});

test('data-recent="off" shows and keeps no search', async () => {
  shop.put('/without', shopPage({ script: 'data-recent="off"' }));
  const { page } = await openWith(['one'], '/without');
  assert.equal(await page.locator(recent).count(), 0);
  await page.locator('input').fill('run');
  await waitOpen(page, 'run');
  await page.locator('[role=option]').first().click();
  assert.equal(await page.evaluate<string>(`sessionStorage['foretype-recent-ft_pk_test']`), '["one"]');
  await page.context().close();
});

test('another store’s key and a blocked storage know no search', async () => {
  shop.put('/store', shopPage().replace('ft_pk_test', 'ft_pk_other'));
  const { page, faults } = await openWith(['one'], '/store');
  assert.equal(await page.locator(recent).count(), 0);
  await page.addInitScript(
    `Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } })`,
  );
  await page.goto(`${shop.origin}/`);
  await page.locator('input').fill('run');
  await waitOpen(page, 'run');
  await page.locator('[role=option]').first().click();
  await page.locator('input').fill('');
  await waitOpen(page, '');
  assert.equal(await page.locator(recent).count(), 0);
  assert.deepEqual(faults, []);
  await page.context().close();
});

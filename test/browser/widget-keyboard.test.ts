/**
 * The widget in a real browser on a page of a shop: what each key and input method does, what screen readers are told,
 * and what the input is left like. A small service answers; each test starts on a fresh page.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { emptyAnswer, shopPage, usualAnswer } from '../support/answering-shop.ts';
import {
  assertOpensTab,
  panelSelector,
  setUpWidgetShop,
  shownOptions,
  waitOpen,
} from '../support/widget-page.ts';

const { shop, openPage, openTyped: typed } = setUpWidgetShop();

const activeName = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.firstChild.shadowRoot.querySelector('[part=title]').textContent ?? ''`;
const isOpen = `document.querySelector('${panelSelector}').matches(':popover-open')`;
const caret = `document.activeElement.selectionStart`;

test('§4.9.8 arrows walk through options and input in a circle', async () => {
  const { page, faults } = await typed('run');
  const names: string[] = [];
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('ArrowDown');
    names.push(await page.evaluate<string>(activeName));
  }
  assert.deepEqual(names, [
    'run shoes',
    'run belt',
    'Running',
    'Outdoor',
    'run Cloudfoam 4',
    'Trail run',
    'See all results',
    '',
  ]);
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowUp');
  assert.match(await page.evaluate<string>(activeName), /^Trail run/);
  assert.equal(await page.inputValue('input'), 'run');
  assert.equal(await page.evaluate<number>(caret), 3);
  for (const key of ['Home', 'End', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  assert.match(await page.evaluate<string>(activeName), /^Trail run/);
  await page.keyboard.press('Home');
  assert.equal(await page.evaluate<number>(caret), 0);
  assert.deepEqual(faults, []);
});

test('§4.9.8 Escape closes and keeps the text, the next is native', async () => {
  shop.put('/dialog', shopPage({ body: '<dialog><input type="search" aria-label="Search"></dialog>' }));
  const { page } = await openPage('/dialog');
  await page.evaluate('document.querySelector("dialog").showModal()');
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  const at = await page.evaluate<string>(
    `(() => { const r = document.querySelector('${panelSelector}').getBoundingClientRect(); return document.elementFromPoint(r.x + 40, r.y + 40).closest('dialog') ? 'dialog' : 'elsewhere'; })()`,
  );
  assert.equal(at, 'dialog');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate<boolean>(isOpen), false);
  assert.equal(await page.inputValue('input'), 'run');
  assert.equal(await page.evaluate<boolean>('document.querySelector("dialog").open'), true);
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate<boolean>(isOpen), true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal(await page.inputValue('input'), '');
});

test('§4.9.8 arrows on a closed panel open it, caret unmoved', async () => {
  for (const key of ['ArrowDown', 'ArrowUp']) {
    const { page } = await typed('run');
    await page.keyboard.press('Escape');
    await page.keyboard.press(key);
    assert.equal(await page.evaluate<boolean>(isOpen), true);
    assert.equal(await page.evaluate<string>(activeName), '');
    assert.equal(await page.evaluate<number>(caret), 3);
  }
});

test('§4.9.6 Enter on a suggestion writes it, reports once and searches', async () => {
  const { page } = await typed('run');
  await page.evaluate(
    `window.told = []; document.querySelector('input').addEventListener('input', (event) => told.push(event.target.value))`,
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue('input'), 'run shoes');
  assert.deepEqual(await page.evaluate<string[]>('told'), ['run shoes']);
  await waitOpen(page, 'run shoes');
  assert.equal(await page.evaluate<number>(caret), 9);
  assert.equal(shop.asked.filter(({ query }) => query === 'run shoes').length, 1);
  assert.equal(new URL(page.url()).pathname, '/');
});

test('§4.9.6 Enter on a product follows its link, Control-Enter elsewhere', async () => {
  const { page } = await typed('run');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  await assertOpensTab({ page, shop }, '/product-1', () => page.keyboard.press('Control+Enter'));
  assert.equal(await page.evaluate<boolean>(isOpen), true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/product-1');
});

test('Enter without an active option submits the form', async () => {
  const { page } = await typed('run');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/searched?s=run');
});

test('Tab closes and moves on without choosing', async () => {
  shop.put(
    '/two',
    shopPage({ body: '<header><input type="search" aria-label="Search"><button>Go</button></header>' }),
  );
  const { page } = await typed('run', '/two');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate<string>('document.activeElement.localName'), 'button');
  assert.equal(await page.evaluate<boolean>(isOpen), false);
  assert.equal(await page.inputValue('input'), 'run');
});

test('a click elsewhere closes, a panel press keeps focus', async () => {
  const { page } = await typed('run');
  await page
    .locator('[role=group]')
    .first()
    .click({ position: { x: 30, y: 8 } });
  assert.equal(await page.evaluate<string>('document.activeElement.localName'), 'input');
  assert.equal(await page.evaluate<boolean>(isOpen), true);
  await page.mouse.click(5, 880);
  assert.equal(await page.evaluate<boolean>(isOpen), false);
  await page.locator('input').click();
  assert.equal(await page.evaluate<boolean>(isOpen), true);
});

interface AxNode {
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value?: unknown; relatedNodes?: { idref?: string }[] } }[];
}

test('§4.9.8 the accessibility tree holds a combobox with grouped options', async () => {
  const { page } = await typed('run');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  const named = (role: string) =>
    nodes.filter((node) => node.role?.value === role).map(({ name }) => name?.value);
  const box = nodes.find((node) => node.role?.value === 'combobox');
  const property = (name: string) => box?.properties?.find((entry) => entry.name === name)?.value;
  assert.equal(property('expanded')?.value, true);
  const panelId = await page.getAttribute(panelSelector, 'id');
  assert.equal(property('controls')?.relatedNodes?.[0]?.idref, panelId);
  assert.equal(property('activedescendant')?.relatedNodes?.[0]?.idref, `${panelId}-4`);
  assert.deepEqual(named('listbox'), ['Suggestions']);
  assert.deepEqual(named('group'), ['Suggestions', 'Categories', 'Products']);
  assert.deepEqual(named('link'), []);
  assert.deepEqual(named('option').sort(), [
    'Outdoor',
    'Running',
    'See all results',
    'Trail run Running €129.90 Out of stock',
    'run Cloudfoam 4 Running €129.90 In stock',
    'run belt',
    'run shoes',
  ]);
});

test('a card shows only its title but keeps the full name', async () => {
  shop.put('/cards', shopPage({ script: 'data-product-display="card"' }));
  const { page } = await openPage('/cards');
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  const named = page.getByRole('option', { name: 'Trail run Running €129.90 Out of stock', exact: true });
  assert.equal(await named.count(), 1);
  const height = `document.querySelector('a[role=option]').firstChild.shadowRoot.querySelector('[part=detail]').offsetHeight`;
  assert.equal(await page.evaluate<number>(height), 0);
});

test('§4.9.8 one polite region announces counts and empty results', async () => {
  const { page } = await typed('run');
  const region = page.locator('[data-foretype-live][aria-live=polite]');
  assert.equal(await region.count(), 1);
  await page.waitForFunction(
    `document.querySelector('[data-foretype-live]').textContent === 'Suggestions: 2, Categories: 2, Products: 2'`,
  );
  shop.answer = (query) => (query === 'runx' ? emptyAnswer : usualAnswer(query));
  await page.keyboard.type('x');
  await page.waitForFunction(
    `document.querySelector('[data-foretype-live]').textContent === 'No results: “runx”'`,
  );
  assert.deepEqual((await shownOptions(page)).slice(0, 2), ['running shoes', 'running belt']);
  shop.answer = usualAnswer;
});

test('a released input returns to its former state', async () => {
  shop.put(
    '/own',
    shopPage({
      body: '<header><input type="search" role="searchbox" autocomplete="on" aria-label="Find" list="own"></header>',
    }),
  );
  const { page } = await openPage('/own');
  const markup = `document.querySelector('input').outerHTML`;
  assert.match(await page.evaluate<string>(markup), /role="combobox".*autocomplete="off"/);
  assert.equal(await page.getAttribute('input', 'list'), null);
  await page.evaluate('foretype.unbind(document.querySelector("input"))');
  assert.equal(
    await page.evaluate<string>(markup),
    '<input type="search" role="searchbox" autocomplete="on" aria-label="Find" list="own">',
  );
  assert.equal(await page.locator(panelSelector).count(), 0);
  await page.evaluate('document.body.append("again"); new Promise(requestAnimationFrame)');
  assert.equal(await page.locator(panelSelector).count(), 0);
  await page.evaluate('foretype.bind(document.querySelector("input"))');
  assert.equal(await page.locator(panelSelector).count(), 1);
});

test('composed text is searched on commit, except Latin on Android', async () => {
  const compose = async (page: Page, texts: readonly string[]) => {
    const session = await page.context().newCDPSession(page);
    await page.focus('input');
    await waitOpen(page, '');
    for (const text of texts)
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await page.waitForTimeout(60);
    return session;
  };
  const { page } = await openPage();
  const session = await compose(page, ['に', 'にh', 'にほん', '日本']);
  assert.deepEqual(
    shop.asked.map(({ query }) => query),
    [''],
  );
  await session.send('Input.insertText', { text: '日本' });
  await waitOpen(page, '日本');
  assert.deepEqual(
    shop.asked.map(({ query }) => query),
    ['', '日本'],
  );
  const android = await openPage('/', {
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130',
  });
  await compose(android.page, ['r', 'ru', 'run']);
  await waitOpen(android.page, 'run');
  await android.page.context().close();
});

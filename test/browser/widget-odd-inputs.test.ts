/**
 * The widget on inputs that are not as usual: moved into dialogs, in shadow roots, enlarged, of other types, read-only,
 * bound late by a class, and pages that call `foretype` with anything.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, shopPage, usualAnswer } from '../support/answering-shop.ts';
import { panelSelector, setUpWidgetShop, waitOpen, waitPanels } from '../support/widget-page.ts';

const { shop, openPage } = setUpWidgetShop();

/** The edges of a DOMRect. */
type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom' | 'width', number>>;

const label = 'aria-label="Search"';

test('an input moved into a modal dialog takes its panel', async () => {
  const body = `<header><input type="search" ${label}></header><dialog></dialog>`;
  shop.put('/moved', shopPage({ body }));
  const { page } = await openPage('/moved');
  await page.evaluate(
    `(() => { const dialog = document.querySelector('dialog'); dialog.showModal(); dialog.append(document.querySelector('input')); })()`,
  );
  await page.focus('input');
  await waitOpen(page, '');
  await page.locator('[role=option]').first().click();
  assert.equal(await page.inputValue('input'), 'running shoes');
});

test('an input’s announcement survives binding another one', async () => {
  const { page } = await openPage();
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  await page.evaluate(
    `document.querySelector('main').insertAdjacentHTML('beforeend', '<input type=search>')`,
  );
  await page.waitForFunction(
    `document.querySelector('[data-foretype-live]').textContent.startsWith('Suggestions: 2')`,
  );
});

test('an input in a shadow root uses its page’s language', async () => {
  shop.put('/shadow', shopPage({ body: '<dialog lang="de"><span></span></dialog>' }));
  const { page } = await openPage('/shadow');
  const heading = await page.evaluate<string>(`(async () => {
    document.querySelector('dialog').showModal();
    const root = document.querySelector("span").attachShadow({ mode: 'open' });
    root.innerHTML = '<input>';
    foretype.bind(root.firstChild);
    const painted = new Promise((resolve) => root.addEventListener('foretype:render', resolve));
    root.firstChild.focus();
    await painted;
    return root.querySelector('${panelSelector}').shadowRoot.querySelector('[part=heading]').textContent;
  })()`);
  assert.equal(heading, 'Beliebt');
  assert.equal(await page.locator('dialog > [data-foretype-live]').count(), 1);
});

test('a call for no input does nothing, a selector binds', async () => {
  shop.put('/calls', shopPage({ body: `<header><input id="own" ${label}></header>` }));
  const { page, faults } = await openPage('/calls');
  const detached = await page.evaluate<string>(`(() => {
    const input = document.createElement('input');
    for (const name of ['bind', 'open', 'close', 'refresh', 'unbind'])
      for (const target of [null, undefined, 7, {}, ':::', '#none', document.body, input]) foretype[name](target);
    return input.outerHTML;
  })()`);
  assert.equal(detached, '<input>');
  assert.equal(await page.locator(panelSelector).count(), 0);
  await page.evaluate(`foretype.bind('#own')`);
  assert.equal(await page.getAttribute('#own', 'role'), 'combobox');
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<input type=search>')`);
  await waitPanels(page, 2);
  assert.deepEqual(faults, []);
});

test('on a zooming page the panel stands at the box', async () => {
  const head = '<style>body { zoom: 1.5; margin: 0; padding: 40px 0 0 90px } input { width: 380px }</style>';
  shop.put('/zoom', shopPage({ head }));
  const { page } = await openPage('/zoom');
  await page.focus('input');
  await waitOpen(page, '');
  const [panel, input] = await page.evaluate<[Box, Box]>(
    `['${panelSelector}', 'input'].map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON())`,
  );
  for (const [is, ought] of [
    [panel.left, input.left],
    [panel.width, input.width],
    [panel.top, input.bottom + 12],
  ] as const)
    assert.ok(Math.abs(is - ought) < 1, `${is} for ${ought}`);
});

test('text typed before the script came is searched', async () => {
  const box = (value: string) => `<input type="search" ${label} value="${value}">`;
  shop.put('/late', shopPage({ body: `<header>${box('')}</header>`, script: 'data-target=".found"' }));
  shop.put('/results', shopPage({ body: `<header>${box('run')}</header>`, script: 'data-target=".found"' }));
  const bind = `document.querySelector('input').classList.add('found')`;
  const { page } = await openPage('/late');
  await page.locator('input').pressSequentially('run');
  await page.evaluate(bind);
  await waitOpen(page, 'run');
  // A page of results names what was searched, which is no new question.
  await openPage('/results');
  await page.focus('input');
  await page.evaluate(bind);
  await page.keyboard.press('End');
  await page.keyboard.type('n');
  await waitOpen(page, 'runn');
  assert.deepEqual(await page.evaluate('renders'), ['runn']);
});

test('pointing at a choice only looks, and Enter submits', async () => {
  const { page } = await openPage();
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  const box = await page.locator('[role=option]').nth(1).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 5);
  await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 8);
  const option = page.locator('[role=option]').nth(1);
  const outline = `getComputedStyle(document.querySelectorAll('[role=option]')[1]).outlineWidth`;
  assert.equal(await page.evaluate<string>(outline), '2px');
  assert.equal(await option.getAttribute('aria-selected'), 'false');
  assert.equal(await page.getAttribute('input', 'aria-activedescendant'), null);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/searched?s=run');
});

test('data-target follows a class, id or attribute added later', async () => {
  shop.put(
    '/later',
    shopPage({
      body: `<header><input ${label}><input ${label}><input ${label}></header>`,
      script: `data-target=".yes, #yes, [data-yes='1']"`,
    }),
  );
  const { page } = await openPage('/later');
  assert.equal(await page.locator(panelSelector).count(), 0);
  await page.evaluate(
    `['class', 'id', 'data-yes'].forEach((name, index) => document.querySelectorAll('input')[index].setAttribute(name, index < 2 ? 'yes' : '1'))`,
  );
  await waitPanels(page, 3);
});

test('suggestions fill inputs of every type but read-only ones', async () => {
  const body = `<header><input type="email" data-widget-search ${label}><input type="search" readonly ${label}></header>`;
  shop.put('/types', shopPage({ body }));
  const { page, faults } = await openPage('/types');
  await page.locator('input').first().focus();
  await waitOpen(page, '');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('input').first().inputValue(), 'running shoes');
  await page.evaluate('foretype.close()');
  await page.locator('input').last().click();
  await page.keyboard.press('ArrowDown');
  await page.evaluate(`foretype.open('[readonly]')`);
  assert.equal(await page.locator(`${panelSelector}[data-open]`).count(), 0);
  assert.deepEqual(faults, []);
});

test('prices accept en_US, keep text and shorten long numbers', async () => {
  const prices = ['9.90', 'ask us', '1'.repeat(290)];
  shop.answer = (query) => ({
    ...usualAnswer(query),
    products: prices.map((price, index) => card(index + 1, `shoe ${index}`, { price })),
  });
  shop.put('/prices', shopPage({ script: 'data-lang="en_US"' }));
  const { page } = await openPage('/prices');
  await page.focus('input');
  await waitOpen(page, '');
  const shown = await page.locator('[part=price]').allTextContents();
  assert.deepEqual(shown.slice(0, 2), ['€9.90', 'ask us EUR']);
  const fits = `[...document.querySelectorAll('a[role=option]')].every((option) => {
    const stock = option.firstChild.shadowRoot.querySelector('[part=stock]').getBoundingClientRect();
    return stock.width > 0 && stock.right <= option.getBoundingClientRect().right; })`;
  assert.equal(await page.evaluate<boolean>(fits), true);
});

test('cards peek below the rest, categories keep one row', async () => {
  shop.answer = (query) => ({
    ...usualAnswer(query),
    categories: Array.from({ length: 8 }, (_, index) => ({ title: `Category ${index}`, url: null })),
    products: [1, 2, 3, 4, 5].map((id) => card(id, `${query} ${id}`)),
  });
  const body = `<header><input type="search" style="width:800px;max-width:100%" ${label}></header>`;
  shop.put('/cards', shopPage({ body, script: 'data-product-display="card"' }));
  const { page } = await openPage('/cards');
  const boxes = async (selector: string) =>
    page.evaluate<Box[]>(
      `[...document.querySelectorAll('${selector}')].map((option) => option.getBoundingClientRect().toJSON())`,
    );
  await page.focus('input');
  await waitOpen(page, '');
  const cards = await boxes('a[role=option]');
  const [panel] = await boxes(panelSelector);
  assert.ok((panel?.width ?? 0) > 640);
  const insideCount = cards.filter(({ right }) => right <= (panel?.right ?? 0)).length;
  assert.equal(insideCount, 3);
  assert.ok((cards[3]?.left ?? Infinity) < (panel?.right ?? 0));
  assert.ok(
    (cards[0]?.top ?? 0) > Math.max(...(await boxes('[slot=categories]')).map(({ bottom }) => bottom)),
  );
  await page.setViewportSize({ width: 360, height: 700 });
  // Two and a good part of the third.
  const [screen] = await boxes(panelSelector);
  const third = (await boxes('a[role=option]'))[2];
  const part = ((screen?.right ?? 0) - (third?.left ?? 0)) / (third?.width ?? 1);
  assert.ok(part > 0.4 && part < 0.9, `${part}`);
  assert.equal(new Set((await boxes('[slot=categories]')).map(({ top }) => top)).size, 1);
  await page.setViewportSize({ width: 1000, height: 900 });
});

/**
 * The widget while the page around it changes: boxes that move and grow, panels that are dropped, addresses that
 * change, names that are taken, other media; and that it asks and looks no more than it must.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { card, emptyAnswer, shopPage, usualAnswer } from '../support/answering-shop.ts';
import { waitUntil } from '../support/wait-until.ts';
import { panelSelector, setUpWidgetShop, shownOptions, waitOpen } from '../support/widget-page.ts';

const { shop, openPage } = setUpWidgetShop();

const label = 'aria-label="Search"';
const openPanels = (page: Page) => page.locator(`${panelSelector}[data-open]`).count();

/** Waits until the panel stands below its box, as wide as that. */
async function waitPlaced(page: Page): Promise<void> {
  await waitUntil('the panel below its box', () =>
    page.evaluate<boolean>(`(() => {
      const [panel, input] = ['${panelSelector}', 'input'].map((selector) => document.querySelector(selector).getBoundingClientRect());
      return [panel.left - input.left, panel.width - input.width, panel.top - input.bottom - 8].every((off) => Math.abs(off) < 1);
    })()`),
  );
}

test('an open panel follows its box and returns after removal', async () => {
  const head = `<style>html, body { height: 100% } input { width: 380px; transition: width .2s } input:focus { width: 560px }</style>`;
  const body = `<aside style="height:200px"></aside><header><input type="search" ${label}></header>`;
  shop.put('/moving', shopPage({ head, body }));
  const { page, faults } = await openPage('/moving');
  assert.equal(await page.getAttribute('input', 'aria-controls'), null);
  await page.focus('input');
  await waitOpen(page, '');
  await waitUntil('the grown box', () =>
    page.evaluate<boolean>(`document.querySelector('input').offsetWidth === 560`),
  );
  await waitPlaced(page);
  await page.evaluate(`document.querySelector('aside').remove()`);
  await waitPlaced(page);
  await page.evaluate(`document.querySelector('${panelSelector}').remove()`);
  await waitUntil('the panel again', () =>
    page.evaluate<boolean>(
      `document.getElementById(document.querySelector('input').getAttribute('aria-controls'))?.matches(':popover-open') ?? false`,
    ),
  );
  // A panel that nothing moves changes no attribute.
  const count = await page.evaluate<number>(`(async () => {
    let count = 0;
    const observer = new MutationObserver((records) => { count += records.length; });
    observer.observe(document, { attributes: true, subtree: true });
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
    observer.disconnect();
    return count;
  })()`);
  assert.equal(count, 0);
  await page.keyboard.press('Escape');
  assert.equal(await page.getAttribute('input', 'aria-controls'), null);
  assert.deepEqual(faults, []);
});

test('without results there is no listbox until offers arrive', async () => {
  let isEmpty = true;
  shop.answer = (query) => (query || isEmpty ? emptyAnswer : usualAnswer(query));
  const { page } = await openPage();
  await page.locator('input').pressSequentially('zzz');
  await waitOpen(page, 'zzz');
  assert.equal(await page.locator('[part=note]').textContent(), 'No results: “zzz”');
  assert.equal(await page.locator(panelSelector).getAttribute('role'), 'group');
  assert.equal(await page.getAttribute('input', 'aria-expanded'), 'false');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  isEmpty = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  shop.hold = (query) => (query ? Promise.resolve() : promise);
  await openPage();
  await page.locator('input').pressSequentially('yyy');
  await waitOpen(page, 'yyy');
  assert.deepEqual(await shownOptions(page), []);
  resolve();
  await waitUntil('the offers', async () => (await shownOptions(page)).includes('running shoes'));
  assert.equal(await page.locator('[part=note]').textContent(), 'No results: “yyy”');
  assert.equal(await page.getAttribute('input', 'aria-expanded'), 'true');
});

test('Escape closes, then empties the box, which stays closed', async () => {
  const { page } = await openPage();
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  for (const value of ['run', '', '']) {
    await page.keyboard.press('Escape');
    assert.equal(await page.inputValue('input'), value);
    assert.equal(await openPanels(page), 0);
  }
  await page.keyboard.type('r');
  await page.keyboard.press('Backspace');
  await waitUntil('discovery', async () => (await openPanels(page)) === 1);
});

test('a new address closes the panel unless it notes typing', async () => {
  const { page } = await openPage('/', {});
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  await page.evaluate(`history.replaceState({}, '', '/?q=run')`);
  assert.equal(await openPanels(page), 1);
  await page.evaluate(`history.pushState({}, '', '/elsewhere')`);
  assert.equal(await openPanels(page), 0);
  await page.context().close();
});

test('an element named foretype hides no controls or script tag', async () => {
  shop.put(
    '/module',
    `<!doctype html><html lang="en"><title>Shop</title><div id="foretype"></div><main><input type="search" ${label}></main>
<script type="module" src="/widget.js" data-api-key="ft_pk_own" data-theme="bogus"></script><script src="/widget/loader.js" data-api-key="of another service" type="text/plain"></script>`,
  );
  const { page, faults } = await openPage('/module');
  await page.evaluate('foretype.open()');
  await waitOpen(page, '');
  assert.deepEqual([...new Set(shop.asked.map(({ key }) => key))], ['ft_pk_own']);
  assert.equal(await page.locator(panelSelector).getAttribute('data-theme'), 'rounded');
  assert.deepEqual(faults, []);
});

test('discovery is requested once in five seconds, with an event', async () => {
  const { page } = await openPage();
  await page.evaluate(
    `window.sent = []; addEventListener('foretype:request', ({ detail }) => sent.push(detail.query))`,
  );
  await page.hover('input');
  await waitUntil('the prefetch', () => shop.asked.length === 1);
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate('foretype.open()');
    await waitOpen(page, '');
    await page.evaluate('foretype.close()');
  }
  await page.locator('input').fill('run');
  await waitOpen(page, 'run');
  assert.deepEqual(
    shop.asked.map(({ query }) => query),
    ['', 'run'],
  );
  assert.deepEqual(await page.evaluate<string[]>('sent'), ['', 'run']);
});

test('a page is searched for inputs once per frame', async () => {
  const { page } = await openPage();
  // What the page's own start changed is looked through before anything is counted.
  const count = await page.evaluate<number>(`(async () => {
    let count = 0;
    const { querySelectorAll } = Document.prototype;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    document.querySelectorAll = (selector) => { count += 1; return querySelectorAll.call(document, selector); };
    for (let round = 0; round < 50; round += 1) { document.body.classList.toggle('changed'); await Promise.resolve(); }
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    delete document.querySelectorAll;
    return count;
  })()`);
  assert.equal(count, 1);
});

test('an input added to an ever-changing page is found', async () => {
  const { page } = await openPage('/', {});
  await page.evaluate(`(() => {
    const change = () => { document.body.classList.toggle('changed'); requestAnimationFrame(change); };
    change();
    document.body.insertAdjacentHTML('beforeend', '<input type="search" id="late" ${label}>');
  })()`);
  await page.locator('#late[role=combobox]').waitFor({ timeout: 5_000 });
  await page.context().close();
});

test('a spoiled session storage costs only its spoiled part', async () => {
  const { page } = await openPage('/', {});
  await page.evaluate(`(() => {
    sessionStorage.setItem('foretype-session', '{"a":1}');
    const good = { type: 'suggestion_click', phrase: 'shoes', region: 'suggestions', position: 1, query: 's', event_id: 'kept-from-before' };
    sessionStorage.setItem('foretype-outbox-ft_pk_test', JSON.stringify([null, 5, { a: 1 }, good]));
  })()`);
  await page.reload();
  await waitUntil('the good one', () => shop.events.length === 1);
  const [sent] = shop.events;
  assert.match(sent?.session_id ?? '', /^[\w-]{8,64}$/);
  assert.deepEqual(
    sent?.events.map(({ event_id: id }) => id),
    ['kept-from-before'],
  );
  await page.context().close();
});

test('paper shows no panel, forced colours show all that is drawn', async () => {
  shop.answer = (query) => ({
    ...usualAnswer(query),
    products: [card(1, 'Kettle', { image_url: null })],
    meta: { corrected_query: 'running shoes '.repeat(7) },
  });
  const { page } = await openPage('/', { viewport: { width: 360, height: 700 } });
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  const height = `document.querySelector('${panelSelector}').shadowRoot.querySelector('[part=note]').offsetHeight`;
  assert.equal(await page.evaluate<number>(height), 40);
  const read = (part: string, pseudo: string, name: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('a[role=option]').firstChild.shadowRoot.querySelector('[part=${part}]'), '${pseudo}').${name}`,
    );
  const muted = await read('category', '', 'color');
  for (const part of ['price', 'stock']) assert.equal(await read(part, '::before', 'color'), muted);
  const sign = `getComputedStyle(document.querySelector('[role=option]').firstChild, '::before')`;
  await page.emulateMedia({ forcedColors: 'active' });
  const black = 'rgb(0, 0, 0)';
  assert.equal((await page.evaluate<string>(`${sign}.backgroundImage`)).split(black).length, 3);
  assert.equal(await page.evaluate<string>(`${sign}.forcedColorAdjust`), 'none');
  assert.notEqual(await read('image', '', 'outlineColor'), 'rgba(0, 0, 0, 0)');
  await page.emulateMedia({ forcedColors: null, media: 'print' });
  assert.equal(await page.locator(panelSelector).isVisible(), false);
  await page.context().close();
});

/**
 * The end of a search in the widget: the way to all results by an address or by the input's form, a corrected query that says so,
 * and prices before a reduction. Each test starts on a fresh page.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { card, emptyAnswer, shopPage, usualAnswer } from '../support/answering-shop.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertOpensTab,
  panelSelector,
  setUpWidgetShop,
  shownOptions,
  waitOpen,
} from '../support/widget-page.ts';

const { shop, openPage, openTyped: typed } = setUpWidgetShop();

const all = '[role=option][slot=all]';
const isOpen = `document.querySelector('${panelSelector}')?.matches(':popover-open') ?? false`;

/** Puts a page whose header holds a form with these attributes and fields around its search box. */
function putForm(path: string, attributes: string, fields = '', input = 'name="s"'): void {
  const box = `<input type="search" aria-label="Search" ${input}>`;
  shop.put(path, shopPage({ body: `<header><form ${attributes}>${box}${fields}</form></header>` }));
}

const hrefOf = (page: Page) => page.locator(all).getAttribute('href');

function correcting(query: string) {
  return { ...usualAnswer(query), meta: { query, corrected_query: 'iphone' } };
}

test('data-results-url names the page of all results, query encoded', async () => {
  shop.put('/named', shopPage({ script: 'data-results-url="/find/{query}?q={query}"' }));
  const { page, faults } = await typed('a&b é/', '/named');
  assert.equal(
    new URL((await hrefOf(page)) ?? '').href,
    `${shop.origin}/find/a%26b%20%C3%A9%2F?q=a%26b%20%C3%A9%2F`,
  );
  assert.equal((await shownOptions(page)).at(-1), 'See all results');
  await page.locator(all).click();
  await page.waitForURL('**/find/**');
  assert.deepEqual(faults, []);
});

test('a form that gets has an address with all its fields', async () => {
  putForm(
    '/fields',
    'action="/found?old=1#x"',
    '<input type="hidden" name="shop" value="a b"><input name="action"><input name="method">',
  );
  const { page } = await typed('run', '/fields');
  assert.equal(await hrefOf(page), `${shop.origin}/found?s=run&shop=a+b&action=&method=#x`);
  await page.locator(all).click();
  await page.waitForURL(`${shop.origin}/found?s=run&shop=a+b&action=&method=#x`);
});

test('a plain click sends the form, so the page may keep it', async () => {
  putForm('/kept', 'action="/found"');
  const { page, faults } = await typed('run', '/kept');
  await page.evaluate(
    `window.sent = []; document.querySelector('form').onsubmit = (event) => { event.preventDefault(); sent.push(new FormData(event.target).get('s')); }`,
  );
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await waitUntil('closing', async () => !(await page.evaluate<boolean>(isOpen)));
  assert.deepEqual(await page.evaluate<string[]>('sent'), ['run']);
  assert.equal(new URL(page.url()).pathname, '/kept');
  assert.deepEqual(faults, []);
});

test('a modified click opens the results in a tab of their own', async () => {
  const { page } = await typed('run');
  await assertOpensTab({ page, shop }, '/searched?s=run', () =>
    page.locator(all).click({ modifiers: ['ControlOrMeta'] }),
  );
  assert.equal(await page.evaluate<boolean>(isOpen), true);
});

test('a form that posts or lacks a name is sent without address', async () => {
  putForm('/posts', 'action="/posted" method="post"');
  putForm('/nameless', 'action="/posted"', '', '');
  for (const path of ['/posts', '/nameless']) {
    const { page } = await typed('run', path);
    assert.equal(await hrefOf(page), null);
    await page.locator(all).click();
    await page.waitForURL(/\/posted\??$/);
  }
});

test('without a place to lead to there is no link', async () => {
  shop.put('/formless', shopPage({ body: '<header><input type="search" aria-label="Search"></header>' }));
  putForm('/dialog-form', 'method="dialog"');
  putForm('/script-form', 'action="javascript:void(0)"');
  for (const path of ['/formless', '/dialog-form', '/script-form']) {
    const { page } = await typed('run', path);
    assert.equal(await page.locator(all).count(), 0, path);
  }
  const { page } = await openPage();
  await page.focus('input');
  await waitOpen(page, '');
  assert.equal(await page.locator(all).count(), 0, 'discovery');
  shop.answer = (query) => (query ? emptyAnswer : usualAnswer(''));
  await page.keyboard.type('xyz');
  await waitOpen(page, 'xyz');
  assert.equal(await page.locator(all).count(), 0, 'nothing found');
});

test('a corrected query says whose results are shown, aloud too', async () => {
  shop.answer = correcting;
  const { page } = await typed('iphnoe');
  assert.equal(await page.locator('[part=note]').innerText(), 'Showing results for iphone');
  assert.equal(await page.locator('[part=note] b').innerText(), 'iphone');
  await page.waitForFunction(
    `document.querySelector('[data-foretype-live]').textContent === 'Showing results for iphone, Suggestions: 2, Categories: 2, Products: 2'`,
  );
  assert.equal(await hrefOf(page), `${shop.origin}/searched?s=iphone`);
  await page.locator(all).click();
  await page.waitForURL('**/searched?s=iphone');
});

test('only a higher price before is struck through and read out', async () => {
  shop.answer = (query) => ({
    ...usualAnswer(query),
    suggestions: [],
    categories: [],
    products: [
      card(1, 'On sale', { compare_at_price: '159.9' }),
      card(2, 'As ever', { compare_at_price: '129.90' }),
      card(3, 'Odd', { compare_at_price: 'NaN' }),
    ],
  });
  const { page } = await typed('run');
  const named = (name: string) => page.getByRole('option', { name, exact: true }).count();
  assert.equal(await named('On sale Running €129.90 Was €159.90 In stock'), 1);
  assert.equal(await named('As ever Running €129.90 In stock'), 1);
  assert.equal(await named('Odd Running €129.90 In stock'), 1);
  const struck = page.locator('[part=before]');
  assert.equal(await struck.count(), 1);
  const drawn = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('a[role=option]').firstChild.shadowRoot.querySelector('[part=before]')).textDecorationLine`,
  );
  assert.equal(drawn, 'line-through');
});

test('a narrow phone shows both prices of a sale whole', async () => {
  const sale = { price: '1129.90', compare_at_price: '1159.90', category: 'Shoes > Running over mountains' };
  shop.answer = (query) => ({ ...usualAnswer(query), products: [card(1, 'On sale', sale)] });
  shop.put('/narrow', shopPage({}));
  const { page } = await openPage('/narrow', { viewport: { width: 320, height: 700 } });
  await page.locator('input[type=search]').pressSequentially('run');
  await waitOpen(page, 'run');
  const price = page.locator('[part=price]');
  assert.equal(await price.textContent(), '€1,129.90 Was €1,159.90');
  const inside = `document.querySelector('a[role=option]').firstChild.shadowRoot`;
  const widths = `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(${inside}.querySelector('[part=price]'))`;
  const [needed, given] = await page.evaluate<number[]>(widths);
  assert.equal(given, needed);
  assert.ok(await page.locator('[part=stock]').isVisible());
});

test('axe finds no fault in recent searches, corrections and sales', async () => {
  shop.answer = (query) => ({
    ...correcting(query),
    products: [card(1, 'On sale', { compare_at_price: '159.9' })],
  });
  for (const scheme of ['light', 'dark']) {
    shop.put('/axe', shopPage({ html: `lang="en" style="color-scheme:${scheme}"` }));
    const { page } = await openPage('/axe', { viewport: { width: 360, height: 740 } });
    await page.evaluate(`sessionStorage.setItem('foretype-recent-ft_pk_test', '["belt","run"]')`);
    await page.focus('input');
    await waitOpen(page, '');
    for (const text of ['', 'iphnoe']) {
      await page.locator('input').pressSequentially(text);
      await waitOpen(page, text);
      await page.keyboard.press('ArrowDown');
      const { violations } = await new AxeBuilder({ page })
        .include(panelSelector)
        .setLegacyMode(true)
        .analyze();
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        [],
      );
    }
    await page.context().close();
  }
});

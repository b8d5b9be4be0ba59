/**
 * The widget in pages and before services that are not as they should be: attributes that make no sense, browsers that
 * cannot show the panel, a service that says nothing, texts without end, styles for all, inputs that come, move and go, two scripts, pages that
 * call `foretype` with anything.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, emptyAnswer, shopPage, usualAnswer } from '../support/answering-shop.ts';
import { waitUntil } from '../support/wait-until.ts';
import { panelSelector, setUpWidgetShop, waitOpen, waitPanels } from '../support/widget-page.ts';

const { shop, openPage, newContext } = setUpWidgetShop();

const isOpen = `document.querySelector('${panelSelector}')?.matches(':popover-open') ?? false`;
const setValue = (text: string) =>
  `(() => { const input = document.querySelector('input'); input.value = ${JSON.stringify(text)}; input.dispatchEvent(new InputEvent('input', { bubbles: true })); })()`;

test('invalid selectors count as absent', async () => {
  shop.put('/selectors', shopPage({ script: 'data-anchor=".search[" data-target=":::"' }));
  const { page, faults } = await openPage('/selectors');
  await page.focus('input');
  await waitOpen(page, '');
  assert.deepEqual(faults, []);
});

test('a browser that cannot draw the panel keeps its box', async () => {
  const context = await newContext();
  for (const lack of [
    'delete HTMLElement.prototype.togglePopover',
    'CSS.supports = (name) => name !== "color"',
  ]) {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.addInitScript(lack);
    await page.goto(shop.origin);
    await page.evaluate('document.body.append("more"); new Promise(requestAnimationFrame)');
    assert.equal(
      await page.evaluate<string>('document.querySelector("input").outerHTML'),
      '<input type="search" aria-label="Search" name="s">',
    );
    assert.equal(await page.locator(panelSelector).count(), 0);
    assert.deepEqual(faults, []);
  }
  await context.close();
});

test('§4.9.5 an unanswering service is given up after four seconds', async () => {
  const { page } = await openPage('/', {});
  await page.clock.install();
  await page.focus('input');
  await waitOpen(page, '');
  shop.hold = () => new Promise(() => {});
  await page.evaluate(setValue('hangs'));
  await waitUntil('the question', () => shop.asked.some(({ query }) => query === 'hangs'));
  assert.equal(await page.evaluate<boolean>(isOpen), true);
  await page.clock.fastForward(4_000);
  await waitUntil('giving up', async () => !(await page.evaluate<boolean>(isOpen)));
  await waitUntil('the end of its call', () =>
    shop.asked.some(({ query, isAborted }) => query === 'hangs' && isAborted),
  );
  await page.context().close();
});

test('an empty result is announced before the shop’s offers', async () => {
  shop.hold = (query) => (query ? Promise.resolve() : new Promise(() => {}));
  shop.answer = () => emptyAnswer;
  const { page } = await openPage();
  await page.locator('input').pressSequentially('xyz');
  await waitOpen(page, 'xyz');
  assert.equal(await page.locator('[part=note]').textContent(), 'No results: “xyz”');
});

test('only 100 characters of a long text are asked', async () => {
  const { page } = await openPage();
  await page.focus('input');
  const long = Array.from({ length: 4_000 }, (_, index) => `😀${index}`).join(' ');
  const asked = [...long].slice(0, 100).join('');
  shop.answer = (query) => ({ ...usualAnswer(query), products: [card(1, asked.slice(0, 200))] });
  await page.evaluate(setValue(long));
  await waitOpen(page, asked);
  assert.equal(shop.asked.at(-1)?.query, asked);
});

test('a styled backdrop does not reappear behind the panel', async () => {
  shop.put('/backdrop', shopPage({ head: '<style>::backdrop{display:block!important}</style>' }));
  const { page } = await openPage('/backdrop');
  await page.focus('input');
  await waitOpen(page, '');
  const display = `getComputedStyle(document.querySelector('${panelSelector}'), '::backdrop').display`;
  assert.equal(await page.evaluate<string>(display), 'none');
});

test('later inputs are bound, removed ones freed, two scripts coexist', async () => {
  const second =
    '<script src="/widget.js" data-api-key="ft_pk_test" data-debounce="20"></script><script src="/other/widget.js" data-api-key="ft_pk_other" data-target="[name=other]"></script>';
  shop.put(
    '/scripts',
    shopPage({
      body: `<header><input type="search" aria-label="One"><input name="other" aria-label="Two"></header>`,
    }).replace('</body>', `${second}</body>`),
  );
  const { page, faults } = await openPage('/scripts');
  assert.equal(await page.locator(panelSelector).count(), 2);
  await page.focus('[name=other]');
  await waitUntil('the other key', () => shop.asked.length === 1);
  assert.equal(shop.asked[0]?.key, 'ft_pk_other');
  await page.evaluate(
    `document.querySelector('main').insertAdjacentHTML('beforeend', '<input data-widget-search aria-label="Late"><input name="plain">')`,
  );
  await waitPanels(page, 3);
  await page.evaluate(`document.querySelector('[name=plain]').type = 'search'`);
  await waitPanels(page, 4);
  await page.evaluate(`document.querySelectorAll('main input').forEach((input) => input.remove())`);
  await waitPanels(page, 2);
  assert.equal(await page.locator('[data-foretype-live]').count(), 1);
  assert.deepEqual(faults, []);
});

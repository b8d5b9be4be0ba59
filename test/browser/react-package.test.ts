/**
 * The search box of `@foretype/react` in a real browser, installed and bundled as shops do: what keys, input methods and readers of
 * screens get is what the widget gives them. A small service answers; each test has a page of its own.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { createAnsweringShop, emptyAnswer, usualAnswer } from '../support/answering-shop.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import {
  bundleForReact,
  openReactPage,
  type ReactPageOptions,
  readReactTree,
} from '../support/react-page.ts';
import { assertTree } from '../support/reader-trees.ts';
import { waitUntil } from '../support/wait-until.ts';

const shop = createAnsweringShop();
let browser: Browser;

before(async () => {
  await shop.start();
  browser = await sharedBrowser();
});
afterEach(() => shop.reset());
after(async () => {
  await closePages(browser);
  await shop.stop();
});

const open = (options?: ReactPageOptions) => openReactPage(browser, shop, options);
const box = (page: Page) => page.getByRole('combobox');
const options = (page: Page) => page.getByRole('option');
const activeName = (page: Page) =>
  page.evaluate<string>(
    `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.querySelector('[data-foretype-part=title]').textContent ?? ''`,
  );

async function type(text: string, given?: ReactPageOptions) {
  const opened = await open(given);
  await box(opened.page).pressSequentially(text);
  await options(opened.page)
    .filter({ hasText: `${text} shoes` })
    .waitFor();
  return opened;
}

test('arrows walk through React’s options and input in a circle', async () => {
  const { page, faults } = await type('run');
  const names: string[] = [];
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('ArrowDown');
    names.push(await activeName(page));
  }
  const products = ['run Cloudfoam 4', 'Trail run'];
  assert.deepEqual(names, [
    'run shoes',
    'run belt',
    'Running',
    'Outdoor',
    ...products,
    'See all results',
    '',
  ]);
  await page.keyboard.press('ArrowUp');
  assert.equal(await activeName(page), 'See all results');
  assert.equal(await box(page).inputValue(), 'run');
  await page.keyboard.press('Escape');
  await options(page).first().waitFor({ state: 'hidden' });
  assert.deepEqual(
    [await box(page).inputValue(), await box(page).getAttribute('aria-expanded')],
    ['run', 'false'],
  );
  await page.keyboard.press('ArrowUp');
  await options(page).first().waitFor();
  assert.deepEqual(faults, []);
});

test('a suggestion of React’s box is written, searched and reported', async () => {
  const { page, faults } = await type('run');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await options(page).filter({ hasText: 'run shoes belt' }).waitFor();
  assert.equal(await box(page).inputValue(), 'run shoes');
  await waitUntil('the report', async () => shop.events.length === 1);
  const { event_id, ...event } = shop.events[0]?.events[0] ?? {};
  assert.deepEqual(event, {
    ...{ type: 'suggestion_click', phrase: 'run shoes', region: 'suggestions', position: 1, query: 'run' },
  });
  assert.equal(typeof event_id, 'string');
  assert.deepEqual(faults, []);
});

test('a product of React’s box is a link that shops may keep', async () => {
  const { page } = await type('run');
  await page.evaluate('keeps = true');
  await options(page).filter({ hasText: 'Cloudfoam' }).click();
  await options(page).first().waitFor({ state: 'hidden' });
  assert.deepEqual(await page.evaluate('[selected, location.pathname]'), [['run Cloudfoam 4'], '/react']);
  await page.evaluate('keeps = false');
  await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/product-1');
  await waitUntil('both reports', async () => shop.events.length === 2);
  const clicks = shop.events.flatMap(({ events }) => events.map(({ type: kind }) => kind));
  assert.deepEqual(new Set(clicks), new Set(['product_click']));
});

test('the way to all results submits the form around React’s box', async () => {
  const { page } = await type('run');
  await options(page).last().click();
  await page.waitForURL('**/searched?s=run');
  const named = await type('run', { props: { resultsUrl: '/results?q={query}&from=box' } });
  await options(named.page).last().click();
  await named.page.waitForURL('**/results?q=run&from=box');
});

test('a late answer to older letters is never shown by React', async () => {
  const { page, faults } = await open();
  const held = Promise.withResolvers<void>();
  shop.hold = (query) => (query === 'ru' ? held.promise : Promise.resolve());
  await box(page).pressSequentially('ru');
  await waitUntil('the older question', async () => shop.asked.some(({ query }) => query === 'ru'));
  await box(page).pressSequentially('n');
  await options(page).filter({ hasText: 'run shoes' }).waitFor();
  await waitUntil('the abort', async () =>
    shop.asked.some(({ query, isAborted }) => query === 'ru' && isAborted),
  );
  held.resolve();
  assert.equal(await options(page).first().textContent(), 'run shoes');
  assert.deepEqual(faults, []);
});

test('React’s box announces its results once they are there', async () => {
  const { page } = await type('run');
  const region = page.locator('[data-foretype-live]');
  await waitUntil(
    'the announcement',
    async () => (await region.textContent()) === 'Suggestions: 2, Categories: 2, Products: 2',
  );
  shop.answer = (query) => (query === 'zzqq' ? emptyAnswer : usualAnswer(query));
  await box(page).fill('zzqq');
  await waitUntil('the note', async () => (await region.textContent()) === 'No results: “zzqq”');
  // What shops offer instead stands below.
  await page.getByText('No results: “zzqq”').first().waitFor();
  await options(page).filter({ hasText: 'running shoes' }).waitFor();
  await page.getByText('Popular').waitFor();
});

test('React’s box waits for the end of an input method', async () => {
  // Without a pause, a text that is not finished would be asked at once.
  const { page, faults } = await open({ props: { debounceMs: 0 } });
  await box(page).focus();
  await options(page).first().waitFor();
  const session = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  for (const text of ['く', 'くつ']) await compose(text);
  // A key of the composition moves nothing.
  assert.equal(await box(page).inputValue(), 'くつ');
  await session.send('Input.insertText', { text: '靴屋' });
  await options(page).filter({ hasText: '靴屋 shoes' }).waitFor();
  assert.deepEqual(
    shop.asked.map(({ query }) => query).filter((query) => query !== ''),
    ['靴屋'],
  );
  assert.deepEqual(faults, []);
});

test('a failed question closes React’s panel and is handed over', async () => {
  const { page } = await type('run');
  shop.answer = () => 500;
  await box(page).pressSequentially('n');
  await options(page).first().waitFor({ state: 'hidden' });
  assert.deepEqual(await page.evaluate('failures'), ['unreadable']);
});

test('React’s box speaks the page’s language from right to left', async () => {
  const { page, faults } = await open({ html: 'lang="ar" dir="rtl"' });
  await box(page).pressSequentially('run');
  await page.getByRole('group', { name: 'المنتجات' }).waitFor();
  assert.deepEqual(shop.labels, ['ar']);
  const direction = `getComputedStyle(document.querySelector('[role=listbox]')).direction`;
  assert.equal(await page.evaluate(direction), 'rtl');
  assert.deepEqual(faults, []);
});

test('React’s open box has no fault of accessibility', async () => {
  shop.answer = (query) => ({ ...usualAnswer(query), meta: { query, corrected_query: 'running' } });
  const { page } = await type('run');
  await page.keyboard.press('ArrowDown');
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  );
});

test('React’s open box reads aloud as recorded', async () => {
  assertTree('react-results', await readReactTree(browser, shop));
});

test('the five lines of React’s README draw a box', async () => {
  const readme = readFileSync(new URL('../../packages/react/README.md', import.meta.url), 'utf8');
  const [, lines = ''] = /```jsx\n([\s\S]*?)```/.exec(readme) ?? [];
  assert.equal(lines.trim().split('\n').length, 5);
  const script = await bundleForReact(`import { createRoot } from 'react-dom/client';
${lines.replace('https://search.example.com', shop.origin)}
createRoot(document.getElementById('root')).render(<Search />);`);
  const { page, faults } = await type('run', { script });
  await options(page).last().click();
  await page.waitForURL('**/results?q=run');
  assert.deepEqual(faults, []);
});

/**
 * What the widget is like on the page: its place on small screens, fitness for all by axe over themes, displays,
 * directions, schemes, widths and kinds of answer, and its speed.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { card, emptyAnswer, shopPage, usualAnswer } from '../support/answering-shop.ts';
import { panelSelector, setUpWidgetShop, waitOpen } from '../support/widget-page.ts';

const { shop, openPage } = setUpWidgetShop();

const setValue = (text: string) =>
  `(() => { const input = document.querySelector('input'); input.value = ${JSON.stringify(text)}; input.dispatchEvent(new InputEvent('input', { bubbles: true })); })()`;

test('§4.9.8 on a small screen the panel scrolls and the page stays', async () => {
  const { page } = await openPage('/', {
    viewport: { width: 360, height: 440 },
    hasTouch: true,
  });
  await page.evaluate(
    `window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true })`,
  );
  shop.answer = (query) => ({
    ...usualAnswer(query),
    suggestions: Array.from({ length: 5 }, (_, index) => `${query} ${index}`),
  });
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  const box = await page.locator(panelSelector).boundingBox();
  assert.deepEqual([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)], [8, 344, 432]);
  assert.equal(
    await page.evaluate<boolean>(
      `(() => { const panel = document.querySelector('${panelSelector}'); return panel.scrollHeight > panel.clientHeight && getComputedStyle(panel).overflowY === 'auto'; })()`,
    ),
    true,
  );
  assert.equal(await page.evaluate<number>('shift'), 0);
  shop.answer = usualAnswer;
  await page.context().close();
});

test('axe finds nothing in any look or kind of answer', async () => {
  const samples = [
    ['rounded', 'line', 'ltr', 'light', 1000, ''],
    ['sharp', 'card', 'rtl', 'dark', 1000, 'run'],
    ['compact', 'line', 'rtl', 'light', 320, 'zzz'],
    ['compact', 'card', 'ltr', 'dark', 320, ''],
    ['rounded', 'card', 'rtl', 'light', 320, 'run'],
    ['sharp', 'line', 'ltr', 'dark', 320, 'zzz'],
    ['compact', 'line', 'ltr', 'dark', 1000, 'run'],
  ] as const;
  shop.answer = (query) => (query === 'zzz' ? emptyAnswer : usualAnswer(query));
  for (const [theme, display, dir, scheme, width, query] of samples) {
    const html = `lang="en" dir="${dir}" style="color-scheme:${scheme}"`;
    shop.put('/axe', shopPage({ html, script: `data-theme="${theme}" data-product-display="${display}"` }));
    const { page } = await openPage('/axe');
    await page.setViewportSize({ width, height: 900 });
    await page.locator('input').focus();
    await page.evaluate(setValue(query));
    await waitOpen(page, query);
    await page.keyboard.press('ArrowDown');
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html: markup }) => markup).join(' ')}`,
    );
    assert.deepEqual(found, [], [theme, display, dir, scheme, width, query].join(' '));
    await page.setViewportSize({ width: 1000, height: 900 });
  }
  shop.answer = usualAnswer;
});

test('remembered and fetched answers are painted within a frame', async () => {
  const { page } = await openPage();
  await page.focus('input');
  await waitOpen(page, '');
  // Frames are counted, which a busy machine draws later but not more of.
  const frames = await page.evaluate<{ cached: number[]; fetched: number[] }>(`(async () => {
    const input = document.querySelector('input'), cached = [], fetched = [];
    let frame = 0, arrivedAt = 0;
    const count = () => { frame += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
    const read = Response.prototype.text;
    Response.prototype.text = async function () { const body = await read.call(this); arrivedAt = frame; return body; };
    const type = (text) => new Promise((resolve) => { const from = frame;
      input.addEventListener('foretype:render', () => resolve(frame - from), { once: true });
      input.value = text; input.dispatchEvent(new InputEvent('input', { bubbles: true })); });
    for (let round = 0; round < 15; round += 1) {
      await type('word' + round); fetched.push(frame - arrivedAt);
      cached.push(await type('')); await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return { cached, fetched };
  })()`);
  assert.ok(Math.max(...frames.cached) <= 1, `cached: ${frames.cached} frames`);
  assert.ok(Math.max(...frames.fetched) <= 1, `fetched: ${frames.fetched} frames`);
});

test('titles highlight whole words, joined letters and the begun word', async () => {
  const { page } = await openPage();
  const titles = ['StarTech.com USB-C Cable', 'USBC hub for cables, class c', 'Usbs and Cases'];
  shop.answer = () => ({ ...emptyAnswer, products: titles.map((title, index) => card(index, title)) });
  const named: Record<string, string[][]> = {};
  for (const query of ['usb c', 'usb c cab']) {
    await page.locator('input').fill(query);
    await waitOpen(page, query);
    named[query] = await page.evaluate<string[][]>(
      `[...document.querySelectorAll('a[slot=products] [data-foretype-item]')].map(({ shadowRoot }) =>
        [...shadowRoot.querySelectorAll('[part=strong]')].map((piece) => piece.textContent))`,
    );
  }
  shop.answer = usualAnswer;
  assert.deepEqual(named, {
    'usb c': [['USB', 'C'], ['USBC', 'c'], ['Usbs']],
    'usb c cab': [['USB', 'C', 'Cab'], ['USBC', 'cab', 'c'], ['Usbs']],
  });
});

test('docs name the size of the built script', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const { gzip_bytes: size } = JSON.parse(read('widget/dist/manifest.json'));
  const [, named] = /\| \*\*Foretype\*\* \| \*\*([\d,]+)\*\* \|/.exec(read('docs/widget.md')) ?? [];
  assert.equal(
    named,
    size.toLocaleString('en-US'),
    'write the size of the build into the table of docs/widget.md',
  );
});

test('a page without a search box is not drawn again', async () => {
  shop.put('/bare', '<!doctype html><title>Bare</title><p>No search');
  const { page } = await openPage('/bare');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const countWork = async () => {
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.filter(({ name }) => name === 'LayoutCount' || name === 'RecalcStyleCount');
  };
  const before = await countWork();
  await page.evaluate(`(async () => {
    const text = await (await fetch('/widget.js')).text();
    const script = document.createElement('script');
    script.dataset.apiKey = 'k';
    script.textContent = text;
    document.head.append(script);
  })()`);
  assert.deepEqual(await countWork(), before);
});

test('200 binds and unbinds leave no node or listener', async () => {
  const { page } = await openPage();
  const session = await page.context().newCDPSession(page);
  const measure = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const count = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { nodes: count('Nodes'), listeners: count('JSEventListeners') };
  };
  await session.send('Performance.enable');
  const rebind =
    'foretype.unbind(document.querySelector("input")); foretype.bind(document.querySelector("input"));';
  await page.evaluate(rebind);
  const before = await measure();
  await page.evaluate(`for (let round = 0; round < 200; round += 1) { ${rebind} }`);
  const after = await measure();
  assert.ok(
    after.listeners <= before.listeners + 5,
    `${before.listeners} became ${after.listeners} listeners`,
  );
  assert.ok(after.nodes <= before.nodes + 50, `${before.nodes} became ${after.nodes} nodes`);
});

test('each theme has its corners and its gap', async () => {
  const looks: Record<string, readonly number[]> = {};
  for (const theme of ['rounded', 'sharp', 'compact']) {
    shop.put(`/${theme}`, shopPage({ script: `data-theme="${theme}"` }));
    const { page } = await openPage(`/${theme}`);
    await page.locator('input').pressSequentially('run');
    await waitOpen(page, 'run');
    looks[theme] = await page.evaluate<number[]>(`(() => {
      const panel = document.querySelector('${panelSelector}');
      const chip = document.querySelector('[role=option][slot=categories]');
      const image = document.querySelector('a[role=option]').firstChild.shadowRoot.querySelector('[part=image]');
      const corner = (node, side) => parseFloat(getComputedStyle(node)['border-' + side + '-left-radius']);
      const gap = panel.getBoundingClientRect().top - document.querySelector('input').getBoundingClientRect().bottom;
      return [corner(panel, 'top'), corner(panel, 'bottom'), corner(chip, 'top'), corner(image, 'top'), Math.round(gap)];
    })()`);
  }
  const { rounded = [], sharp = [], compact = [] } = looks;
  assert.ok(rounded.every((pixels) => pixels > 0) && (rounded[4] ?? 0) < 16, rounded.join(' '));
  assert.deepEqual(sharp.slice(0, 4), [0, 0, 0, 0]);
  const [top, bottom, , , gap] = compact;
  assert.deepEqual([top, gap], [0, 0]);
  assert.ok((bottom ?? 0) > 0);
});

test('products are plain links, and nothing else takes input', async () => {
  const { page } = await openPage();
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  const found = await page.evaluate<[string[], string[]]>(`(() => {
    const links = [...document.querySelectorAll('[role=option][slot=products]')].map((option) => option.localName + ' ' + option.pathname);
    const controls = [];
    const walk = (node) => {
      if (node.matches('button, input, select, textarea, form, [contenteditable], [role=button]')) controls.push(node.localName);
      for (const child of [...(node.shadowRoot?.children ?? []), ...node.children]) walk(child);
    };
    walk(document.querySelector('${panelSelector}'));
    return [links, controls];
  })()`);
  assert.deepEqual(found, [['a /product-1', 'a /product-2'], []]);
});

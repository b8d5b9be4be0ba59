/**
 * Answers the question how long the widget takes to show an answer that it remembers (§4.9.7): from the keystroke to the painted
 * panel, in Chromium, with 5 and with 20 results in each group; milliseconds of a frame, of 60 keystrokes each. It needs Chromium,
 * and throws without. The page and the service are small ones of the tests, on this machine.
 */
// Tests: none; `npm run bench` runs it.
import type { Browser, Page } from 'playwright-core';
import { type AnsweringShop, card, createAnsweringShop, shopPage } from '../test/support/answering-shop.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { buildDashboard } from '../test/support/dashboard-browser.ts';
import { type Figure, median, percentile, progress, type Question } from './figures.ts';

const keystrokes = 60;
/** A frame of a screen with 60 Hz. */
const frameMs = 1_000 / 60;
const groupSizes = [5, 20];

export const widgetRepaint: Question = {
  name: 'widget-repaint',
  data: [],
  title: 'A remembered answer on the screen',
  reading:
    'A keystroke at the begin of a frame shows an answer that the widget remembers. The time runs until the frame is painted, and ' +
    'contains the page’s own frame: that of the same keystroke in a box without the widget stands beside it. The ratio is the ' +
    'share of a frame of 60 Hz. Requests that refresh the answer run beside it.',
  async run() {
    buildDashboard();
    const shop = createAnsweringShop();
    await shop.start();
    const browser = await launchBrowser();
    try {
      const figures: Figure[] = [];
      for (const size of groupSizes) figures.push(...(await measure(shop, browser, size)));
      return figures;
    } finally {
      await browser.close();
      await shop.stop();
    }
  },
};

async function measure(shop: AnsweringShop, browser: Browser, size: number): Promise<Figure[]> {
  progress(`${size} results in each group`);
  const box = '<input name="plain" aria-label="Plain"><input type="search" aria-label="Search" name="s">';
  const body = `<header><form action="/found">${box}</form></header>`;
  shop.put('/', shopPage({ script: `data-limit="${size}"`, body }));
  const some = Array.from({ length: size }, (_, index) => index);
  shop.answer = (query) => ({
    suggestions: some.map((index) => `${query} shoes ${index}`),
    categories: some.map((index) => ({ title: `Running ${index}`, url: null })),
    products: some.map((index) => card(index, `Trail ${query} ${index}`, { compare_at_price: '159.90' })),
    meta: { query },
  });
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.goto(shop.origin);
  await page.focus('[type=search]');
  const plain = await framesOf(page, '[name=plain]');
  const shown = await framesOf(page, '[type=search]');
  await page.close();
  const figure = (part: string, value: (all: readonly number[]) => number): Figure => ({
    what: `${size} results in each group, keystroke to painted panel, ${part}, ms`,
    measured: value(shown).toFixed(1),
    against: `${value(plain).toFixed(1)} without the widget`,
    ratio: (value(shown) / frameMs).toFixed(2),
    goal: `≤ ${frameMs.toFixed(1)}, one frame`,
  });
  return [figure('median', median), figure('95 of 100', (all) => percentile(all, 0.95))];
}

/** The milliseconds of each keystroke, from the event until a task behind the paint of its frame. */
async function framesOf(page: Page, selector: string): Promise<number[]> {
  return page.evaluate<number[]>(`(async () => {
    const input = document.querySelector('${selector}');
    const words = ['running', 'belt'];
    const type = (text) => { input.value = text; input.dispatchEvent(new InputEvent('input', { bubbles: true })); };
    const settled = () => new Promise((resolve) => setTimeout(resolve, 120));
    for (const word of words) { type(word); await settled(); }
    const taken = [];
    for (let place = 0; place < ${keystrokes}; place += 1) {
      taken.push(await new Promise((resolve) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        const start = performance.now();
        port1.onmessage = () => resolve(performance.now() - start);
        type(words[place % 2]);
        port2.postMessage(0);
      })));
      await settled();
    }
    return taken;
  })()`);
}

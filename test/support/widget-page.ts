/**
 * Opens a page of the widget's shop in a real browser, and says what tests look at in it. Panels have the usual 20 s to open, else the
 * test fails. It never reaches into the widget's code, only into what is drawn.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { type AnsweringShop, createAnsweringShop } from './answering-shop.ts';
import { closePages, sharedBrowser } from './browser.ts';
import { buildDashboard } from './dashboard-browser.ts';
import { waitUntil } from './wait-until.ts';

export const panelSelector = '[data-foretype]';

interface Opened {
  readonly page: Page;
  readonly faults: string[];
}

/** A page of its own takes a second: tests that leave nothing behind share one. */
const shared = new WeakMap<Browser, Opened>();

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 900 },
    locale: 'en-US',
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.addInitScript(
    'window.renders = []; addEventListener("foretype:render", ({ detail }) => renders.push(detail.query), true)',
  );
  return { page, faults };
}

/** A shop with the widget in a browser, for all tests of a file. Each test finds the shop's service well. */
export function setUpWidgetShop() {
  const shop = createAnsweringShop();
  let browser: Browser;
  before(async () => {
    buildDashboard();
    await shop.start();
    browser = await sharedBrowser();
  });
  afterEach(() => shop.reset());
  after(async () => {
    await closePages(browser);
    await shop.stop();
  });
  const openPage = (path?: string, options?: BrowserContextOptions) =>
    openWidgetPage(browser, shop, path, options);
  return {
    shop,
    newContext: () => browser.newContext(),
    /** Opens a page of the shop and collects its errors; with `options`, in a context of its own. */
    openPage,
    /** Opens a page, types a text into its search box, and waits for the answer. */
    async openTyped(text: string, path?: string): Promise<Opened> {
      const opened = await openPage(path);
      await opened.page.locator('[role=combobox]').pressSequentially(text);
      await waitOpen(opened.page, text);
      return opened;
    },
  };
}

/** Opens a page of a shop that runs. */
export async function openWidgetPage(
  browser: Browser,
  shop: AnsweringShop,
  path = '/',
  options?: BrowserContextOptions,
): Promise<Opened> {
  const known = options === undefined ? shared.get(browser) : undefined;
  // Another test file may have closed it.
  const opened = known?.page.isClosed() === false ? known : await newPage(browser, options ?? {});
  if (options === undefined) shared.set(browser, opened);
  await opened.page.goto('about:blank');
  opened.faults.length = 0;
  shop.asked.length = 0;
  shop.events.length = 0;
  shop.visited.length = 0;
  await opened.page.goto(shop.origin + path);
  // Recent searches of the test before.
  if (options === undefined) await opened.page.evaluate('sessionStorage.clear()');
  return opened;
}

/** Waits until the answer to a query is what the open panel shows. */
export async function waitOpen(page: Page, query: string): Promise<void> {
  // Not the browser's own waiting, which strict policies forbid.
  await waitUntil(`the answer to "${query}"`, () =>
    page.evaluate<boolean>(
      `renders.at(-1) === ${JSON.stringify(query)} && document.querySelector('${panelSelector}[data-open]') !== null`,
    ),
  );
}

/**
 * Waits until `act` has opened the path in another tab, and fails if the page itself goes there. The shop is asked for the tab, not
 * the browser: its driver misses some of them on a busy machine.
 */
export async function assertOpensTab(
  { page, shop }: { readonly page: Page; readonly shop: AnsweringShop },
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  const left: string[] = [];
  const note = (request: Request) => void (request.isNavigationRequest() && left.push(request.url()));
  page.on('request', note);
  await act();
  await waitUntil(`a tab with ${path}`, () => shop.visited.includes(path));
  // The driver has reported what the page did before it answers.
  await page.evaluate('1');
  page.off('request', note);
  assert.deepEqual(left, []);
}

/** Waits until the page, which is looked through once a frame, has so many panels. */
export async function waitPanels(page: Page, count: number): Promise<void> {
  await waitUntil(`${count} panels`, async () => (await page.locator(panelSelector).count()) === count);
}

/** The texts of the options as they are drawn, of products the titles. */
export async function shownOptions(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('[role=option] [data-foretype-item]')].map((item) => item.shadowRoot.querySelector('[part=title]').textContent)`,
  );
}

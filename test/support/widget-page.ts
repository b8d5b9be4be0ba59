/** A page of the widget's shop in a real browser, and what tests look at in it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { WidgetShop } from './widget-shop.ts';

export const panelSelector = '[data-foretype]';

/** A fresh browser on a page of the shop, with everything that went wrong on it; pictures that are missing do not count. */
export async function openPage(
  browser: Browser,
  shop: WidgetShop,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 900 },
    locale: 'en-US',
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  shop.asked.length = 0;
  shop.events.length = 0;
  await page.addInitScript(
    'window.renders = []; addEventListener("foretype:render", ({ detail }) => renders.push(detail.query), true)',
  );
  await page.goto(shop.origin + path);
  return { page, faults };
}

/** Waits until the answer to a query is what the open panel shows. */
export async function waitOpen(page: Page, query: string): Promise<void> {
  await page.waitForFunction(
    `renders.at(-1) === ${JSON.stringify(query)} && document.querySelector('${panelSelector}[data-open]')`,
  );
}

/** The texts of the options as they are drawn, of products the titles. */
export async function shownOptions(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('[role=option] [data-foretype-item]')].map((item) => item.shadowRoot.querySelector('[part=title]').textContent)`,
  );
}

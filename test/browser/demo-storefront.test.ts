/**
 * The demo storefront in a real browser: a newcomer types into the box and sees live answers. The service is real,
 * with the demo store that an empty folder gets.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { engines } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';

let service: TestService;
let browser: Browser;

before(async () => {
  const [sqlite] = engines;
  assert.ok(sqlite);
  service = await startTestService(sqlite, { FORETYPE_DEMO: 'on' });
  browser = await launchBrowser();
});

after(async () => {
  await browser.close();
  await service.stop();
});

/** The page with everything that went wrong on it. */
async function openDemo(options: { readonly width: number; readonly colorScheme: 'light' | 'dark' }) {
  const { width, colorScheme } = options;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`${service.origin}/demo`);
  return { page, faults, close: () => context.close() };
}

function options(page: Page) {
  return page.getByRole('option');
}

test('a newcomer types into the demo shop and sees products', async () => {
  const { page, faults, close } = await openDemo({ width: 1280, colorScheme: 'light' });
  const box = page.getByRole('combobox');
  await box.fill('headph');
  await options(page).filter({ hasText: 'Headphones' }).first().waitFor();
  assert.ok((await options(page).count()) > 3);
  await box.press('Escape');
  await options(page).first().waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
  await close();
});

test('§4.7 discovery: focusing the empty box shows content without typing', async () => {
  const { page, faults, close } = await openDemo({ width: 360, colorScheme: 'dark' });
  await page.getByRole('combobox').focus();
  await options(page).first().waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('the demo page scrolls sideways on no phone and has no accessibility fault', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await openDemo({ width: 360, colorScheme });
    await page.getByRole('combobox').fill('kaffee');
    await options(page).first().waitFor();
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 360);
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
    );
    await close();
  }
});

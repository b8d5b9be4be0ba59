/** The documentation in a real browser: every reader can use it, it is light, and our own widget searches it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { buildDashboard } from '../support/dashboard-browser.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';

let service: TestService;
let browser: Browser;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  browser = await launchBrowser();
});

after(async () => {
  await browser.close();
  await service.stop();
});

/** A page with everything that went wrong on it. */
async function openPage(path: string, colorScheme: 'light' | 'dark' = 'light', width = 360) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on(
    'response',
    (answer) => answer.status() >= 400 && faults.push(`${answer.url()}: ${answer.status()}`),
  );
  await page.goto(`${service.origin}${path}`, { waitUntil: 'load' });
  return { page, faults, close: () => context.close() };
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the ${colorScheme} pages of the documentation have no axe violation`, async () => {
    for (const path of ['/docs', '/docs/production', '/docs/api/webhooks', '/docs/errors']) {
      const { page, faults, close } = await openPage(path, colorScheme);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ html }) => `${id}: ${html}`),
      );
      assert.deepEqual(found, [], path);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 360, `${path} is ${width} px wide`);
      assert.deepEqual(faults, [], path);
      await close();
    }
  });
}

/** Compressed bytes of the first page with everything that it loads. */
const firstPageMaxBytes = 300 * 1024;

test('the first page of the documentation is light', async () => {
  const { page, close } = await openPage('/docs', 'light', 1440);
  await page.waitForLoadState('networkidle');
  const bytes = await page.evaluate<number>(
    `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
      .reduce((sum, { transferSize }) => sum + transferSize, 0)`,
  );
  assert.ok(bytes > 10_000 && bytes <= firstPageMaxBytes, `${bytes} bytes`);
  await close();
});

test('the search box of the documentation leads to a section', async () => {
  const { page, faults, close } = await openPage('/docs', 'light', 1440);
  const box = page.getByRole('combobox', { name: 'Search the docs' });
  await box.pressSequentially('connections');
  await page.getByRole('option').filter({ hasText: 'Connections' }).first().click();
  await page.waitForURL(/\/docs\/operating#connections$/);
  assert.equal(await page.locator('#connections').isVisible(), true);
  assert.deepEqual(faults, []);
  await close();
});

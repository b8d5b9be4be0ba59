/** The React page of the demo shop in a real browser: its box searches the demo store by keyboard alone, and looks and reads well. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { buildDashboard } from '../support/dashboard-browser.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';

let service: TestService;
let browser: Browser;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine, { FORETYPE_DEMO: 'on' });
  browser = await sharedBrowser();
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

test('the demo’s React box works, fits a phone and reads well', async () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, colorScheme });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${service.origin}/demo/react`);
    const box = page.getByRole('combobox');
    await box.pressSequentially('headph');
    await page.getByRole('option', { name: /^Norvane Hush 700/ }).waitFor();
    await box.press('ArrowDown');
    await page.getByRole('option', { selected: true }).waitFor();
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 360);
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
    );
    await page.getByRole('option', { name: /^Norvane Hush 700/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Norvane Hush 700/ }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  }
});

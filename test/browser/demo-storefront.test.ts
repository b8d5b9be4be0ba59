/**
 * The demo shop in a real browser, with the widget bound to its search box as in any shop: a newcomer types, takes a
 * suggestion, opens a product, and tries other looks. The service is real, with the demo store that an empty folder gets.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
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

/** A page of the shop with everything that went wrong on it. */
async function openShop(
  path: string,
  options: Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion'> & { readonly width?: number } = {},
) {
  const { width = 1280, ...look } = options;
  const context = await browser.newContext({
    ...{ viewport: { width, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
    ...look,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  // Calls may fail when a page is left; they explain what a test waited for in vain.
  const calls: string[] = [];
  page.on('requestfailed', (call) => calls.push(`${call.url()}: ${call.failure()?.errorText}`));
  page.on('response', (answer) => calls.push(`${answer.url()}: ${answer.status()}`));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`${service.origin}${path}`);
  return { page, box: page.getByRole('combobox'), faults, calls, close: () => context.close() };
}

const options = (page: Page) => page.getByRole('option');

test('a newcomer types, takes a suggestion and opens a product', async () => {
  const { page, box, faults, close } = await openShop('/demo?theme=sharp');
  await box.pressSequentially('headph');
  await options(page).filter({ hasText: 'Noise-Cancelling' }).waitFor();
  await box.press('ArrowDown');
  await page.getByRole('option', { name: 'Headphones', selected: true }).waitFor();
  await box.press('Enter');
  assert.equal(await box.inputValue(), 'Headphones');
  await options(page).filter({ hasText: 'Noise-Cancelling' }).waitFor();
  const product = page.getByRole('option', { name: /^Norvane Hush 700/ });
  assert.match((await product.getAttribute('href')) ?? '', /\/demo\/p\/EL-1061/);
  await product.click();
  await page.getByRole('heading', { level: 1, name: /^Norvane Hush 700/ }).waitFor();
  // What was chosen goes along.
  assert.equal(new URL(page.url()).search, '?theme=sharp');
  await page.goBack();
  await box.fill('coffee');
  await box.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Results for “coffee”' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('a search in the demo shop ends at all its results', async () => {
  const { page, box, faults, close } = await openShop('/demo?lang=th&theme=compact', { width: 360 });
  await box.pressSequentially('headphnoe');
  await options(page).filter({ hasText: 'Noise-Cancelling' }).first().waitFor();
  await page.locator('[part=note]').filter({ hasText: 'แสดงผลลัพธ์สำหรับ headphones' }).waitFor();
  await page.locator('[role=option] s').first().waitFor();
  await page.getByRole('option', { name: 'ดูผลลัพธ์ทั้งหมด' }).click();
  await page.waitForURL(/\/demo\/search\?q=headphones&(.*&)?lang=th/);
  await page.locator('.cards s').first().waitFor();
  await box.fill('');
  await box.focus();
  await page.getByRole('option', { name: 'headphones', exact: true }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('§4.9.1 an empty box shows a newcomer what the shop has', async () => {
  const { page, box, faults, close } = await openShop('/demo', { width: 360, colorScheme: 'dark' });
  await box.focus();
  await options(page).first().waitFor();
  assert.ok((await options(page).count()) > 5);
  await box.press('Escape');
  await options(page).first().waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
  await close();
});

test('another widget look shows at once with the typed text', async () => {
  const { page, box, faults, calls, close } = await openShop('/demo');
  await page.getByRole('button', { name: 'head', exact: true }).click();
  await options(page).first().waitFor();
  await page.getByRole('link', { name: 'Card' }).click();
  await page
    .locator('[data-foretype][data-display=card]')
    .waitFor()
    .catch((error) => assert.fail([error.message, ...faults, ...calls].join('\n')));
  assert.equal(await box.inputValue(), 'head');
  await page.getByText('Language: English').click();
  await page.getByRole('link', { name: 'العربية' }).click();
  await options(page).first().waitFor();
  const direction = `getComputedStyle(document.querySelector('[data-foretype]')).direction`;
  assert.equal(await page.evaluate<string>(direction), 'rtl');
  assert.match((await page.getByRole('listbox').getAttribute('aria-label')) ?? '', /\p{Script=Arabic}/u);
  assert.deepEqual(faults, []);
  await close();
});

test('the demo shop’s phone holds the panel within its screen', async () => {
  const { page, faults, close } = await openShop('/demo?device=phone');
  const phone = page.frameLocator('iframe');
  await phone.getByRole('combobox').focus();
  await phone.getByRole('option').first().waitFor();
  assert.equal(await phone.locator('[data-foretype]').getAttribute('role'), 'listbox');
  assert.equal(await phone.getByRole('link', { name: 'Compact' }).count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('leaving the demo shop for the dashboard raises no error', async () => {
  const { page, faults, close } = await openShop('/demo', { reducedMotion: 'no-preference' });
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  // The dashboard asks who is signed in, and no person is.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('status of 401')),
    [],
  );
  await close();
});

test('demo shop pages fit a phone and stay accessible', async () => {
  const looks = [
    { path: '/demo', colorScheme: 'dark', typed: 'kaffee' },
    { path: '/demo/p/SH-1022?lang=ar', colorScheme: 'light', typed: null },
    { path: '/demo/search?q=nothing+like+it', colorScheme: 'dark', typed: null },
  ] as const;
  for (const { path, colorScheme, typed } of looks) {
    const { page, box, close } = await openShop(path, { width: 360, colorScheme });
    if (typed !== null) {
      await box.fill(typed);
      await options(page).first().waitFor();
    }
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 360, path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    assert.deepEqual(found, [], path);
    await close();
  }
});

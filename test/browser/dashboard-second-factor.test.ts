/** The second factor in a real browser: turned on with an app, asked for at the sign-in, and turned off. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { goodPassword, setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { createApp } from '../support/one-time-codes.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';

let service: TestService;
let browser: Browser;
let owner: Person;
let account: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  browser = await sharedBrowser();
  const operator = await setUpOperator(service);
  const { store } = await service.createStore({ name: 'Nordlicht' });
  account = `${service.origin}/dashboard/stores/${store.id}/account`;
  owner = await browseAs(browser, service.origin, operator);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

test('a second factor is turned on, asked for, and turned off', async () => {
  const { page } = owner;
  await page.goto(account);
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill('not my password');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByRole('textbox', { name: 'Your password' }).fill(goodPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  await assertFitForAll(page, 'the secret of a second factor');
  const app = createApp(secret);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await app.code());
  await page.keyboard.press('Enter');
  await page.getByText('Keep these recovery codes').waitFor();
  const codes = (await page.locator('pre').innerText()).split('\n');
  assert.equal(codes.length, 10);
  await assertFitForAll(page, 'recovery codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 recovery codes left.').waitFor();
  assert.ok(!(await page.content()).includes(codes[0] ?? 'none'), 'they are shown once');

  await owner.context.clearCookies();
  await page.goto(account);
  await page.getByLabel('E-mail').fill('ada@shop.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.getByLabel('Code', { exact: true }).and(page.locator(':focus')).waitFor();
  await assertFitForAll(page, 'the second step of the sign-in');
  await page.keyboard.type('111 111');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('9 recovery codes left.').waitFor();
  await page.getByRole('textbox', { name: 'Your password' }).fill(goodPassword);
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await page.getByRole('button', { name: 'Turn it on' }).waitFor();
});
